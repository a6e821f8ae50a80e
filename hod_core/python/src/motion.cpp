// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "arguments.hpp"
#include "hod/motion/piecewise_polynomial.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

std::vector<double> numbers_of(py::handle argument, const std::string & name)
{
  const Eigen::VectorXd vector = vector_of(argument, name);
  return {vector.begin(), vector.end()};
}

PiecewisePolynomial polynomial_from(py::handle knots, py::handle coefficients)
{
  const NumberArray array = number_array(coefficients, "coefficients");
  if (array.ndim() != 3 || array.shape(1) < 1 || array.shape(2) < 1)
  {
    throw Error(
      "coefficients: found shape " + std::string(py::str(array.attr("shape"))) +
      ", expected (segments, channels, degree + 1)");
  }
  return {
    numbers_of(knots, "knots"), static_cast<int>(array.shape(2)) - 1,
    static_cast<int>(array.shape(1)),
    std::vector<double>(array.data(), array.data() + array.size())};
}

NumberArray coefficients_of(const PiecewisePolynomial & polynomial)
{
  return NumberArray(
    {polynomial.segments(), polynomial.channels(), polynomial.degree() + 1},
    polynomial.coefficients().data());
}

void evaluate(
  const PiecewisePolynomial & polynomial, const Eigen::VectorXd & times, int first, int last,
  double * numbers)
{
  const int rows = last - first + 1, channels = polynomial.channels();
  RowMatrix motion(last + 1, channels);
  int segment = 0;
  for (const double time : times)
  {
    segment = polynomial.segment_at(time, segment);
    polynomial.evaluate_on(segment, time, motion);
    Eigen::Map<RowMatrix>(numbers, rows, channels) = motion.bottomRows(rows);
    numbers += rows * channels;
  }
}

/// Derivatives `first` to `last` at all times: (times, last - first + 1, channels).
NumberArray derivatives_of(
  const PiecewisePolynomial & polynomial, py::handle argument, int first, int last)
{
  if (first < 0 || last < first)
  {
    throw Error(
      "derivative: found " + std::to_string(first < 0 ? first : last) + ", expected 0 or more");
  }
  const Eigen::VectorXd times = vector_of(argument, "times");
  NumberArray result(
    {times.size(), py::ssize_t{last - first + 1}, py::ssize_t{polynomial.channels()}});
  double * numbers = result.mutable_data();
  const py::gil_scoped_release release;
  evaluate(polynomial, times, first, last, numbers);
  return result;
}

void bind_polynomial(py::module_ & module)
{
  using namespace py::literals;
  py::class_<PiecewisePolynomial>(module, "PiecewisePolynomial")
    .def(py::init(&polynomial_from), "knots"_a, "coefficients"_a)
    .def_property_readonly(
      "knots",
      [](const PiecewisePolynomial & polynomial) {
        const std::vector<double> & knots = polynomial.knots();
        return NumberArray(static_cast<py::ssize_t>(knots.size()), knots.data());
      })
    .def_property_readonly("coefficients", &coefficients_of)
    .def_property_readonly("degree", &PiecewisePolynomial::degree)
    .def_property_readonly("channels", &PiecewisePolynomial::channels)
    .def("derivatives", &derivatives_of, "times"_a, "first"_a, "last"_a);
}

}  // namespace

void bind_motion(py::module_ & module)
{
  bind_polynomial(module);
}

}  // namespace hod
