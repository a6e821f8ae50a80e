// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__CLASSIC__DUAL_HPP_
#define HOD__CLASSIC__DUAL_HPP_

#include <Eigen/Core>
#include <cmath>

namespace hod::classic
{

/// A dual number, value + slope ε with ε² = 0. Everything computed from it carries its derivative
/// along, exact up to rounding. A partial derivative ∂/∂q⁽ᵐ⁾ is obtained by giving that one number
/// a slope of one.
struct Dual
{
  double value = 0.0;
  double slope = 0.0;

  constexpr Dual() = default;
  /// A constant. Implicit, so that numbers mix with dual ones.
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Dual(double number) : value(number) {}
  constexpr Dual(double number, double derivative) : value(number), slope(derivative) {}

  constexpr Dual & operator+=(const Dual & other)
  {
    value += other.value;
    slope += other.slope;
    return *this;
  }
  constexpr Dual & operator-=(const Dual & other)
  {
    value -= other.value;
    slope -= other.slope;
    return *this;
  }
  constexpr Dual & operator*=(const Dual & other)
  {
    slope = slope * other.value + value * other.slope;
    value *= other.value;
    return *this;
  }
  constexpr Dual & operator/=(const Dual & other)
  {
    value /= other.value;
    slope = (slope - value * other.slope) / other.value;
    return *this;
  }
};

constexpr Dual operator+(Dual left, const Dual & right)
{
  return left += right;
}
constexpr Dual operator-(Dual left, const Dual & right)
{
  return left -= right;
}
constexpr Dual operator*(Dual left, const Dual & right)
{
  return left *= right;
}
constexpr Dual operator/(Dual left, const Dual & right)
{
  return left /= right;
}
constexpr Dual operator-(const Dual & number)
{
  return {-number.value, -number.slope};
}

inline Dual sin(const Dual & angle)
{
  return {std::sin(angle.value), angle.slope * std::cos(angle.value)};
}

inline Dual cos(const Dual & angle)
{
  return {std::cos(angle.value), -angle.slope * std::sin(angle.value)};
}

}  // namespace hod::classic

/// @cond
template <>
struct Eigen::NumTraits<hod::classic::Dual> : Eigen::NumTraits<double>
{
  using Real = hod::classic::Dual;
  using NonInteger = hod::classic::Dual;
  using Nested = hod::classic::Dual;
  enum
  {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 4
  };
};
/// @endcond

#endif  // HOD__CLASSIC__DUAL_HPP_
