// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__CLASSIC__COEFFICIENTS_HPP_
#define HOD__CLASSIC__COEFFICIENTS_HPP_

#include <vector>

namespace hod::classic
{

/// The coefficients of E⁽¹⁾ … E⁽ᵏ⁾ in the generalized equation of order k: the Catalan numbers 1,
/// 2, 5, 14, 42, 132, … They are the only ones for which it holds.
std::vector<double> exact_coefficients(int k);

/// The coefficients printed in 002 (74), (78), 001 (132), (134) and 000 (164), (165), which are p
/// (p + 1) / 2 − δ_p: 1, 2, 5, 9, 14, 20, … **Wrong from k = 4 on**, where they have 9 in place of
/// 14: for a single revolute joint, Q''' is then off by −8.9 % of its leading term (m = 5). For
/// comparison only.
std::vector<double> printed_coefficients(int k);

/// A term c q⁽ᵃ⁾ q⁽ᵇ⁾ … of an n-th derivative, written as the orders a ≥ b ≥ …
struct BellTerm
{
  double coefficient = 1.0;
  std::vector<int> orders;
};

/// D ⁿ f(q(t)) = Σ c A[q⁽ᵃ⁾, q⁽ᵇ⁾, …] over the partitions of n (partial Bell polynomials; 002 (46)
/// is n = 5): c = n! / (Π a! Π multiplicities!). n = 0 gives a single term without orders. Throws
/// hod::Error for n beyond 40, of which there are too many.
std::vector<BellTerm> bell_terms(int n);

}  // namespace hod::classic

#endif  // HOD__CLASSIC__COEFFICIENTS_HPP_
