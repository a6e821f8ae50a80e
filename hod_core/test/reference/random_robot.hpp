// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__REFERENCE__RANDOM_ROBOT_HPP_
#define HOD__REFERENCE__RANDOM_ROBOT_HPP_

#include <cstdint>
#include <random>

#include "hod/robot/description.hpp"
#include "hod/types.hpp"

namespace hod::reference
{

/// Random numbers that are the same with every standard library.
class Random
{
public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double uniform(double lower, double upper);
  int integer(int upper);  ///< 0 … upper − 1
  Eigen::Vector3d vector(double size);
  Eigen::Vector3d direction();
  Eigen::Matrix3d rotation();
  Pose pose(double reach);

private:
  std::mt19937_64 engine_;
};

/// What a random robot may have in it.
struct RobotTraits
{
  int joints = 7;
  double branching = 0.0;  ///< share of joints that do not follow the joint before
  double prismatic = 0.0;  ///< share of prismatic joints
  double mimic = 0.0;      ///< share of joints that follow an earlier one
  double fixed = 0.0;      ///< share of links cut in two by a fixed joint
  double massless = 0.0;   ///< share of links without mass
  bool axes_along_z = false;
};

/// A body that can exist: its mass is spread over a random ellipsoid.
MassProperties random_mass(Random & random);

/// Joints j0, j1, … and links base, l0, l1, …; the same robot for the same seed.
RobotDescription random_robot(std::uint64_t seed, const RobotTraits & traits);

/// Rows q, q', …, all of a size with which every term of the dynamics matters.
RowMatrix random_motion(std::uint64_t seed, int rows, int dof);

}  // namespace hod::reference

#endif  // HOD__REFERENCE__RANDOM_ROBOT_HPP_
