// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/jerk_sections.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "hod/error.hpp"
#include "knots.hpp"

namespace hod
{
namespace
{

/// Sections join if their states agree to this fraction of the largest state or change of one in
/// the channel.
constexpr double kJoint = 1e-6;
/// Knots closer than this fraction of the whole motion are merged.
constexpr double kSameTime = 1e-12;

JerkSection moved(const JerkSection & from, double time)
{
  JerkSection to = from;
  to.position += time * (from.velocity + time * (from.acceleration / 2.0 + time * from.jerk / 6.0));
  to.velocity += time * (from.acceleration + time * from.jerk / 2.0);
  to.acceleration += time * from.jerk;
  return to;
}

std::string section_name(std::size_t channel, std::size_t section)
{
  return "section " + std::to_string(section) + " of channel " + std::to_string(channel);
}

void check_numbers(const JerkSection & section, const std::string & name)
{
  const Eigen::Matrix<double, 5, 1> numbers{
    section.duration, section.position, section.velocity, section.acceleration, section.jerk};
  if (!numbers.allFinite() || section.duration < 0.0)
  {
    throw Error(name + ": found a negative duration or a number that is not finite, expected none");
  }
}

void check_joint(
  const JerkSection & from, const JerkSection & to, const JerkSection & scale,
  const std::string & name)
{
  const JerkSection end = moved(from, from.duration);
  const auto compare = [&](double found, double expected, double largest, const char * what) {
    if (std::abs(found - expected) > kJoint * largest)
    {
      throw Error(
        name + ": found the " + what + " " + quoted(found) + ", expected " + quoted(expected) +
        ", where the section before it ends");
    }
  };
  compare(to.position, end.position, scale.position, "position");
  compare(to.velocity, end.velocity, scale.velocity, "velocity");
  compare(to.acceleration, end.acceleration, scale.acceleration, "acceleration");
}

/// The largest magnitudes in a channel, also of the terms of which its states are sums: where these
/// cancel, what rounding leaves of them is no gap.
JerkSection scale_of(const std::vector<JerkSection> & sections)
{
  JerkSection scale;
  for (const JerkSection & section : sections)
  {
    const double h = section.duration;
    const double jump = h * std::abs(section.jerk);
    const double acceleration = std::max(std::abs(section.acceleration), jump);
    const double velocity = std::max(std::abs(section.velocity), h * acceleration);
    const double position = std::max(std::abs(section.position), h * velocity);
    scale.acceleration = std::max(scale.acceleration, acceleration);
    scale.velocity = std::max(scale.velocity, velocity);
    scale.position = std::max(scale.position, position);
  }
  return scale;
}

void check_channel(const std::vector<JerkSection> & sections, std::size_t channel)
{
  if (sections.empty())
  {
    throw Error("channel " + std::to_string(channel) + ": found no section, expected at least 1");
  }
  const JerkSection scale = scale_of(sections);
  for (std::size_t i = 0; i < sections.size(); ++i)
  {
    check_numbers(sections[i], section_name(channel, i));
    if (i > 0)
    {
      check_joint(sections[i - 1], sections[i], scale, section_name(channel, i));
    }
  }
}

/// When each section begins, and when the last one ends.
std::vector<double> bounds_of(double start, const std::vector<JerkSection> & sections)
{
  std::vector<double> bounds{start};
  for (const JerkSection & section : sections)
  {
    bounds.push_back(bounds.back() + section.duration);
  }
  return bounds;
}

std::vector<double> common_knots(const std::vector<std::vector<double>> & bounds)
{
  std::vector<double> all;
  for (const std::vector<double> & channel : bounds)
  {
    all.insert(all.end(), channel.begin(), channel.end());
  }
  std::sort(all.begin(), all.end());
  const double least = kSameTime * (all.back() - all.front());
  std::vector<double> knots{all.front()};
  for (const double time : all)
  {
    if (time > knots.back() + least)
    {
      knots.push_back(time);
    }
  }
  return knots;
}

/// The state of a channel at a time, with the jerk around the middle of a segment.
JerkSection state_at(
  const std::vector<JerkSection> & sections, const std::vector<double> & bounds, double time,
  double middle)
{
  if (middle >= bounds.back())
  {
    JerkSection rest = moved(sections.back(), sections.back().duration);
    rest.jerk = 0.0;
    return moved(rest, time - bounds.back());
  }
  const auto after = std::upper_bound(bounds.begin() + 1, bounds.end() - 1, middle);
  const auto section = static_cast<std::size_t>(after - bounds.begin()) - 1;
  return moved(sections[section], time - bounds[section]);
}

}  // namespace

PiecewisePolynomial from_jerk_sections(
  double start, const std::vector<std::vector<JerkSection>> & channels)
{
  if (!std::isfinite(start))
  {
    throw Error("start: found " + quoted(start) + ", expected a finite time");
  }
  std::vector<std::vector<double>> bounds;
  for (std::size_t channel = 0; channel < channels.size(); ++channel)
  {
    check_channel(channels[channel], channel);
    bounds.push_back(bounds_of(start, channels[channel]));
  }
  if (channels.empty())
  {
    throw Error("sections: found no channel, expected at least 1");
  }
  std::vector<double> knots = common_knots(bounds), coefficients;
  if (knots.size() < 2)
  {
    throw Error("sections: found a motion that takes no time, expected a duration above 0");
  }
  for (std::size_t i = 0; i + 1 < knots.size(); ++i)
  {
    const double h = knots[i + 1] - knots[i], middle = knots[i] + h / 2.0;
    for (std::size_t channel = 0; channel < channels.size(); ++channel)
    {
      const JerkSection state = state_at(channels[channel], bounds[channel], knots[i], middle);
      coefficients.insert(
        coefficients.end(), {state.position, state.velocity * h, state.acceleration * h * h / 2.0,
                             state.jerk * h * h * h / 6.0});
    }
  }
  return {std::move(knots), 3, static_cast<int>(channels.size()), std::move(coefficients)};
}

}  // namespace hod
