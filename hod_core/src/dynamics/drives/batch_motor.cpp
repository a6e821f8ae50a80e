// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/batch_motor.hpp"

#include <algorithm>
#include <vector>

#include "hod/dynamics/drives/motor_along.hpp"
#include "parts.hpp"

namespace hod
{

bool motors_remember(const Robot & robot)
{
  return robot.is_elastic() && MotorAlong(robot, ElasticDrive::kMinOrder).remembers();
}

void batch_motor(
  const Robot & robot, const States & states, int order, const MotorArrays & arrays, bool along,
  int threads)
{
  MotorAlong motor(robot, order, along);
  const auto size = static_cast<std::size_t>(order + 1) * static_cast<std::size_t>(robot.dof());
  const std::size_t torque_size = size - 2 * static_cast<std::size_t>(robot.dof());
  // With room for all forces, parts are unnecessary, and errors can name the state.
  const std::size_t at_once = arrays.force != nullptr
                                ? states.count
                                : std::min(detail::states_at_once(3 * size), states.count);
  const bool complete = arrays.force && arrays.motor && arrays.torque;
  std::vector<double> spare(complete ? 0 : at_once * (2 * size + torque_size));
  for (std::size_t first = 0; first < states.count; first += at_once)
  {
    const std::size_t count = std::min(at_once, states.count - first);
    const States part = detail::part_of(states, robot.dof(), first, count);
    const auto place = [first, &spare](double * wanted, std::size_t doubles, std::size_t offset) {
      return wanted == nullptr ? spare.data() + offset : wanted + first * doubles;
    };
    double * force = place(arrays.force, size, 0);
    batch_forces(robot, part, order, force, threads);
    motor.run(
      part, force, place(arrays.motor, size, at_once * size),
      place(arrays.torque, torque_size, 2 * at_once * size), threads);
  }
}

}  // namespace hod
