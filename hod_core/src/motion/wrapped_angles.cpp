// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/wrapped_angles.hpp"

#include <cmath>
#include <cstdio>

namespace hod
{
namespace
{

constexpr double kTurn = 2.0 * 3.14159265358979323846;
constexpr double kNear = 0.1 * kTurn;
constexpr double kLongest = 0.15;  // [s]
constexpr double kRare = 0.1;      // of the samples that move

}  // namespace

std::vector<std::size_t> wraps_of(
  const Eigen::Ref<const Eigen::VectorXd> & times, const Eigen::Ref<const Eigen::VectorXd> & angles)
{
  std::vector<std::size_t> wraps;
  if (angles.size() < 2 || !(angles.maxCoeff() - angles.minCoeff() <= kTurn + kNear))
  {
    return wraps;
  }
  std::size_t moving = 0;
  std::size_t wide = 0;
  for (Eigen::Index i = 1; i < angles.size(); ++i)
  {
    const double step = std::abs(angles[i] - angles[i - 1]);
    moving += step != 0.0 ? 1U : 0U;
    if (std::abs(step - kTurn) <= kNear && times[i] - times[i - 1] <= kLongest)
    {
      wraps.push_back(static_cast<std::size_t>(i));
    }
    else if (step > kNear)
    {
      ++wide;
    }
  }
  if (static_cast<double>(wide) > kRare * static_cast<double>(moving))
  {
    wraps.clear();
  }
  return wraps;
}

std::string unwrap(
  const Eigen::Ref<const Eigen::VectorXd> & times, Eigen::Ref<Eigen::VectorXd> angles)
{
  const std::vector<std::size_t> wraps = wraps_of(times, angles);
  if (wraps.empty())
  {
    return "";
  }
  double turned = 0.0;
  double before = angles[0];
  auto next = wraps.begin();
  for (Eigen::Index i = 1; i < angles.size(); ++i)
  {
    const double angle = angles[i];
    if (next != wraps.end() && *next == static_cast<std::size_t>(i))
    {
      turned += std::copysign(kTurn, before - angle);
      ++next;
    }
    before = angle;
    angles[i] += turned;
  }
  char first[48];
  std::snprintf(
    first, sizeof(first), " at time %.10g", times[static_cast<Eigen::Index>(wraps.front())]);
  const std::string leaps = wraps.size() == 1
                              ? "a leap by a turn"
                              : std::to_string(wraps.size()) + " leaps by a turn, the first";
  return "found " + leaps + first + ", taken for angles that go on";
}

}  // namespace hod
