// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__SIMULATION__ARM_NUMBERS_HPP_
#define HOD__SRC__SIMULATION__ARM_NUMBERS_HPP_

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "hod/simulation/simulated_arm.hpp"

namespace hod::detail
{

/// q, q', θ, θ', each with one entry per column.
using Numbers = std::vector<double>;

enum Part
{
  kPosition,
  kVelocity,
  kMotorPosition,
  kMotorVelocity,
  kParts
};

inline Eigen::Map<Eigen::VectorXd> part(Numbers & numbers, Part which)
{
  const std::size_t size = numbers.size() / kParts;
  return {numbers.data() + which * size, static_cast<Eigen::Index>(size)};
}

inline ArmState::View part(const Numbers & numbers, Part which)
{
  const std::size_t size = numbers.size() / kParts;
  return {numbers.data() + which * size, static_cast<Eigen::Index>(size)};
}

inline ArmState view(const Numbers & numbers)
{
  return {
    part(numbers, kPosition), part(numbers, kVelocity), part(numbers, kMotorPosition),
    part(numbers, kMotorVelocity)};
}

}  // namespace hod::detail

#endif  // HOD__SRC__SIMULATION__ARM_NUMBERS_HPP_
