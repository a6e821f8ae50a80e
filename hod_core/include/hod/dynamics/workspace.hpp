// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__WORKSPACE_HPP_
#define HOD__DYNAMICS__WORKSPACE_HPP_

#include <memory>
#include <vector>

#include "hod/dynamics/friction.hpp"
#include "hod/dynamics/load.hpp"
#include "hod/dynamics/rotor.hpp"
#include "hod/dynamics/term_scales.hpp"
#include "hod/mass/mass_properties.hpp"
#include "hod/model/model.hpp"
#include "hod/motion/base_motion.hpp"
#include "hod/types.hpp"

namespace hod
{

namespace detail
{
struct WorkspaceData;
}

/// All scratch and all results of the calls in this room, allocated once from a model, of which it
/// keeps a copy of what it needs. One thread at a time.
class Workspace
{
public:
  static constexpr int kMaxOrder = 6;

  /// @param max_order highest force derivative that will be asked of it, 0 … kMaxOrder
  explicit Workspace(const Model & model, int max_order = 2);
  ~Workspace();
  Workspace(Workspace &&) noexcept;
  Workspace & operator=(Workspace &&) noexcept;
  Workspace(const Workspace &) = delete;
  Workspace & operator=(const Workspace &) = delete;

  int dof() const;
  int max_order() const;

  /// Gives a body other mass properties, in the body's frame; payloads of its links stay. No
  /// allocation. Returns false, and changes nothing, if there is no such body.
  bool set_mass(int body, const MassProperties & mass);

  /// Puts something on a link in place of what it carried so far: mass properties in the link's
  /// frame, none (MassProperties{}) to put it down. No allocation. Returns false, and changes
  /// nothing, if there is no such link.
  bool set_payload(int link, const MassProperties & payload);

  /// What the robot does to its environment from now on, in place of all loads so far. Allocates;
  /// throws hod::Error for another model, an unknown link and numbers that are not finite.
  void set_loads(const Model & model, const std::vector<Load> & loads);

  /// The wrench of one of these loads at this instant, rows as in Load::wrench, Load::kRows at
  /// most; rows left out are zero. No allocation. Returns false, and changes nothing, if there is
  /// no such load or something else than finite numbers in six columns.
  bool set_wrench(int load, const ConstRowMatrixRef & rows);

  /// Friction and rotors of every column, for driving_forces() and force_terms(). No allocation
  /// after the first call; throw hod::Error for another model and numbers out of range.
  void set_friction(const Model & model, const std::vector<JointFriction> & friction);
  void set_rotors(const Model & model, const std::vector<Rotor> & rotors);

  /// How much of each term driving_forces() and force_terms() count; no allocation.
  void set_scales(const TermScales & scales);

  /// Gravity in the world's axes, which are the root link's while the base is at rest [m/s²].
  void set_gravity(const Eigen::Vector3d & gravity);

  /// Prescribes how the root link moves from now on; no allocation. It is for the calls that take
  /// this workspace: batch_forces knows only a base at rest.
  void set_base_motion(const BaseMotion & motion);

  /// Result of forces(): row k is Q⁽ᵏ⁾ [N m/sᵏ or N/sᵏ], one column per joint.
  RowMatrix force;

  /// Result of energies(): column p is E⁽ᵖ⁾ of a body (row; body 0, the base, is row 0)
  /// [kg m²/s²⁽ᵖ⁺¹⁾].
  RowMatrix energy;

  /// Result of energies() if their derivatives are asked for: row (a − 1) · bodies + body, column p
  /// is DᵃE⁽ᵖ⁾ of a body, a = 1, 2, … [kg m²/s²⁽ᵖ⁺¹⁾⁺ᵃ].
  RowMatrix energy_derivative;

  /// Result of reactions(): see there.
  RowMatrix reaction;

  /// Result of force_terms(): see there.
  TermRows terms;

  /// For the calls of this room only.
  detail::WorkspaceData & data() { return *data_; }

private:
  std::unique_ptr<detail::WorkspaceData> data_;
};

}  // namespace hod

#endif  // HOD__DYNAMICS__WORKSPACE_HPP_
