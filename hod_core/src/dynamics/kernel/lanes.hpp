// SPDX-License-Identifier: Apache-2.0
// Included by one translation unit per instruction set, which defines HOD_KERNEL_NAMESPACE and
// HOD_LANES (doubles per register: 2, 4 or 8).
#ifndef HOD__SRC__DYNAMICS__KERNEL__LANES_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__LANES_HPP_

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

#define HOD_INLINE inline __attribute__((always_inline))

/// Doubles side by side, as GCC's and Clang's vector extension has them (x86-64, arm64, any).
template <int count>
struct LaneTypes
{
  typedef double Real __attribute__((vector_size(8 * count)));
  typedef long long Integer __attribute__((vector_size(8 * count)));
  typedef double Unaligned __attribute__((vector_size(8 * count), aligned(8), may_alias));
};

using Lane = LaneTypes<HOD_LANES>::Real;
using LaneInteger = LaneTypes<HOD_LANES>::Integer;

HOD_INLINE Lane load_lanes(const double * source)
{
  return *reinterpret_cast<const LaneTypes<HOD_LANES>::Unaligned *>(source);
}

HOD_INLINE void store_lanes(double * target, Lane value)
{
  *reinterpret_cast<LaneTypes<HOD_LANES>::Unaligned *>(target) = value;
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__LANES_HPP_
