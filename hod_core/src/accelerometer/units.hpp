// SPDX-License-Identifier: Apache-2.0
#ifndef ACCELEROMETER__UNITS_HPP_
#define ACCELEROMETER__UNITS_HPP_

namespace hod::detail
{

constexpr double kStandardGravity = 9.80665;      ///< [m/s²], exact by definition
constexpr double kDegree = 0.017453292519943295;  ///< [rad]

}  // namespace hod::detail

#endif  // ACCELEROMETER__UNITS_HPP_
