// SPDX-License-Identifier: Apache-2.0
#ifndef DESCENT_HPP_
#define DESCENT_HPP_

#include "recovery_problem.hpp"

namespace hod::detail
{

/// A state that steps led to.
struct Fit
{
  RecoveryState state;
  double cost = 0.0;
  int iterations = 0;
  bool converged = false;
};

/// What readings without noise leave of their squares: their rounding, and that of a motion whose
/// smoothness weighs as much.
constexpr double kExact = 1e-14;

/// The readings of sensors, all of them, in units of their noise.
double sum_of_squares(const RecoveryPlan & plan);

/// Gauss-Newton steps, damped when they fail, from a state on. They end where the linear equations
/// promise nothing that would matter; the solver then has the equations of that state.
///
/// @param sensors_too whether the unknowns of the sensors move as well
Fit descended(
  RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from, int max_iterations,
  bool sensors_too);

}  // namespace hod::detail

#endif  // DESCENT_HPP_
