// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__ENERGIES__BATCH_ENERGIES_HPP_
#define HOD__DYNAMICS__ENERGIES__BATCH_ENERGIES_HPP_

#include "hod/dynamics/forces/batch.hpp"

namespace hod
{

/// Which energies are wanted.
struct EnergyRequest
{
  int max_order = 4;      ///< the highest p of E⁽ᵖ⁾; E⁽⁰⁾ is the kinetic energy
  int derivatives = 0;    ///< time derivatives of each
  bool per_link = false;  ///< of every link separately instead of the whole robot

  /// Throws hod::Error for invalid orders, or for states with too few rows for them.
  void check(const States & states) const;
};

/// Acceleration energies of many states, computed in several threads. A link includes what it
/// carries, and the link below a joint includes the joint's rotor.
///
/// @param states at least max_order + derivatives + 2 rows
/// @param energy receives states × (derivatives + 1) × (max_order + 1) × (links or 1) doubles, C
///   order
/// @param threads 0: one per core
///
/// Throws hod::Error for what EnergyRequest::check() rejects.
void batch_energies(
  const Robot & robot, const States & states, const EnergyRequest & request, double * energy,
  int threads = 0);

}  // namespace hod

#endif  // HOD__DYNAMICS__ENERGIES__BATCH_ENERGIES_HPP_
