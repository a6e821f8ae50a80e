// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_
#define HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_

#include <cstddef>
#include <new>
#include <vector>

#include "hod/dynamics/workspace.hpp"
#include "kernel/kernel_model.hpp"
#include "kernel/pass_arguments.hpp"

namespace hod::detail
{

constexpr std::size_t kCacheLine = 64;

template <class Item>
struct CacheLineAllocator
{
  using value_type = Item;
  CacheLineAllocator() = default;
  template <class Other>
  explicit CacheLineAllocator(const CacheLineAllocator<Other> &)
  {}
  Item * allocate(std::size_t count)
  {
    return static_cast<Item *>(::operator new(count * sizeof(Item), std::align_val_t{kCacheLine}));
  }
  void deallocate(Item * items, std::size_t) noexcept
  {
    ::operator delete(items, std::align_val_t{kCacheLine});
  }
  bool operator==(const CacheLineAllocator &) const { return true; }
  bool operator!=(const CacheLineAllocator &) const { return false; }
};

using AlignedDoubles = std::vector<double, CacheLineAllocator<double>>;

/// What the passes need of a workspace.
struct WorkspaceData
{
  WorkspaceData(const Model & model, int max_order);

  /// After a change of gravity or of base_motion.
  void update_base();

  KernelModel kernel;
  int dof;
  int max_order;
  Eigen::Vector3d gravity;  ///< in the world's axes
  BaseMotion base_motion;
  BaseSeries base{};
  BaseSeries weightless_base{};
  AlignedDoubles scratch;
  AlignedDoubles angles;
  AlignedDoubles zero_rotation;  ///< cosines, then sines, padded
  int padded_bodies;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_
