// SPDX-License-Identifier: Apache-2.0
#include "recovery_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "recovery_start.hpp"

namespace hod::detail
{
namespace
{

constexpr int kStepsBefore = 15;
constexpr std::size_t kTriedBeginnings = 2;
constexpr double kSameCost = 1e-3;
constexpr double kFarthest = std::numeric_limits<double>::max();

}  // namespace

Fit Search::descend(RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from)
{
  Fit fit = descended(problem, solver, std::move(from), options.max_iterations, true);
  iterations += fit.iterations;
  return fit;
}

/// Varies the motion alone first, since together with the sensors it diverges.
Fit Search::descend_from_afar(
  RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from)
{
  if (plan.border() > 0)
  {
    Fit fit = descended(problem, solver, std::move(from), kStepsBefore, false);
    iterations += fit.iterations;
    from = std::move(fit.state);
  }
  return descend(problem, solver, std::move(from));
}

/// The most promising first.
std::vector<RecoveryState> Search::beginnings(RecoveryProblem & problem, bool hasty) const
{
  std::vector<std::pair<double, RecoveryState>> states;
  for (const auto & guess : first_guesses(robot, plan, options, hasty))
  {
    require_observed_along(robot, plan, guess);
    RecoveryState state = state_near(robot, plan, guess);
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

std::vector<Fit> Search::contenders(RecoveryProblem & problem, BandedLeastSquares & solver)
{
  const auto same = [](const Fit & left, const Fit & right) {
    return left.converged && right.converged &&
           std::abs(left.cost - right.cost) <= kSameCost * right.cost;
  };
  std::vector<Fit> fits;
  for (auto & state : beginnings(problem, false))
  {
    Fit fit = descend_from_afar(problem, solver, std::move(state));
    const bool again =
      std::any_of(fits.begin(), fits.end(), [&](const Fit & other) { return same(fit, other); });
    if (!again)
    {
      fits.push_back(std::move(fit));
    }
    else if (!thorough)
    {
      break;
    }
  }
  std::sort(fits.begin(), fits.end(), [](const Fit & left, const Fit & right) {
    return left.converged != right.converged ? left.converged : left.cost < right.cost;
  });
  return fits;
}

double Search::promise(RecoveryProblem & problem, BandedLeastSquares & solver) const
{
  std::vector<RecoveryState> states = beginnings(problem, true);
  states.resize(std::min(states.size(), kTriedBeginnings));
  double least = std::numeric_limits<double>::infinity();
  for (RecoveryState & state : states)
  {
    least = std::min(least, descended(problem, solver, std::move(state), kStepsBefore, true).cost);
  }
  return least;
}

RecoveryState Search::continued(RecoveryProblem & problem, const RecoveryState & found) const
{
  if (!options.guess)
  {
    return found;
  }
  RecoveryState given = state_near(robot, plan, *options.guess);
  given.border = found.border;
  return problem.cost(given) < problem.cost(found) ? given : found;
}

}  // namespace hod::detail
