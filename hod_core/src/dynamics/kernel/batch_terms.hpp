// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_TERMS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_TERMS_HPP_

#include "batch_gravity.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

HOD_INLINE void clear(int count, Lane * lanes)
{
  for (int item = 0; item < count; ++item)
  {
    lanes[item] = Lane{};
  }
}

/// All terms in one sum, inertia, gravity and loads by one recursion.
template <int K>
void sum_in_one_pass(const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  const double * scales = arguments.scales;
  clear(K * arguments.dof, scratch.force);
  start_loads(arguments, first, scales[kLoadTerm] / scales[kInertiaTerm], scratch);
  forward<K, true>(arguments, scratch);
  add_loads(arguments, scratch);
  backward<K, true>(arguments, scratch, scales[kInertiaTerm], scratch.force);
  if (arguments.friction != nullptr)
  {
    add_friction(arguments, scratch, scales[kFrictionTerm], scratch.force);
  }
  if (arguments.rotor != nullptr)
  {
    add_rotors(arguments, scratch, scales[kRotorTerm], scratch.force);
  }
}

template <int K>
HOD_INLINE Lane * term_rows(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, BatchTerm term)
{
  return scratch.terms + term * K * arguments.dof;
}

/// The load term alone, by backward steps on the load wrenches in place of those that move the
/// bodies.
template <int K>
void add_load_term(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  for (int body = 1; body < arguments.bodies; ++body)
  {
    scratch.wrenches[body].force = {};
    scratch.wrenches[body].moment = {};
  }
  add_loads(arguments, scratch);
  backward<K, true>(arguments, scratch, 1.0, term_rows(arguments, scratch, kLoadTerm));
}

/// Every term in rows of its own, and the scaled sum.
template <int K>
void compute_terms(const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  const int count = K * arguments.dof;
  clear(kBatchTerms * count, scratch.terms);
  start_loads(arguments, first, 1.0, scratch);
  forward<K, true>(arguments, scratch);
  backward<K, true>(arguments, scratch, 1.0, term_rows(arguments, scratch, kInertiaTerm));
  add_gravity(arguments, scratch, term_rows(arguments, scratch, kGravityTerm));
  if (arguments.load_count > 0)
  {
    add_load_term(arguments, scratch);
  }
  if (arguments.friction != nullptr)
  {
    add_friction(arguments, scratch, 1.0, term_rows(arguments, scratch, kFrictionTerm));
  }
  if (arguments.rotor != nullptr)
  {
    add_rotors(arguments, scratch, 1.0, term_rows(arguments, scratch, kRotorTerm));
  }
  for (int item = 0; item < count; ++item)
  {
    Lane sum{};
    for (int term = 0; term < kBatchTerms; ++term)
    {
      sum += arguments.scales[term] * scratch.terms[term * count + item];
    }
    scratch.force[item] = sum;
  }
}

/// Writes the requested terms to the states' rows.
template <int K>
void store_terms(const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  for (int term = 0; term < kBatchTerms; ++term)
  {
    if (arguments.terms[term] != nullptr)
    {
      store_rows<K>(
        arguments, first, scratch.terms + term * K * arguments.dof, arguments.terms[term]);
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_TERMS_HPP_
