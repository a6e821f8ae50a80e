// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "arguments.hpp"
#include "hod/accelerometer/recovery.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// One number for all axes or one for each.
Eigen::Vector3d per_axis(py::handle argument, const std::string & name, Eigen::Index axes)
{
  const NumberArray array = number_array(argument, name);
  if (array.ndim() == 0)
  {
    return Eigen::Vector3d::Constant(*array.data());
  }
  Eigen::Vector3d values = Eigen::Vector3d::Ones();
  values.head(axes) = vector_of(array, name, axes);
  return values;
}

Accelerometer::Axes axes_of(py::handle argument, const std::string & where)
{
  const NumberArray array = number_array(argument, where + "axes");
  const bool one = array.ndim() == 1 && array.size() == 3;
  if (!one && (array.ndim() != 2 || array.shape(1) != 3 || array.shape(0) > 3))
  {
    throw Error(
      where + "axes: found shape " + std::string(py::str(array.attr("shape"))) +
      ", expected (3,) or (1 to 3, 3)");
  }
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>>(
    array.data(), one ? 1 : array.shape(0), 3);
}

Eigen::Matrix3d misalignment_of(py::handle argument, const std::string & where)
{
  const NumberArray array = number_array(argument, where + "misalignment");
  if (array.ndim() == 2 && array.shape(0) == 3 && array.shape(1) == 3)
  {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(array.data());
  }
  return misalignment_from_angles(vector3(argument, where + "misalignment"));
}

Accelerometer accelerometer_of(
  const std::string & name, const std::string & link, py::handle position, py::handle axes,
  int quantity, py::handle scale, py::handle bias, py::handle misalignment, double time_offset,
  double noise, double range, double bias_wander)
{
  const std::string where = "sensor '" + name + "', ";
  Accelerometer sensor;
  sensor.name = name;
  sensor.link = link;
  sensor.position = vector3(position, where + "position");
  sensor.axes = axes_of(axes, where);
  sensor.misalignment = misalignment_of(misalignment, where);
  sensor.quantity = static_cast<SensorQuantity>(quantity);
  sensor.scale = per_axis(scale, where + "scale", sensor.axes.rows());
  sensor.bias = per_axis(bias, where + "bias", sensor.axes.rows());
  sensor.time_offset = time_offset;
  sensor.noise = noise;
  sensor.range = range;
  sensor.bias_wander = bias_wander;
  return sensor;
}

NumberArray axis_numbers(const Accelerometer & sensor, const Eigen::Vector3d & values)
{
  return array_of_vector(values.head(sensor.axes.rows()));
}

Recording recording_of(py::handle times, py::handle values, const std::string & name)
{
  return {
    numbers_of(times, name + ", times"),
    table_of(values, name + ", values", "(readings, axes), or (readings,) of one axis")};
}

JointRecording joint_recording_of(
  const std::string & joint, py::handle times, py::handle values, int derivative, double noise)
{
  const std::string where = "recording of joint '" + joint + "', ";
  return {
    joint, derivative, noise, numbers_of(times, where + "times"),
    numbers_of(values, where + "values")};
}

Eigen::VectorXd end_of(py::handle argument, const std::string & name)
{
  return argument.is_none() ? Eigen::VectorXd() : vector_of(argument, name);
}

/// Copies of long recordings would take most of the memory, so these are moved from.
template <class Record>
std::vector<Record> taken(const std::vector<Record *> & records)
{
  std::vector<Record> all;
  all.reserve(records.size());
  for (Record * const record : records)
  {
    all.push_back(std::move(*record));
  }
  return all;
}

RecoveryOptions options_of(
  int degree, double knot_spacing, double smoothing, const py::sequence & ends,
  const std::vector<std::pair<std::string, double>> & held,
  const std::vector<JointRecording *> & joint_recordings,
  const std::vector<std::pair<double, double>> & rests,
  const std::vector<std::pair<int, int>> & estimates, bool bridge_gaps, bool drop_saturated,
  std::optional<PiecewisePolynomial> guess)
{
  RecoveryOptions options;
  options.degree = degree;
  options.knot_spacing = knot_spacing;
  options.smoothing = smoothing;
  options.start = end_of(ends[0], "start");
  options.start_velocity = end_of(ends[1], "start velocity");
  options.end = end_of(ends[2], "end");
  options.end_velocity = end_of(ends[3], "end velocity");
  for (const auto & [joint, position] : held)
  {
    options.held.push_back({joint, position});
  }
  options.joint_recordings = taken(joint_recordings);
  for (const auto & [start, end] : rests)
  {
    options.recording.rests.push_back({start, end});
  }
  for (const auto & [kind, sensor] : estimates)
  {
    options.estimates.push_back({static_cast<SensorUnknown>(kind), sensor});
  }
  options.recording.bridge_gaps = bridge_gaps;
  options.recording.drop_saturated = drop_saturated;
  if (guess)
  {
    options.guess = *std::move(guess);
  }
  return options;
}

