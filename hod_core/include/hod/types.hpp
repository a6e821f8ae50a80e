// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TYPES_HPP_
#define HOD__TYPES_HPP_

#include <Eigen/Core>

namespace hod
{

/// Rows are derivative orders, columns are joints; the layout is that of a C-contiguous NumPy
/// array.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstRowMatrixRef = Eigen::Ref<const RowMatrix, 0, Eigen::OuterStride<>>;
/// Views that can be neither resized nor written to.
using ConstRowMatrixMap = Eigen::Map<const RowMatrix>;
using StridedRowMatrixMap = Eigen::Map<const RowMatrix, 0, Eigen::OuterStride<>>;
using RowMatrixRef = Eigen::Ref<RowMatrix, 0, Eigen::OuterStride<>>;

/// A pose of a child frame in a parent frame: x_parent = rotation * x_child + translation [m].
struct Pose
{
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d translation = Eigen::Vector3d::Zero();

  Pose operator*(const Pose & child) const
  {
    return {rotation * child.rotation, rotation * child.translation + translation};
  }
  Pose inverse() const { return {rotation.transpose(), -(rotation.transpose() * translation)}; }
};

namespace detail
{

#ifdef _GLIBCXX_DEBUG
constexpr bool kHasDebugContainers = true;
#else
constexpr bool kHasDebugContainers = false;
#endif

/// Defined in the library for the way Eigen allocates and libstdc++ lays out containers there. A
/// program compiled with a different -march or sanitizer, for which Eigen allocates differently,
/// would free memory incorrectly, and one that differs in _GLIBCXX_DEBUG would misread structures:
/// it fails to link instead.
template <int alignment, bool by_malloc, bool has_debug_containers>
struct MemoryLayout
{
  static const int compile_with_the_same_march_sanitizer_and_GLIBCXX_DEBUG_as_hod_core;
};

[[gnu::used]] static const int * const memory_layout =
  &MemoryLayout<EIGEN_DEFAULT_ALIGN_BYTES, EIGEN_MALLOC_ALREADY_ALIGNED, kHasDebugContainers>::
    compile_with_the_same_march_sanitizer_and_GLIBCXX_DEBUG_as_hod_core;

}  // namespace detail
}  // namespace hod

#endif  // HOD__TYPES_HPP_
