// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/revolute.hpp"

#include <cmath>
#include <string>

#include "hod/error.hpp"

namespace hod::classic
{
namespace
{

double power(double base, int exponent)
{
  double product = 1.0;
  for (int i = 0; i < exponent; ++i)
  {
    product *= base;
  }
  return product;
}

void check(const Eigen::VectorXd & motion, int rows)
{
  if (motion.size() < rows)
  {
    throw Error(
      "revolute joint: the motion has " + std::to_string(motion.size()) +
      " derivatives, expected " + std::to_string(rows));
  }
}

/// 2 E⁽³⁾ / J, 002 (88) with its last product read as a sum and the repeated pair left out.
double third(double q1, double q2, double q3, double q4)
{
  return power(q4, 2) - 12.0 * power(q1, 2) * q2 * q4 + 30.0 * power(q1, 4) * power(q2, 2) +
         16.0 * power(q1, 2) * power(q3, 2) + 9.0 * power(q2, 4) + power(q1, 8) +
         24.0 * q1 * power(q2, 2) * q3 - 8.0 * power(q1, 5) * q3;
}

double fourth(double q1, double q2, double q3, double q4, double q5)
{
  return power(q5, 2) - 20.0 * power(q1, 2) * q3 * q5 - 30.0 * q1 * power(q2, 2) * q5 +
         2.0 * power(q1, 5) * q5 + 25.0 * power(q1, 2) * power(q4, 2) + 100.0 * q1 * q2 * q3 * q4 -
         100.0 * power(q1, 4) * q2 * q4 + 100.0 * power(q2, 2) * power(q3, 2) +
         100.0 * power(q1, 4) * power(q3, 2) + 100.0 * power(q1, 3) * power(q2, 2) * q3 +
         225.0 * power(q1, 2) * power(q2, 4) - 20.0 * power(q1, 7) * q3 +
         70.0 * power(q1, 6) * power(q2, 2) + power(q1, 10);
}

/// The k-th derivative of cos(q + φ).
double cosine_rate(double angle, const Eigen::VectorXd & q, int k)
{
  const double sine = std::sin(angle);
  const double cosine = std::cos(angle);
  switch (k)
  {
    case 0:
      return cosine;
    case 1:
      return -sine * q[1];
    case 2:
      return -sine * q[2] - cosine * q[1] * q[1];
    default:
      return -sine * (q[3] - power(q[1], 3)) - 3.0 * cosine * q[1] * q[2];
  }
}

}  // namespace

double revolute_inertia(double mass, double distance, double central_moment)
{
  return mass * distance * distance + central_moment;
}

double revolute_energy(double inertia, const Eigen::VectorXd & motion, int p)
{
  if (p < 1 || p > 4)
  {
    throw Error("revolute joint: energy of order " + std::to_string(p) + ", expected 1 to 4");
  }
  check(motion, p + 2);
  const Eigen::VectorXd & q = motion;
  switch (p)
  {
    case 1:
      return 0.5 * inertia * (power(q[2], 2) + power(q[1], 4));
    case 2:
      return 0.5 * inertia *
             (power(q[3], 2) - 2.0 * power(q[1], 3) * q[3] + 9.0 * power(q[1], 2) * power(q[2], 2) +
              power(q[1], 6));
    case 3:
      return 0.5 * inertia * third(q[1], q[2], q[3], q[4]);
    default:
      return 0.5 * inertia * fourth(q[1], q[2], q[3], q[4], q[5]);
  }
}

double revolute_force(
  double inertia, double weight_moment, double phase, const Eigen::VectorXd & motion, int k)
{
  if (k < 0 || k > 3)
  {
    throw Error("revolute joint: force of order " + std::to_string(k) + ", expected 0 to 3");
  }
  check(motion, k + 3);
  return inertia * motion[k + 2] + weight_moment * cosine_rate(motion[0] + phase, motion, k);
}

}  // namespace hod::classic
