// SPDX-License-Identifier: Apache-2.0
// Feedforward torques of a stroke: example_feedforward ARM.urdf
//
// Plans a motion through two points with the least snap, checks it against the limits of the
// joints, and then computes torques and their rates at 1 kHz as a control loop would: without
// allocation.
#include <algorithm>
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
    const hod::Robot robot(hod::read_urdf(argv[1]));

    hod::RowMatrix points = hod::RowMatrix::Zero(2, robot.dof());
    points.row(1).setConstant(0.5);
    const hod::Interpolation plan = hod::interpolate_waypoints({0.0, 0.8}, points, 4);  // snap

    // All samples at once: limits of position, velocity, effort and effort rate.
    constexpr int kSamples = 801, kRows = 5;
    std::vector<double> times(kSamples), motion;
    hod::RowMatrix state(kRows, robot.dof());
    for (int i = 0; i < kSamples; ++i)
    {
      times[static_cast<std::size_t>(i)] = 1e-3 * i;
      plan.motion.evaluate(1e-3 * i, state);
      motion.insert(motion.end(), state.data(), state.data() + state.size());
    }
    hod::States samples;
    samples.motion = motion.data();
    samples.count = kSamples;
    samples.rows = kRows;
    samples.times = times.data();
    std::printf("limits kept: %s\n", hod::check_limits(robot, samples).kept() ? "yes" : "no");
    std::printf("largest speed-up: %.3f\n", hod::largest_speed_up(robot, samples).largest);

    // One state at a time, as in a loop.
    hod::Workspace workspace(robot, 2);  // all the memory there will be
    double torque = 0.0, rate = 0.0;
    for (double time : times)
    {
      plan.motion.evaluate(time, state);
      const hod::Result result = hod::forces(workspace, state, 2);
      if (result != hod::Result::ok)
      {
        std::fprintf(stderr, "forces: %s\n", hod::to_text(result));
        return 1;
      }
      torque = std::max(torque, workspace.force().row(0).cwiseAbs().maxCoeff());
      rate = std::max(rate, workspace.force().row(1).cwiseAbs().maxCoeff());
    }
    std::printf("largest torque %.2f N m, largest torque rate %.1f N m/s\n", torque, rate);
  }
  catch (const hod::Error & error)
  {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
