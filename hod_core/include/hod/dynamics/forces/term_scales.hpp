// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__FORCES__TERM_SCALES_HPP_
#define HOD__DYNAMICS__FORCES__TERM_SCALES_HPP_

#include "hod/types.hpp"

namespace hod
{

/// Scale of each term: 0 switches it off.
struct TermScales
{
  double inertia = 1.0;
  double gravity = 1.0;
  double load = 1.0;
  double friction = 1.0;
  double rotor = 1.0;
};

/// The separate terms, as views of a workspace's memory: row k is the k-th derivative [N m/sᵏ or
/// N/sᵏ], one column per joint.
struct TermRows
{
  ConstRowMatrixMap inertia;   ///< Q_iF of 000 (152)–(155)
  ConstRowMatrixMap gravity;   ///< Q_g of 000 (116)
  ConstRowMatrixMap load;      ///< Q_ML of 000 (130)–(132)
  ConstRowMatrixMap friction;  ///< Q_fd of 000 (157)
  ConstRowMatrixMap rotor;     ///< N² J q''
};

/// Δ_m of 000 (150): which masses count, those of the links, of the load or both.
enum class MassOperator
{
  links_and_load = -1,
  load_alone = 0,
  links_alone = 1
};

/// Δ_θ of 000 (134), (150), (151): whether the links' inertia counts.
enum class MotionOperator
{
  frozen = 0,
  moving = 1
};

/// Δ_f of 000 (160).
enum class FrictionOperator
{
  with_friction = -1,
  without_friction = 0,
  friction_alone = 1
};

/// The scales that correspond to the papers' operators: Q_m = Δ_m² (Δ_θ Q_iF + Q_g) + c(Δ_m) Q_ML
/// (000 (150), (156), 001 (125)) and Q_mf = c(Δ_f) Q_m + Δ_f² Q_fd (000 (160)), with c(−1) = c(0) =
/// 1 and c(1) = 0. Static forces, 000 (115), are {links_and_load, frozen, without_friction}.
/// Rotors, which the papers do not have, are scaled like the inertia of the links.
TermScales term_scales(
  MassOperator mass, MotionOperator motion = MotionOperator::moving,
  FrictionOperator friction = FrictionOperator::without_friction);

}  // namespace hod

#endif  // HOD__DYNAMICS__FORCES__TERM_SCALES_HPP_
