// SPDX-License-Identifier: Apache-2.0
// Replaces malloc and its kin by functions that count, in the one program that includes this; under
// a sanitizer, whose own malloc has to stay, it is asked to report.
#ifndef HOD__REFERENCE__ALLOCATION_COUNTER_HPP_
#define HOD__REFERENCE__ALLOCATION_COUNTER_HPP_

#include <atomic>
#include <cstddef>

namespace hod
{

inline std::atomic<int> allocations{0};

template <class Call>
int allocations_of(const Call & call)
{
  const int before = allocations;
  call();
  return allocations - before;
}

}  // namespace hod

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HOD_REFERENCE_UNDER_SANITIZER
#endif
#endif

#ifdef HOD_REFERENCE_UNDER_SANITIZER
#include <sanitizer/allocator_interface.h>

namespace hod
{

inline void count_allocation(const volatile void *, std::size_t)
{
  ++allocations;
}
inline void ignore_release(const volatile void *) {}
inline const int kCountingHook =
  __sanitizer_install_malloc_and_free_hooks(count_allocation, ignore_release);

}  // namespace hod

#else
// Under both operator new and Eigen lies malloc: counted here, done by the C library.
extern "C" {
void * __libc_malloc(std::size_t size);
void * __libc_calloc(std::size_t count, std::size_t size);
void * __libc_realloc(void * memory, std::size_t size);
void * __libc_memalign(std::size_t alignment, std::size_t size);

void * malloc(std::size_t size)
{
  ++hod::allocations;
  return __libc_malloc(size);
}
void * calloc(std::size_t count, std::size_t size)
{
  ++hod::allocations;
  return __libc_calloc(count, size);
}
void * realloc(void * memory, std::size_t size)
{
  ++hod::allocations;
  return __libc_realloc(memory, size);
}
void * aligned_alloc(std::size_t alignment, std::size_t size)
{
  ++hod::allocations;
  return __libc_memalign(alignment, size);
}
}
#endif

#endif  // HOD__REFERENCE__ALLOCATION_COUNTER_HPP_
