// SPDX-License-Identifier: Apache-2.0
#include "unexplained.hpp"

#include <algorithm>
#include <cmath>

#include "recording_checks.hpp"
#include "text.hpp"

namespace hod::detail
{
namespace
{

constexpr double kUnlikely = 1.5;     // χ² over degrees of freedom
constexpr double kSurely = 3.0;       // the same, for noise that is estimated instead of stated
constexpr double kMostNoise = 1.25;   // times the stated noise, where joints are not measured …
constexpr double kMostBeyond = 1e-3;  // … if this fraction of the readings is left

/// Deviation from the mean, of all columns together.
double variation(const RowMatrix & values)
{
  const RowMatrix centred = values.rowwise() - values.colwise().mean();
  return std::sqrt(centred.squaredNorm() / static_cast<double>(centred.size()));
}

/// The remainder of a sensor's readings: the mean square of the part that noise does not explain.
double left_of_sensor(
  const RecoveryPlan & plan, std::size_t i, double sum, double noise, double unlikely = kUnlikely)
{
  const Accelerometer & sensor = plan.sensors[i].mounted.sensor();
  const CondensedReadings & readings = plan.condensed[i];
  const auto rows = static_cast<double>(readings.values.size());
  double count = 0.0;
  for (const double weight : readings.weights)
  {
    count += weight * static_cast<double>(readings.values.cols());
  }
  const double squares = sum * sensor.noise * sensor.noise;
  return squares > unlikely * rows * noise * noise ? (squares - rows * noise * noise) / count : 0.0;
}

/// Stated, or found in the readings if that is more.
double noise_of_sensor(const RecoveryPlan & plan, std::size_t i)
{
  const Accelerometer & sensor = plan.sensors[i].mounted.sensor();
  return states_noise(sensor) ? std::max(sensor.noise, plan.noises[i]) : plan.noises[i];
}

/// @param left of the sensor's readings beyond noise, rms
void add_sensor(
  const RecoveryPlan & plan, std::size_t i, double left, double most,
  std::vector<Unexplained> & all)
{
  const Accelerometer & sensor = plan.sensors[i].mounted.sensor();
  const double varies = variation(plan.readings[i].values);
  if (left > most * varies)
  {
    const std::string unit = std::string(" ") + unit_of(sensor);
    all.push_back(
      {sensor_text(sensor) + ": found " + number(left) + unit +
         " rms of its readings, which vary by " + number(varies) + unit +
         ", that no motion explains",
       static_cast<int>(i), left / varies});
  }
}

void add_joint(
  const Robot & robot, const RecoveryPlan & plan, int joint, double sum, double most,
  std::vector<Unexplained> & all)
{
  double weights = 0.0;
  double mean = 0.0;
  double square = 0.0;
  int count = 0;
  for (const auto & equation : plan.joint_readings)
  {
    if (equation.joint == joint && equation.derivative == 0)
    {
      const double weight = 1.0 / (equation.noise * equation.noise);
      weights += weight;
      mean += weight * equation.value;
      square += weight * equation.value * equation.value;
      ++count;
    }
  }
  if (count < 2 || sum <= kUnlikely * count)
  {
    return;
  }
  const double varies =
    std::sqrt(std::max(0.0, square / weights - mean * mean / (weights * weights)));
  const double left = std::sqrt((sum - count) / weights);
  if (left > most * varies)
  {
    const auto column = static_cast<std::size_t>(plan.moving[static_cast<std::size_t>(joint)]);
    all.push_back(
      {"joint '" + robot.joint_names()[column] + "': found " + number(left) +
         " rms of its readings, which vary by " + number(varies) +
         ", that the motion found does not explain",
       -1, left / varies});
  }
}

void worst_first(std::vector<Unexplained> & all)
{
  std::sort(all.begin(), all.end(), [](const auto & left, const auto & right) {
    return left.share > right.share;
  });
}

}  // namespace

bool relies_on_noise(const RecoveryPlan & plan)
{
  return !plan.is_measured() &&
         std::any_of(plan.sensors.begin(), plan.sensors.end(), [](const auto & sensor) {
           return states_noise(sensor.mounted.sensor());
         });
}

std::vector<Unexplained> left_beyond_noise(
  const Robot & robot, const RecoveryProblem & problem, double noise_ratio)
{
  const bool is_beyond = noise_ratio > kMostNoise && relies_on_noise(problem.plan());
  return is_beyond ? unexplained(robot, problem, kMostBeyond) : std::vector<Unexplained>();
}

std::vector<std::string> hidden_by_noise(const RecoveryProblem & problem)
{
  const RecoveryPlan & plan = problem.plan();
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < plan.sensors.size() && relies_on_noise(plan); ++i)
  {
    const Accelerometer & sensor = plan.sensors[i].mounted.sensor();
    const double found = plan.noises[i];
    const double left =
      std::sqrt(left_of_sensor(plan, i, problem.sums()[index(i)], found, kSurely));
    if (states_noise(sensor) && left > kMostBeyond * variation(plan.readings[i].values))
    {
      sentences.push_back(
        sensor_text(sensor) + ": the residuals of " + number(left) + " " + unit_of(sensor) +
        " rms exceed the noise of " + number(found) +
        " in its readings but pass for the stated noise of " + number(sensor.noise) +
        "; a wrongly described sensor or end may be the cause");
    }
  }
  return sentences;
}

std::vector<Unexplained> unexplained(
  const Robot & robot, const RecoveryProblem & problem, double most)
{
  const RecoveryPlan & plan = problem.plan();
  std::vector<Unexplained> all;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    const double left = left_of_sensor(plan, i, problem.sums()[index(i)], noise_of_sensor(plan, i));
    add_sensor(plan, i, std::sqrt(left), most, all);
  }
  for (int joint = 0; joint < plan.joints(); ++joint)
  {
    add_joint(robot, plan, joint, problem.sums()[index(plan.sensors.size()) + joint], most, all);
  }
  worst_first(all);
  return all;
}

std::vector<Unexplained> unexplained_readings(
  const RecoveryPlan & plan, const std::vector<RowMatrix> & residuals, double most)
{
  std::vector<Unexplained> all;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    const double mean_square = residuals[i].array().square().mean();
    const double square_of_noise = std::pow(noise_of_sensor(plan, i), 2);
    if (mean_square > kUnlikely * square_of_noise)
    {
      add_sensor(plan, i, std::sqrt(mean_square - square_of_noise), most, all);
    }
  }
  worst_first(all);
  return all;
}

}  // namespace hod::detail
