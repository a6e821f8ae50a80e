// SPDX-License-Identifier: Apache-2.0
#ifndef MASS__VERTEX_MERGER_HPP_
#define MASS__VERTEX_MERGER_HPP_

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace hod::mass
{

/// Gives equal positions one index, by an open-addressing hash table. Only exactly equal positions
/// merge: exporters repeat a shared corner digit for digit.
class VertexMerger
{
public:
  /// @param vertices receives the merged positions
  /// @param expected about how many there will be
  VertexMerger(std::vector<Eigen::Vector3d> & vertices, std::size_t expected);

  std::uint32_t index(const Eigen::Vector3d & position);

private:
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

  std::size_t slot_of(const Eigen::Vector3d & position) const;
  void grow();

  std::vector<Eigen::Vector3d> & vertices_;
  std::vector<std::uint32_t> slots_;  ///< a power of two of them, at most half full
};

}  // namespace hod::mass

#endif  // MASS__VERTEX_MERGER_HPP_
