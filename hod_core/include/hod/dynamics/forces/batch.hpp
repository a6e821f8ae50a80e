// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__FORCES__BATCH_HPP_
#define HOD__DYNAMICS__FORCES__BATCH_HPP_

#include <cstddef>

#include "hod/robot/robot.hpp"

namespace hod
{

/// Many states, contiguous in memory.
struct States
{
  const double * motion = nullptr;  ///< count × rows × dof, C order: q, q', … of every state
  std::size_t count = 0;
  int rows = 0;  ///< derivative rows per state
  /// One per state [s]; needed only by time-dependent loads. Several states with times are a
  /// motion, for which the robot's own base motion must be steady: see is_steady().
  const double * times = nullptr;
  /// Motion of the base in each state, in place of the robot's own base motion; may be null.
  const BaseMotion * bases = nullptr;
};

/// Output arrays of batch_force_terms(): states × (order + 1) × dof doubles each, C order; null for
/// outputs that are not wanted.
struct TermArrays
{
  double * force = nullptr;  ///< the sum of all terms
  double * inertia = nullptr;
  double * gravity = nullptr;
  double * load = nullptr;
  double * friction = nullptr;
  double * rotor = nullptr;
};

/// forces() of many states, spread over SIMD lanes and threads.
///
/// @param states at least order + 3 rows
/// @param force   states × (order + 1) × dof doubles, C order
/// @param threads 0: one per core
///
/// Throws hod::Error for an order, rows, times or bases that do not fit.
void batch_forces(
  const Robot & robot, const States & states, int order, double * force, int threads = 0);

/// force_terms() of many states.
void batch_force_terms(
  const Robot & robot, const States & states, int order, const TermArrays & terms, int threads = 0);

/// reactions() of many states.
///
/// @param reaction states × bodies × (order + 1) × 6 doubles, C order
void batch_reactions(
  const Robot & robot, const States & states, int order, double * reaction, int threads = 0);

}  // namespace hod

#endif  // HOD__DYNAMICS__FORCES__BATCH_HPP_
