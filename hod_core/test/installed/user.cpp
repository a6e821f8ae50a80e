// SPDX-License-Identifier: Apache-2.0
#include <hod/hod.hpp>

#ifdef USES_hod_classic
#include <hod/classic/coefficients.hpp>
#endif
#ifdef USES_hod_simulation
#include <hod/simulation/simulated_arm.hpp>
#endif

int main()
{
  hod::RobotDescription description;
  description.links.push_back({"base", {}});
  const hod::Robot robot(std::move(description));
  bool good = robot.dof() == 0;
#ifdef USES_hod_classic
  good = good && hod::classic::exact_coefficients(3).back() == 5.0;
#endif
#ifdef USES_hod_simulation
  good = good && hod::SimulatedArm(robot).dof() == 0;
#endif
  return good ? 0 : 1;
}
