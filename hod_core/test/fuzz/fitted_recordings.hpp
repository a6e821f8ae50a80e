// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__FITTED_RECORDINGS_HPP_
#define HOD__TEST__FUZZ__FITTED_RECORDINGS_HPP_

#include <optional>
#include <string>
#include <vector>

#include "hod/accelerometer/recording_fit.hpp"
#include "sensed_motion.hpp"

namespace hod::fuzz
{

/// True if all of it is as it should be.
inline bool set_others(SensedMotion & sensed, RecordingSettings & settings)
{
  settings.bridge_gaps = sensed.bytes.byte() % 2 == 0;
  settings.drop_saturated = sensed.bytes.byte() % 2 == 0;
  if (sensed.bytes.byte() % 2 == 0)
  {
    settings.start = settings.start_velocity = settings.end = settings.end_velocity =
      Eigen::VectorXd::Constant(sensed.robot.dof(), NAN);
  }
  if (!sensed.rarely() && !sensed.rarely())
  {
    return true;
  }
  switch (sensed.bytes.integer(0, 6))
  {
    case 0:
      settings.order = sensed.bytes.integer(-1, 12);
      break;
    case 1:
      settings.segments = sensed.bytes.integer(-2, 4);
      break;
    case 2:
      settings.knot_spacing = sensed.bytes.number();
      break;
    case 3:
      settings.held.push_back(
        {sensed.rarely() ? "nobody" : sensed.robot.joint_names()[0], sensed.bytes.number()});
      break;
    case 4:
      settings.start = Eigen::VectorXd::Zero(sensed.bytes.integer(0, 6));
      break;
    case 5:
      settings.estimates.push_back(static_cast<SensorUnknown>(sensed.bytes.integer(0, 6)));
      break;
    default:
      settings.interpolate = true;
  }
  return false;
}

inline void require_whole_fit(SensedMotion & sensed, const RecordingFit & found)
{
  for (const auto * sentences : {&found.sentences, &found.warnings})
  {
    for (const std::string & sentence : *sentences)
    {
      require_sentence(sentence);
    }
  }
  require(found.start < found.end, "a fit of no time");
  RowMatrix rows(4, sensed.robot.dof());
  for (const double time : {found.start, 0.5 * (found.start + found.end), found.end})
  {
    found.motion.evaluate(time, rows);
    require(rows.allFinite(), "a fit that is not finite");
  }
  RowMatrix other = sensed.bytes.matrix(sensed.bytes.integer(0, 3), sensed.robot.dof());
  taken([&] { found.motion.evaluate(found.start, other); });
}

inline void compare_fit(const SensedMotion & sensed, const RecordingFit & found)
{
  RowMatrix rows(3, sensed.robot.dof());
  for (const double part : {0.0, 0.3, 0.7, 1.0})
  {
    const double time = found.start + part * (found.end - found.start);
    found.motion.evaluate(time, rows);
    const RowMatrix expected = sensed.truth.at(time);
    require((rows - expected).row(0).cwiseAbs().maxCoeff() < 1e-3, "a fit beside its readings");
  }
}

inline void try_fit(SensedMotion & sensed)
{
  RecordingSettings settings{sensed.robot};
  std::vector<Recording> sensors;
  std::vector<Recording> joints;
  bool honest = sensed.origin == 0.0;
  bool encoded = true;
  const std::vector<double> instants = sensed.times();
  const int count = sensed.bytes.byte() % 4 == 0 ? sensed.bytes.integer(1, 2) : 0;
  for (int i = 0; i < count; ++i)
  {
    RecordedSensor sensor;
    sensor.sensor = sensed.next_sensor(i);
    sensor.sensor.time_offset = 0.0;
    sensor.signal.name = sensor.sensor.name;
    sensor.noise = 1e-3;
    settings.sensors.push_back(sensor);
    sensors.push_back(sensed.recorded(sensor.sensor, instants));
    const bool is_spoilt = sensed.spoil(sensors.back());
    honest = honest && !is_spoilt;
  }
  for (int joint = 0; joint < sensed.robot.dof(); ++joint)
  {
    RecordedJoint encoder;
    encoder.joint =
      sensed.rarely() ? "nobody" : sensed.robot.joint_names()[static_cast<std::size_t>(joint)];
    encoder.signal.name = "encoder " + std::to_string(joint);
    encoder.derivative = sensed.rarely() ? sensed.bytes.integer(-1, 4) : 0;
    encoder.noise = sensed.rarely() ? sensed.bytes.number() : 1e-5;
    encoded =
      encoded && encoder.derivative == 0 && encoder.noise == 1e-5 && encoder.joint != "nobody";
    settings.joints.push_back(encoder);
    joints.push_back({instants, RowMatrix(sensed.count, 1)});
    for (int i = 0; i < sensed.count; ++i)
    {
      const double t = instants[static_cast<std::size_t>(i)] - sensed.origin;
      joints.back().values(i, 0) = sensed.truth.at(t)(std::clamp(encoder.derivative, 0, 2), joint);
    }
    const bool is_spoilt = sensed.spoil(joints.back());
    honest = honest && !is_spoilt;
  }
  if (sensed.rarely())
  {
    sensors.resize(static_cast<std::size_t>(sensed.bytes.integer(0, 2)));
    joints.resize(static_cast<std::size_t>(sensed.bytes.integer(0, 4)));
    honest = false;
  }
  honest = honest && set_others(sensed, settings);
  std::optional<RecordingFit> found;
  if (!taken([&] { found = fit_recording(settings, sensors, joints); }))
  {
    require(!honest || !encoded || !settings.sensors.empty(), "a fair recording was refused");
    return;
  }
  require_whole_fit(sensed, *found);
  if (honest && encoded)
  {
    compare_fit(sensed, *found);
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__FITTED_RECORDINGS_HPP_
