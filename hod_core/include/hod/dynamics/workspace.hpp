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

/// Scratch memory and results of the calls in this room, allocated once from a robot, which it
/// keeps. Use from one thread at a time.
///
/// The setters change what may change while a robot runs. They neither allocate nor throw, and
/// change nothing unless they return Result::ok. A moved-from workspace has no joints and no
/// results, and every call returns Result::no_workspace.
class Workspace
{
public:
  /// @param max_order highest force derivative that will be requested, 0 … kMaxOrder
  ///
  /// Throws hod::Error for any other order.
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

  /// Sets the mass properties of a body, in the body's frame; the payloads of its links remain.
  [[nodiscard]] Result set_mass(int body, const MassProperties & mass);

  /// Replaces the payload of a link: mass properties in the link's frame, MassProperties{} for
  /// none.
  /// @param link index into Robot::links()
  [[nodiscard]] Result set_payload(int link, const MassProperties & payload);

  /// Sets the wrench of one of the robot's loads. Rows as in Load::wrench, at most Load::kRows;
  /// missing rows are zero.
  /// @param load index into Robot::loads(); the load must not have a table
  [[nodiscard]] Result set_wrench(int load, const ConstRowMatrixRef & rows);

  /// Sets every time-dependent load to the wrench in its table at this time [s].
  [[nodiscard]] Result set_time(double time);

  /// Sets the scale of each term in forces() and force_terms().
  [[nodiscard]] Result set_scales(const TermScales & scales);

  /// Sets gravity in the world's axes, which are those of the root link while the base is at rest
  /// [m/s²].
  [[nodiscard]] Result set_gravity(const Eigen::Vector3d & gravity);

  /// Sets the motion of the root link.
  [[nodiscard]] Result set_base_motion(const BaseMotion & motion);

  /// Results are views of the workspace's memory: they are valid as long as the workspace, show the
  /// results of the next call after that call, and have the rows of the last successful call.

  /// Result of forces(): row k is Q⁽ᵏ⁾ [N m/sᵏ or N/sᵏ], one column per joint.
  ConstRowMatrixMap force() const;

  /// Result of force_terms().
  TermRows terms() const;

  /// Result of reactions(), which describes its rows.
  ConstRowMatrixMap reaction() const;

  /// Result of energies(): column p is E⁽ᵖ⁾ of a body (row; body 0, the base, is row 0) [kg
  /// m²/s²⁽ᵖ⁺¹⁾]. A rotor is included in the body that its joint moves.
  StridedRowMatrixMap energy() const;

  /// Result of energies() with derivatives: row (a − 1) · bodies + body, column p is DᵃE⁽ᵖ⁾ of a
  /// body, a = 1, 2, … [kg m²/s²⁽ᵖ⁺¹⁾⁺ᵃ].
  StridedRowMatrixMap energy_derivative() const;

private:
  friend struct detail::WorkspaceAccess;
  std::unique_ptr<detail::WorkspaceData> data_;
};

}  // namespace hod

#endif  // HOD__DYNAMICS__WORKSPACE_HPP_
