// SPDX-License-Identifier: Apache-2.0
// How exact the forces are: `hod_conditioning FILE` writes a table (CSV) of the largest error of
// Q⁽ᵏ⁾ against the definition evaluated in 80-bit numbers, by joints, speed and order.
//
// An error is relative to the largest entry of Q⁽ᵏ⁾. Row k of a motion is random in ±2 speedᵏ.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "hod/error.hpp"
#include "random_robot.hpp"

namespace
{

using hod::RowMatrix;
using namespace hod::reference;

/// The largest over some robots and motions.
std::vector<double> errors(int joints, double speed, int samples)
{
  std::vector<double> largest(hod::kMaxOrder + 1, 0.0);
  for (int sample = 0; sample < samples; ++sample)
  {
    const auto seed = static_cast<std::uint64_t>(1000 * joints + sample);
    const hod::Robot robot(random_robot(seed, {joints, 0.0, 0.2, 0.0, 0.0, 0.0, false}));
    RowMatrix motion = random_motion(seed + 1, hod::kMaxOrder + 3, robot.dof());
    for (Eigen::Index k = 0; k < motion.rows(); ++k)
    {
      motion.row(k) *= std::pow(speed, static_cast<double>(k));
    }
    hod::Workspace workspace(robot, hod::kMaxOrder);
    const hod::Result result = forces(workspace, motion, hod::kMaxOrder);
    if (result != hod::Result::ok)
    {
      throw hod::Error(
        std::to_string(joints) + " joints, speed " + std::to_string(speed) + ", sample " +
        std::to_string(sample) + ": found '" + hod::to_text(result) + "', expected forces");
    }
    const auto exact = Precise(robot, motion).force();
    for (int k = 0; k <= hod::kMaxOrder; ++k)
    {
      double & most = largest[static_cast<std::size_t>(k)];
      most = std::max(most, relative_error(workspace.force().row(k), exact.row(k)));
    }
  }
  return largest;
}

/// One row per number of joints, speed and order.
void write_table(std::ostream & file)
{
  file << "joints,speed,order,error\n";
  for (const int joints : {1, 2, 4, 7, 15, 30, 60, 120})
  {
    for (const double speed : {0.01, 1.0, 100.0})
    {
      const auto largest = errors(joints, speed, joints > 30 ? 5 : 20);
      for (std::size_t k = 0; k < largest.size(); ++k)
      {
        file << joints << ',' << speed << ',' << k << ',' << largest[k] << '\n';
      }
    }
  }
}

}  // namespace

int main(int count, char ** arguments)
{
  if (count != 2)
  {
    std::cerr << "usage: hod_conditioning FILE\n";
    return 2;
  }
  try
  {
    std::ofstream file(arguments[1]);
    write_table(file);
    if (!file.flush())
    {
      throw hod::Error(std::string(arguments[1]) + " cannot be written");
    }
    return 0;
  }
  catch (const hod::Error & error)
  {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
