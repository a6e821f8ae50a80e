// SPDX-License-Identifier: Apache-2.0
#include "recovery_start.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "hod/accelerometer/fixed_lag.hpp"
#include "hod/accelerometer/instant.hpp"
#include "hod/error.hpp"
#include "recording_checks.hpp"

namespace hod::detail
{
namespace
{

constexpr int kInstantsPerSegment = 3;
constexpr double kFarthest = 50.0;   // [rad or m]: the integral has diverged
constexpr double kGuessNoise = 1.0;  // [rad or m], of a guess
constexpr double kGuessSmoothing = 1e-14;
constexpr int kSmoothingPower =
  13;  // power of the knot spacing [s] with which dense knots are smoothed
constexpr double kPivotTolerance = 1e-12;
constexpr std::size_t kLookedAt = 60;  // instants of a guess at which sensors are checked

std::vector<double> instants(const RecoveryPlan & plan)
{
  std::vector<double> times;
  for (std::size_t i = 0; i + 1 < plan.knots.size(); ++i)
  {
    for (int part = 0; part < kInstantsPerSegment; ++part)
    {
      const double share = static_cast<double>(part) / kInstantsPerSegment;
      times.push_back(plan.knots[i] + share * (plan.knots[i + 1] - plan.knots[i]));
    }
  }
  times.push_back(plan.knots.back());
  return times;
}

/// Positions where known, else those of `other`.
Eigen::VectorXd completed(const Eigen::VectorXd & values, const Eigen::VectorXd & other)
{
  Eigen::VectorXd result = other;
  for (int i = 0; i < other.size(); ++i)
  {
    result[i] = known(values, i) ? values[i] : other[i];
  }
  return result;
}

/// Known positions of a moving joint in the order of time.
std::vector<std::pair<double, double>> known_positions(
  const RecoveryPlan & plan, const RecoveryOptions & options, int joint)
{
  const int column = plan.moving[static_cast<std::size_t>(joint)];
  std::vector<std::pair<double, double>> positions;
  if (known(options.start, column))
  {
    positions.emplace_back(plan.knots.front(), options.start[column]);
  }
  for (const auto & equation : plan.equations)
  {
    const bool later = positions.empty() || equation.time > positions.back().first;
    if (equation.joint == joint && equation.derivative == 0 && later)
    {
      positions.emplace_back(equation.time, equation.value);
    }
  }
  if (known(options.end, column))
  {
    positions.emplace_back(plan.knots.back(), options.end[column]);
  }
  return positions;
}

/// From each known position to the next, from rest to rest with minimum jerk, 10 u³ - 15 u⁴ + 6 u⁵;
/// zero if none is known.
double between(const std::vector<std::pair<double, double>> & positions, double time)
{
  if (positions.empty())
  {
    return 0.0;
  }
  const auto next = std::upper_bound(
    positions.begin(), positions.end(), time,
    [](double value, const auto & position) { return value < position.first; });
  if (next == positions.begin() || next == positions.end())
  {
    return next == positions.begin() ? positions.front().second : positions.back().second;
  }
  const auto last = next - 1;
  const double u = (time - last->first) / (next->first - last->first);
  const double share = u * u * u * (10.0 + u * (6.0 * u - 15.0));
  return last->second + share * (next->second - last->second);
}

/// Whether a guess has not diverged.
bool is_near(const FirstGuess & guess)
{
  return guess.times.size() > 1 && guess.positions.allFinite() &&
         guess.positions.cwiseAbs().maxCoeff() < kFarthest;
}

FirstGuess curve_between_ends(const RecoveryPlan & plan, const RecoveryOptions & options)
{
  FirstGuess guess{instants(plan), {}};
  const auto rows = static_cast<Eigen::Index>(guess.times.size());
  guess.positions = plan.rest.transpose().replicate(rows, 1);
  for (int joint = 0; joint < plan.joints(); ++joint)
  {
    const auto positions = known_positions(plan, options, joint);
    for (Eigen::Index i = 0; i < rows; ++i)
    {
      guess.positions(i, plan.moving[static_cast<std::size_t>(joint)]) =
        between(positions, guess.times[static_cast<std::size_t>(i)]);
    }
  }
  return guess;
}

/// Removes the difference between the integral's end and the known one, as if it came from a
/// constant error of q''.
void close(FirstGuess & guess, const RecoveryPlan & plan, const Eigen::VectorXd & end)
{
  const double duration = guess.times.back() - guess.times.front();
  for (const int joint : plan.moving)
  {
    const double gap =
      known(end, joint) ? end[joint] - guess.positions(guess.positions.rows() - 1, joint) : 0.0;
    for (std::size_t i = 0; i < guess.times.size(); ++i)
    {
      const double u = (guess.times[i] - guess.times.front()) / duration;
      guess.positions(static_cast<Eigen::Index>(i), joint) += gap * u * u;
    }
  }
}

/// A way of running FixedLag over a recording.
struct Sweep
{
  double knot_spacing;  ///< [s]
  int segments;
};

constexpr Sweep kSweeps[] = {{0.05, 10}, {0.1, 6}, {0.025, 12}};
constexpr double kSweepSmoothing = 1e-6;  // of (q⁽⁴⁾)², for strokes of about a radian per second

/// The readings from one end on; backwards in time, accelerations are unchanged and velocities
/// change sign.
struct Passage
{
  const Robot & robot;
  const RecoveryPlan & plan;
  bool backward;
  double start;
  double end;

