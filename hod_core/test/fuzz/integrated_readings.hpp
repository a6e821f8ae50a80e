// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__INTEGRATED_READINGS_HPP_
#define HOD__TEST__FUZZ__INTEGRATED_READINGS_HPP_

#include <vector>

#include "hod/accelerometer/instant.hpp"
#include "hod/accelerometer/observability.hpp"
#include "sensed_motion.hpp"

namespace hod::fuzz
{

inline void compare_integrated(
  const SensedMotion & sensed, const InstantMotion & found,
  const std::vector<Accelerometer> & sensors)
{
  // What sensors see but weakly integrates to anything: only well-conditioned ones count.
  std::vector<MountedAccelerometer> mounted;
  for (const Accelerometer & sensor : sensors)
  {
    mounted.emplace_back(sensed.robot, sensor);
  }
  std::vector<int> all;
  for (int joint = 0; joint < sensed.robot.dof(); ++joint)
  {
    all.push_back(joint);
  }
  const Observability seen =
    observability(sensed.robot, mounted, found.times, sensed.motions_at(found.times), all, {});
  if (*std::max_element(seen.condition.begin(), seen.condition.end()) > 20.0)
  {
    return;
  }
  for (std::size_t i = 0; i < found.times.size(); ++i)
  {
    const RowMatrix expected = sensed.truth.at(found.times[i] - sensed.origin);
    const auto row = static_cast<Eigen::Index>(i);
    require(
      (found.position.row(row) - expected.row(0)).cwiseAbs().maxCoeff() < 0.01,
      "an integrated motion far from the true one");
  }
}

/// "The others stay at their start."
inline void hold_all_but_last(
  SensedMotion & sensed, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const Eigen::VectorXd & start,
  const Eigen::VectorXd & velocity)
{
  InstantMotion found;
  const int last = sensed.robot.dof() - 1;
  if (!taken([&] {
        found = integrated_motion(sensed.robot, sensors, recordings, {last}, start, velocity);
      }))
  {
    return;
  }
  const auto others = found.position.leftCols(last);
  require((others.rowwise() - start.head(last).transpose()).isZero(0.0), "a held joint that moves");
}

inline void try_integration(SensedMotion & sensed)
{
  std::vector<Accelerometer> sensors;
  std::vector<Recording> recordings;
  bool honest = true;
  const std::vector<double> instants = sensed.times();
  for (int joint = 0; joint < sensed.robot.dof(); ++joint)
  {
    for (int i = 0; i < 2; ++i)  // two on each link that moves: they see all joints, mostly
    {
      sensors.push_back(sensed.next_sensor(2 * joint + i));
      sensors.back().quantity = SensorQuantity::specific_force;
      sensors.back().axes = Eigen::Matrix3d::Identity();
      sensors.back().link =
        sensed.robot.links()[sensed.robot.links().size() - 1 - static_cast<std::size_t>(joint)]
          .name;
      recordings.push_back(sensed.recorded(sensors.back(), instants));
      const bool is_spoilt = sensed.spoil(recordings.back());
      honest = honest && !is_spoilt;
      if (sensed.rarely() && recordings.back().values.size() > 0)
      {
        recordings.back().values.data()[sensed.bytes.byte() % recordings.back().values.size()] =
          sensed.bytes.number();
        honest = false;
      }
    }
  }
  std::vector<int> moving;
  for (int joint = 0; joint < sensed.robot.dof(); ++joint)
  {
    moving.push_back(sensed.rarely() ? sensed.bytes.integer(-2, 5) : joint);
    honest = honest && moving.back() == joint;
  }
  const RowMatrix begin = sensed.truth.at(instants.front() - sensed.origin);
  Eigen::VectorXd start = begin.row(0).transpose();
  Eigen::VectorXd velocity = begin.row(1).transpose();
  if (sensed.rarely() && start.size() > 0)
  {
    start[0] = sensed.bytes.number();
    velocity.conservativeResize(sensed.bytes.integer(0, 3));
    honest = false;
  }
  if (sensed.rarely())
  {
    recordings.resize(static_cast<std::size_t>(sensed.bytes.integer(0, 9)));
    honest = honest && recordings.size() == sensors.size();
  }
  InstantMotion found;
  if (!taken([&] {
        found = integrated_motion(sensed.robot, sensors, recordings, moving, start, velocity);
      }))
  {
    return;
  }
  const bool finite =
    found.position.allFinite() && found.velocity.allFinite() && found.acceleration.allFinite();
  require(finite, "an integrated motion that is not finite");
  require(
    found.position.rows() == static_cast<Eigen::Index>(found.times.size()), "rows without times");
  if (honest)
  {
    compare_integrated(sensed, found, sensors);
  }
  hold_all_but_last(sensed, sensors, recordings, start, velocity);
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__INTEGRATED_READINGS_HPP_
