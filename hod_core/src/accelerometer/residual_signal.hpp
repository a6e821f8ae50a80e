// SPDX-License-Identifier: Apache-2.0
#ifndef RESIDUAL_SIGNAL_HPP_
#define RESIDUAL_SIGNAL_HPP_

#include <string>
#include <vector>

#include "recovery_plan.hpp"

namespace hod::detail
{

/// A signal in the residuals of a sensor that is too fast for the knots.
struct ResidualSignal
{
  std::size_t sensor = 0;
  double size = 0.0;      ///< rms, in the sensor's unit
  double relative = 0.0;  ///< the same in units of the noise
  double spacing = 0.0;   ///< of the knots that it would need [s]
  bool is_clear = true;   ///< beside white noise; otherwise it may be noise that is not white
};

/// Signals in residuals that are beyond noise, for knots this far apart. Cubics over four knots
/// have as many unknowns as a spline; where those over shorter blocks find much more than those
/// over longer ones, in units of the noise among neighbours, denser knots would find it as well. A
/// noise that is stated too low changes nothing, nor do slow residuals of a wrong description.
///
/// @param residuals of all readings, one matrix per sensor of the plan
std::vector<ResidualSignal> signals_left(
  const RecoveryPlan & plan, const std::vector<RowMatrix> & residuals, double spacing);

/// A sentence about such signals for the knots of the plan; empty if there are none.
std::string sentence_about_signals(
  const RecoveryPlan & plan, const std::vector<RowMatrix> & residuals);

}  // namespace hod::detail

#endif  // RESIDUAL_SIGNAL_HPP_