  double time(double stamp) const { return backward ? start + end - stamp : stamp; }

  FixedLagOptions options(
    const Sweep & sweep, const Eigen::VectorXd & position, const Eigen::VectorXd & velocity) const
  {
    FixedLagOptions result;
    result.knot_spacing = sweep.knot_spacing;
    result.segments = sweep.segments;
    result.max_readings = 2;
    for (const auto & readings : plan.condensed)
    {
      const double rate = static_cast<double>(readings.times.size()) / (end - start);
      result.max_readings += static_cast<int>(4.0 * rate * sweep.knot_spacing) + 2;
    }
    result.smoothing = kSweepSmoothing;
    result.start_time = start;
    result.start = position;
    result.start_velocity = backward ? Eigen::VectorXd(-velocity) : velocity;
    for (int joint = 0; joint < robot.dof(); ++joint)
    {
      if (std::find(plan.moving.begin(), plan.moving.end(), joint) == plan.moving.end())
      {
        result.held.push_back(
          {robot.joint_names()[static_cast<std::size_t>(joint)], plan.rest[joint]});
      }
    }
    return result;
  }

  double sign(const Accelerometer & sensor) const
  {
    return backward && sensor.quantity == SensorQuantity::angular_velocity ? -1.0 : 1.0;
  }

  /// Passes a sensor's readings up to a time to the filter.
  void push(FixedLag & filter, std::size_t sensor, std::size_t & next, double until) const
  {
    const CondensedReadings & readings = plan.condensed[sensor];
    const std::size_t count = readings.times.size();
    for (; next < count; ++next)
    {
      const std::size_t i = backward ? count - 1 - next : next;
      const double taken = time(readings.times[i] - plan.sensors[sensor].time_offset);
      if (taken > until)
      {
        return;
      }
      Eigen::Vector3d reading = Eigen::Vector3d::Zero();
      reading.head(readings.values.cols()) = readings.values.row(index(i)).transpose();
      reading *= sign(plan.sensors[sensor].mounted.sensor());
      static_cast<void>(filter.push(static_cast<int>(sensor), taken, reading));
    }
  }

