// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__WORKSPACE_HPP_
#define HOD__DYNAMICS__WORKSPACE_HPP_

#include <Eigen/Core>
#include <memory>

#include "hod/dynamics/forces/term_scales.hpp"
#include "hod/mass/mass_properties.hpp"
#include "hod/orders.hpp"
#include "hod/result.hpp"
#include "hod/robot/base_motion.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod
{

namespace detail
{
struct WorkspaceData;
struct WorkspaceAccess;
}  // namespace detail

/// All scratch and all results of the calls in this room, allocated once from a robot, which it
/// keeps. One thread at a time.
///
/// The setters change what may change while a robot runs; they neither allocate nor throw, and
/// change nothing unless they answer Result::ok. A workspace that has been moved from has no
/// joints and no results, and every call answers Result::no_workspace.
class Workspace
{
public:
  /// @param max_order highest force derivative that will be asked of it, 0 … kMaxOrder
  /// Throws hod::Error for another order.
  explicit Workspace(const Robot & robot, int max_order = 2);
  ~Workspace();
  Workspace(Workspace &&) noexcept;
  Workspace & operator=(Workspace &&) noexcept;
  Workspace(const Workspace &) = delete;
  Workspace & operator=(const Workspace &) = delete;

  /// The robot it was made from; must not be called after a move.
  const Robot & robot() const;
  int dof() const;        ///< 0 after a move
  int max_order() const;  ///< -1 after a move

  /// Gives a body other mass properties, in the body's frame; what its links carry stays.
  [[nodiscard]] Result set_mass(int body, const MassProperties & mass);

  /// Puts something on a link in place of all that it carried so far: mass properties in the link's
  /// frame, none (MassProperties{}) to put it down.
  /// @param link index into Robot::links()
  [[nodiscard]] Result set_payload(int link, const MassProperties & payload);

  /// The wrench of one of the robot's loads from now on, rows as in Load::wrench, Load::kRows at
  /// most; rows left out are zero.
  /// @param load index into Robot::loads(), of a load without a table
  [[nodiscard]] Result set_wrench(int load, const ConstRowMatrixRef & rows);

  /// Every load that changes gets the wrench its table has at this time [s].
  [[nodiscard]] Result set_time(double time);

  /// How much of each term forces() and force_terms() count.
  [[nodiscard]] Result set_scales(const TermScales & scales);

  /// Gravity in the world's axes, which are the root link's while the base is at rest [m/s²].
  [[nodiscard]] Result set_gravity(const Eigen::Vector3d & gravity);

  /// How the root link moves.
  [[nodiscard]] Result set_base_motion(const BaseMotion & motion);

  /// Results: views of the workspace's memory, which last as long as it does and show the results
  /// of the next call after it. They have the rows of the last call that succeeded.

  /// Of forces(): row k is Q⁽ᵏ⁾ [N m/sᵏ or N/sᵏ], one column per joint.
  ConstRowMatrixMap force() const;

  /// Of force_terms().
  TermRows terms() const;

  /// Of reactions(): see there.
  ConstRowMatrixMap reaction() const;

  /// Of energies(): column p is E⁽ᵖ⁾ of a body (row; body 0, the base, is row 0)
  /// [kg m²/s²⁽ᵖ⁺¹⁾]. A rotor counts with the body that its joint moves.
  StridedRowMatrixMap energy() const;

  /// Of energies() if their derivatives are asked for: row (a − 1) · bodies + body, column p
  /// is DᵃE⁽ᵖ⁾ of a body, a = 1, 2, … [kg m²/s²⁽ᵖ⁺¹⁾⁺ᵃ].
  StridedRowMatrixMap energy_derivative() const;

private:
  friend struct detail::WorkspaceAccess;
  std::unique_ptr<detail::WorkspaceData> data_;
};

}  // namespace hod

#endif  // HOD__DYNAMICS__WORKSPACE_HPP_
