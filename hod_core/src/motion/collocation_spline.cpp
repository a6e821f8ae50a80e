// SPDX-License-Identifier: Apache-2.0
#include "collocation_spline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "band_system.hpp"
#include "hod/error.hpp"

namespace hod
{
namespace
{

using Eigen::Index;

constexpr int kMaxWidth = kMaxInterpolationOrder + 2;  ///< B-splines on a segment: degree + 1
constexpr double kLargestError = 1e-6;                 ///< of the largest control point

using Weights = std::array<double, kMaxWidth>;

[[noreturn]] void refuse()
{
  throw Error(
    "times: found segments of lengths too different to compute with, expected more even ones or a "
    "lower order");
}

std::size_t at(Index place)
{
  return static_cast<std::size_t>(place);
}

/// A condition on a derivative at an instant.
struct Condition
{
  std::size_t segment;  ///< to which the instant belongs
  bool at_end;          ///< of the segment, rather than at its start
  int derivative;
};

/// Its equation, over some of the control points: entries of 1 at most.
struct Equation
{
  Index first;  ///< control point that has an entry
  Index count;
  Weights entries;
  double scale;  ///< by which the derivative was multiplied
};

/// The B-splines of a degree over knots, of which those at the ends are repeated degree + 1 times.
class Splines
{
public:
  Splines(
    const std::vector<double> & knots, int degree, const std::vector<std::size_t> & multiplicities)
  : degree_(degree)
  {
    sequence_.assign(at(degree), knots.front());
    for (std::size_t knot = 0; knot < knots.size(); ++knot)
    {
      sequence_.insert(sequence_.end(), multiplicities[knot], knots[knot]);
      spans_.push_back(sequence_.size() - 1);
    }
    sequence_.insert(sequence_.end(), at(degree), knots.back());
  }

  Index count() const { return static_cast<Index>(sequence_.size()) - degree_ - 1; }

  /// The first of the degree + 1 B-splines on a segment.
  Index first(std::size_t segment) const { return static_cast<Index>(spans_[segment]) - degree_; }

  /// The d-th derivative of each of them at the segment's start or end.
  Weights weights(std::size_t segment, bool at_end, int derivative) const
  {
    const double * const knot = sequence_.data() + spans_[segment];
    Weights weights{};
    weights[0] = 1.0;
    for (int degree = 1; degree <= degree_ - derivative; ++degree)
    {
      raise(knot, knot[at_end ? 1 : 0], degree, weights);
    }
    for (int degree = degree_ - derivative + 1; degree <= degree_; ++degree)
    {
      differentiate(knot, degree, weights);
    }
    return weights;
  }

  /// y', y'', … of a channel at the start of a segment, up to the degree.
  Weights derivatives(std::size_t segment, const RowMatrix & points, Index channel) const
  {
    const double * const knot = sequence_.data() + spans_[segment];
    std::array<Weights, kMaxWidth> differences;  // of the points, as their order rises
    for (int j = 0; j <= degree_; ++j)
    {
      differences[0][at(j)] = points(first(segment) + j, channel);
    }
    for (int k = 1; k <= degree_; ++k)
    {
      const int degree = degree_ - k + 1;
      for (int j = 0; j < degree; ++j)
      {
        differences[at(k)][at(j)] =
          degree * (differences[at(k - 1)][at(j + 1)] - differences[at(k - 1)][at(j)]) /
          (knot[j + 1] - knot[j + 1 - degree]);
      }
    }
    Weights found{};
    Weights values{};
    values[0] = 1.0;
    for (int degree = 0; degree < degree_; ++degree)
    {
      if (degree > 0)
      {
        raise(knot, knot[0], degree, values);
      }
      const Weights & own = differences[at(degree_ - degree)];
      found[at(degree_ - degree)] =
        std::inner_product(own.begin(), own.begin() + degree + 1, values.begin(), 0.0);
    }
    return found;
  }

private:
  /// De Boor's recursion: values of one degree become those of the next.
  static void raise(const double * knot, double time, int degree, Weights & values)
  {
    double rising = 0.0;
    for (int j = 0; j < degree; ++j)
    {
      const double share = values[at(j)] / (knot[j + 1] - knot[j + 1 - degree]);
      values[at(j)] = rising + (knot[j + 1] - time) * share;
      rising = (time - knot[j + 1 - degree]) * share;
    }
    values[at(degree)] = rising;
  }