  FirstGuess run(
    const Sweep & sweep, const Eigen::VectorXd & position, const Eigen::VectorXd & velocity) const
  {
    std::vector<Accelerometer> sensors;
    for (const auto & sensor : plan.sensors)
    {
      sensors.push_back(sensor.mounted.sensor());
      sensors.back().time_offset = 0.0;
      sensors.back().bias *= sign(sensors.back());
    }
    FixedLag filter(robot, sensors, options(sweep, position, velocity));
    std::vector<std::size_t> next(sensors.size(), 0);
    FirstGuess guess;
    const int steps = static_cast<int>(std::ceil((end - start) / sweep.knot_spacing));
    guess.positions.resize((steps + 1) * kInstantsPerSegment, robot.dof());
    for (int step = 0; step <= steps + sweep.segments; ++step)
    {
      plan.report_progress();
      const double until = start + sweep.knot_spacing * (step + 1);
      for (std::size_t sensor = 0; sensor < sensors.size() && step < steps; ++sensor)
      {
        push(filter, sensor, next[sensor], until);
      }
      if (step < steps)
      {
        filter.update(until);
      }
      take(filter, sweep, step - sweep.segments, steps, guess);
    }
    guess.positions.conservativeResize(index(guess.times.size()), Eigen::NoChange);
    if (backward)
    {
      std::reverse(guess.times.begin(), guess.times.end());
      guess.positions = guess.positions.colwise().reverse().eval();
    }
    return guess;
  }

