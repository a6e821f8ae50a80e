// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__PASS_ARGUMENTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__PASS_ARGUMENTS_HPP_

#include "base_constants.hpp"
#include "batch_arguments.hpp"
#include "friction_constants.hpp"
#include "link_constants.hpp"
#include "load_constants.hpp"

namespace hod::detail
{

/// Everything one pass over the tree reads and writes; sized and owned by the workspace.
struct PassArguments
{
  const LinkConstants * links;
  const InertiaConstants * inertias;
  int bodies;
  int dof;
  const BaseSeries * base;
  bool own_columns;            ///< body b is moved by column b − 1 of the motion
  const double * motion;       ///< row k is q⁽ᵏ⁾
  int motion_rows;             ///< further rows are zero
  long motion_stride;          ///< doubles from row to row
  double * scratch;            ///< state_doubles(K) per body, 64-byte aligned
  double * angles;             ///< table of joint series, angle_doubles per padded body
  int padded_bodies;           ///< bodies rounded up to a multiple of kMaxLanes
  const double * zero_cosine;  ///< cos_theta of every link, padded
  const double * zero_sine;    ///< sin_theta of every link, padded
  double * force;              ///< row k is Q⁽ᵏ⁾; null if no forces are wanted
  long force_stride;
  int force_rows;      ///< rows to write, at most as many as the pass has coefficients
  double force_scale;  ///< of everything in `force` except friction
  double * gravity;    ///< rows as `force`, which then excludes it; null if not separate
  double * load;       ///< same for the loads; not null if `gravity` is not
  LoadConstants * loads;
  int load_count;
  double load_scale;                   ///< before force_scale
  const FrictionConstants * friction;  ///< null if there is none
  double * friction_force;             ///< rows as `force`; friction is added to them
  double friction_scale;
  /// For friction of bearings: series of the two force components across each joint's axis, side by
  /// side, row k coefficient k, a joint per entry of `friction`. Null if not wanted.
  double * pressure;
  long pressure_stride;
  const int * friction_entry;  ///< of every body, -1 if its joint does not rub
  double * energy;             ///< bodies × energy_stride; null if no energies are wanted
  int energy_order;            ///< columns E⁽⁰⁾ … E⁽energy_order⁾
  long energy_stride;
  double * energy_derivative;  ///< same stride and number of rows for each derivative
  int energy_derivatives;      ///< how many
  double * reaction;           ///< rows coefficients × bodies of 6, kernel axes; null if not wanted
};

/// Doubles of the joint table per body: position, rate and the two rotation series.
constexpr int kAngleRows = 1 + 3 * kMaxCoefficients;

/// Doubles of scratch per body for the largest pass.
constexpr int kStateDoubles = 4 * (2 + 2 * kMaxCoefficients + 7 * kMaxForceCoefficients);

using SinglePass = void (*)(const PassArguments &);
using BatchPass = void (*)(const BatchArguments &);

/// The passes of one instruction set, by number of force coefficients (index K: Q … Q⁽ᴷ⁻¹⁾).
struct PassTable
{
  const char * name;
  SinglePass single[kMaxForceCoefficients + 1];
  BatchPass batch[kMaxForceCoefficients + 1];        ///< inertia and gravity, base at rest
  BatchPass batch_terms[kMaxForceCoefficients + 1];  ///< everything
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__PASS_ARGUMENTS_HPP_
