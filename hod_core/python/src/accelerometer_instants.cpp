// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include "arguments.hpp"
#include "hod/accelerometer/fixed_lag.hpp"
#include "hod/accelerometer/instant.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// Three rows per instant, (instants, rows, joints).
NumberArray python_predict(
  const Robot & robot, const Accelerometer & sensor, const NumberArray & motions)
{
  if (motions.ndim() != 3 || motions.shape(1) < 3 || motions.shape(2) != robot.dof())
  {
    throw Error(
      "motion: found shape " + std::string(py::str(motions.attr("shape"))) +
      ", expected (instants, 3 or more rows, " + std::to_string(robot.dof()) + ")");
  }
  RowMatrix rows(3 * motions.shape(0), robot.dof());
  for (py::ssize_t i = 0; i < motions.shape(0); ++i)
  {
    rows.middleRows(3 * i, 3) =
      Eigen::Map<const RowMatrix>(motions.data(i), motions.shape(1), robot.dof()).topRows(3);
  }
  return array_of(predicted_readings(robot, sensor, rows));
}

py::tuple python_integrated(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const std::vector<int> & moving, py::handle start,
  py::handle start_velocity, bool bridge_gaps, bool drop_saturated)
{
  RecordingOptions options;
  options.bridge_gaps = bridge_gaps;
  options.drop_saturated = drop_saturated;
  std::vector<std::string> warnings;
  std::vector<Recording> checked;
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    checked.push_back(checked_recording(robot, sensors[i], recordings[i], options, warnings));
  }
  const InstantMotion motion = integrated_motion(
    robot, sensors, checked, moving, vector_of(start, "start"),
    vector_of(start_velocity, "start velocity"));
  return py::make_tuple(
    NumberArray(static_cast<py::ssize_t>(motion.times.size()), motion.times.data()),
    array_of(motion.position), array_of(motion.velocity), array_of(motion.acceleration), warnings);
}

NumberArray python_bias_at_rest(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  py::handle position, double start, double end)
{
  const Eigen::Vector3d bias =
    bias_at_rest(robot, sensor, recording, vector_of(position, "position"), {start, end});
  return array_of_vector(bias.head(sensor.axes.rows()));
}

FixedLag fixed_lag_of(
  const Robot & robot, const std::vector<Accelerometer> & sensors, int degree, double knot_spacing,
  int segments, int max_readings, int steps, double smoothing, double start_time, py::handle start,
  py::handle start_velocity, double start_noise,
  const std::vector<std::pair<std::string, double>> & held)
{
  FixedLagOptions options;
  options.degree = degree;
  options.knot_spacing = knot_spacing;
  options.segments = segments;
  options.max_readings = max_readings;
  options.steps = steps;
  options.smoothing = smoothing;
  options.start_time = start_time;
  options.start = vector_of(start, "start");
  options.start_velocity = vector_of(start_velocity, "start velocity");
  options.start_noise = start_noise;
  for (const auto & [joint, position] : held)
  {
    options.held.push_back({joint, position});
  }
  return FixedLag(robot, sensors, options);
}

/// Empty if the reading was accepted, otherwise what was expected.
std::string push_to(FixedLag & lag, int sensor, double stamp, py::handle reading)
{
  const NumberArray array = number_array(reading, "reading");
  Eigen::Vector3d values = Eigen::Vector3d::Zero();
  if (array.size() < 1 || array.size() > 3)
  {
    return "one to three numbers, one per axis";
  }
  values.head(array.size()) = Eigen::Map<const Eigen::VectorXd>(array.data(), array.size());
  switch (lag.push(sensor, stamp, values))
  {
    case FixedLag::Push::ok:
      return "";
    case FixedLag::Push::no_such_sensor:
      return "one of its sensors";
    case FixedLag::Push::not_finite:
      return "finite numbers";
    case FixedLag::Push::out_of_order:
      return "a stamp after the sensor's last one";
    case FixedLag::Push::too_late:
      return "a stamp after the time up to which readings are complete";
    default:
      return "no more readings than max_readings before an update";
  }
}

NumberArray motion_of(const FixedLag & lag, double time, int rows, int joints)
{
  if (rows < 0 || rows > 1000 || joints < 0 || joints > 1'000'000)
  {
    throw Error(
      "motion: found " + std::to_string(rows) + " rows and " + std::to_string(joints) +
      " joints, expected at most 1000 rows, and none below zero");
  }
  RowMatrix motion(rows, joints);
  lag.evaluate(time, motion);
  return array_of(motion);
}

void bind_fixed_lag(py::module_ & module)
{
  using namespace py::literals;
  py::class_<FixedLag>(module, "FixedLagWindow")
    .def(
      py::init(&fixed_lag_of), "robot"_a, "sensors"_a, "degree"_a, "knot_spacing"_a, "segments"_a,
      "max_readings"_a, "steps"_a, "smoothing"_a, "start_time"_a, "start"_a, "start_velocity"_a,
      "start_noise"_a, "held"_a)
    .def("push", &push_to, "sensor"_a, "stamp"_a, "reading"_a)
    .def("update", &FixedLag::update, "time"_a, py::call_guard<py::gil_scoped_release>())
    .def("motion", &motion_of, "time"_a, "rows"_a, "joints"_a)
    .def_property_readonly("latency", &FixedLag::latency)
    .def_property_readonly("begin", &FixedLag::begin)
    .def_property_readonly("end", &FixedLag::end)
    .def_property_readonly("final_end", &FixedLag::final_end);
}

}  // namespace

void bind_accelerometer_instants(py::module_ & module)
{
  using namespace py::literals;
  bind_fixed_lag(module);
  module.def("predicted_readings", &python_predict, "robot"_a, "sensor"_a, "motion"_a);
  module.def(
    "integrated_motion", &python_integrated, "robot"_a, "sensors"_a, "recordings"_a, "moving"_a,
    "start"_a, "start_velocity"_a, "bridge_gaps"_a, "drop_saturated"_a);
  module.def(
    "bias_at_rest", &python_bias_at_rest, "robot"_a, "sensor"_a, "recording"_a, "position"_a,
    "start"_a, "end"_a);
}

}  // namespace hod
