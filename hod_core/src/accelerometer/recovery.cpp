// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hod/error.hpp"
#include "motion/median.hpp"
#include "recovery_problem.hpp"
#include "recovery_report.hpp"
#include "recovery_start.hpp"
#include "unexplained.hpp"

namespace hod
{
namespace
{

using detail::RecoveryPlan;
using detail::RecoveryProblem;
using detail::RecoveryState;

constexpr double kPivotTolerance = 1e-10;
constexpr double kBorderTolerance = 1e-4;
constexpr double kSmallGain = 1e-8;  // of the sum of squares
constexpr double kNoGain = 1e-5;     // the same, when a step fails
constexpr double kRounding = 1e-26;  // of the squares of the readings
constexpr double kExact = 1e-14;     // the same, of readings without noise
constexpr double kFirstDamping = 1e-3;
constexpr double kLastDamping = 1e-6;
constexpr double kHighestDamping = 1e6;
constexpr int kStepsBefore = 15;
constexpr double kFewestSegments = 4.0;
constexpr double kFirstSpacing = 0.1;     // [s]
constexpr double kFirstSmoothing = 1e-8;  // of strokes of about a radian in a second
constexpr double kKnotsPerFreedom = 2.5;
constexpr double kSameCost = 1e-3;
constexpr double kFarthest = std::numeric_limits<double>::max();
constexpr double kMostUnexplained = 0.05;              // of how much readings vary
constexpr double kMostUnexplainedByStatedKnots = 0.3;  // which may be too few for a sudden start
constexpr double kHopelessShare = 0.2;     // left unexplained, finer knots will not mend it …
constexpr double kHopelessSpacing = 0.05;  // … below this distance of knots [s]
constexpr Eigen::Index kMostReadingsTriedAgain = 100000;
constexpr double kSmallChange = 0.2;  // of the logarithm of a weight
constexpr int kRounds = 8;

/// A state that steps led to.
struct Fit
{
  RecoveryState state;
  double cost = 0.0;
  int iterations = 0;
  bool converged = false;
};

/// The readings, all of them, in units of their noise.
double sum_of_squares(const RecoveryPlan & plan)
{
  double squares = 0.0;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    const double noise = plan.sensors[i].mounted.sensor().noise;
    squares += plan.readings[i].values.squaredNorm() / (noise * noise);
  }
  return squares;
}

/// Gauss-Newton steps, damped when they fail. They end where the linear equations promise nothing
/// that would matter.
class Descent
{
public:
  Descent(RecoveryProblem & problem, detail::BandedLeastSquares & solver, Fit start)
  : problem_(problem),
    solver_(solver),
    fit_(std::move(start)),
    rounding_(kRounding * sum_of_squares(problem.plan()))
  {}

  /// @param sensors_too whether the unknowns of the sensors move as well
  Fit run(int max_iterations, bool sensors_too)
  {
    problem_.hold_sensors(!sensors_too);
    fit_.converged = false;
    damping_ = 0.0;
    max_iterations += fit_.iterations;
    fit_.cost = problem_.linearize(fit_.state, solver_, 0.0);
    while (!fit_.converged && damping_ < kHighestDamping && fit_.iterations < max_iterations)
    {
      ++fit_.iterations;
      step();
    }
    return fit_;
  }

private:
  void step()
  {
    solver_.solve(kPivotTolerance, kBorderTolerance);
    const double promise = fit_.cost - solver_.residual();
    const RecoveryState trial = problem_.stepped(fit_.state, solver_);
    const bool finite = trial.control.allFinite() && trial.border.allFinite();
    const double cost = finite ? problem_.cost(trial) : std::numeric_limits<double>::infinity();
    const bool better = cost <= fit_.cost;
    const double gain = better ? kSmallGain : kNoGain;
    fit_.converged = damping_ == 0.0 && promise <= gain * fit_.cost + rounding_;
    if (better)
    {
      fit_.state = trial;
      fit_.cost = cost;
      damping_ = damping_ > kLastDamping ? 0.1 * damping_ : 0.0;
    }
    else
    {
      damping_ = std::max(10.0 * damping_, kFirstDamping);
    }
    if (!fit_.converged)
    {
      problem_.linearize(fit_.state, solver_, damping_);
    }
  }

  RecoveryProblem & problem_;
  detail::BandedLeastSquares & solver_;
  Fit fit_;
  double rounding_;
  double damping_ = 0.0;
};

/// A motion that was found, and what it leaves unexplained.
struct Outcome
{
  Recovery recovery;
  std::vector<detail::Unexplained> left;
};

/// A fit and what it was made of.
struct Search
{
  const Robot & robot;
  const RecoveryOptions & options;
  RecoveryPlan plan;
  bool thorough = true;  ///< all beginnings, not only until two agree; the finest knots
  std::vector<std::string> warnings;
  int iterations = 0;

