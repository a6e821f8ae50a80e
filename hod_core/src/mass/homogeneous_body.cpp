// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/homogeneous_body.hpp"

#include <cmath>
#include <sstream>

#include "hod/mass/dimensions.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"

namespace hod::mass
{

namespace
{

void check_amount(const HomogeneousBody & body)
{
  if (body.density.has_value() == body.mass.has_value())
  {
    throw DimensionError(
      body.mass ? "both 'density' and 'mass' are given, expected one of them"
                : "neither 'density' nor 'mass' is given, expected one of them",
      body.mass ? "mass" : "");
  }
  const double amount = body.mass ? *body.mass : *body.density;
  if (!std::isfinite(amount) || amount <= 0.0)
  {
    const std::string name = body.mass ? "mass" : "density";
    std::ostringstream text;
    text << "'" << name << "' is " << amount << ", expected a finite number above 0"
         << (amount < 0.0 ? " (a cavity has 'sign: -1')" : "");
    throw DimensionError(text.str(), name);
  }
}

}  // namespace

void check(const HomogeneousBody & body)
{
  check(body.shape);
  check_amount(body);
  if (!body.xyz.allFinite() || !body.rpy.allFinite())
  {
    throw DimensionError(
      "a pose with a number that is not finite, expected finite ones",
      body.xyz.allFinite() ? "rpy" : "xyz");
  }
  if (body.sign != 1 && body.sign != -1)
  {
    throw DimensionError(
      "'sign' is " + std::to_string(body.sign) + ", expected 1 or -1 (a cavity)", "sign");
  }
}

MassProperties properties(const HomogeneousBody & body)
{
  MassProperties result = with_unit_density(body.shape);
  const double density = body.mass ? *body.mass / result.mass : body.density.value_or(0.0);
  result.mass = body.mass.value_or(density * result.mass);
  result.inertia *= density;
  return transformed(result, {rotation_from_rpy(body.rpy), body.xyz});
}

}  // namespace hod::mass
