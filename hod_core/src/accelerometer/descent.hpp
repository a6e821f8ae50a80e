// SPDX-License-Identifier: Apache-2.0
#ifndef DESCENT_HPP_
#define DESCENT_HPP_

#include "recovery_problem.hpp"

namespace hod::detail
{

/// A state reached by steps.
struct Fit
{
  RecoveryState state;
  double cost = 0.0;
  int iterations = 0;
  bool converged = false;
};

/// What exact readings leave of their sum of squares: their rounding, and that of the smoothness
/// term, whose weight follows it.
constexpr double kExact = 1e-14;

/// Sum of the squares of all sensor readings, in units of their noise.
double sum_of_squares(const RecoveryPlan & plan);

/// Gauss-Newton steps from a state, damped when they fail. They end when the linear equations
/// predict no relevant gain; the solver then has the equations of that state.
///
/// @param sensors_too whether the unknowns of the sensors are varied as well
Fit descended(
  RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from, int max_iterations,
  bool sensors_too);

}  // namespace hod::detail

#endif  // DESCENT_HPP_
