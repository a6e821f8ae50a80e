// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ORDERS_HPP_
#define HOD__ORDERS_HPP_

namespace hod
{

/// The highest time derivative of a joint force that any call provides: Q, Q', … Q⁽⁶⁾.
constexpr int kMaxOrder = 6;

}  // namespace hod

#endif  // HOD__ORDERS_HPP_