  /// From weights of the differences degree (cᵢ - cᵢ₋₁) / (tᵢ₊degree - tᵢ) to those of the cᵢ.
  static void differentiate(const double * knot, int degree, Weights & weights)
  {
    for (int j = degree; j > 0; --j)
    {
      const double share = degree * weights[at(j - 1)] / (knot[j] - knot[j - degree]);
      weights[at(j)] = j == degree ? share : weights[at(j)] + share;
      weights[at(j - 1)] = -share;
    }
  }

  int degree_;
  std::vector<double> sequence_;
  std::vector<std::size_t> spans_;  ///< the last of the knots at which each segment starts
};

/// Finds the control points, the first value of each channel being zero.
class Collocation
{
public:
  Collocation(
    const std::vector<double> & knots, const ConstRowMatrixRef & values, int degree,
    const std::vector<EndDerivative> & ends, const std::vector<KnotDerivative> & given)
  : degree_(degree),
    segments_(knots.size() - 1),
    values_(values),
    given_(given),
    splines_(knots, degree, multiplicities()),
    right_(splines_.count(), values.cols())
  {
    add_end(ends, false);
    for (std::size_t knot = 1; knot < segments_; ++knot)
    {
      add_knot(knot);
    }
    add_end(ends, true);
  }

  const Splines & splines() const { return splines_; }
  RowMatrix control_points();

private:
  std::vector<std::size_t> multiplicities() const
  {
    std::vector<std::size_t> multiplicities(segments_ + 1, 1);
    for (const KnotDerivative & derivative : given_)
    {
      const auto knot = static_cast<std::size_t>(derivative.knot);
      multiplicities[knot] += knot > 0 && knot < segments_ ? 1 : 0;
    }
    return multiplicities;
  }

  void add(const Condition & condition, const Eigen::RowVectorXd & derivative)
  {
    right_.row(static_cast<Index>(conditions_.size())) = derivative;
    conditions_.push_back(condition);
  }
  void add_value(const Condition & condition, std::size_t knot)
  {
    const auto row = static_cast<Index>(knot);
    add(condition, values_.row(row) - values_.row(0));
  }
  void add_knot(std::size_t knot);
  void add_end(const std::vector<EndDerivative> & ends, bool at_end);

  Equation equation(const Condition & condition) const;
  BandSystem system();
  RowMatrix residual(const RowMatrix & points) const;

