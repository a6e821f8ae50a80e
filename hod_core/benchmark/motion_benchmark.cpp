// SPDX-License-Identifier: Apache-2.0
// Time from samples to a motion, and from a motion to its derivatives at an instant.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "hod/motion/interpolation.hpp"

namespace
{

using hod::RowMatrix;

struct Samples
{
  Samples(int count, int channels) : values(count, channels)
  {
    for (int i = 0; i < count; ++i)
    {
      // 1 kHz, unevenly: no formula for even knots may help.
      times.push_back(1e-3 * (i + 0.2 * std::sin(7.0 * i)));
      for (int channel = 0; channel < channels; ++channel)
      {
        values(i, channel) = std::sin(3.0 * times.back() + channel);
      }
    }
  }
  std::vector<double> times;
  RowMatrix values;
};

/// Arguments: order, channels; a million samples.
void fit_million(benchmark::State & state)
{
  const Samples samples(1000000, static_cast<int>(state.range(1)));
  hod::AccelerationOptions options;
  options.order = static_cast<int>(state.range(0));
  for (auto _ : state)
  {
    benchmark::DoNotOptimize(
      hod::interpolate_accelerations(samples.times, samples.values, options));
  }
}
BENCHMARK(fit_million)
  ->ArgNames({"order", "channels"})
  ->Args({4, 1})
  ->Args({4, 7})
  ->Args({6, 1})
  ->Args({8, 1})
  ->Unit(benchmark::kMillisecond);

/// Arguments: order, channels, whether times come in order; q to its fifth derivative.
void six_derivatives(benchmark::State & state)
{
  const int channels = static_cast<int>(state.range(1));
  const Samples samples(10000, channels);
  hod::AccelerationOptions options;
  options.order = static_cast<int>(state.range(0));
  const auto motion = hod::interpolate_accelerations(samples.times, samples.values, options).motion;
  RowMatrix rows(6, channels);
  const bool in_order = state.range(2) != 0;
  int segment = 0;
  double part = 0.0;
  for (auto _ : state)
  {
    part += in_order ? 1e-5 : 0.6180339887;
    part = part < 1.0 ? part : part - 1.0;
    const double time = motion.start() + part * (motion.end() - motion.start());
    segment = in_order ? motion.segment_at(time, segment) : motion.segment_at(time);
    motion.evaluate_on(segment, time, rows);
    benchmark::DoNotOptimize(rows.data());
  }
}
BENCHMARK(six_derivatives)
  ->ArgNames({"order", "channels", "in_order"})
  ->ArgsProduct({{4, 6}, {1, 7}, {0, 1}});

}  // namespace

BENCHMARK_MAIN();
