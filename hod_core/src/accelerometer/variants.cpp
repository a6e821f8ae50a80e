// SPDX-License-Identifier: Apache-2.0
#include "variants.hpp"

#include <algorithm>
#include <utility>

#include "text.hpp"
#include "units.hpp"

namespace hod::detail
{
namespace
{

constexpr std::size_t kSuspects = 2;

/// Variants of one description of a recording.
class Variants
{
public:
  Variants(
    const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings,
    const RecoveryOptions & options)
  : sensors_(sensors), recordings_(recordings), options_(options)
  {}

  std::vector<Variant> take() { return std::move(all_); }

  /// What one sensor may read otherwise.
  void add_readings(std::size_t i)
  {
    add_estimate("a bias of " + name(i), SensorUnknown::bias, i);
    add_signs(i);
    add_exchanges(i);
    is_gyroscope(i) ? add_degrees(i) : add_gravity(i);
  }

  /// Where and how one sensor may sit, and what its clock may do.
  void add_mounting(std::size_t i)
  {
    add_estimate("another time offset of " + name(i), SensorUnknown::time_offset, i);
    add_estimate("a clock of " + name(i) + " that drifts", SensorUnknown::clock_drift, i);
    if (!is_gyroscope(i))
    {
      add_estimate("another place of " + name(i), SensorUnknown::position, i);
    }
    add_estimate("another orientation of " + name(i), SensorUnknown::orientation, i);
  }

  void add_end()
  {
    if (options_.end.size() > 0 && options_.end.array().isFinite().any())
    {
      add("another end", [](Variant & v) {
        v.options.end.resize(0);
        v.options.end_velocity.resize(0);
      });
    }
  }

  void add_without(std::size_t i)
  {
    const std::string text =
      "another place or direction of " + name(i) + ", as the others agree without it";
    add(text, [i](Variant & v) {
      const auto sensor = static_cast<int>(i);
      v.sensors.erase(v.sensors.begin() + sensor);
      v.recordings.erase(v.recordings.begin() + sensor);
      auto & estimates = v.options.estimates;
      estimates.erase(
        std::remove_if(
          estimates.begin(), estimates.end(),
          [sensor](const auto & estimate) { return estimate.sensor == sensor; }),
        estimates.end());
      for (auto & estimate : estimates)
      {
        estimate.sensor -= estimate.sensor > sensor ? 1 : 0;
      }
    });
  }

private:
  template <typename Change>
  void add(const std::string & text, Change change)
  {
    all_.push_back({text, sensors_, recordings_, options_});
    change(all_.back());
  }

  void add_estimate(const std::string & text, SensorUnknown kind, std::size_t i)
  {
    add(
      text, [kind, i](Variant & v) { v.options.estimates.push_back({kind, static_cast<int>(i)}); });
  }

  void add_signs(std::size_t i)
  {
    for (Eigen::Index axis = 0; axis < sensors_[i].axes.rows(); ++axis)
    {
      add(
        "axis " + std::to_string(axis) + " of " + name(i) + " with the other sign",
        [i, axis](Variant & v) { v.sensors[i].axes.row(axis) *= -1.0; });
    }
    add("all axes of " + name(i) + " with the other sign", [i](Variant & v) {
      v.sensors[i].axes *= -1.0;
    });
  }

  void add_exchanges(std::size_t i)
  {
    for (Eigen::Index axis = 0; axis < sensors_[i].axes.rows(); ++axis)
    {
      for (Eigen::Index other = axis + 1; other < sensors_[i].axes.rows(); ++other)
      {
        add(
          "axes " + std::to_string(axis) + " and " + std::to_string(other) + " of " + name(i) +
            " exchanged",
          [i, axis, other](Variant & v) {
            v.sensors[i].axes.row(axis).swap(v.sensors[i].axes.row(other));
          });
      }
    }
  }

  void add_degrees(std::size_t i)
  {
    add(name(i) + " in deg/s instead of rad/s", [i](Variant & v) {
      v.recordings[i].values *= kDegree;
    });
  }

  void add_gravity(std::size_t i)
  {
    const bool whole = sensors_[i].quantity == SensorQuantity::specific_force;
    add(name(i) + " in g instead of m/s²", [i](Variant & v) {
      v.recordings[i].values *= kStandardGravity;
    });
    add(
      name(i) + " reading " + (whole ? "acceleration without gravity" : "specific force"),
      [i, whole](Variant & v) {
        v.sensors[i].quantity =
          whole ? SensorQuantity::acceleration : SensorQuantity::specific_force;
      });
  }

  std::string name(std::size_t i) const { return sensor_text(sensors_[i]); }
  bool is_gyroscope(std::size_t i) const
  {
    return sensors_[i].quantity == SensorQuantity::angular_velocity;
  }

  const std::vector<Accelerometer> & sensors_;
  const std::vector<Recording> & recordings_;
  const RecoveryOptions & options_;
  std::vector<Variant> all_;
};

/// Sensors among the first so many of what is left.
std::vector<std::size_t> suspects(const std::vector<Unexplained> & left, std::size_t most)
{
  std::vector<std::size_t> sensors;
  for (std::size_t i = 0; i < std::min(most, left.size()); ++i)
  {
    if (left[i].sensor >= 0)
    {
      sensors.push_back(static_cast<std::size_t>(left[i].sensor));
    }
  }
  return sensors;
}

}  // namespace

std::vector<Variant> variants(
  const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings,
  const RecoveryOptions & options, const std::vector<Unexplained> & left)
{
  Variants all(sensors, recordings, options);
  const std::vector<std::size_t> worst = suspects(left, kSuspects);
  for (const std::size_t i : worst)
  {
    all.add_readings(i);
  }
  all.add_end();
  for (const std::size_t i : worst)
  {
    all.add_mounting(i);
  }
  if (sensors.size() > 1)
  {
    for (const std::size_t i : suspects(left, left.size()))
    {
      all.add_without(i);
    }
  }
  return all.take();
}

}  // namespace hod::detail
