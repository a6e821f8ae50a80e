// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/batch_motor.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "hod/dynamics/drives/drive_history.hpp"
#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/error.hpp"

namespace hod
{
namespace
{

void each_state(
  const ElasticDrive & drive, const States & states, int order, const MotorArrays & arrays)
{
  const Eigen::Index dof = drive.dof();
  for (std::size_t state = 0; state < states.count; ++state)
  {
    const auto rows_of = [dof, state](auto * first, int rows) {
      return first + static_cast<Eigen::Index>(state) * rows * dof;
    };
    const ConstRowMatrixMap motion(rows_of(states.motion, states.rows), states.rows, dof);
    const ConstRowMatrixMap force(rows_of(arrays.force, order + 1), order + 1, dof);
    Eigen::Map<RowMatrix> motor(rows_of(arrays.motor, order + 1), order + 1, dof);
    Eigen::Map<RowMatrix> torque(rows_of(arrays.torque, order - 1), order - 1, dof);
    const Result result = motor_motion(drive, motion, force, motor, torque);
    if (result != Result::ok)
    {
      throw Error("state " + std::to_string(state) + ": " + to_text(result));
    }
  }
}

}  // namespace

bool motors_remember(const Robot & robot)
{
  const auto & joints = robot.joints();
  return robot.is_elastic() && std::any_of(joints.begin(), joints.end(), [](const Joint & joint) {
           return joint.drive.damped();
         });
}

void batch_motor(
  const Robot & robot, const States & states, int order, const MotorArrays & arrays, bool along,
  int threads)
{
  if (!robot.is_elastic())
  {
    throw Error(
      "motor: found a robot with rigid drives, whose torques are the joint forces, expected "
      "elastic ones");
  }
  ElasticDrive::check_order(order);
  if (along && states.times == nullptr)
  {
    throw Error("times: found none, expected one per state of a motion");
  }
  const ElasticDrive drive(robot);
  batch_forces(robot, states, order, arrays.force, threads);
  if (!along || !motors_remember(robot))
  {
    each_state(drive, states, order, arrays);
    return;
  }
  motor_motion_along(
    drive, std::vector<double>(states.times, states.times + states.count), states.motion,
    states.rows, arrays.force, order, arrays.motor, arrays.torque);
}

}  // namespace hod
