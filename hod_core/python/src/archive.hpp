// SPDX-License-Identifier: Apache-2.0
#ifndef ARCHIVE_HPP_
#define ARCHIVE_HPP_

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "hod/error.hpp"
#include "hod/robot/description.hpp"

namespace hod
{

/// A robot's description as bytes, for pickle: the same walk over its members both writes and
/// reads. Structured bindings name every member, so a member that is added to the description but
/// not here causes a compile error.
class Archive
{
public:
  /// Writes.
  Archive() = default;
  /// Reads.
  explicit Archive(std::string_view bytes) : bytes_(bytes), reads_(true) {}

  const std::string & bytes() const { return bytes_; }

  template <class... Values>
  void operator()(Values &... values)
  {
    (visit(values), ...);
  }

private:
  void raw(void * data, std::size_t size)
  {
    if (!reads_)
    {
      bytes_.append(static_cast<const char *>(data), size);
      return;
    }
    if (size > bytes_.size() - place_)
    {
      throw Error("pickled robot: found too few bytes, expected one of this version of hod");
    }
    std::memcpy(data, bytes_.data() + place_, size);
    place_ += size;
  }

  /// Checks counts before they are used to allocate: none exceeds the bytes that are left.
  std::size_t count(std::size_t size)
  {
    raw(&size, sizeof size);
    if (reads_ && size > bytes_.size() - place_)
    {
      throw Error("pickled robot: found too few bytes, expected one of this version of hod");
    }
    return size;
  }

  template <class Value>
  std::enable_if_t<std::is_arithmetic_v<Value> || std::is_enum_v<Value>> visit(Value & value)
  {
    raw(&value, sizeof value);
  }

  void visit(std::string & text)
  {
    text.resize(count(text.size()));
    raw(text.data(), text.size());
  }

  template <class Value>
  void visit(std::vector<Value> & values)
  {
    values.resize(count(values.size()));
    for (Value & value : values)
    {
      visit(value);
    }
  }

  template <class Value, std::size_t size>
  void visit(std::array<Value, size> & values)
  {
    for (Value & value : values)
    {
      visit(value);
    }
  }

  template <class Value>
  void visit(std::optional<Value> & value)
  {
    bool given = value.has_value();
    raw(&given, sizeof given);
    if (given)
    {
      value = value ? value : Value{};
      visit(*value);
    }
  }

  template <class Scalar, int rows, int columns, int options, int max_rows, int max_columns>
  void visit(Eigen::Matrix<Scalar, rows, columns, options, max_rows, max_columns> & matrix)
  {
    const std::size_t height = count(static_cast<std::size_t>(matrix.rows()));
    const std::size_t width = count(static_cast<std::size_t>(matrix.cols()));
    matrix.resize(static_cast<Eigen::Index>(height), static_cast<Eigen::Index>(width));
    raw(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(Scalar));
  }

  void visit(Pose & value)
  {
    auto & [rotation, translation] = value;
    (*this)(rotation, translation);
  }

  void visit(MassProperties & value)
  {
    auto & [mass, center, inertia] = value;
    (*this)(mass, center, inertia);
  }

  void visit(Mimic & value)
  {
    auto & [joint, multiplier, offset] = value;
    (*this)(joint, multiplier, offset);
  }

  void visit(JointLimits & value)
  {
    auto & [lower, upper, effort, velocity, effort_rate] = value;
    (*this)(lower, upper, effort, velocity, effort_rate);
  }

  void visit(JointFriction & value)
  {
    auto & [viscous, coulomb, stribeck, stribeck_speed, coefficient, radius, speed, force] = value;
    (*this)(viscous, coulomb, stribeck, stribeck_speed, coefficient, radius, speed, force);
  }

  void visit(JointDrive & value)
  {
    auto & [motor_inertia, gear_ratio, stiffness, damping, viscous, coulomb, speed] = value;
    (*this)(motor_inertia, gear_ratio, stiffness, damping, viscous, coulomb, speed);
  }

  void visit(LinkDescription & value)
  {
    auto & [name, mass] = value;
    (*this)(name, mass);
  }

  void visit(JointDescription & value)
  {
    auto & [name, type, parent, child, origin, axis, limits, friction, drive, mimic] = value;
    (*this)(name, type, parent, child, origin, axis, limits, friction, drive, mimic);
  }

  void visit(BaseMotion & value)
  {
    auto & [rotation, angular_velocity, acceleration, velocity] = value;
    (*this)(rotation, angular_velocity, acceleration, velocity);
  }

  void visit(Payload & value)
  {
    auto & [link, mass] = value;
    (*this)(link, mass);
  }

  void visit(Load & value)
  {
    auto & [link, frame, point, wrench, times, table] = value;
    (*this)(link, frame, point, wrench, times, table);
  }

  void visit(RobotDescription & value)
  {
    auto & [source, name, links, joints, gravity, base, payloads, loads, friction, elastic, unread] =
      value;
    (*this)(source, name, links, joints, gravity, base, payloads, loads, friction, elastic, unread);
  }

  std::string bytes_;
  std::size_t place_ = 0;
  bool reads_ = false;
};

}  // namespace hod

#endif  // ARCHIVE_HPP_
