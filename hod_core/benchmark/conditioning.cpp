// SPDX-License-Identifier: Apache-2.0
// How exact the forces are, against the definition evaluated in 80-bit numbers, as tables (CSV):
// `hod_conditioning joints FILE` of Q⁽ᵏ⁾ by joints, speed and order, `hod_conditioning friction
// FILE` of its friction by how fast joints turn against the speed ε below which friction fades.
//
// An error is relative to the largest entry of row k. Row k of a motion is random in ±2 speedᵏ.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "hod/error.hpp"
#include "precise_friction.hpp"
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
void write_joint_table(std::ostream & file)
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

/// Seven joints, each with friction of every kind.
struct FrictionCase
{
  double smoothing;  ///< ε [rad/s]
  double ratio;      ///< joints turn at up to twice that many ε
  double bearing;    ///< coefficient
};

/// Errors and largest entries of the friction's rows, the largest over some robots and motions.
void write_friction(std::ostream & file, const FrictionCase & given)
{
  hod::JointFriction friction;
  friction.viscous = 0.3;
  friction.coulomb = 1.0;
  friction.stribeck = 0.5;
  friction.stribeck_speed = 5.0 * given.smoothing;
  friction.smoothing_speed = given.smoothing;
  friction.bearing_coefficient = given.bearing;
  friction.bearing_radius = 0.1;
  std::vector<double> error(hod::kMaxOrder + 1, 0.0);
  std::vector<double> size = error;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
  {
    hod::RobotDescription description = random_robot(seed, {7, 0.0, 0.2, 0.0, 0.0, 0.0, false});
    description.has_friction = true;
    for (hod::JointDescription & joint : description.joints)
    {
      joint.friction = friction;
    }
    const hod::Robot robot(description);
    RowMatrix motion = random_motion(seed + 1, hod::kMaxOrder + 3, robot.dof());
    motion.row(1) *= given.ratio * given.smoothing;
    hod::Workspace workspace(robot, hod::kMaxOrder);
    if (force_terms(workspace, motion, hod::kMaxOrder) != hod::Result::ok)
    {
      throw hod::Error("robot " + std::to_string(seed) + ": found no forces, expected some");
    }
    const std::vector<hod::JointFriction> all(static_cast<std::size_t>(robot.dof()), friction);
    const auto exact = precise_friction(robot, motion, all);
    for (int k = 0; k <= hod::kMaxOrder; ++k)
    {
      const auto row = static_cast<std::size_t>(k);
      error[row] =
        std::max(error[row], relative_error(workspace.terms().friction.row(k), exact.row(k)));
      size[row] = std::max(size[row], static_cast<double>(exact.row(k).cwiseAbs().maxCoeff()));
    }
  }
  for (std::size_t k = 0; k < error.size(); ++k)
  {
    file << given.smoothing << ',' << given.ratio << ',' << given.bearing << ',' << k << ','
         << error[k] << ',' << size[k] << '\n';
  }
}

/// One row per smoothing, speed of the joints, coefficient of bearings and order.
void write_friction_table(std::ostream & file)
{
  file << "smoothing,ratio,bearing,order,error,largest\n";
  for (const double smoothing : {0.1, 0.01, 0.001})
  {
    for (const double ratio : {0.0, 0.1, 1.0, 10.0, 100.0})
    {
      for (const double bearing : {0.0, 0.002})
      {
        write_friction(file, {smoothing, ratio, bearing});
      }
    }
  }
}

}  // namespace

int main(int count, char ** arguments)
{
  const std::string table = count == 3 ? arguments[1] : "";
  if (table != "joints" && table != "friction")
  {
    std::cerr << "usage: hod_conditioning joints|friction FILE\n";
    return 2;
  }
  try
  {
    std::ofstream file(arguments[2]);
    table == "joints" ? write_joint_table(file) : write_friction_table(file);
    if (!file.flush())
    {
      throw hod::Error(std::string(arguments[2]) + " cannot be written");
    }
    return 0;
  }
  catch (const hod::Error & error)
  {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
