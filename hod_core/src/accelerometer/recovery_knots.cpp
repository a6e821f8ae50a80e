// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "hod/error.hpp"
#include "recovery_plan.hpp"
#include "text.hpp"

namespace hod::detail
{
namespace
{

constexpr double kMostSegments = 1e6;

}  // namespace

std::vector<double> knots_with_readings(
  const std::vector<SoughtSensor> & sensors, const std::vector<Recording> & recordings,
  double spacing, double fewest)
{
  std::vector<std::pair<double, double>> readings;  // time, numbers read then
  for (std::size_t i = 0; i < sensors.size(); ++i)
  {
    for (const double stamp : recordings[i].times)
    {
      readings.emplace_back(stamp - sensors[i].time_offset, sensors[i].mounted.axes());
    }
  }
  std::sort(readings.begin(), readings.end());
  const double start = readings.front().first;
  const double end = readings.back().first;
  const double wanted = std::ceil((end - start) / spacing - 1e-9);
  if (!(wanted <= kMostSegments))
  {
    throw Error(
      "knot_spacing: found " + detail::number(spacing) + " s, expected at least " +
      detail::number((end - start) / kMostSegments) + " s for so long a recording");
  }
  const auto segments = std::max(1, static_cast<int>(wanted));
  std::vector<double> knots = {start};
  double between = 0.0;
  auto reading = readings.begin();
  for (int segment = 1; segment <= segments; ++segment)
  {
    const double knot = segment == segments ? end : start + (end - start) * segment / segments;
    for (; reading != readings.end() && (reading->first < knot || segment == segments); ++reading)
    {
      between += reading->second;
    }
    if (between >= fewest)
    {
      knots.push_back(knot);
      between = 0.0;
    }
  }
  if (knots.back() < end)
  {
    knots.size() > 1 ? void(knots.back() = end) : knots.push_back(end);
  }
  return knots;
}

}  // namespace hod::detail
