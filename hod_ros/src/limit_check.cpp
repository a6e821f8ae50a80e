// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/limit_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/trajectory.hpp"

namespace hod_ros
{
namespace
{

using Eigen::Index;
using Quantity = LimitBreach::Quantity;

constexpr double kNone = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-9;
constexpr double kLeastSize = 1e-3;  // of bounds near zero
constexpr int kCoarse = 400;
constexpr double kAccuracy = 1e-3;
constexpr const char * kNames[] = {"position", "velocity", "effort", "effort rate"};
constexpr const char * kUnits[] = {"rad", "rad/s", "N m", "N m/s"};
constexpr const char * kPrismaticUnits[] = {"m", "m/s", "N", "N/s"};

/// How far beyond its bounds a value is, in parts of the one it breaks; below zero: within.
double excess(double value, double lower, double upper)
{
  if (value >= lower && value <= upper)
  {
    return -1.0;
  }
  if (!std::isfinite(value))
  {
    return std::isfinite(lower) || std::isfinite(upper) ? kNone : -1.0;
  }
  const double bound = value > upper ? upper : lower;
  return std::abs(value - bound) / std::max(std::abs(bound), kLeastSize) - kRounding;
}

}  // namespace

JointBounds::JointBounds(int joints)
: lower(Eigen::VectorXd::Constant(joints, -kNone)),
  upper(Eigen::VectorXd::Constant(joints, kNone)),
  velocity(upper),
  effort(upper),
  effort_rate(upper)
{}

std::string sentence(
  const LimitBreach & breach, const std::vector<std::string> & joints, bool prismatic)
{
  const auto kind = static_cast<std::size_t>(breach.quantity);
  std::ostringstream text;
  text.precision(4);
  text << "joint '" << joints[static_cast<std::size_t>(breach.joint)] << "' breaks its "
       << kNames[kind] << " limit at " << breach.time << " s: " << breach.value << " of "
       << breach.limit << " " << (prismatic ? kPrismaticUnits[kind] : kUnits[kind]);
  return text.str();
}

LimitCheck::LimitCheck(
  const hod::Robot & robot, const std::vector<int> & columns, const LawSettings & settings,
  JointBounds bounds)
: law_(robot, columns, 1),
  bounds_(std::move(bounds)),
  reference_(law_.joints()),
  nothing_(law_.joints())
{
  LawSettings free(law_.joints());
  free.scales = settings.scales;
  static_cast<void>(law_.set(free));
}

bool LimitCheck::prismatic(int joint) const
{
  return law_.robot().joint_of(law_.column(joint)).prismatic;
}

void LimitCheck::take(const LiveInputs & inputs)
{
  const auto result = inputs.apply(law_.workspace());
  if (result != hod::Result::ok)
  {
    throw hod::Error(std::string("refused: ") + hod::to_text(result));
  }
}

void LimitCheck::sample(const hod::PiecewisePolynomial & motion, int most)
{
  const double length = motion.end() - motion.start();
  const int steps = std::clamp(static_cast<int>(std::ceil(length / kInterval)), 2, most);
  times_.clear();
  samples_.clear();
  for (int i = 0; i <= steps; ++i)
  {
    times_.push_back(motion.start() + length * i / steps);
    samples_.emplace_back(Reference::kRows, motion.channels());
    motion.evaluate(times_.back(), samples_.back());
  }
}

/// Calls visit(joint, quantity, time, value, lower, upper) for every number that has a limit.
template <class Visit>
void LimitCheck::visit(double speed, Visit visit)
{
  for (std::size_t i = 0; i < times_.size(); ++i)
  {
    double power = 1.0;
    for (Index row = 0; row < Reference::kRows; ++row)
    {
      reference_.now.row(row) = power * samples_[i].row(row);
      power *= speed;
    }
    reference_.ahead = reference_.now;
    static_cast<void>(law_.update(reference_, nothing_, 1.0, 0.0));
    const hod::RowMatrix & torque = law_.torque();
    for (int j = 0; j < law_.joints(); ++j)
    {
      visit(j, Quantity::position, i, reference_.now(0, j), bounds_.lower[j], bounds_.upper[j]);
      const auto both_ways = [&](Quantity quantity, double value, double bound) {
        visit(j, quantity, i, value, -bound, bound);
      };
      both_ways(Quantity::velocity, reference_.now(1, j), bounds_.velocity[j]);
      both_ways(Quantity::effort, torque(0, j), bounds_.effort[j]);
      both_ways(Quantity::effort_rate, torque(1, j), bounds_.effort_rate[j]);
    }
  }
}

std::vector<LimitBreach> LimitCheck::breaches(const hod::PiecewisePolynomial & motion)
{
  sample(motion, kMostSamples);
  const auto joints = static_cast<std::size_t>(law_.joints());
  std::vector<std::array<std::pair<double, LimitBreach>, 4>> worst(joints);
  visit(
    1.0, [&](int joint, Quantity quantity, std::size_t i, double value, double lower, double upper) {
      auto & entry =
        worst[static_cast<std::size_t>(joint)][static_cast<std::size_t>(quantity)];
      const double beyond = excess(value, lower, upper);
      if (beyond > entry.first)
      {
        entry = {beyond, {joint, quantity, times_[i], value, value > upper ? upper : lower}};
      }
    });
  std::vector<LimitBreach> found;
  for (const auto & joint : worst)
  {
    for (const auto & entry : joint)
    {
      if (entry.first > 0.0)
      {
        found.push_back(entry.second);
      }
    }
  }
  return found;
}

bool LimitCheck::keeps_all(double speed)
{
  bool keeps = true;
  visit(speed, [&](int, Quantity, std::size_t, double value, double lower, double upper) {
    keeps = keeps && excess(value, lower, upper) <= 0.0;
  });
  return keeps;
}

double LimitCheck::speed_that_keeps(const hod::PiecewisePolynomial & motion)
{
  sample(motion, kCoarse);
  if (keeps_all(1.0))
  {
    return 1.0;
  }
  double keeps = kSlowest;
  if (!keeps_all(keeps))
  {
    return 0.0;
  }
  double breaks = 1.0;
  while (breaks - keeps > kAccuracy * breaks)
  {
    const double middle = 0.5 * (keeps + breaks);
    (keeps_all(middle) ? keeps : breaks) = middle;
  }
  return keeps;
}

}  // namespace hod_ros
