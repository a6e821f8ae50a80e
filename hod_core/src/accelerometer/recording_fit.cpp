// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recording_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "accelerometer/free_joints.hpp"
#include "accelerometer/reading_steps.hpp"
#include "accelerometer/text.hpp"
#include "accelerometer/units.hpp"
#include "hod/error.hpp"
#include "hod/motion/smoothing.hpp"
#include "hod/motion/wrapped_angles.hpp"
#include "motion/median.hpp"

namespace hod
{
namespace
{

using detail::instant;
using detail::kDegree;
using detail::kStandardGravity;
using detail::median;
using detail::median_interval;
using detail::number;
using detail::ReadingSteps;

constexpr double kNoNoise = 1e-9;     // in place of zero, which would give infinite weight
constexpr double kLongestStep = 5.0;  // in usual steps; a longer one is a gap
constexpr std::string_view kChannel =
  "channel 0: ";  // prefix of warnings about a joint's only channel
constexpr const char * kQuantities[] = {"position", "velocity", "acceleration"};

double noise_in(const RowMatrix & values)
{
  constexpr Eigen::Index kOrder = 4;
  if (values.rows() < 2 || values.cols() < 1 || !values.allFinite())
  {
    throw Error(
      "noise: found " + std::to_string(values.rows()) + " readings of " +
      std::to_string(values.cols()) + " axes, expected at least 2 finite ones to estimate it from");
  }
  const Eigen::Index order = std::min<Eigen::Index>(kOrder, values.rows() - 1);
  RowMatrix differences = values;
  double variance = 1.0;  // C(2k, k) of the k-th difference of white noise
  for (Eigen::Index k = 1; k <= order; ++k)
  {
    const Eigen::Index rows = differences.rows() - 1;
    differences = (differences.bottomRows(rows) - differences.topRows(rows)).eval();
    variance *= static_cast<double>(2 * (2 * k - 1)) / static_cast<double>(k);
  }
  const RowMatrix sizes = differences.cwiseAbs();
  const double usual = median(std::vector<double>(sizes.data(), sizes.data() + sizes.size()));
  return std::max(usual / 0.6745 / std::sqrt(variance), kNoNoise);
}

void check(
  const RecordedSignal & signal, const Recording & readings, Eigen::Index axes, bool bridge_gaps)
{
  const auto stamps = static_cast<Eigen::Index>(readings.times.size());
  if (readings.values.rows() != stamps || (stamps > 0 && readings.values.cols() != axes))
  {
    throw Error(
      signal.name + ": found " + std::to_string(readings.values.rows()) + " readings of " +
      std::to_string(readings.values.cols()) + " axes with " + std::to_string(stamps) +
      " stamps, expected one reading per stamp and " + std::to_string(axes) +
      (axes == 1 ? " axis" : " axes"));
  }
  if (readings.times.size() < 2)
  {
    throw Error(
      signal.name + ": found " + (readings.times.empty() ? "no readings" : "one reading") +
      ", expected at least two");
  }
  double longest = 0.0;
  double where = 0.0;
  for (std::size_t i = 0; i < readings.times.size(); ++i)
  {
    const double time = readings.times[i];
    if (!std::isfinite(time) || !readings.values.row(static_cast<Eigen::Index>(i)).allFinite())
    {
      throw Error(
        signal.name + ": found a reading that is not finite at time " + instant(time) +
        ", expected finite numbers");
    }
    if (i > 0 && !(time > readings.times[i - 1]))
    {
      throw Error(
        signal.name + ": found time " + instant(time) + " after " + instant(readings.times[i - 1]) +
        ", expected ascending times");
    }
    if (i > 0 && time - readings.times[i - 1] > longest)
    {
      longest = time - readings.times[i - 1];
      where = readings.times[i - 1];
    }
  }
  const double usual = median_interval(readings.times);
  if (!bridge_gaps && longest > kLongestStep * usual)
  {
    throw Error(
      signal.name + ": found a gap of " + number(longest) + " s at time " + instant(where) +
      ", expected readings every " + number(usual) + " s (or the setting 'gaps: bridge')");
  }
}

void check_settings(const RecordingSettings & settings)
{
  const int dof = settings.robot.dof();
  for (const Eigen::VectorXd * known :
       {&settings.start, &settings.start_velocity, &settings.end, &settings.end_velocity})
  {
    if (known->size() != 0 && known->size() != dof)
    {
      throw Error(
        "known ends: found " + std::to_string(known->size()) + " numbers, expected " +
        std::to_string(dof) + ", one per joint, or none");
    }
  }
  for (const RecordedJoint & joint : settings.joints)
  {
    if (joint.derivative < 0 || joint.derivative > 2)
    {
      throw Error(
        joint.signal.name + ": found derivative " + std::to_string(joint.derivative) +
        ", expected 0, 1 or 2");
    }
  }
  for (const HeldJoint & held : settings.held)
  {
    detail::column_of(settings.robot, held.joint, "held joints");
    if (!std::isfinite(held.position))
    {
      throw Error("held joint '" + held.joint + "': found no finite position, expected one");
    }
  }
  if (settings.segments && *settings.segments < 1)
  {
    throw Error(
      "fit: found " + std::to_string(*settings.segments) + " segments, expected at least 1");
  }
}

void check(
  const RecordingSettings & settings, const std::vector<Recording> & sensors,
  const std::vector<Recording> & joints)
{
  if (
    sensors.size() != settings.sensors.size() || joints.size() != settings.joints.size() ||
    sensors.size() + joints.size() == 0)
  {
    throw Error(
      "recordings: found those of " + std::to_string(sensors.size()) + " sensors and " +
      std::to_string(joints.size()) + " joints for settings with " +
      std::to_string(settings.sensors.size()) + " and " + std::to_string(settings.joints.size()) +
      ", expected as many and at least one");
  }
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    const RecordedSensor & sensor = settings.sensors[i];
    check(sensor.signal, sensors[i], sensor.sensor.axes.rows(), settings.bridge_gaps);
  }
  for (std::size_t i = 0; i < joints.size(); ++i)
  {
    check(settings.joints[i].signal, joints[i], 1, settings.bridge_gaps);
  }
  check_settings(settings);
}

/// Unwraps angles that wrap within one turn, with a sentence for each joint.
std::vector<std::string> unwrap_all(
  const RecordingSettings & settings, std::vector<Recording> & recordings)
{
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < recordings.size(); ++i)
  {
    const RecordedJoint & joint = settings.joints[i];
    const int column = detail::column_of(settings.robot, joint.joint, "joint_readings");
    if (joint.derivative > 0 || settings.robot.joint_of(column).prismatic)
    {
      continue;
    }
    RowMatrix & values = recordings[i].values;
    const Eigen::Map<const Eigen::VectorXd> times(recordings[i].times.data(), values.rows());
    const std::string sentence =
      unwrap(joint.signal.name, times, Eigen::Map<Eigen::VectorXd>(values.data(), values.rows()));
    if (!sentence.empty())
    {
      sentences.push_back(sentence);
    }
  }
  return sentences;
}

