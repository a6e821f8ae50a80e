// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__MASSES_HPP_
#define HOD__TEST__FUZZ__MASSES_HPP_

#include "fuzz.hpp"
#include "hod/mass/mass_properties.hpp"

namespace hod::fuzz
{

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;

inline Vector3d vector_of(Bytes & bytes)
{
  const double x = bytes.number();
  const double y = bytes.number();
  const double z = bytes.number();
  return {x, y, z};
}

/// A size of a machine three times of four.
inline double size_of(Bytes & bytes)
{
  const std::uint8_t kind = bytes.byte();
  return kind % 4 == 3 ? bytes.number() : 0.01 + kind / 64.0;
}

inline bool is_moderate(const MassProperties & body)
{
  return std::abs(body.mass) <= 1e6 && body.center.allFinite() && body.center.norm() <= 100.0 &&
         body.inertia.allFinite() && body.inertia.norm() <= 1e8;
}

/// A length of the order of its size, from mass properties alone.
inline double extent_of(const MassProperties & body)
{
  return std::sqrt(body.inertia.trace() / body.mass);
}

/// The same mass properties, but for what rounds off about a point `reach` away.
inline void require_same(
  const MassProperties & found, const MassProperties & expected, double reach, const char * what)
{
  constexpr double kRounding = 1e-9;
  const double mass = std::abs(expected.mass);
  const double moment = expected.inertia.norm() + mass * reach * reach;
  const bool same = std::abs(found.mass - expected.mass) <= kRounding * mass &&
                    mass * (found.center - expected.center).norm() <= kRounding * mass * reach &&
                    (found.inertia - expected.inertia).norm() <= kRounding * moment;
  if (!same)
  {
    std::fprintf(
      stderr, "mass %g and %g, centre off by %g, inertia by %g of %g\n", found.mass, expected.mass,
      (found.center - expected.center).norm(), (found.inertia - expected.inertia).norm(), moment);
  }
  require(same, what);
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__MASSES_HPP_
