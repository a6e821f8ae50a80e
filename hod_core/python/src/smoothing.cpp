// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/smoothing.hpp"

#include <pybind11/stl.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "accelerometer/reading_steps.hpp"
#include "arguments.hpp"
#include "motion/knots.hpp"
#include "motion/smoothing_noise.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

SmoothingRule rule_from(const std::string & name, py::handle figure)
{
  if (name == "cross-validation")
  {
    return CrossValidation{};
  }
  const std::vector<double> figures = numbers_of(figure, name);
  if (figures.empty())
  {
    throw Error(name + ": found no number, expected one");
  }
  if (name == "noise")
  {
    return StatedNoise{figures};
  }
  if (name == "residual")
  {
    return StatedResidual{figures};
  }
  if (name == "cutoff")
  {
    return CutOff{figures.front()};
  }
  return SmoothnessWeight{figures.front()};
}

Smoothed smoothed(
  py::handle times, py::handle values, py::handle weights, py::handle start,
  const std::string & rule, py::handle figure, const SmoothingOptions & options)
{
  SmoothingSamples samples;
  samples.times = numbers_of(times, "times");
  samples.values = table_of(values, "values");
  samples.weights = numbers_of(weights, "weights");
  samples.start = table_of(start, "start");
  const SmoothingRule chosen = rule_from(rule, figure);
  const py::gil_scoped_release release;
  return smooth(std::move(samples), chosen, options);
}

/// (times, rows, channels).
NumberArray deviations_of(const Smoothed & smoothed, py::handle argument, int rows)
{
  if (rows < 1 || rows > 1000)
  {
    throw Error("derivative: found " + std::to_string(rows - 1LL) + ", expected 0 to 999");
  }
  const Eigen::VectorXd times = vector_of(argument, "times");
  const int channels = smoothed.polynomial().channels();
  NumberArray result({times.size(), py::ssize_t{rows}, py::ssize_t{channels}});
  double * numbers = result.mutable_data();
  const py::gil_scoped_release release;
  for (const double time : times)
  {
    smoothed.deviations(time, Eigen::Map<RowMatrix>(numbers, rows, channels));
    numbers += rows * channels;
  }
  return result;
}

/// (times, rows, rows) for one channel.
NumberArray covariance_of(const Smoothed & smoothed, py::handle argument, int rows, int channel)
{
  const Eigen::VectorXd times = vector_of(argument, "times");
  if (rows < 1 || rows > 1000 || channel < 0 || channel >= smoothed.polynomial().channels())
  {
    throw Error(
      "covariance: found " + std::to_string(rows) + " rows of channel " + std::to_string(channel) +
      ", expected 1 to 1000 rows and a channel below " +
      std::to_string(smoothed.polynomial().channels()));
  }
  NumberArray result({times.size(), py::ssize_t{rows}, py::ssize_t{rows}});
  double * numbers = result.mutable_data();
  const py::gil_scoped_release release;
  for (const double time : times)
  {
    smoothed.covariance(time, channel, Eigen::Map<RowMatrix>(numbers, rows, rows));
    numbers += rows * rows;
  }
  return result;
}

/// Resolution of quantized readings (zero if they are not quantized); where runs of equal readings
/// begin and the last one ends; and the fraction of changes that are not a whole number of steps.
std::tuple<double, py::array_t<std::ptrdiff_t>, double> steps_of(py::handle values)
{
  const std::vector<double> readings = numbers_of(values, "values");
  const detail::ReadingSteps steps = detail::reading_steps(readings.data(), readings.size());
  return {steps.size, array_of_places(steps.edges), steps.uneven};
}

void bind_report(py::module_ & module)
{
  py::class_<SmoothingReport>(module, "SmoothingReport")
    .def_readonly("weight", &SmoothingReport::weight)
    .def_readonly("cutoff", &SmoothingReport::cutoff)
    .def_readonly("interval", &SmoothingReport::interval)
    .def_readonly("degrees_of_freedom", &SmoothingReport::degrees_of_freedom)
    .def_readonly("residual", &SmoothingReport::residual)
    .def_readonly("noise", &SmoothingReport::noise)
    .def_readonly("warnings", &SmoothingReport::warnings)
    .def(
      py::pickle(
        [](const SmoothingReport & self) {
          const auto & [weight, cutoff, interval, freedom, residual, noise, warnings] = self;
          return py::make_tuple(weight, cutoff, interval, freedom, residual, noise, warnings);
        },
        [](const py::tuple & state) {
          return SmoothingReport{
            state[0].cast<double>(),
            state[1].cast<double>(),
            state[2].cast<double>(),
            state[3].cast<double>(),
            state[4].cast<std::vector<double>>(),
            state[5].cast<std::vector<double>>(),
            state[6].cast<std::vector<std::string>>()};
        }));
}

py::tuple save(const Smoothed & smoothed)
{
  const auto & [signal, penalty, width, unit, triangles] = smoothed.uncertainty();
  const NumberArray numbers(static_cast<py::ssize_t>(triangles.size()), triangles.data());
  return py::make_tuple(
    smoothed.polynomial(), smoothed.report(), signal, penalty, width, unit, numbers);
}

Smoothed restore(const py::tuple & state)
{
  SmoothingCovariance covariance{
    state[2].cast<int>(), state[3].cast<int>(), state[4].cast<int>(), state[5].cast<double>(),
    numbers_of(state[6], "triangles")};
  return {
    state[0].cast<PiecewisePolynomial>(), state[1].cast<SmoothingReport>(), std::move(covariance)};
}

/// Of one channel; 0 for fewer than five samples.
double noise_among_neighbours(py::handle times, py::handle values)
{
  SmoothingSamples samples;
  samples.times = numbers_of(times, "times");
  const std::vector<double> numbers = numbers_of(values, "values");
  check_knots(samples.times, 1, "times");
  if (numbers.size() != samples.times.size())
  {
    throw Error(
      "values: found " + std::to_string(numbers.size()) + ", expected one per time, " +
      std::to_string(samples.times.size()));
  }
  samples.values =
    Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  const std::vector<double> variances = detail::smoothing::variances_among_neighbours(samples);
  return variances.empty() ? 0.0 : std::sqrt(variances.front());
}

}  // namespace

void bind_smoothing(py::module_ & module)
{
  using namespace py::literals;
  bind_report(module);
  py::class_<SmoothingOptions>(module, "SmoothingOptions")
    .def(
      py::init([](
                 int signal, int penalty, int degree, double knot_spacing, double largest_gap,
                 bool varying) {
        return SmoothingOptions{signal, penalty, degree, knot_spacing, largest_gap, varying};
      }),
      "signal"_a, "penalty"_a, "degree"_a, "knot_spacing"_a, "largest_gap"_a, "varying"_a);
  py::class_<Smoothed>(module, "SmoothedSignal")
    .def_property_readonly("polynomial", &Smoothed::polynomial)
    .def_property_readonly("report", &Smoothed::report)
    .def("deviations", &deviations_of, "times"_a, "rows"_a)
    .def("covariance", &covariance_of, "times"_a, "rows"_a, "channel"_a)
    .def(py::pickle(&save, &restore));
  module.def(
    "smooth", &smoothed, "times"_a, "values"_a, "weights"_a, "start"_a, "rule"_a, "figure"_a,
    "options"_a);
  module.def("reading_steps", &steps_of, "values"_a);
  module.def("noise_among_neighbours", &noise_among_neighbours, "times"_a, "values"_a);
}

}  // namespace hod