  int degree_;
  std::size_t segments_;
  ConstRowMatrixRef values_;
  const std::vector<KnotDerivative> & given_;
  Splines splines_;
  std::vector<Condition> conditions_;
  RowMatrix right_;  ///< a row per condition
};

void Collocation::add_knot(std::size_t knot)
{
  add_value({knot, false, 0}, knot);
  if (given_.empty())
  {
    return;
  }
  for (int d = 1; d <= degree_; ++d)
  {
    for (const KnotDerivative & derivative : given_)
    {
      if (static_cast<std::size_t>(derivative.knot) == knot && derivative.derivative == d)
      {
        add({knot, false, d}, derivative.values);
      }
    }
  }
}

/// Low derivatives come outermost: the k-th involves k + 1 control points from the end.
void Collocation::add_end(const std::vector<EndDerivative> & ends, bool at_end)
{
  const std::size_t segment = at_end ? segments_ - 1 : 0;
  const std::size_t knot = at_end ? segments_ : 0;
  std::map<int, Eigen::RowVectorXd> derivatives;
  for (const EndDerivative & end : ends)
  {
    if (end.at_end == at_end)
    {
      derivatives[end.derivative] = end.values;
    }
  }
  for (const KnotDerivative & given : given_)
  {
    if (static_cast<std::size_t>(given.knot) == knot)
    {
      derivatives.erase(degree_ - given.derivative);  // they share one place
      derivatives[given.derivative] = given.values;
    }
  }
  if (!at_end)
  {
    add_value({segment, at_end, 0}, knot);
    for (const auto & [d, values] : derivatives)
    {
      add({segment, at_end, d}, values);
    }
    return;
  }
  for (auto entry = derivatives.rbegin(); entry != derivatives.rend(); ++entry)
  {
    add({segment, at_end, entry->first}, entry->second);
  }
  add_value({segment, at_end, 0}, knot);
}

Equation Collocation::equation(const Condition & condition) const
{
  const auto [segment, at_end, derivative] = condition;
  const Weights weights = splines_.weights(segment, at_end, derivative);
  const Index skipped = at_end ? degree_ - derivative : 0;
  const Index end = !at_end && segment == 0 ? derivative + 1 : degree_ + 1;
  Equation equation{splines_.first(segment) + skipped, end - skipped, {}, 0.0};
  double largest = 0.0;
  for (Index j = skipped; j < end; ++j)
  {
    largest = std::max(largest, std::abs(weights[at(j)]));
  }
  equation.scale = 1.0 / largest;
  for (Index j = skipped; j < end; ++j)
  {
    equation.entries[at(j - skipped)] = equation.scale * weights[at(j)];
  }
  return equation;
}

BandSystem Collocation::system()
{
  Index below = 0;
  Index above = 0;
  for (std::size_t i = 0; i < conditions_.size(); ++i)
  {
    const Index first = splines_.first(conditions_[i].segment);
    below = std::max(below, static_cast<Index>(i) - first);
    above = std::max(above, first + degree_ - static_cast<Index>(i));
  }
  BandSystem system(splines_.count(), below, above);
  for (std::size_t i = 0; i < conditions_.size(); ++i)
  {
    const auto row = static_cast<Index>(i);
    const Equation own = equation(conditions_[i]);
    for (Index j = 0; j < own.count; ++j)
    {
      system.at(row, own.first + j) = own.entries[at(j)];
    }
    right_.row(row) *= own.scale;
  }
  return system;
}

/// Residual of the right sides, including the digits that their difference loses.
RowMatrix Collocation::residual(const RowMatrix & points) const
{
  RowMatrix left = right_;
  for (std::size_t i = 0; i < conditions_.size(); ++i)
  {
    const auto row = static_cast<Index>(i);
    const Equation own = equation(conditions_[i]);
    for (Index channel = 0; channel < left.cols(); ++channel)
    {
      long double rest = right_(row, channel);
      for (Index j = 0; j < own.count; ++j)
      {
        rest -= static_cast<long double>(own.entries[at(j)]) * points(own.first + j, channel);
      }
      left(row, channel) = static_cast<double>(rest);
    }
  }
  return left;
}

RowMatrix Collocation::control_points()
{
  BandSystem equations = system();
  const bool is_regular = equations.factor();
  RowMatrix points = right_;
  RowMatrix correction;
  if (is_regular)
  {
    equations.solve(points);
    correction = residual(points);
    equations.solve(correction);
    points += correction;
  }
  // Rounding of the equations' entries has about the same effect as that of their solution.
  const auto size = [](const RowMatrix & numbers) { return numbers.cwiseAbs().maxCoeff(); };
  if (!is_regular || !points.allFinite() || size(correction) > kLargestError * size(points))
  {
    refuse();
  }
  return points;
}

}  // namespace

bool can_collocate(std::size_t knots, const std::vector<KnotDerivative> & given)
{
  std::map<int, std::set<int>> derivatives;
  for (const KnotDerivative & derivative : given)
  {
    const bool is_inner =
      derivative.knot > 0 && static_cast<std::size_t>(derivative.knot) + 1 < knots;
    if (is_inner && !derivatives[derivative.knot].insert(derivative.derivative).second)
    {
      return false;
    }
  }
  return std::all_of(derivatives.begin(), derivatives.end(), [](const auto & knot) {
    return *knot.second.rbegin() == static_cast<int>(knot.second.size());
  });
}

std::vector<double> collocation_spline(
  const std::vector<double> & knots, const ConstRowMatrixRef & values, int degree,
  const std::vector<EndDerivative> & ends, const std::vector<KnotDerivative> & given)
{
  Collocation collocation(knots, values, degree, ends, given);
  const RowMatrix points = collocation.control_points();
  const Index size = degree + 1;
  std::vector<double> coefficients((knots.size() - 1) * at(size * values.cols()));
  double * next = coefficients.data();
  bool is_finite = true;
  for (std::size_t segment = 0; segment + 1 < knots.size(); ++segment)
  {
    const double length = knots[segment + 1] - knots[segment];
    for (Index channel = 0; channel < values.cols(); ++channel, next += size)
    {
      const Weights derivatives = collocation.splines().derivatives(segment, points, channel);
      next[0] = values(static_cast<Index>(segment), channel);
      double factor = 1.0;
      for (int k = 1; k <= degree; ++k)
      {
        factor *= length / k;
        next[k] = factor * derivatives[at(k)];
        is_finite = is_finite && std::isfinite(next[k]);
      }
    }
  }
  if (!is_finite)
  {
    refuse();
  }
  return coefficients;
}

}  // namespace hod
