// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__USE_ROBOT_HPP_
#define HOD__TEST__FUZZ__USE_ROBOT_HPP_

#include "fuzz.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/robot/robot.hpp"

namespace hod::fuzz
{

/// What anybody does with a robot that has been read: computes with it.
inline void use(const Robot & robot)
{
  constexpr int kOrder = 2;
  for (const auto * sentences : {&robot.warnings(), &robot.uncounted()})
  {
    for (const std::string & sentence : *sentences)
    {
      require_sentence(sentence);
    }
  }
  require(robot.bodies().size() == robot.joints().size() + 1, "a body without a joint");
  for (const Body & body : robot.bodies())
  {
    require(body.dof < robot.dof(), "a column beyond the last");
    require(std::abs(body.axis.norm() - 1.0) < 1e-9, "an axis that is no direction");
  }
  Workspace workspace(robot, kOrder);
  const RowMatrix motion = RowMatrix::Constant(kOrder + 3, robot.dof(), 0.3);
  const Result timed = workspace.set_time(0.0);
  require(timed == Result::ok || timed == Result::no_time, "no time and no reason");
  const Result result = forces(workspace, motion, kOrder);
  require(
    result == (timed == Result::ok || !robot.depends_on_time() ? Result::ok : Result::no_time),
    "forces of a robot that had been accepted");
  require(energies(workspace, motion, kOrder) == Result::ok, "energies of an accepted robot");
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__USE_ROBOT_HPP_
