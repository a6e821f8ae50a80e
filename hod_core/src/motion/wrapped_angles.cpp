// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/wrapped_angles.hpp"

#include <cmath>
#include <cstdio>

#include "hod/error.hpp"

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

void check_unwrapped(
  const std::string & where, const Eigen::Ref<const Eigen::VectorXd> & times,
  const Eigen::Ref<const Eigen::VectorXd> & angles)
{
  const std::vector<std::size_t> wraps = wraps_of(times, angles);
  if (wraps.empty())
  {
    return;
  }
  const auto first = static_cast<Eigen::Index>(wraps.front());
  char step[96];
  std::snprintf(
    step, sizeof(step), "from %.4g to %.4g rad at time %.10g", angles[first - 1], angles[first],
    times[first]);
  const std::string more =
    wraps.size() > 1 ? ", and " + std::to_string(wraps.size() - 1) + " more" : "";
  throw Error(
    where + ": found a step " + step + more +
    ", expected angles that go on beyond a turn, as numpy.unwrap makes them");
}

}  // namespace hod
