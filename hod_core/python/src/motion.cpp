// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "arguments.hpp"
#include "hod/motion/interpolation.hpp"
#include "hod/motion/jerk_sections.hpp"
#include "hod/motion/wrapped_angles.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

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
  if (first < 0 || last < first || last > 999)
  {
    throw Error(
      "derivative: found " + std::to_string(first < 0 ? first : last) + ", expected 0 to 999");
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
    .def("derivatives", &derivatives_of, "times"_a, "first"_a, "last"_a)
    .def(
      py::pickle(
        [](const PiecewisePolynomial & self) {
          const std::vector<double> & knots = self.knots();
          return py::make_tuple(
            NumberArray(static_cast<py::ssize_t>(knots.size()), knots.data()),
            coefficients_of(self));
        },
        [](const py::tuple & state) { return polynomial_from(state[0], state[1]); }));
}

/// One number per channel, or one for all; None for no numbers.
Eigen::RowVectorXd row_of(py::handle argument, const std::string & name, Eigen::Index channels)
{
  if (argument.is_none())
  {
    return {};
  }
  const NumberArray array = number_array(argument, name);
  if (array.ndim() == 0)
  {
    return Eigen::RowVectorXd::Constant(channels, *array.data());
  }
  return vector_of(array, name).transpose();
}

EndCondition end_of(const py::tuple & end, const std::string & name)
{
  const std::string kind = py::str(end[0]);
  for (const auto & [word, value] :
       {std::pair{"estimated", EndKind::estimated}, std::pair{"natural", EndKind::natural},
        std::pair{"given", EndKind::given}, std::pair{"top", EndKind::top},
        std::pair{"periodic", EndKind::periodic}})
  {
    if (kind == word)
    {
      return {value, end[1].is_none() ? RowMatrix() : table_of(end[1], name)};
    }
  }
  throw Error(
    name + ": found '" + kind + "', expected 'estimated', 'natural', 'given', 'top' or 'periodic'");
}

std::vector<KnotDerivative> given_of(const py::dict & given, Eigen::Index channels)
{
  std::vector<KnotDerivative> derivatives;
  for (const auto & [key, values] : given)
  {
    const auto [knot, derivative] = key.cast<std::pair<int, int>>();
    derivatives.push_back({knot, derivative, row_of(values, "given", channels)});
  }
  return derivatives;
}

py::tuple result_of(Interpolation && interpolation)
{
  return py::make_tuple(
    std::move(interpolation.motion), interpolation.warnings, array_of(interpolation.correction));
}

template <class Call>
Interpolation without_lock(const Call & call)
{
  const py::gil_scoped_release release;
  return call();
}

py::tuple python_accelerations(
  py::handle times, py::handle accelerations, int order, const py::tuple & start,
  const py::tuple & end, const py::tuple & start_motion, const py::tuple & end_motion)
{
  const std::vector<double> knots = numbers_of(times, "times");
  const RowMatrix values = table_of(accelerations, "accelerations");
  const AccelerationOptions options{
    order,
    end_of(start, "start"),
    end_of(end, "end"),
    row_of(start_motion[0], "position", values.cols()),
    row_of(start_motion[1], "velocity", values.cols()),
    row_of(end_motion[0], "end position", values.cols()),
    row_of(end_motion[1], "end velocity", values.cols())};
  return result_of(without_lock([&] { return interpolate_accelerations(knots, values, options); }));
}

py::tuple python_positions(
  py::handle times, py::handle positions, int order, const py::tuple & start, const py::tuple & end,
  const py::dict & given)
{
  const std::vector<double> knots = numbers_of(times, "times");
  const RowMatrix values = table_of(positions, "positions");
  const PositionOptions options{
    order, end_of(start, "start"), end_of(end, "end"), given_of(given, values.cols())};
  return result_of(without_lock([&] { return interpolate_positions(knots, values, options); }));
}

py::tuple python_waypoints(
  py::handle times, py::handle positions, int derivative, const py::dict & given)
{
  const std::vector<double> knots = numbers_of(times, "times");
  const RowMatrix values = table_of(positions, "positions");
  const auto derivatives = given_of(given, values.cols());
  return result_of(
    without_lock([&] { return interpolate_waypoints(knots, values, derivative, derivatives); }));
}

std::vector<JerkSection> sections_of(py::handle argument, const std::string & name)
{
  const NumberArray array = number_array(argument, name);
  if (array.ndim() != 2 || array.shape(1) != 5)
  {
    throw Error(
      name + ": found shape " + std::string(py::str(array.attr("shape"))) +
      ", expected (sections, 5): duration, position, velocity, acceleration and jerk");
  }
  std::vector<JerkSection> sections;
  for (const double * row = array.data(); row != array.data() + array.size(); row += 5)
  {
    sections.push_back({row[0], row[1], row[2], row[3], row[4]});
  }
  return sections;
}

PiecewisePolynomial python_jerk_sections(const py::sequence & channels, double start)
{
  std::vector<std::vector<JerkSection>> sections;
  // An object, not a py::handle: an array creates each of its rows on access and does not keep
  // them.
  for (const py::object channel : channels)
  {
    sections.push_back(sections_of(channel, "channel " + std::to_string(sections.size())));
  }
  return from_jerk_sections(start, sections);
}

py::array_t<std::ptrdiff_t> python_wraps_of(py::handle times, py::handle angles)
{
  const Eigen::VectorXd instants = vector_of(times, "times");
  return array_of_places(wraps_of(instants, vector_of(angles, "angles", instants.size())));
}

/// The angles after unwrapping, and the sentence about it.
std::pair<NumberArray, std::string> python_unwrapped(
  const std::string & where, py::handle times, py::handle angles)
{
  const Eigen::VectorXd instants = vector_of(times, "times");
  Eigen::VectorXd joined = vector_of(angles, "angles", instants.size());
  const std::string sentence = unwrap(where, instants, joined);
  return {array_of_vector(joined), sentence};
}

}  // namespace

void bind_motion(py::module_ & module)
{
  using namespace py::literals;
  bind_polynomial(module);
  module.def(
    "interpolate_accelerations", &python_accelerations, "times"_a, "accelerations"_a, "order"_a,
    "start"_a, "end"_a, "start_motion"_a, "end_motion"_a);
  module.def(
    "interpolate_positions", &python_positions, "times"_a, "positions"_a, "order"_a, "start"_a,
    "end"_a, "given"_a);
  module.def(
    "interpolate_waypoints", &python_waypoints, "times"_a, "positions"_a, "derivative"_a,
    "given"_a);
  module.def("from_jerk_sections", &python_jerk_sections, "channels"_a, "start"_a);
  module.def("wraps_of", &python_wraps_of, "times"_a, "angles"_a);
  module.def("unwrapped", &python_unwrapped, "where"_a, "times"_a, "angles"_a);
}

}  // namespace hod
