// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__HERMITE_HPP_
#define MOTION__HERMITE_HPP_

#include <Eigen/Core>

namespace hod
{

/// A polynomial of degree 2r + 1 on 0 <= u <= 1 by its nodal derivatives in u, y⁽⁰⁾ … y⁽ʳ⁾ at 0 and
/// then at 1; both matrices are square, of size 2r + 2.
struct Hermite
{
  explicit Hermite(int r);

  /// Nodal derivatives to coefficients of u⁰ … u²ʳ⁺¹.
  Eigen::MatrixXd coefficients;

  /// Nodal derivatives to their forces: ∫(y⁽ʳ⁺¹⁾)² du is the quadratic form. The force that belongs
  /// to y⁽ᵈ⁾ is (-1)ʳ⁻ᵈ y⁽²ʳ⁺¹⁻ᵈ⁾ at 1, minus that at 0.
  Eigen::MatrixXd stiffness;
};

}  // namespace hod

#endif  // MOTION__HERMITE_HPP_
