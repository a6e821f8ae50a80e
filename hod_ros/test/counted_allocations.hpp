// SPDX-License-Identifier: Apache-2.0
#ifndef COUNTED_ALLOCATIONS_HPP_
#define COUNTED_ALLOCATIONS_HPP_

#include <cstddef>
#include <cstdlib>

/// Counts what this thread takes from the heap while it exists: operator new, malloc and its
/// relatives, in this executable and in every library that it loads. For one file of a test.
class CountedAllocations
{
public:
  CountedAllocations()
  {
    number = 0;
    counting = true;
  }
  ~CountedAllocations() { counting = false; }
  CountedAllocations(const CountedAllocations &) = delete;
  CountedAllocations & operator=(const CountedAllocations &) = delete;

  static int so_far() { return number; }
  static void note() { number += counting ? 1 : 0; }

private:
  inline static thread_local bool counting = false;
  inline static thread_local int number = 0;
};

extern "C" {
void * __libc_malloc(std::size_t size);
void * __libc_calloc(std::size_t count, std::size_t size);
void * __libc_realloc(void * memory, std::size_t size);
void * __libc_memalign(std::size_t alignment, std::size_t size);

void * malloc(std::size_t size) noexcept
{
  CountedAllocations::note();
  return __libc_malloc(size);
}
void * calloc(std::size_t number, std::size_t size) noexcept
{
  CountedAllocations::note();
  return __libc_calloc(number, size);
}
void * realloc(void * memory, std::size_t size) noexcept
{
  CountedAllocations::note();
  return __libc_realloc(memory, size);
}
void * aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
  CountedAllocations::note();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void ** memory, std::size_t alignment, std::size_t size) noexcept
{
  CountedAllocations::note();
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr;
}
}

#endif  // COUNTED_ALLOCATIONS_HPP_
