// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__CLASSIC__MECHANISM_HPP_
#define HOD__CLASSIC__MECHANISM_HPP_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod::classic
{

/// A joint and the body it moves, as the papers describe them: in the axes of the root link, with
/// all joints at position zero.
struct MovingBody
{
  std::string joint;        ///< name of the joint
  int parent = -1;          ///< index of the body it is mounted on, -1 for the base
  std::vector<int> path;    ///< bodies from the base up to this one, itself included
  int column = -1;          ///< column of the joint motion that drives it
  double multiplier = 1.0;  ///< joint position = multiplier * motion + offset
  double offset = 0.0;
  double revolute = 1.0;                            ///< Δ: 1 revolute, 0 prismatic (000 (90))
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< k
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< p, on the axis [m]
  Eigen::Vector3d moment =
    Eigen::Vector3d::Zero();  ///< v = Δ p × k + (1 − Δ) k (000 (91), 002 (53))
  Eigen::Matrix4d twist = Eigen::Matrix4d::Zero();           ///< ξ = [Δ k×, v; 0, 0] (000 (91))
  Eigen::Matrix4d home = Eigen::Matrix4d::Identity();        ///< T_i0, the body's frame
  Eigen::Matrix4d pseudo_inertia = Eigen::Matrix4d::Zero();  ///< I_ps
  MassProperties mass;                                       ///< in the body's frame
};

/// The part of a robot that the classic forms need: its moving bodies, parents first. The base is
/// excluded; it may have any orientation but must be at rest.
class Mechanism
{
public:
  /// Throws hod::Error for a robot whose base moves.
  explicit Mechanism(const Robot & robot);

  int dof() const { return dof_; }
  /// In the axes of the root link [m/s²].
  const Eigen::Vector3d & gravity() const { return gravity_; }
  const std::vector<MovingBody> & bodies() const { return bodies_; }
  /// @param index into bodies(), not checked
  const MovingBody & body(int index) const { return bodies_[static_cast<std::size_t>(index)]; }

private:
  int dof_;
  Eigen::Vector3d gravity_;
  std::vector<MovingBody> bodies_;
};

/// exp(ξ q): rotation about, or translation along, the axis by a joint position. The translation is
/// b = {1 sin(qΔ) + k× [1 − cos(qΔ)] + k kᵀ [q − sin(qΔ)]} v (000 (90), including the Δ that its
/// first sine lacks in print).
Eigen::Matrix4d joint_exponential(const MovingBody & body, double position);

/// T_i = E_1 E_2 … E_i T_i0, the pose of a body in the root link (000 (71)): the ordered product of
/// exponentials, not the exponential of a sum.
///
/// @param position q, one entry per column of the joint motion
/// @param body index into Mechanism::bodies(); here and below, hod::Error is thrown for any other
Eigen::Matrix4d pose(const Mechanism & mechanism, const Eigen::VectorXd & position, int body);

/// A differential matrix of any order, ∂ʳT_i / ∂q_j1 … ∂q_jr = E_1 … (ξ_j1 E_j1) … (ξ_jr E_jr) …
/// E_i T_i0: A_ij, A_ijk, A_ijkm, A_ijkmp (000 (71)–(89), 002 (12)–(35)). The order of the columns
/// does not matter; zero if one of them does not move the body. Throws hod::Error for more than 60
/// columns, and for more than 1e8 choices of joints where several follow one column.
Eigen::Matrix4d differential_matrix(
  const Mechanism & mechanism, const Eigen::VectorXd & position, int body,
  const std::vector<int> & columns);

/// The position part of A_ij by blocks: E_<j [v_j + Δ_j k_j × (Σ E_j…l−1 b_l + E_j…i p_i0)],
/// rotations only (000 (73), (123), 002 (14), (16), corrected). Throws hod::Error for a body whose
/// path has several joints on that column.
Eigen::Vector3d differential_position(
  const Mechanism & mechanism, const Eigen::VectorXd & position, int body, int column);

}  // namespace hod::classic

#endif  // HOD__CLASSIC__MECHANISM_HPP_