  /// Gauss-Newton steps from a motion.
  Fit descend(RecoveryProblem & problem, detail::BandedLeastSquares & solver, RecoveryState from)
  {
    Fit start;
    start.state = std::move(from);
    Descent descent(problem, solver, start);
    if (plan.border() > 0)
    {
      descent.run(kStepsBefore, false);  // the motion alone first: together they run away from afar
    }
    Fit fit = descent.run(options.max_iterations, true);
    iterations += fit.iterations;
    return fit;
  }

  /// The beginnings, the most promising first.
  std::vector<RecoveryState> beginnings(RecoveryProblem & problem)
  {
    std::vector<std::pair<double, RecoveryState>> states;
    for (const auto & guess : detail::first_guesses(robot, plan, options))
    {
      detail::require_observed_along(robot, plan, guess);
      RecoveryState state = detail::state_near(robot, plan, guess);
      const double cost = problem.cost(state);
      states.emplace_back(std::isfinite(cost) ? cost : kFarthest, std::move(state));
    }
    std::sort(states.begin(), states.end(), [](const auto & left, const auto & right) {
      return left.first < right.first;
    });
    std::vector<RecoveryState> result;
    for (auto & state : states)
    {
      result.push_back(std::move(state.second));
    }
    return result;
  }

  /// The best of all beginnings, or of those until two lead to the same.
  Fit best_fit(RecoveryProblem & problem, detail::BandedLeastSquares & solver)
  {
    Fit best;
    for (auto & state : beginnings(problem))
    {
      Fit fit = descend(problem, solver, std::move(state));
      const bool same =
        fit.converged && best.converged && std::abs(fit.cost - best.cost) <= kSameCost * best.cost;
      if (
        best.iterations == 0 || (fit.converged && !best.converged) ||
        (fit.converged == best.converged && fit.cost < best.cost))
      {
        best = std::move(fit);
      }
      if (same && !thorough)
      {
        break;
      }
    }
    return best;
  }

  Outcome finish(
    RecoveryProblem & problem, detail::BandedLeastSquares & solver, const Fit & best, double most)
  {
    problem.linearize(best.state, solver, 0.0);
    detail::require_told_apart(plan, solver);
    detail::require_determined(robot, plan, solver);
    if (!best.converged)
    {
      throw Error(
        "recovery: found no end of the steps after " + std::to_string(iterations) +
        ", expected one; a better guess, known ends or a larger knot spacing help");
    }
    std::vector<detail::Unexplained> left = detail::unexplained(robot, problem, best.state, most);
    return {detail::report(robot, problem, solver, best.state, iterations, warnings), left};
  }
};

/// With the knots' distance of the options.
Outcome recovered(Search search)
{
  const RecoveryOptions & options = search.options;
  lay_knots(
    options, options.knot_spacing, options.degree, options.degree - 1,
    Eigen::VectorXd::Constant(search.plan.joints(), options.smoothing), search.plan);
  RecoveryProblem problem(search.robot, search.plan);
  detail::BandedLeastSquares solver = problem.solver();
  return search.finish(
    problem, solver, search.best_fit(problem, solver), kMostUnexplainedByStatedKnots);
}

/// Weights of the roughness for which the readings are most likely, by the fixed point of Fellner
/// and Schall (Wood and Fasiolo 2017): λ = φ (rank - λ tr(H⁻¹S)) / xᵀSx of each joint, φ being the
/// squares left over by degrees of freedom.
class Evidence
{
public:
  Evidence(const RecoveryProblem & problem, const detail::BandedLeastSquares & solver, double cost)
  : smoothing_(problem.smoothing())
  {
    const RecoveryPlan & plan = problem.plan();
    const Eigen::VectorXd traces = problem.roughness_traces(solver);
    const double rank = problem.basis().segments();
    const Eigen::ArrayXd kept = (rank - smoothing_.array() * traces.array()).max(1e-3 * rank);
    freedom_ = kept.maxCoeff();
    const double roughness = smoothing_.dot(problem.roughness());
    const double unknowns = kept.sum() + static_cast<double>(plan.joints() * plan.degree);
    const double left = std::max(1.0, static_cast<double>(problem.equations()) - unknowns);
    const double exact = kExact * sum_of_squares(plan) / left;
    ratio_ = std::max(exact, (cost - roughness) / left);
    const Eigen::ArrayXd wanted =
      ratio_ * kept / problem.roughness().array().max(std::numeric_limits<double>::min());
    change_ = (wanted / smoothing_.array()).log().max(-kLargestChange).min(kLargestChange);
    smoothing_.array() *= change_.exp();
  }

  const Eigen::VectorXd & smoothing() const { return smoothing_; }
  double change() const { return change_.abs().maxCoeff(); }
  /// Degrees of freedom of the liveliest joint, beyond those of a polynomial.
  double freedom() const { return freedom_; }
  double ratio() const { return ratio_; }

private:
  static constexpr double kLargestChange = 9.0;