/// Lets Python handle signals and reports progress, ten times a second.
/// @param tell takes passes, spacing and share, or is None
std::function<void(const RecoveryProgress &)> heard_and_told(const py::object & tell)
{
  return [last = std::chrono::steady_clock::now(), &tell](const RecoveryProgress & at) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < std::chrono::milliseconds(100))
    {
      return;
    }
    last = now;
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0)
    {
      throw py::error_already_set();
    }
    if (!tell.is_none())
    {
      tell(at.passes, at.spacing, at.share);
    }
  };
}

/// Moves from recordings and options.
Recovery python_recover(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording *> & recordings, RecoveryOptions & options,
  const py::object & progress)
{
  const std::vector<Recording> readings = taken(recordings);
  RecoveryOptions heard = std::move(options);
  heard.progress = heard_and_told(progress);
  const py::gil_scoped_release release;
  return recover_motion(robot, sensors, readings, heard);
}

/// A view without a copy: long recordings have millions of numbers.
NumberArray view_of(
  std::vector<py::ssize_t> shape, const double * numbers, const py::object & owner)
{
  NumberArray array(std::move(shape), numbers, owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

NumberArray view_of(const RowMatrix & matrix, const py::object & owner)
{
  return view_of({matrix.rows(), matrix.cols()}, matrix.data(), owner);
}

py::list residuals_of(const py::object & recovery)
{
  py::list list;
  for (const auto & residuals : recovery.cast<const Recovery &>().residuals)
  {
    list.append(view_of(residuals, recovery));
  }
  return list;
}

py::list unknowns_of(const Recovery & recovery)
{
  py::list list;
  for (const auto & unknown : recovery.unknowns)
  {
    list.append(
      py::make_tuple(
        static_cast<int>(unknown.what.kind), unknown.what.sensor, unknown.axis, unknown.value,
        unknown.deviation, unknown.stamp));
  }
  return list;
}

/// The readings that were used; they are moved out of the recovery.
py::list take_readings(Recovery & recovery)
{
  py::list list;
  for (auto & reading : recovery.readings)
  {
    auto owned = std::make_unique<Recording>(std::move(reading));
    const Recording & kept = *owned;
    const py::capsule owner(
      owned.release(), [](void * data) { delete static_cast<Recording *>(data); });
    const auto count = static_cast<py::ssize_t>(kept.times.size());
    list.append(
      py::make_tuple(view_of({count}, kept.times.data(), owner), view_of(kept.values, owner)));
  }
  recovery.readings.clear();
  return list;
}

py::tuple observability_of(const Observability & found)
{
  const auto count = static_cast<py::ssize_t>(found.times.size());
  return py::make_tuple(
    found.joints, NumberArray(count, found.times.data()), array_of(found.singular_values),
    NumberArray(count, found.condition.data()), found.rank, found.unseen, found.weak_times);
}

/// (instants, rows, joints).
NumberArray deviations_of(const Recovery & recovery, py::handle instants, int rows)
{
  if (rows < 0 || rows > 1000)
  {
    throw Error("rows: found " + std::to_string(rows) + ", expected 0 to 1000");
  }
  const std::vector<double> times = numbers_of(instants, "times");
  const int joints = recovery.covariance.joints;
  NumberArray result(
    {static_cast<py::ssize_t>(times.size()), py::ssize_t{rows}, py::ssize_t{joints}});
  Eigen::Map<RowMatrix> all(
    result.mutable_data(), static_cast<Eigen::Index>(times.size()) * rows, joints);
  const py::gil_scoped_release release;
  recovery.covariance.deviations(times, all);
  return result;
}

/// (instants, samples, rows, joints): motions that the readings allow, minus the motion found.
NumberArray samples_of(const Recovery & recovery, py::handle instants, int rows)
{
  if (rows < 0 || rows > 1000)
  {
    throw Error("rows: found " + std::to_string(rows) + ", expected 0 to 1000");
  }
  const std::vector<double> times = numbers_of(instants, "times");
  const MotionCovariance & covariance = recovery.covariance;
  const auto moving = static_cast<py::ssize_t>(covariance.columns.size());
  const py::ssize_t count = moving == 0 ? 0 : covariance.samples.cols() / moving;
  NumberArray result(
    {static_cast<py::ssize_t>(times.size()), count, py::ssize_t{rows},
     py::ssize_t{covariance.joints}});
  double * const motions = result.mutable_data();
  const py::gil_scoped_release release;
  covariance.sample_motions(times, rows, motions);
  return result;
}

/// (instants, joints): deviations that positions may share while an encoder shows the same value.
NumberArray common_deviations_of(const Recovery & recovery, py::handle instants)
{
  const std::vector<double> times = numbers_of(instants, "times");
  const MotionCovariance & covariance = recovery.covariance;
  NumberArray result({static_cast<py::ssize_t>(times.size()), py::ssize_t{covariance.joints}});
  std::fill_n(result.mutable_data(), result.size(), 0.0);
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    for (std::size_t joint = 0; joint < covariance.columns.size(); ++joint)
    {
      *result.mutable_data(static_cast<py::ssize_t>(i), covariance.columns[joint]) =
        covariance.common_deviation(joint, times[i]);
    }
  }
  return result;
}

}  // namespace