  /// Takes the final part of the motion: the instants of a segment that the window is about to
  /// leave.
  void take(
    const FixedLag & filter, const Sweep & sweep, int segment, int segments,
    FirstGuess & guess) const
  {
    for (int i = 0; i < kInstantsPerSegment && segment >= 0 && segment <= segments; ++i)
    {
      const double after = (segment + static_cast<double>(i) / kInstantsPerSegment);
      const double at = start + sweep.knot_spacing * after;
      if (at <= end)
      {
        filter.evaluate(at, guess.positions.middleRows(index(guess.times.size()), 1));
        guess.times.push_back(time(at));
      }
    }
  }
};

/// Adds the results of some runs over the readings from a known end.
void add_sweeps(
  const Robot & robot, const RecoveryPlan & plan, const RecoveryOptions & options, bool backward,
  std::size_t count, std::vector<FirstGuess> & guesses)
{
  const FirstGuess curve = curve_between_ends(plan, options);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(robot.dof());
  const Passage passage{robot, plan, backward, plan.knots.front(), plan.knots.back()};
  const Eigen::Index row = backward ? curve.positions.rows() - 1 : 0;
  for (std::size_t i = 0; i < count; ++i)
  {
    try
    {
      FirstGuess guess = passage.run(
        kSweeps[i], curve.positions.row(row).transpose(),
        completed(backward ? options.end_velocity : options.start_velocity, still));
      if (is_near(guess))
      {
        guesses.push_back(std::move(guess));
      }
    }
    catch (const Error &)
    {
      break;  // not all joints are observable there: the other guesses remain
    }
  }
}

/// Nodes of blocks in place of the readings: sufficient for a guess.
std::vector<Recording> few(const std::vector<CondensedReadings> & condensed)
{
  std::vector<Recording> readings;
  for (const auto & nodes : condensed)
  {
    readings.push_back({nodes.times, nodes.values});
  }
  return readings;
}

std::vector<FirstGuess> integrated(
  const Robot & robot, const RecoveryPlan & plan, const RecoveryOptions & options)
{
  std::vector<Accelerometer> sensors;
  for (const auto & sensor : plan.sensors)
  {
    sensors.push_back(sensor.mounted.sensor());
  }
  try
  {
    const Eigen::VectorXd velocity =
      completed(options.start_velocity, Eigen::VectorXd::Zero(robot.dof()));
    const Eigen::VectorXd start = curve_between_ends(plan, options).positions.row(0).transpose();
    const InstantMotion motion =
      integrated_motion(robot, sensors, few(plan.condensed), plan.moving, start, velocity);
    FirstGuess guess{motion.times, motion.position};
    close(guess, plan, options.end);
    return is_near(guess) ? std::vector<FirstGuess>{guess} : std::vector<FirstGuess>{};
  }
  catch (const Error &)
  {
    return {};  // accelerations are undetermined instant by instant: the other guess remains
  }
}

FirstGuess given(const RecoveryPlan & plan, const PiecewisePolynomial & motion)
{
  FirstGuess guess{instants(plan), {}};
  guess.positions.resize(static_cast<Eigen::Index>(guess.times.size()), motion.channels());
  for (std::size_t i = 0; i < guess.times.size(); ++i)
  {
    motion.evaluate(guess.times[i], guess.positions.middleRows(static_cast<Eigen::Index>(i), 1));
  }
  return guess;
}

}  // namespace

std::vector<FirstGuess> first_guesses(
  const Robot & robot, const RecoveryPlan & plan, const RecoveryOptions & options, bool hasty)
{
  if (options.guess)
  {
    if (options.guess->channels() != robot.dof())
    {
      throw Error(
        "guess: found " + std::to_string(options.guess->channels()) + " joints, expected " +
        std::to_string(robot.dof()));
    }
    return {given(plan, *options.guess)};
  }
  if (plan.is_measured())
  {
    return {curve_between_ends(plan, options)};
  }
  std::vector<FirstGuess> guesses = integrated(robot, plan, options);
  guesses.push_back(curve_between_ends(plan, options));
  if (plan.encoded.empty())
  {
    add_sweeps(robot, plan, options, false, hasty ? 1 : std::size(kSweeps), guesses);
    if (!hasty)
    {
      add_sweeps(robot, plan, options, true, std::size(kSweeps), guesses);
    }
  }
  return guesses;
}

RecoveryState state_near(const Robot & robot, const RecoveryPlan & plan, const FirstGuess & guess)
{
  RecoveryPlan near;
  near.degree = plan.degree;
  near.penalized = plan.penalized;
  near.knots = plan.knots;
  near.moving = plan.moving;
  near.rest = plan.rest;
  near.fixed = plan.fixed;
  near.progress = plan.progress;
  const Eigen::Index segments = index(plan.knots.size()) - 1;
  const double spacing = (plan.knots.back() - plan.knots.front()) / static_cast<double>(segments);
  near.smoothing.setConstant(
    segments, plan.joints(), std::min(kGuessSmoothing, std::pow(spacing, kSmoothingPower)));
  for (std::size_t i = 0; i < guess.times.size(); ++i)
  {
    for (int joint = 0; joint < plan.joints(); ++joint)
    {
      const int column = plan.moving[static_cast<std::size_t>(joint)];
      near.equations.push_back(
        {guess.times[i], joint, 0, guess.positions(static_cast<Eigen::Index>(i), column),
         kGuessNoise});
    }
  }
  RecoveryProblem problem(robot, near);
  BandedLeastSquares solver = problem.solver();
  RecoveryState state = problem.initial();
  problem.linearize(state, solver, 0.0);
  solver.solve(kPivotTolerance, kPivotTolerance);
  state = problem.stepped(state, solver);
  state.border = given_unknowns(plan);
  return state;
}

RecoveryState state_near(
  const Robot & robot, const RecoveryPlan & plan, const PiecewisePolynomial & motion)
{
  return state_near(robot, plan, given(plan, motion));
}

void require_observed_along(
  const Robot & robot, const RecoveryPlan & plan, const FirstGuess & guess)
{
  std::vector<MountedAccelerometer> mounted;
  for (const auto & sensor : plan.sensors)
  {
    mounted.push_back(sensor.mounted);
  }
  std::vector<double> times;
  RowMatrix motions = RowMatrix::Zero(0, robot.dof());
  const std::size_t stride = 1 + guess.times.size() / kLookedAt;
  for (std::size_t i = 0; i < guess.times.size(); i += stride)
  {
    times.push_back(guess.times[i]);
    motions.conservativeResize(motions.rows() + 3, Eigen::NoChange);
    motions.bottomRows(3).setZero();
    motions.row(motions.rows() - 3) = guess.positions.row(static_cast<Eigen::Index>(i));
  }
  require_observed(observability(robot, mounted, times, motions, plan.moving, plan.encoded));
}

}  // namespace hod::detail
