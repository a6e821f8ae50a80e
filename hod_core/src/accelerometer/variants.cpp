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

/// Number of sensors that are examined one by one, each of which takes a search from an initial
/// guess.
constexpr std::size_t kSuspects = 3;

/// Variants of one description of a recording.
class Variants
{
public:
  explicit Variants(const Variant & said)
  : said_(said), sensors_(said.sensors), options_(said.options)
  {}

  std::vector<Variant> take() { return std::move(all_); }

  /// Possible errors common to all sensors.
  void add_units()
  {
    if (sensors_.size() < 2)
    {
      return;
    }
    add("all sensors in g instead of m/s²", [this](Variant & v) {
      for_accelerometers([&v](std::size_t i) { v.recordings[i].values *= kStandardGravity; });
    });
    add("all sensors reading acceleration without gravity", [this](Variant & v) {
      for_accelerometers(
        [&v](std::size_t i) { v.sensors[i].quantity = SensorQuantity::acceleration; });
    });
  }

  /// Possible errors of joint readings.
  void add_joints()
  {
    if (options_.joint_recordings.empty())
    {
      return;
    }
    add("another time offset of all joint readings", [this](Variant & v) {
      for (std::size_t i = 0; i < sensors_.size(); ++i)
      {
        v.options.estimates.push_back({SensorUnknown::time_offset, static_cast<int>(i)});
      }
    });
    for (std::size_t i = 0; i < options_.joint_recordings.size(); ++i)
    {
      add_factor(i, -1.0, "with the other sign");
      add_factor(i, kDegree, "in degrees instead of rad");
    }
  }

  void add_joint_without(std::size_t i)
  {
    const std::string & joint = options_.joint_recordings[i].joint;
    add(
      "another zero of joint '" + joint +
        "', or others of its readings, as the rest agrees without",
      [i](Variant & v) {
        auto & all = v.options.joint_recordings;
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
      });
  }

  /// Possible errors in the readings of one sensor.
  void add_readings(std::size_t i)
  {
    add_estimate("a bias of " + name(i), SensorUnknown::bias, i);
    add_signs(i);
    add_exchanges(i);
    is_gyroscope(i) ? add_degrees(i) : add_gravity(i);
  }

  /// Possible errors in the mounting and the clock of one sensor.
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

  void add_ends()
  {
    if (is_known(options_.end))
    {
      add("another end", [](Variant & v) {
        v.options.end.resize(0);
        v.options.end_velocity.resize(0);
      });
    }
    if (is_known(options_.start))
    {
      add("another start", [](Variant & v) { v.options.start.resize(0); });
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
    all_.push_back(said_);
    all_.back().text = text;
    change(all_.back());
  }

  template <typename Change>
  void for_accelerometers(Change change) const
  {
    for (std::size_t i = 0; i < sensors_.size(); ++i)
    {
      if (!is_gyroscope(i))
      {
        change(i);
      }
    }
  }

  void add_factor(std::size_t i, double factor, const std::string & how)
  {
    add(
      "readings of joint '" + options_.joint_recordings[i].joint + "' " + how,
      [i, factor](Variant & v) {
        for (double & value : v.options.joint_recordings[i].values)
        {
          value *= factor;
        }
      });
  }

  static bool is_known(const Eigen::VectorXd & values)
  {
    return values.size() > 0 && values.array().isFinite().any();
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

  const Variant & said_;
  const std::vector<Accelerometer> & sensors_;
  const RecoveryOptions & options_;
  std::vector<Variant> all_;
};

/// Sensors with the largest residuals first, then the others: wrong readings may be fitted and
/// correct ones left unexplained.
std::vector<std::size_t> suspects(const Variant & said, const std::vector<Unexplained> & left)
{
  std::vector<std::size_t> order;
  for (const Unexplained & part : left)
  {
    if (part.sensor >= 0)
    {
      order.push_back(static_cast<std::size_t>(part.sensor));
    }
  }
  for (std::size_t i = 0; i < said.sensors.size(); ++i)
  {
    if (std::find(order.begin(), order.end(), i) == order.end())
    {
      order.push_back(i);
    }
  }
  return order;
}

}  // namespace

std::vector<Variant> variants(const Variant & said, const std::vector<Unexplained> & left)
{
  Variants all(said);
  std::vector<std::size_t> worst = suspects(said, left);
  if (said.options.joint_recordings.empty())
  {
    worst.resize(std::min(worst.size(), kSuspects));
  }
  for (const std::size_t i : worst)
  {
    all.add_readings(i);
  }
  all.add_units();
  all.add_ends();
  all.add_joints();
  for (const std::size_t i : worst)
  {
    all.add_mounting(i);
  }
  return all.take();
}

std::vector<Variant> without_parts(const Variant & said, const std::vector<Unexplained> & left)
{
  Variants all(said);
  if (said.sensors.size() > 1)
  {
    for (const std::size_t i : suspects(said, left))
    {
      all.add_without(i);
    }
  }
  for (std::size_t i = 0; i < said.options.joint_recordings.size(); ++i)
  {
    all.add_joint_without(i);
  }
  return all.take();
}

}  // namespace hod::detail