/// The first and the last time of all.
std::pair<double, double> span_of(const std::vector<Recording> & recordings)
{
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  for (const Recording & recording : recordings)
  {
    start = std::min(start, recording.times.front());
    end = std::max(end, recording.times.back());
  }
  return {start, end};
}

/// The readings between two times; where no sensor reads, there is no motion.
JointRecording between(
  const RecordedJoint & joint, const Recording & readings, double start, double end,
  std::vector<std::string> & warnings)
{
  JointRecording kept{joint.joint, joint.derivative, noise_of(joint, readings), {}, {}};
  for (std::size_t i = 0; i < readings.times.size(); ++i)
  {
    if (readings.times[i] >= start && readings.times[i] <= end)
    {
      kept.times.push_back(readings.times[i]);
      kept.values.push_back(readings.values(static_cast<Eigen::Index>(i), 0));
    }
  }
  const std::size_t left_out = readings.times.size() - kept.times.size();
  const std::string where = "readings of joint '" + joint.joint + "' before " + instant(start) +
                            " s or after " + instant(end) + " s";
  if (kept.times.empty())
  {
    throw Error("joint_readings: found only " + where + ", expected some between");
  }
  if (left_out > 0)
  {
    warnings.push_back(
      std::to_string(left_out) + " " + where + ", when no sensor read, were left out");
  }
  return kept;
}

