// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "bindings.hpp"
#include "hod/motion/limits.hpp"
#include "hod/motion/speed_up.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// One-dimensional doubles, a view with any stride being read in place.
using Column = py::array_t<double>;

std::vector<double> times_of(py::handle argument)
{
  const Eigen::VectorXd times = vector_of(argument, "times");
  if (times.size() == 0)
  {
    throw Error("times: found none, expected at least one");
  }
  for (Eigen::Index i = 0; i < times.size(); ++i)
  {
    if (!std::isfinite(times[i]) || (i > 0 && times[i] <= times[i - 1]))
    {
      throw Error(
        "times: found " + std::to_string(times[i]) + " at place " + std::to_string(i) +
        ", expected finite times that increase");
    }
  }
  return {times.begin(), times.end()};
}

std::vector<double> numbers_of(py::handle argument, const char * name, std::size_t size)
{
  const Eigen::VectorXd numbers = vector_of(argument, name, static_cast<py::ssize_t>(size));
  if (!numbers.allFinite())
  {
    throw Error(std::string(name) + ": found one that is not finite, expected finite numbers");
  }
  return {numbers.begin(), numbers.end()};
}

py::tuple tuple_of(const CurvePoint & point)
{
  return py::make_tuple(point.time, point.value);
}

py::tuple check_curve(
  py::handle times_argument, py::handle values, const py::object & slopes, double lower,
  double upper)
{
  const std::vector<double> times = times_of(times_argument);
  SampledCurve curve{times, numbers_of(values, "values", times.size()), {}};
  if (!slopes.is_none())
  {
    curve.slopes = numbers_of(slopes, "slopes", times.size());
  }
  const Bounds bounds{lower, upper};
  py::list violations;
  for (const Violation & one : find_violations(curve, bounds))
  {
    violations.append(py::make_tuple(one.begin, one.end, one.limit, one.peak.time, one.peak.value));
  }
  return py::make_tuple(tuple_of(worst_point(curve, bounds)), violations);
}

/// Lower and upper bound, whether slopes are given, (power, values, slopes), and the rest. It keeps
/// the arrays alive that the quantity points into.
using QuantityArgument = std::tuple<
  double, double, bool, std::vector<std::tuple<int, Column, std::optional<Column>>>,
  std::optional<py::function>>;

StridedNumbers strided(const Column & column, std::size_t size)
{
  if (column.ndim() != 1 || column.shape(0) != static_cast<py::ssize_t>(size))
  {
    throw Error(
      "terms: found shape " + std::string(py::str(column.attr("shape"))) + ", expected (" +
      std::to_string(size) + ",), one number per time");
  }
  const auto step = column.strides(0) / static_cast<py::ssize_t>(sizeof(double));
  for (std::size_t i = 0; i < size; ++i)
  {
    if (!std::isfinite(column.data()[static_cast<py::ssize_t>(i) * step]))
    {
      throw Error("terms: found a number that is not finite, expected finite numbers");
    }
  }
  return {column.data(), step};
}

RestTerm rest_of(const py::function & function)
{
  return [function](
           double speed, std::size_t first, std::size_t count, double * values, double * slopes) {
    const py::object both = function(speed, first, count);
    const auto pair = py::cast<std::pair<py::object, py::object>>(both);
    const std::vector<double> given = numbers_of(pair.first, "rest", count);
    std::copy(given.begin(), given.end(), values);
    if (slopes != nullptr)
    {
      const std::vector<double> rates = numbers_of(pair.second, "slopes of the rest", count);
      std::copy(rates.begin(), rates.end(), slopes);
    }
  };
}

LimitedQuantity quantity_of(const QuantityArgument & given, std::size_t size)
{
  const auto & [lower, upper, has_slopes, terms, rest] = given;
  LimitedQuantity quantity{{lower, upper}, {}, {}, has_slopes};
  for (const auto & [power, value, slope] : terms)
  {
    if (power < 0 || slope.has_value() != has_slopes)
    {
      throw Error("terms: found a power below zero or a missing slope, expected neither");
    }
    quantity.terms.push_back(
      {power, strided(value, size), has_slopes ? strided(*slope, size) : StridedNumbers{}});
  }
  if (rest)
  {
    quantity.rest = rest_of(*rest);
  }
  return quantity;
}

py::tuple speed_up(py::handle times_argument, const std::vector<QuantityArgument> & given)
{
  const std::vector<double> times = times_of(times_argument);
  std::vector<LimitedQuantity> quantities;
  for (const QuantityArgument & quantity : given)
  {
    quantities.push_back(quantity_of(quantity, times.size()));
  }
  const SpeedUp result = largest_speed_up(times, quantities);
  return py::make_tuple(
    result.possible, result.largest, result.smallest, result.quantity, tuple_of(result.point));
}

}  // namespace

void bind_limits(py::module_ & module)
{
  module.attr("LOWEST_SPEED") = SpeedUp::kLowest;
  module.attr("HIGHEST_SPEED") = SpeedUp::kHighest;
  module.def(
    "check_curve", &check_curve, py::arg("times"), py::arg("values"), py::arg("slopes"),
    py::arg("lower"), py::arg("upper"));
  module.def("largest_speed_up", &speed_up, py::arg("times"), py::arg("quantities"));
}

}  // namespace hod
