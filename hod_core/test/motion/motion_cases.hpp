// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION_CASES_HPP_
#define MOTION_CASES_HPP_

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <vector>

#include "hod/error.hpp"
#include "hod/motion/interpolation.hpp"

namespace hod::motion_cases
{

/// The d-th derivative of sin 2t + 0.3 cos 5t.
inline double wave(double t, int d)
{
  const double quarter = d * 1.5707963267948966;
  return std::pow(2.0, d) * std::sin(2.0 * t + quarter) +
         0.3 * std::pow(5.0, d) * std::cos(5.0 * t + quarter);
}

inline std::vector<double> even_knots(int segments, double end)
{
  std::vector<double> knots;
  for (int i = 0; i <= segments; ++i)
  {
    knots.push_back(end * i / segments);
  }
  return knots;
}

/// Segments between `shortest` and 1, times `unit`.
inline std::vector<double> uneven_knots(
  int segments, unsigned seed, double unit = 1.0, double shortest = 0.3)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> length(shortest, 1.0);
  std::vector<double> knots{-0.4 * unit};
  for (int i = 0; i < segments; ++i)
  {
    knots.push_back(knots.back() + unit * length(generator));
  }
  return knots;
}

inline RowMatrix random_table(Eigen::Index rows, Eigen::Index columns, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  return RowMatrix::NullaryExpr(rows, columns, [&] { return number(generator); });
}

/// Samples whose last row is the first again.
inline RowMatrix periodic_table(Eigen::Index rows, Eigen::Index columns, unsigned seed)
{
  RowMatrix table = random_table(rows, columns, seed);
  for (Eigen::Index column = 0; column < columns; ++column)
  {
    table(rows - 1, column) = table(0, column);
  }
  return table;
}

/// One derivative at one time, all channels.
inline Eigen::RowVectorXd at(const PiecewisePolynomial & motion, double time, int derivative)
{
  RowMatrix rows(derivative + 1, motion.channels());
  motion.evaluate(time, rows);
  return rows.bottomRows(1);
}

/// The sentence of the hod::Error that a call throws.
template <class Call>
std::string error_of(const Call & call)
{
  try
  {
    call();
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return "no error";
}

}  // namespace hod::motion_cases

#endif  // MOTION_CASES_HPP_
