// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__OBSERVED_JOINTS_HPP_
#define HOD__TEST__FUZZ__OBSERVED_JOINTS_HPP_

#include <Eigen/Dense>
#include <vector>

#include "hod/accelerometer/observability.hpp"
#include "sensed_motion.hpp"

namespace hod::fuzz
{

inline Eigen::VectorXd response(
  const Robot & robot, const MountedAccelerometer & sensor, const RowMatrix & motion, int joint,
  double rate)
{
  constexpr double kDifference = 1e-5;
  const Eigen::Vector3d direction(1.0, rate, rate * rate);
  RowMatrix there = motion;
  there.col(joint) += kDifference * direction;
  RowMatrix back = motion;
  back.col(joint) -= kDifference * direction;
  const Accelerometer & plain = sensor.sensor();
  const RowMatrix difference =
    predicted_readings(robot, plain, there) - predicted_readings(robot, plain, back);
  return (difference.row(0).transpose().array() / plain.scale.head(sensor.axes()).array()) /
         (2.0 * kDifference);
}

inline void compare_ranks(
  const Robot & robot, const Observability & found,
  const std::vector<MountedAccelerometer> & mounted, const RowMatrix & motions,
  const std::vector<int> & moving, const std::vector<int> & encoded)
{
  constexpr double kRate = 10.0;
  const auto columns = static_cast<Eigen::Index>(moving.size());
  int rank = 0;
  int most = 0;
  for (Eigen::Index i = 0; i < motions.rows() / 3; ++i)
  {
    Eigen::MatrixXd stack = Eigen::MatrixXd::Zero(0, columns);
    for (const MountedAccelerometer & sensor : mounted)
    {
      stack.conservativeResize(stack.rows() + sensor.axes(), Eigen::NoChange);
      for (Eigen::Index column = 0; column < columns; ++column)
      {
        stack.col(column).tail(sensor.axes()) = response(
          robot, sensor, motions.middleRows(3 * i, 3), moving[static_cast<std::size_t>(column)],
          kRate);
      }
    }
    for (const int joint : encoded)
    {
      const auto where = std::find(moving.begin(), moving.end(), joint) - moving.begin();
      if (where < columns)
      {
        stack.conservativeResize(stack.rows() + 1, Eigen::NoChange);
        stack.row(stack.rows() - 1) = kRate * kRate * Eigen::RowVectorXd::Unit(columns, where);
      }
    }
    if (stack.rows() == 0)
    {
      continue;
    }
    const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(stack).singularValues();
    // Differences have fewer digits: what lies between is counted as they may.
    const auto surely = static_cast<int>((values.array() > 1e-4 * values[0]).count());
    const auto least = static_cast<int>((values.array() > 1e-11 * values[0]).count());
    rank = std::max(rank, surely);
    most = std::max(most, least);
    require(found.rank >= surely, "a rank lower than that of differences");
  }
  require(found.rank <= most, "a rank higher than that of differences");
  require(rank < columns || found.unseen.empty(), "unseen joints at full rank");
  require(found.rank == columns || !found.unseen.empty(), "no unseen joint without full rank");
}

/// Ranks and unseen joints against singular values of differences of readings.
inline void try_observability(SensedMotion & sensed)
{
  std::vector<MountedAccelerometer> mounted;
  const int count = sensed.bytes.integer(0, 2);
  for (int i = 0; i < count; ++i)
  {
    mounted.emplace_back(sensed.robot, sensed.next_sensor(i));
  }
  std::vector<int> moving;
  std::vector<int> encoded;
  bool fitted = true;
  for (int joint = 0; joint < sensed.robot.dof(); ++joint)
  {
    moving.push_back(sensed.rarely() ? sensed.bytes.integer(-2, 5) : joint);
    fitted = fitted && moving.back() >= 0 && moving.back() < sensed.robot.dof();
    if (sensed.bytes.byte() % 4 == 0)
    {
      encoded.push_back(sensed.rarely() ? sensed.bytes.integer(-2, 5) : joint);
      fitted = fitted && encoded.back() >= 0 && encoded.back() < sensed.robot.dof();
    }
  }
  std::vector<double> instants(static_cast<std::size_t>(sensed.bytes.integer(0, 3)));
  RowMatrix motions =
    sensed.bytes.matrix(3 * static_cast<int>(instants.size()), sensed.robot.dof());
  fitted = fitted && motions.rows() == 3 * static_cast<Eigen::Index>(instants.size()) &&
           motions.cols() == sensed.robot.dof() && !moving.empty() &&
           mounted.size() + encoded.size() > 0;
  Observability found;
  const bool is_taken = taken(
    [&] { found = observability(sensed.robot, mounted, instants, motions, moving, encoded); });
  const bool moderate = is_moderate(motions);
  require(!is_taken || fitted, "observability of what does not fit");
  require(is_taken || !fitted || !moderate, "no observability of what fits");
  if (!is_taken)
  {
    return;
  }
  require(found.singular_values.allFinite(), "singular values that are not finite");
  require(
    taken([&] { require_observed(found); }) == found.unseen.empty(), "unseen, and yet observed");
  const bool is_plain = std::is_sorted(moving.begin(), moving.end()) &&
                        std::adjacent_find(moving.begin(), moving.end()) == moving.end();
  if (moderate && is_plain)
  {
    compare_ranks(sensed.robot, found, mounted, motions, moving, encoded);
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__OBSERVED_JOINTS_HPP_
