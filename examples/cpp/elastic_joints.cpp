// SPDX-License-Identifier: Apache-2.0
// Motor motion and torque of an arm with elastic joints: example_elastic_joints ARM.urdf
//
// For the link to follow q(t) the motor must wind up the spring: theta = q + Q/K. Its torque
// accelerates the rotor by theta'' = q'' + Q''/K, so the second derivative of the force is needed.
#include <cstdio>
#include <hod/hod.hpp>
#include <vector>

int main(int argc, char ** argv)
{
  if (argc != 2)
  {
    std::fprintf(stderr, "usage: %s ARM.urdf\n", argv[0]);
    return 2;
  }
  try
  {
    hod::RobotDescription description = hod::read_urdf(argv[1]);
    description.is_elastic = true;
    for (hod::JointDescription & joint : description.joints)
    {
      joint.drive.motor_inertia = 6e-5;  // kg m², in front of the gear
      joint.drive.gear_ratio = 100.0;
      joint.drive.stiffness = 2e4;  // N m/rad
    }
    const hod::Robot robot(description);
    const hod::ElasticDrive drive(robot);

    hod::RowMatrix points = hod::RowMatrix::Zero(2, robot.dof());
    points.row(1).setConstant(0.5);
    const hod::Interpolation plan = hod::interpolate_waypoints({0.0, 0.8}, points, 4);

    hod::Workspace workspace(robot, 2);
    hod::RowMatrix motion(5, robot.dof()), motor(3, robot.dof()), torque(1, robot.dof());
    std::printf("time [s]  J2: Q [N m]  wind-up [mrad]  motor torque [N m]\n");
    for (double time = 0.0; time < 0.85; time += 0.1)
    {
      plan.motion.evaluate(time, motion);
      hod::Result result = hod::forces(workspace, motion, 2);
      if (result == hod::Result::ok)
        result = hod::motor_motion(drive, motion, workspace.force(), motor, torque);
      if (result != hod::Result::ok)
      {
        std::fprintf(stderr, "%s\n", hod::to_text(result));
        return 1;
      }
      const double wind_up = 1e3 * (motor(0, 1) - motion(0, 1));
      std::printf(
        "%8.1f  %11.3f  %14.4f  %18.3f\n", time, workspace.force()(0, 1), wind_up, torque(0, 1));
    }
  }
  catch (const hod::Error & error)
  {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