  Eigen::VectorXd smoothing_;
  Eigen::ArrayXd change_;
  double freedom_;
  double ratio_;
};

/// The knots' distance to begin with, and the smallest that readings may ask for.
std::pair<double, double> spacings(const RecoveryPlan & plan)
{
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  double step = start;
  for (const auto & readings : plan.readings)
  {
    start = std::min(start, readings.times.front());
    end = std::max(end, readings.times.back());
    step = std::min(step, detail::median_interval(readings.times));
  }
  return {std::min(kFirstSpacing, (end - start) / kFewestSegments), 2.0 * step};
}

/// Knots as dense as the motion needs, and its roughness weighed as the readings make most likely.
Outcome recovered_by_evidence(Search search)
{
  const RecoveryOptions & options = search.options;
  auto [spacing, finest] = spacings(search.plan);
  Eigen::VectorXd smoothing = Eigen::VectorXd::Constant(search.plan.joints(), kFirstSmoothing);
  std::optional<PiecewisePolynomial> motion;
  double coarser = 0.0;
  const int degree = options.degree + 1;
  while (true)
  {
    lay_knots(options, spacing, degree, degree, smoothing, search.plan);
    RecoveryProblem problem(search.robot, search.plan);
    detail::BandedLeastSquares solver = problem.solver();
    Fit fit = motion ? search.descend(
                         problem, solver, detail::state_near(search.robot, search.plan, *motion))
                     : search.best_fit(problem, solver);
    double freedom = 0.0;
    for (int round = 0; round < kRounds; ++round)
    {
      fit.cost = problem.linearize(fit.state, solver, 0.0);
      const Evidence evidence(problem, solver, fit.cost);
      freedom = evidence.freedom();
      smoothing = evidence.smoothing();
      problem.set_smoothing(smoothing);
      fit = search.descend(problem, solver, fit.state);
      if (evidence.change() < kSmallChange)
      {
        break;
      }
    }
    if (!fit.converged && coarser > 0.0)
    {
      spacing = finest = std::exchange(coarser, 0.0);  // so fine says nothing: back to the last
      continue;
    }
    const bool hopeless = spacing <= kHopelessSpacing &&
                          !unexplained(search.robot, problem, fit.state, kHopelessShare).empty();
    if (hopeless || freedom * kKnotsPerFreedom <= problem.basis().segments() || spacing <= finest)
    {
      return search.finish(problem, solver, fit, kMostUnexplained);
    }
    coarser = spacing;
    spacing = std::max(finest, 0.5 * spacing);
    motion = problem.polynomial(fit.state);
  }
}

Outcome outcome(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options, bool thorough)
{
  Search search{robot, options, {}, thorough, {}, 0};
  search.plan = detail::recovery_plan(robot, sensors, recordings, options, search.warnings);
  return options.knot_spacing == 0.0 ? recovered_by_evidence(std::move(search))
                                     : recovered(std::move(search));
}

/// With few beginnings if they explain the readings, otherwise with all.
Outcome first_outcome(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options)
{
  try
  {
    Outcome found = outcome(robot, sensors, recordings, options, false);
    if (found.left.empty())
    {
      return found;
    }
  }
  catch (const Error &)  // NOLINT(bugprone-empty-catch)
  {
    // Said again by the thorough search, if that is no better.
  }
  return outcome(robot, sensors, recordings, options, true);
}

/// What would explain the readings; empty if nothing that was tried does.
std::string explanation(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options,
  const std::vector<detail::Unexplained> & left)
{
  Eigen::Index count = 0;
  for (const auto & recording : recordings)
  {
    count += recording.values.rows();
  }
  if (count > kMostReadingsTriedAgain)
  {
    return {};
  }
  for (const auto & variant : detail::variants(sensors, recordings, options, left))
  {
    try
    {
      if (outcome(robot, variant.sensors, variant.recordings, variant.options, false).left.empty())
      {
        return "; " + variant.text + " would explain them";
      }
    }
    catch (const Error &)
    {
      continue;  // this cannot be it
    }
  }
  return {};
}

}  // namespace

int size_of(SensorUnknown kind, const Accelerometer & sensor)
{
  switch (kind)
  {
    case SensorUnknown::time_offset:
    case SensorUnknown::clock_drift:
      return 1;
    case SensorUnknown::position:
      return sensor.quantity == SensorQuantity::angular_velocity ? 0 : 3;
    case SensorUnknown::orientation:
      return 3;
    default:
      return static_cast<int>(sensor.axes.rows());
  }
}

Recovery recover_motion(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options)
{
  Outcome found = first_outcome(robot, sensors, recordings, options);
  if (!found.left.empty())
  {
    throw Error(
      found.left.front().text + ", expected a motion that explains all readings" +
      explanation(robot, sensors, recordings, options, found.left));
  }
  return std::move(found.recovery);
}

}  // namespace hod