void bind_accelerometer(py::module_ & module)
{
  using namespace py::literals;
  py::class_<Accelerometer>(module, "Accelerometer")
    .def(
      py::init(&accelerometer_of), "name"_a, "link"_a, "position"_a, "axes"_a, "quantity"_a,
      "scale"_a, "bias"_a, "misalignment"_a, "time_offset"_a, "noise"_a, "range"_a, "bias_wander"_a)
    .def_property_readonly(
      "bias", [](const Accelerometer & sensor) { return axis_numbers(sensor, sensor.bias); })
    .def_property_readonly(
      "scale", [](const Accelerometer & sensor) { return axis_numbers(sensor, sensor.scale); })
    .def_readonly("time_offset", &Accelerometer::time_offset)
    .def_property_readonly(
      "position", [](const Accelerometer & sensor) { return array_of_vector(sensor.position); })
    .def_property_readonly(
      "directions",
      [](const Accelerometer & sensor) {
        return array_of(sensor.axes * sensor.misalignment.transpose());
      })
    .def(
      "check",
      [](const Accelerometer & sensor, const Robot & robot) {
        MountedAccelerometer(robot, sensor);
      },
      "robot"_a);
  py::class_<Recording>(module, "SensorRecording")
    .def(py::init(&recording_of), "times"_a, "values"_a, "name"_a);
  py::class_<JointRecording>(module, "JointRecording")
    .def(
      py::init(&joint_recording_of), "joint"_a, "times"_a, "values"_a, "derivative"_a, "noise"_a);
  py::class_<RecoveryOptions>(module, "RecoveryOptions")
    .def(
      py::init(&options_of), "degree"_a, "knot_spacing"_a, "smoothing"_a, "ends"_a, "held"_a,
      "joint_recordings"_a, "rests"_a, "estimates"_a, "bridge_gaps"_a, "drop_saturated"_a,
      "guess"_a);
  py::class_<Recovery>(module, "MotionRecovery")
    .def_readonly("motion", &Recovery::motion)
    .def_readonly("sensors", &Recovery::sensors)
    .def_property_readonly("unknowns", &unknowns_of)
    .def("take_readings", &take_readings)
    .def_property_readonly("residuals", &residuals_of)
    .def_readonly("noise_ratio", &Recovery::noise_ratio)
    .def_readonly("cross_validation", &Recovery::cross_validation)
    .def_property_readonly(
      "observability", [](const Recovery & r) { return observability_of(r.observability); })
    .def("deviations", &deviations_of, "times"_a, "rows"_a)
    .def("samples", &samples_of, "times"_a, "rows"_a)
    .def_property_readonly(
      "has_samples", [](const Recovery & r) { return r.covariance.samples.rows() > 0; })
    .def("forget_samples", [](Recovery & r) { r.covariance.samples.resize(0, 0); })
    .def("common_deviations", &common_deviations_of, "times"_a)
    .def_readonly("iterations", &Recovery::iterations)
    .def_readonly("warnings", &Recovery::warnings);
  module.def(
    "recover_motion", &python_recover, "robot"_a, "sensors"_a, "recordings"_a, "options"_a,
    "progress"_a = py::none());
  bind_accelerometer_instants(module);
}

}  // namespace hod
