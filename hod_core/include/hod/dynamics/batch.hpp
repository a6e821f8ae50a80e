// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__BATCH_HPP_
#define HOD__DYNAMICS__BATCH_HPP_

#include <cstddef>

#include "hod/model/model.hpp"

namespace hod
{

/// Forces of many states: states run across SIMD lanes and threads.
///
/// @param motion  states × rows × dof doubles, C order: q, q', … q⁽ʳᵒʷˢ⁻¹⁾ of every state
/// @param rows    derivative rows per state, at least order + 3
/// @param force   states × (order + 1) × dof doubles, C order
/// @param threads 0: one per core
/// Throws hod::Error for an order or a number of rows that does not fit.
void batch_forces(
  const Model & model, const double * motion, std::size_t states, int rows, int order,
  double * force, int threads = 0);

}  // namespace hod

#endif  // HOD__DYNAMICS__BATCH_HPP_
