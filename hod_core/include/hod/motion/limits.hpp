// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__LIMITS_HPP_
#define HOD__MOTION__LIMITS_HPP_

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace hod
{

/// Bounds of a quantity; infinite where there is none. A value at a bound respects it.
struct Bounds
{
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();

  /// How far a value exceeds the nearer bound; negative inside.
  double excess(double value) const;
  /// The bound that a value is closest to or exceeds.
  double nearest(double value) const;
};

/// A quantity along a motion. Between samples it is the cubic through both values and slopes, or a
/// straight line where there are no slopes, so peaks between samples count.
struct SampledCurve
{
  const std::vector<double> & times;  ///< strictly increasing [s], at least one
  std::vector<double> values;         ///< one per time
  std::vector<double> slopes;         ///< their time derivatives; empty for straight lines

  bool has_slopes() const { return !slopes.empty(); }
};

/// A point of a curve: `fraction` of the way from sample `segment` to the next.
struct CurvePoint
{
  std::size_t segment = 0;
  double fraction = 0.0;  ///< 0 … 1
  double time = 0.0;
  double value = 0.0;
};

/// A period during which a curve exceeds one of its bounds, and the point where it exceeds it most.
struct Violation
{
  double begin = 0.0;  ///< when the curve crosses the bound, or its first sample [s]
  double end = 0.0;    ///< when it returns, or its last sample [s]
  double limit = 0.0;  ///< the bound
  CurvePoint peak;
};

/// Compares a curve with its bounds piece by piece. Each piece contains the samples that follow
/// those of the previous one, which is not kept.
class LimitWatch
{
public:
  explicit LimitWatch(const Bounds & bounds) : bounds_(bounds) {}

  void watch(const SampledCurve & piece);

  /// The point where the curve so far exceeds its bounds most, or is closest to them.
  const CurvePoint & worst() const { return worst_; }

  /// All periods so far during which it exceeds its bounds, ordered by their start.
  std::vector<Violation> violations() const;

private:
  struct Side  ///< beyond one of the bounds
  {
    double sign;  ///< 1 above, −1 below
    double limit;
    std::optional<Violation> open = std::nullopt;  ///< begun but not ended
  };

  void begin(const SampledCurve & piece);
  void follow(const SampledCurve & piece);
  void walk(Side & side, const SampledCurve & piece, std::size_t segment);

  Bounds bounds_;
  CurvePoint worst_;
  Side sides_[2] = {{1.0, bounds_.upper}, {-1.0, bounds_.lower}};
  std::vector<Violation> closed_;
  std::size_t segments_ = 0;  ///< of all pieces before
  std::vector<double> last_;  ///< time, value and slope (if any) of the last sample
};

/// The point where a curve exceeds its bounds most, or is closest to them.
CurvePoint worst_point(const SampledCurve & curve, const Bounds & bounds);

/// All periods during which a curve exceeds its bounds, ordered by their start.
std::vector<Violation> find_violations(const SampledCurve & curve, const Bounds & bounds);

}  // namespace hod

#endif  // HOD__MOTION__LIMITS_HPP_
