// SPDX-License-Identifier: Apache-2.0
#ifndef EVIDENCE_HPP_
#define EVIDENCE_HPP_

#include "recovery_problem.hpp"

namespace hod::detail
{

/// Weights of the roughness that maximize the likelihood of the readings, by the fixed point of
/// Fellner and Schall (Wood and Fasiolo 2017): λ = φ (rank - λ tr(H⁻¹S)) / xᵀSx for each joint,
/// where φ is the sum of squared residuals over degrees of freedom. Since joints rest, start and
/// stop, numerator and denominator are sums over the segments around an instant, plus a small share
/// of the whole recording.
class Evidence
{
public:
  /// For a problem whose equations at a state are in the solver.
  ///
  /// @param cost sum of squares there
  /// @param along whether weights vary along the motion
  Evidence(
    const RecoveryProblem & problem, const BandedLeastSquares & solver, double cost, bool along);

  const RowMatrix & smoothing() const { return smoothing_; }
  /// Logarithmic distance of these weights from those of the problem, where there is motion.
  double change() const { return change_; }
  /// Degrees of freedom of the joint that moves most, beyond those of a polynomial.
  double freedom() const { return freedom_; }
  /// φ.
  double squares_left() const { return squares_left_; }

private:
  RowMatrix smoothing_;
  double change_;
  double freedom_;
  double squares_left_;
};

}  // namespace hod::detail

#endif  // EVIDENCE_HPP_
