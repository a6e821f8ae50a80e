// SPDX-License-Identifier: Apache-2.0
#include "vertex_merger.hpp"

#include <cstring>

namespace hod::mass
{

namespace
{

/// Mixes the bits of the three coordinates (multiply and xorshift, as in splitmix64).
std::uint64_t hash(const Eigen::Vector3d & position)
{
  std::uint64_t mixed = 0;
  for (const double coordinate : position)
  {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &coordinate, sizeof bits);
    mixed = (mixed ^ bits) * 0x9E3779B97F4A7C15U;
    mixed ^= mixed >> 32U;
  }
  return mixed;
}

std::size_t power_of_two_above(std::size_t count)
{
  std::size_t power = 64;
  while (power < count)
  {
    power *= 2;
  }
  return power;
}

}  // namespace

VertexMerger::VertexMerger(std::vector<Eigen::Vector3d> & vertices, std::size_t expected)
: vertices_(vertices), slots_(power_of_two_above(2 * expected), kEmpty)
{
  vertices_.reserve(expected);
}

std::uint32_t VertexMerger::index(const Eigen::Vector3d & position)
{
  // Adding zero turns −0 into 0, which is equal but has other bits.
  const Eigen::Vector3d key = position.array() + 0.0;
  std::size_t slot = slot_of(key);
  if (slots_[slot] != kEmpty)
  {
    return slots_[slot];
  }
  if (2 * (vertices_.size() + 1) > slots_.size())
  {
    grow();
    slot = slot_of(key);
  }
  slots_[slot] = static_cast<std::uint32_t>(vertices_.size());
  vertices_.push_back(key);
  return slots_[slot];
}

std::size_t VertexMerger::slot_of(const Eigen::Vector3d & position) const
{
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(position) & mask;
  while (slots_[slot] != kEmpty && vertices_[slots_[slot]] != position)
  {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void VertexMerger::grow()
{
  slots_.assign(2 * slots_.size(), kEmpty);
  for (std::size_t i = 0; i < vertices_.size(); ++i)
  {
    slots_[slot_of(vertices_[i])] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace hod::mass
