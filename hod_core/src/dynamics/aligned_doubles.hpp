// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__ALIGNED_DOUBLES_HPP_
#define HOD__SRC__DYNAMICS__ALIGNED_DOUBLES_HPP_

#include <cstddef>
#include <new>
#include <vector>

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

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__ALIGNED_DOUBLES_HPP_