std::string residual_sentence(const Accelerometer & sensor, const RowMatrix & residuals)
{
  return sensor.name + ": " + std::to_string(residuals.rows()) + " readings, residual " +
         number(std::sqrt(residuals.array().square().mean()), 4) + " " + unit_of(sensor) +
         " rms, " + number(residuals.cwiseAbs().maxCoeff(), 4) + " at most";
}

std::string unknown_sentence(const Recovery & recovery, const EstimatedUnknown & unknown)
{
  constexpr const char * kNames[] = {"bias",        "scale",       "time offset",  "position",
                                     "orientation", "clock drift", "bias wandered"};
  const Accelerometer & sensor = recovery.sensors[static_cast<std::size_t>(unknown.what.sensor)];
  const SensorUnknown kind = unknown.what.kind;
  const bool is_vector = kind == SensorUnknown::position || kind == SensorUnknown::orientation;
  std::string which;
  if (is_vector)
  {
    which = (kind == SensorUnknown::position ? " along " : " about ") +
            std::string(1, "xyz"[unknown.axis]);
  }
  else if (size_of(kind, sensor) > 1)
  {
    which = " of axis " + std::to_string(unknown.axis);
  }
  const std::string when =
    kind == SensorUnknown::wander ? " until " + instant(unknown.stamp) + " s" : "";
  return sensor.name + ": " + kNames[static_cast<int>(kind)] + which + when + " found to be " +
         detail::with_deviation(unknown.value, unknown.deviation);
}

RecoveryOptions options_of(const RecordingSettings & settings, double duration)
{
  constexpr int kHighest = 10;
  if (settings.order < 2 || settings.order > kHighest)
  {
    throw Error(
      "fit: found order " + std::to_string(settings.order) + ", expected 2 to " +
      std::to_string(kHighest));
  }
  RecoveryOptions options;
  options.degree = settings.order + 1;
  options.knot_spacing =
    settings.segments ? duration / *settings.segments : settings.knot_spacing.value_or(0.0);
  options.smoothing = settings.smoothing;
  options.start = settings.start;
  options.start_velocity = settings.start_velocity;
  options.end = settings.end;
  options.end_velocity = settings.end_velocity;
  options.held = settings.held;
  for (const SensorUnknown kind : settings.estimates)
  {
    for (std::size_t sensor = 0; sensor < settings.sensors.size(); ++sensor)
    {
      if (size_of(kind, settings.sensors[sensor].sensor) > 0)
      {
        options.estimates.push_back({kind, static_cast<int>(sensor)});
      }
    }
  }
  options.recording.bridge_gaps = settings.bridge_gaps;
  options.recording.drop_saturated = settings.drop_saturated;
  options.recording.rests = settings.rests;
  return options;
}

RecordingFit by_sensors(
  const RecordingSettings & settings, const std::vector<Recording> & readings,
  const std::vector<Recording> & joints,
  const std::function<void(const RecoveryProgress &)> & progress)
{
  std::vector<Accelerometer> sensors;
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  for (std::size_t i = 0; i < settings.sensors.size(); ++i)
  {
    sensors.push_back(settings.sensors[i].sensor);
    sensors.back().noise = noise_of(settings.sensors[i], readings[i]);
    start = std::min(start, readings[i].times.front() - sensors.back().time_offset);
    end = std::max(end, readings[i].times.back() - sensors.back().time_offset);
  }
  const auto [first, last] = span_of(readings);
  RecordingFit fit;
  RecoveryOptions options = options_of(settings, last - first);
  options.progress = progress;
  for (std::size_t i = 0; i < joints.size(); ++i)
  {
    options.joint_recordings.push_back(
      between(settings.joints[i], joints[i], start, end, fit.warnings));
  }
  Recovery found = recover_motion(settings.robot, sensors, readings, options);
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    fit.sentences.push_back(residual_sentence(sensors[i], found.residuals[i]));
  }
  for (const EstimatedUnknown & unknown : found.unknowns)
  {
    fit.sentences.push_back(unknown_sentence(found, unknown));
  }
  fit.warnings.insert(fit.warnings.end(), found.warnings.begin(), found.warnings.end());
  fit.start = std::max(start, found.motion.start());
  fit.end = std::min(end, found.motion.end());
  std::vector<int> columns;
  for (int column = 0; column < settings.robot.dof(); ++column)
  {
    columns.push_back(column);
  }
  fit.motion.rest = Eigen::VectorXd::Zero(settings.robot.dof());
  fit.motion.parts.push_back({std::move(columns), std::move(found.motion)});
  return fit;
}

