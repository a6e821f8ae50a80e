// SPDX-License-Identifier: Apache-2.0
#ifndef EVIDENCE_HPP_
#define EVIDENCE_HPP_

#include "recovery_problem.hpp"

namespace hod::detail
{

/// Weights of the roughness for which the readings are most likely, by the fixed point of Fellner
/// and Schall (Wood and Fasiolo 2017): λ = φ (rank - λ tr(H⁻¹S)) / xᵀSx of each joint, φ being the
/// squares left over by degrees of freedom.
class Evidence
{
public:
  /// Of a problem whose equations at a state are in the solver. @param cost sum of squares there
  Evidence(const RecoveryProblem & problem, const BandedLeastSquares & solver, double cost);

  const Eigen::VectorXd & smoothing() const { return smoothing_; }
  /// How far these weights are from those of the problem, in logarithms.
  double change() const { return change_.abs().maxCoeff(); }
  /// Degrees of freedom of the liveliest joint, beyond those of a polynomial.
  double freedom() const { return freedom_; }

private:
  Eigen::VectorXd smoothing_;
  Eigen::ArrayXd change_;
  double freedom_;
};

}  // namespace hod::detail

#endif  // EVIDENCE_HPP_
