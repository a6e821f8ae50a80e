// SPDX-License-Identifier: Apache-2.0
#include "knots.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "hod/error.hpp"

namespace hod
{

std::string quoted(double number)
{
  std::array<char, 32> text{};
  for (const int digits : {6, 9, 12, 15, 17})
  {
    std::snprintf(text.data(), text.size(), "%.*g", digits, number);
    if (std::strtod(text.data(), nullptr) == number)
    {
      break;
    }
  }
  return text.data();
}

void check_knots(const std::vector<double> & knots, std::size_t least, const std::string & name)
{
  if (knots.size() < least)
  {
    throw Error(
      name + ": found " + std::to_string(knots.size()) + ", expected at least " +
      std::to_string(least));
  }
  check_finite(knots.data(), knots.size(), 1, name);
  for (std::size_t i = 1; i < knots.size(); ++i)
  {
    if (!(knots[i] > knots[i - 1]))
    {
      throw Error(
        name + ": found " + quoted(knots[i]) + " at index " + std::to_string(i) + " after " +
        quoted(knots[i - 1]) + ", expected strictly increasing times");
    }
  }
}

void check_finite_row(
  const Eigen::Ref<const Eigen::RowVectorXd> & row, Eigen::Index index, const std::string & name)
{
  for (Eigen::Index i = 0; i < row.size(); ++i)
  {
    if (!std::isfinite(row[i]))
    {
      const std::string channel = row.size() > 1 ? ", channel " + std::to_string(i) : "";
      throw Error(
        name + ": found " + quoted(row[i]) + " at index " + std::to_string(index) + channel +
        ", expected finite numbers");
    }
  }
}

void check_finite(
  const double * numbers, std::size_t rows, std::size_t columns, const std::string & name)
{
  const auto width = static_cast<Eigen::Index>(columns);
  for (std::size_t i = 0; i < rows; ++i)
  {
    check_finite_row(
      Eigen::Map<const Eigen::RowVectorXd>(numbers + i * columns, width),
      static_cast<Eigen::Index>(i), name);
  }
}

std::vector<double> detail::middles(const std::vector<double> & knots)
{
  std::vector<double> times;
  for (std::size_t i = 0; i + 1 < knots.size(); ++i)
  {
    times.push_back(0.5 * (knots[i] + knots[i + 1]));
  }
  return times;
}

}  // namespace hod
