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

/// The polynomial of degree 2 rows − 1 on 0 ≤ u ≤ 1 with given Taylor coefficients (y⁽ᵏ⁾/k!) at both
/// ends. What the polynomial of the left end leaves at the right one is made up by the upper half of
/// the coefficients, so smooth values keep digits that `Hermite::coefficients` would cancel.
class TwoPointPolynomial
{
public:
  static constexpr int kMaxRows = 8;

  /// @param rows coefficients at either end, 1 … kMaxRows
  explicit TwoPointPolynomial(int rows);

  int rows() const { return static_cast<int>(upper_.rows()); }

  /// @param left, right rows() Taylor coefficients in u
  /// @param coefficients receives 2 rows() coefficients of u⁰, u¹, …
  void join(const double * left, const double * right, double * coefficients) const noexcept;

private:
  Eigen::MatrixXd upper_;  ///< from what is left over at the right end
};

}  // namespace hod

#endif  // MOTION__HERMITE_HPP_
