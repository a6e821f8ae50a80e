// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_ARGUMENTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_ARGUMENTS_HPP_

#include "base_constants.hpp"
#include "batch_constants.hpp"
#include "friction_constants.hpp"
#include "load_constants.hpp"

namespace hod::detail
{

constexpr int kMaxLanes = 8;  ///< doubles in the widest register

/// A load for the batch pass.
struct BatchLoad
{
  int body;                     ///< its BatchLink is kept
  bool world;                   ///< components in the world's axes, otherwise in those of the link
  int rows;                     ///< derivatives from here on are zero
  double wrench[kLoadRows][6];  ///< row k: k-th derivatives of force, and of moment about the point
  const double * table;         ///< `rows` rows per state in its place; null if the same for all
  long stride;                  ///< doubles from state to state of the table
  double turn[3][3];            ///< link's axes to the body's kernel axes
  double point[3];              ///< from the body's origin, in its kernel axes [m]
  const int * path;             ///< bodies from the base's child to `body`
  int path_length;
};

/// Motion of the base if it differs from state to state.
struct BatchBase
{
  const double * table;  ///< null: BatchArguments::base
  /// Doubles from state to state. A state has the base's axes x, y, z in the world (9), `rows`
  /// derivatives of its angular velocity in these axes, then `rows` of its acceleration in the
  /// world's: the beginning of BaseMotion. Further rows are zero.
  long stride;
  int rows;                   ///< at most kMaxCoefficients
  double frame[3][3];         ///< axes of the base's kernel frame (rows) in those of the base
  double counted_gravity[3];  ///< in the world's axes, as included in the acceleration [m/s²]
  double gravity[3];          ///< for its term alone [m/s²]
};

constexpr int kBatchTerms = 5;

/// Terms in the order of TermScales.
enum BatchTerm
{
  kInertiaTerm,
  kGravityTerm,
  kLoadTerm,
  kFrictionTerm,
  kRotorTerm
};

/// Forces of `states` states that stand side by side in SIMD lanes, HOD_LANES at a time.
struct BatchArguments
{
  const BatchLink * links;
  int bodies;
  int dof;
  const BaseSeries * base;  ///< of all states
  bool base_at_rest;        ///< in all states
  const double * motion;    ///< states × motion_stride
  long motion_stride;
  double * force;  ///< states × force_stride; may be null in the pass with terms
  long force_stride;
  long states;
  double * scratch;  ///< batch_scratch_doubles(), 64-byte aligned

  // The remaining members are for the pass with terms.
  BatchBase base_table;
  double world_turn[3][3];  ///< world's axes to the base's kernel axes, if equal in all states
  const BatchLoad * loads;
  int load_count;
  const FrictionConstants * friction;  ///< null if there is none
  const int * friction_entry;          ///< of every body, -1 if its joint does not rub
  const double * rotor;                ///< N² J of every column; null if there is none
  double scales[kBatchTerms];          ///< of the terms in `force`
  /// Whether every term has its own sum. Otherwise gravity and inertia are combined: the
  /// acceleration of the base includes gravity over inertia according to the scales, and inertia's
  /// scale is not zero.
  bool apart;
  double * terms[kBatchTerms];  ///< as `force`, unscaled; null where not wanted. Only if apart.
};

/// Lanes of a state's base with the turn from the world's axes, and of a load.
constexpr int kBatchStateLanes = 9 + 6 * kMaxCoefficients + 9;
constexpr int kBatchLoadLanes = 6 * kLoadRows + 1;

/// Doubles of scratch for K coefficients and the widest lanes; `terms` for the pass with terms.
static constexpr long batch_scratch_doubles(const BatchArguments & arguments, int K, bool terms)
{
  const long bodies = arguments.bodies;
  const long dof = arguments.dof;
  long lanes = bodies * (23 * K + 5) + dof * (2 * K + 2);
  if (terms)
  {
    lanes += bodies * 6 * K + dof * kBatchTerms * K + kBatchStateLanes;
    lanes += static_cast<long>(arguments.load_count) * kBatchLoadLanes;
    lanes += arguments.friction == nullptr ? 0 : arguments.friction->entries * 2 * K;
  }
  return kMaxLanes * lanes;
}

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_ARGUMENTS_HPP_
