// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__HERMITE_HPP_
#define MOTION__HERMITE_HPP_

#include <Eigen/Core>

namespace hod
{

/// A polynomial of degree 2r + 1 on 0 <= u <= 1 in terms of its nodal derivatives in u, y⁽⁰⁾ … y⁽ʳ⁾
/// at 0 and then at 1; both matrices are square, of size 2r + 2.
struct Hermite
{
  explicit Hermite(int r);

  /// Nodal derivatives to coefficients of u⁰ … u²ʳ⁺¹.
  Eigen::MatrixXd coefficients;

  /// Nodal derivatives to their forces: ∫(y⁽ʳ⁺¹⁾)² du is the quadratic form. The force that belongs
  /// to y⁽ᵈ⁾ is (-1)ʳ⁻ᵈ y⁽²ʳ⁺¹⁻ᵈ⁾ at 1, minus that at 0.
  Eigen::MatrixXd stiffness;
};

/// The polynomial of degree 2 rows − 1 on 0 ≤ u ≤ 1 with given Taylor coefficients (y⁽ᵏ⁾/k!) at
/// both ends: the Taylor polynomial at 0 plus u^rows (c₀ + c₁ (u − 1) + …), where the series of the
/// remainder at u = 1 divided by that of u^rows gives the cᵢ in turn. Keeps digits that
/// `Hermite::coefficients` would cancel.
///
/// @param rows coefficients at either end, 1 … kMaxTwoPointRows
/// @param coefficients receives 2 rows coefficients of u⁰, u¹, …
constexpr int kMaxTwoPointRows = 8;
void two_point_polynomial(
  int rows, const double * left, const double * right, double * coefficients) noexcept;

}  // namespace hod

#endif  // MOTION__HERMITE_HPP_
