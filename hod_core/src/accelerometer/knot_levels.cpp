// SPDX-License-Identifier: Apache-2.0
#include "knot_levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "beside.hpp"
#include "evidence.hpp"
#include "hod/error.hpp"
#include "motion/median.hpp"
#include "recording_parts.hpp"
#include "recovery_start.hpp"
#include "residual_signal.hpp"
#include "text.hpp"
#include "unexplained.hpp"

namespace hod::detail
{
namespace
{

constexpr double kFewestSegments = 4.0;
constexpr double kFirstSpacing = 0.1;      // [s]
constexpr double kDenserSpacing = 0.05;    // [s] of a thorough search
constexpr double kFirstSmoothing = 1e-10;  // for strokes of about a radian per second
constexpr double kKnotsPerFreedom = 3.0;
constexpr double kMoreKnots = 1.15;          // than seem to be needed, since they add freedom
constexpr double kFinestShare = 0.5;         // of the knot spacing, for the next level
constexpr double kHopelessShare = 0.2;       // if left unexplained, finer knots will not help …
constexpr double kHopelessSpacing = 0.0125;  // … below this knot spacing [s]: starts are sudden
constexpr double kHopelessInTrial = 0.05;    // the same where a quick answer is enough
constexpr double kContender = 2.0;           // times the smallest sum of squares
constexpr double kApart = 0.01;              // [rad or m] between motions that count as different
constexpr double kDecisive = 50.0;           // of χ², between two motions
constexpr double kLeftOfSignal = 0.4;        // of its rms, by knots that find it
constexpr double kSmallChange = 0.3;         // of the logarithm of a weight
constexpr int kRounds = 8;
constexpr int kRoundsInCommon = 2;       // with weights that are constant in time
constexpr double kLongRecording = 40.0;  // [s], and the part of a longer one that determines …
constexpr double kStretch = 8.0;         // … how dense the knots have to be
constexpr int kStretches = 3;

/// A motion with other knots, its sensors' unknowns, and the weights of its roughness.
struct Found
{
  PiecewisePolynomial motion;
  Eigen::VectorXd border;
  RoughnessWeights weights;
};

/// Initial values of the search.
struct First
{
  double spacing;  ///< of knots [s]
  RoughnessWeights weights;
  int rounds_in_common = kRoundsInCommon;  ///< with weights that are constant in time
};

/// The initial knot spacing, and the smallest one that readings may require.
std::pair<double, double> spacings(const RecoveryPlan & plan, bool thorough)
{
  const auto [start, end] = span(plan);
  double step = std::numeric_limits<double>::infinity();
  for (const auto & readings : plan.readings)
  {
    step = std::min(step, median_interval(readings.times));
  }
  return {
    std::min(thorough ? kDenserSpacing : kFirstSpacing, (end - start) / kFewestSegments),
    2.0 * step};
}

/// A problem with this knot spacing, without a motion so far.
Level laid(Search & search, double spacing, const RoughnessWeights & weights)
{
  const int degree = search.options.degree + 2;
  lay_knots(search.options, spacing, degree, degree, weights, search.plan);
  Level level;
  level.spacing = spacing;
  level.problem = std::make_unique<RecoveryProblem>(search.robot, search.plan);
  level.solver = std::make_unique<BandedLeastSquares>(level.problem->solver());
  return level;
}

/// Finds the weights of maximum likelihood, and the motion with them.
///
/// @param rounds_in_common rounds with weights that are constant in time
void weigh(Search & search, int rounds_in_common, Level & level)
{
  RecoveryProblem & problem = *level.problem;
  for (int round = 0; round < kRounds; ++round)
  {
    const bool along = round >= rounds_in_common;
    const Evidence evidence(problem, *level.solver, level.fit.cost, along);
    level.freedom = evidence.freedom();
    level.squares_left = evidence.squares_left();
    if (along && evidence.change() < kSmallChange)
    {
      break;
    }
    problem.set_smoothing(evidence.smoothing());
    level.fit = search.descend(problem, *level.solver, std::move(level.fit.state));
  }
}

/// The motion with this knot spacing, starting from one that was found.
Level level_at(Search & search, double spacing, const Found & found, int rounds_in_common = 0)
{
  Level level = laid(search, spacing, found.weights);
  RecoveryState state = state_near(search.robot, search.plan, found.motion);
  state.border = found.border;
  level.fit =
    search.descend(*level.problem, *level.solver, search.continued(*level.problem, state));
  weigh(search, rounds_in_common, level);
  return level;
}

Found found_at(const Level & level)
{
  return {
    level.problem->polynomial(level.fit.state), level.fit.state.border,
    RoughnessWeights::along(level.problem->plan().knots, level.problem->smoothing())};
}

/// Whether so much is unexplained that neither finer knots nor a nearby motion will help.
bool is_hopeless(const Robot & robot, const Level & level)
{
  return !unexplained(robot, *level.problem, kHopelessShare).empty();
}

/// Knots as dense as the motion needs.
Level refined(Search & search, double finest, Level level)
{
  const double hopeless = search.trial ? kHopelessInTrial : kHopelessSpacing;
  while (true)
  {
    if (
      (level.spacing <= hopeless && is_hopeless(search.robot, level)) ||
      level.share_of_knots() >= 1.0 || level.spacing <= finest)
    {
      return level;
    }
    const Found found = found_at(level);
    const double coarser = level.spacing;
    const double finer = coarser * std::max(kFinestShare, level.share_of_knots() / kMoreKnots);
    level = level_at(search, std::max(finest, finer), found);
    if (!level.fit.converged)
    {
      level = level_at(search, coarser, found);  // too fine to determine anything: back to the last
      level.given_up = true;
      return level;
    }
  }
}

/// The joint at which two motions are farthest apart, and by how much.
std::pair<int, double> farthest(const RecoveryPlan & plan, const Found & one, const Found & other)
{
  RowMatrix there(1, one.motion.channels());
  RowMatrix here(1, one.motion.channels());
  RowMatrix apart = RowMatrix::Zero(1, one.motion.channels());
  for (const double time : plan.knots)
  {
    one.motion.evaluate(time, here);
    other.motion.evaluate(time, there);
    apart = apart.cwiseMax((here - there).cwiseAbs());
  }
  Eigen::Index joint = 0;
  const double most = apart.row(0).maxCoeff(&joint);
  return {static_cast<int>(joint), most};
}

/// Throws hod::Error if two motions explain the readings equally well.
void require_same(
  const Search & search, const Level & level, const Found & one, const Found & other)
{
  const auto [joint, apart] = farthest(search.plan, one, other);
  if (apart > kApart)
  {
    throw Error(
      "recovery: found two motions that explain the readings, up to " + number(apart) +
      " apart at '" + search.robot.joint_names()[static_cast<std::size_t>(joint)] +
      "', residuals " + number(std::sqrt(level.squares_left)) +
      " times the noise, expected one; known ends, joint readings, more sensors or a guess help");
  }
}

/// Refines another motion as well, and keeps the better one.
Level better(Search & search, Level level, double spacing, double finest, const Found & other)
{
  const Found found = found_at(level);
  const std::pair<bool, double> left{!level.fit.converged, level.squares_left};
  const double distance = level.spacing;
  const bool given_up = level.given_up;
  level = refined(search, finest, level_at(search, spacing, other, kRoundsInCommon));
  const double difference = static_cast<double>(level.problem->equations()) *
                            std::abs(std::log(level.squares_left / left.second));
  const bool alike = difference < kDecisive;
  const bool explains =
    unexplained(search.robot, *level.problem, kMostUnexplained).empty() &&
    left_beyond_noise(search.robot, *level.problem, std::sqrt(level.squares_left)).empty();
  if (!left.first && level.fit.converged && alike && explains)
  {
    require_same(search, level, found, found_at(level));
  }
  if (left < std::pair(!level.fit.converged, level.squares_left))
  {
    level = level_at(search, distance, found);
    level.given_up = given_up;
  }
  return level;
}

/// Refines alternative motions near this one as well.
Level best_of_those_beside(Search & search, Level level, double finest)
{
  const std::vector<RecoveryState> states =
    states_beside(search, *level.problem, *level.solver, level.fit, std::sqrt(level.squares_left));
  const RecoveryProblem & problem = *level.problem;
  std::vector<Found> others = {found_at(level)};
  for (const RecoveryState & state : states)
  {
    Found other{
      problem.polynomial(state), state.border,
      RoughnessWeights::along(problem.plan().knots, problem.smoothing())};
    const bool known = std::any_of(others.begin(), others.end(), [&](const Found & found) {
      return farthest(search.plan, found, other).second <= kApart;
    });
    if (!known)
    {
      others.push_back(std::move(other));
    }
  }
  const double spacing = level.spacing;
  for (std::size_t i = 1; i < others.size(); ++i)
  {
    level = better(search, std::move(level), spacing, finest, others[i]);
  }
  return level;
}

/// The best of the motions reached from all initial guesses: a thorough search refines every one
/// that may become the best with other knots and weights.
Level best(Search & search, const First & first, double finest)
{
  Level level = laid(search, first.spacing, first.weights);
  std::vector<Fit> fits = search.contenders(*level.problem, *level.solver);
  std::vector<Found> others;
  for (std::size_t i = 1; i < fits.size(); ++i)
  {
    if (search.thorough && fits[i].cost <= kContender * fits.front().cost)
    {
      others.push_back(
        {level.problem->polynomial(fits[i].state), fits[i].state.border, first.weights});
    }
  }
  level.fit = std::move(fits.front());
  level.fit.cost = level.problem->linearize(level.fit.state, *level.solver, 0.0);
  weigh(search, first.rounds_in_common, level);
  level = refined(search, finest, std::move(level));
  for (const Found & other : others)
  {
    level = better(search, std::move(level), first.spacing, finest, other);
  }
  const bool others_may_be = search.thorough && !search.plan.is_measured();
  if (others_may_be && level.fit.converged && !is_hopeless(search.robot, level))
  {
    return best_of_those_beside(search, std::move(level), finest);
  }
  return level;
}

/// The total of signals in units of noise, and the densest knots that a clear one needs.
std::pair<double, double> needs(const std::vector<ResidualSignal> & signals, double spacing)
{
  double squares = 0.0;
  double needed = spacing;
  for (const ResidualSignal & signal : signals)
  {
    squares += signal.relative * signal.relative;
    needed = signal.is_clear ? std::min(needed, signal.spacing) : needed;
  }
  return {std::sqrt(squares), needed};
}

/// The weight of the roughness of vibrations that are as fast as knots this far apart can be. From
/// the much larger one of a slow motion, which smooths them, the fixed point is not left.
double weight_of(const std::vector<ResidualSignal> & signals, double spacing, int penalized)
{
  constexpr double kHalfTurn = 3.141592653589793;
  double largest = 0.0;
  for (const ResidualSignal & signal : signals)
  {
    largest = std::max(largest, signal.size);
  }
  const double roughness = largest * std::pow(0.5 * kHalfTurn / spacing, penalized - 2);
  return 2.0 / spacing / (roughness * roughness);
}

/// With denser knots if the residuals contain a signal and these find it. A fast vibration beside a
/// slow motion is smoothed as noise with few knots: then the motion seems to need no more.
Level with_signals(Search & search, Level level, double finest)
{
  const auto [start, end] = span(search.plan);
  if (!level.fit.converged || end - start > kLongRecording)
  {
    return level;  // long recordings take the knots of their stretches
  }
  const double coarser = level.spacing;
  const auto signals =
    signals_left(search.plan, level.problem->residuals(level.fit.state), coarser);
  const auto [size, needed] = needs(signals, coarser);
  if (needed == coarser)
  {
    return level;
  }
  const bool given_up = level.given_up;
  const Found found = found_at(level);
  const Found rougher{
    found.motion, found.border,
    constant_weights(search.plan, weight_of(signals, needed, search.plan.penalized))};
  Level denser = level_at(search, std::max(finest, needed), rougher, kRoundsInCommon);
  denser = refined(search, finest, std::move(denser));
  if (denser.fit.converged)
  {
    const auto left =
      signals_left(search.plan, denser.problem->residuals(denser.fit.state), coarser);
    if (needs(left, coarser).first < kLeftOfSignal * size)
    {
      return denser;
    }
  }
  level = level_at(search, coarser, found);
  level.given_up = given_up;
  return level;
}

/// For long recordings of joints that are all measured, the knots and weights of a few stretches.
First first_level(const Search & search, double spacing, double finest)
{
  const RecoveryPlan & plan = search.plan;
  const First first{spacing, constant_weights(plan, kFirstSmoothing)};
  const auto [start, end] = span(plan);
  const bool pilots = end - start > kLongRecording && !search.options.guess && plan.is_measured();
  Eigen::VectorXd logarithms = Eigen::VectorXd::Zero(plan.joints());
  int found = 0;
  double dense = spacing;
  for (int i = 0; i < kStretches && pilots; ++i)
  {
    RecoveryOptions options;
    options.degree = search.options.degree;
    options.max_iterations = search.options.max_iterations;
    options.recording.rests = search.options.recording.rests;
    const double begin =
      start + (end - start - kStretch) * (i + 0.5) / static_cast<double>(kStretches);
    Search part{search.robot, options, stretch(plan, begin, begin + kStretch), false, {}, 0, true};
    try
    {
      const Level level = with_signals(part, best(part, first, finest), finest);
      dense = std::min(dense, level.spacing);
      logarithms += level.problem->smoothing().array().log().colwise().mean().matrix().transpose();
      ++found;
    }
    catch (const Error &)
    {
      continue;  // a stretch with too little information
    }
  }
  return found > 0 ? First{dense, RoughnessWeights::constant((logarithms / found).array().exp()), 0}
                   : first;
}

}  // namespace

double Level::share_of_knots() const
{
  return problem->basis().segments() / (freedom * kKnotsPerFreedom);
}

RoughnessWeights constant_weights(const RecoveryPlan & plan, double smoothing)
{
  return RoughnessWeights::constant(Eigen::VectorXd::Constant(plan.joints(), smoothing));
}

double rough_cost(Search & search)
{
  const double spacing = spacings(search.plan, false).first;
  const Level level = laid(search, spacing, constant_weights(search.plan, kFirstSmoothing));
  return search.promise(*level.problem, *level.solver);
}

Level level_by_evidence(Search & search)
{
  const auto [coarsest, finest] = spacings(search.plan, search.thorough);
  Level level = best(search, first_level(search, coarsest, finest), finest);
  if (!search.trial)
  {
    level = with_signals(search, std::move(level), finest);
  }
  if (!level.fit.converged)
  {
    level.problem->linearize(level.fit.state, *level.solver, 0.0);
  }
  return level;
}

}  // namespace hod::detail