/// The known value of a joint; NaN where it is unknown.
double known_value(const Eigen::VectorXd & known, int column)
{
  return known.size() == 0 ? std::numeric_limits<double>::quiet_NaN() : known[column];
}

double known_or_zero(double value)
{
  return std::isnan(value) ? 0.0 : value;
}

/// Weight of each reading: 1 for one that is not part of a run.
std::vector<double> weights_of(const ReadingSteps & steps, const std::vector<double> & times)
{
  const double interval = median_interval(times);
  std::vector<double> weights;
  weights.reserve(times.size());
  for (std::size_t i = 1; i < steps.edges.size(); ++i)
  {
    const std::size_t length = steps.edges[i] - steps.edges[i - 1];
    weights.insert(weights.end(), length, 1.0 / detail::count_as_one(length, interval));
  }
  return weights;
}

/// Sets the weights of quantized readings and returns their noise: at least that of the
/// quantization and, if none is stated, what the readings show. Readings with larger errors have
/// independent errors, even where they are equal. Zero for readings that are not quantized if none
/// is stated.
double noise_with(const RecordedJoint & joint, SmoothingOptions options, SmoothingSamples & samples)
{
  constexpr double kMore = 1.1;  // times the quantization noise
  const ReadingSteps steps = detail::reading_steps(samples.values.data(), samples.times.size());
  if (steps.size == 0.0)
  {
    return joint.noise.value_or(0.0);
  }
  options.varying = false;
  const double shown =
    joint.noise ? *joint.noise : smooth(samples, CrossValidation{}, options).report().noise[0];
  if (shown <= kMore * steps.noise())
  {
    samples.weights = weights_of(steps, samples.times);
  }
  return std::max(shown, steps.noise());
}

PiecewisePolynomial smoothed(
  const RecordingSettings & settings, const RecordedJoint & joint, const Recording & readings,
  std::vector<std::string> & warnings)
{
  const int column = settings.robot.dof_index(joint.joint);
  SmoothingSamples samples{readings.times, readings.values, {}, {}};
  const double known[] = {
    known_value(settings.start, column), known_value(settings.start_velocity, column)};
  samples.start.resize(joint.derivative, 1);
  for (int k = 0; k < joint.derivative; ++k)
  {
    samples.start(k, 0) = known_or_zero(known[k]);
    if (std::isnan(known[k]))
    {
      warnings.push_back(joint.joint + ": no " + kQuantities[k] + " at the start, taken for zero");
    }
  }
  SmoothingOptions options;
  options.signal = joint.derivative;
  options.largest_gap = settings.bridge_gaps ? readings.times.back() - readings.times.front() : 0.0;
  const double noise = noise_with(joint, options, samples);
  options.varying = noise > 0.0 || (readings.values.array() != readings.values(0, 0)).any();
  const SmoothingRule rule =
    noise > 0.0 ? SmoothingRule(StatedNoise{{noise}}) : SmoothingRule(CrossValidation{});
  const Smoothed found = smooth(std::move(samples), rule, options);
  for (const std::string & warning : found.report().warnings)
  {
    const std::size_t begin = warning.rfind(kChannel, 0) == 0 ? kChannel.size() : 0;
    warnings.push_back(joint.joint + ": " + warning.substr(begin));
  }
  return found.polynomial();
}

