// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__EFFORT_AT_SPEED_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__EFFORT_AT_SPEED_HPP_

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "hod/motion/speed_up.hpp"
#include "hod/robot/body.hpp"

namespace hod::detail
{

/// Rows of a quantity in the samples of a stretch: row k is the k-th derivative with respect to the
/// time of the original motion. Quantities that run faster with the motion contribute with λ to the
/// power `shift`.
struct SpeedRows
{
  int shift = 0;
  double factor = 1.0;
  const double * first = nullptr;
  std::size_t sample_step = 0;
  std::size_t row_step = 0;
  int rows = 0;  ///< further rows are zero

  double at(std::size_t sample, int row) const
  {
    const double * place = first + sample * sample_step + static_cast<std::size_t>(row) * row_step;
    return row < rows ? factor * *place : 0.0;
  }
};

/// A joint with dry friction whose force is part of an effort.
struct DryJoint
{
  const Joint * joint = nullptr;
  double factor = 1.0;               ///< of its force in the effort
  SpeedRows position;                ///< of the joint
  std::vector<SpeedRows> pressures;  ///< two components of each part
};

/// The effort of one joint in a stretch of a motion, as a function of the speed: a polynomial, and
/// a remainder where there is dry friction.
struct EffortSource
{
  int order = 0;                       ///< of the joint force
  const JointDrive * motor = nullptr;  ///< the motor on whose spring the force acts, or null
  SpeedRows position;                  ///< q of the column
  std::vector<SpeedRows> forces;       ///< the joint force, without dry friction
  std::vector<DryJoint> dry;
};

/// Values and slopes of one power of the speed.
struct PowerRows
{
  std::vector<double> values;
  std::vector<double> slopes;
};

class EffortAtSpeed
{
public:
  EffortAtSpeed(EffortSource source, std::size_t samples);

  bool has_rest() const { return !source_.dry.empty() || is_dry_motor(); }

  /// The polynomial of the effort's derivative `row`, by powers.
  std::map<int, PowerRows> powers(int row) const;

  /// The remainder: see RestTerm.
  void rest(
    int row, double speed, std::size_t first, std::size_t count, double * values, double * slopes);

private:
  static constexpr int kRows = 3;  ///< effort, its rate, and the slope of the rate
  using Rows = std::array<double, kRows>;

  bool is_dry_motor() const
  {
    return source_.motor != nullptr && source_.motor->coulomb_friction > 0.0;
  }
  Rows rest_of(std::size_t sample, double speed) const;
  template <int K>
  Rows rest_to_order(std::size_t sample, double speed) const;
  Rows through_motor(std::size_t sample, double speed, const double * force) const;

  EffortSource source_;
  std::size_t samples_;
  double last_speed_ = 0.0;  ///< of the following values; no speed is 0
  std::vector<Rows> last_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__DRIVES__EFFORT_AT_SPEED_HPP_
