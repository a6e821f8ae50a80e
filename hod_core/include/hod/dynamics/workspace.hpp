// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__WORKSPACE_HPP_
#define HOD__DYNAMICS__WORKSPACE_HPP_

#include <memory>

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

  /// Gives a body other mass properties (a payload picked up), in the body's frame; no allocation.
  /// Returns false, and changes nothing, if there is no such body.
  bool set_mass(int body, const MassProperties & mass);

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

  /// Result of reactions(): see there.
  RowMatrix reaction;

  /// For the calls of this room only.
  detail::WorkspaceData & data() { return *data_; }

private:
  std::unique_ptr<detail::WorkspaceData> data_;
};

}  // namespace hod

#endif  // HOD__DYNAMICS__WORKSPACE_HPP_