RecordingFit by_joints(const RecordingSettings & settings, const std::vector<Recording> & readings)
{
  RecordingFit fit;
  std::tie(fit.start, fit.end) = span_of(readings);
  fit.motion.rest = Eigen::VectorXd::Zero(settings.robot.dof());
  for (const HeldJoint & held : settings.held)
  {
    fit.motion.rest[settings.robot.dof_index(held.joint)] = held.position;
  }
  std::vector<bool> known(static_cast<std::size_t>(settings.robot.dof()), false);
  for (std::size_t i = 0; i < readings.size(); ++i)
  {
    const RecordedJoint & joint = settings.joints[i];
    const int column = settings.robot.dof_index(joint.joint);
    if (known[static_cast<std::size_t>(column)])
    {
      throw Error("found joint '" + joint.joint + "' twice and no sensor, expected it once");
    }
    known[static_cast<std::size_t>(column)] = true;
    const bool is_closed = std::isfinite(known_value(settings.end, column)) ||
                           std::isfinite(known_value(settings.end_velocity, column));
    if (settings.interpolate || (joint.derivative == 2 && is_closed))
    {
      throw Error(
        joint.signal.name +
        ": found 'method: interpolate' or a known end of accelerations, expected neither: 'hod "
        "fit' alone has them");
    }
    fit.motion.parts.push_back({{column}, smoothed(settings, joint, readings[i], fit.warnings)});
  }
  for (int column = 0; column < settings.robot.dof(); ++column)
  {
    const std::string & name = settings.robot.joint_names()[static_cast<std::size_t>(column)];
    const bool is_held = std::any_of(
      settings.held.begin(), settings.held.end(),
      [&name](const HeldJoint & held) { return held.joint == name; });
    if (!known[static_cast<std::size_t>(column)] && !is_held)
    {
      fit.warnings.push_back("no readings of " + name + ", standing still at zero");
    }
  }
  return fit;
}

}  // namespace

void FoundMotion::evaluate(double time, RowMatrixRef motion) const
{
  if (motion.rows() < 1 || motion.cols() != rest.size())
  {
    throw Error(
      "motion: found room for " + std::to_string(motion.rows()) + " rows of " +
      std::to_string(motion.cols()) + " columns, expected at least one of " +
      std::to_string(rest.size()));
  }
  motion.setZero();
  motion.row(0) = rest.transpose();
  for (const Part & part : parts)
  {
    RowMatrix rows(motion.rows(), part.polynomial.channels());
    part.polynomial.evaluate(time, rows);
    for (std::size_t channel = 0; channel < part.columns.size(); ++channel)
    {
      motion.col(part.columns[channel]) = rows.col(static_cast<Eigen::Index>(channel));
    }
  }
}

double noise_of_density(const Accelerometer & sensor, double density, double rate)
{
  const bool is_gyroscope = sensor.quantity == SensorQuantity::angular_velocity;
  return density * (is_gyroscope ? kDegree : 1e-6 * kStandardGravity) * std::sqrt(rate / 2.0);
}

double noise_of(const RecordedSensor & sensor, const Recording & readings)
{
  if (sensor.noise)
  {
    return *sensor.noise;
  }
  if (sensor.noise_density)
  {
    if (readings.times.size() < 2 || !(median_interval(readings.times) > 0.0))
    {
      throw Error(
        sensor.signal.name + ": found " + std::to_string(readings.times.size()) +
        " readings, expected at least 2 at increasing times to know their rate");
    }
    return noise_of_density(
      sensor.sensor, *sensor.noise_density, 1.0 / median_interval(readings.times));
  }
  return noise_in(readings.values);
}

double noise_of(const RecordedJoint & joint, const Recording & readings)
{
  return joint.noise ? *joint.noise : noise_in(readings.values);
}

RecordingFit fit_recording(
  const RecordingSettings & settings, const std::vector<Recording> & sensors,
  std::vector<Recording> joints, const std::function<void(const RecoveryProgress &)> & progress)
{
  check(settings, sensors, joints);
  const std::vector<std::string> unwrapped = unwrap_all(settings, joints);
  RecordingFit fit = settings.sensors.empty() ? by_joints(settings, joints)
                                              : by_sensors(settings, sensors, joints, progress);
  fit.sentences.insert(fit.sentences.begin(), unwrapped.begin(), unwrapped.end());
  return fit;
}

}  // namespace hod
