// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BASE_CONSTANTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BASE_CONSTANTS_HPP_

namespace hod::detail
{

constexpr int kMaxForceCoefficients = 7;                     ///< Q … Q⁽⁶⁾
constexpr int kMaxCoefficients = kMaxForceCoefficients + 1;  ///< of a velocity

/// Motion of the base in its kernel frame, as Taylor coefficients of x, y, z (and a spare zero).
struct BaseSeries
{
  double angular_velocity[kMaxCoefficients][4];          ///< [rad/s]
  double proper_acceleration[kMaxForceCoefficients][4];  ///< acceleration minus gravity [m/s²]
  double velocity[4];                                    ///< for the kinetic energy only [m/s]
  bool at_rest;                                          ///< its energies are zero and remain so
  double gravity[4];                         ///< for E⁽¹⁾ only, which does not include it [m/s²]
  double upwards[kMaxForceCoefficients][4];  ///< minus gravity, for its term alone [m/s²]
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__BASE_CONSTANTS_HPP_
