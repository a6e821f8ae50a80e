// SPDX-License-Identifier: Apache-2.0
#include "checks.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "fields.hpp"
#include "hod/error.hpp"
#include "io/text.hpp"

namespace hod::detail
{
namespace
{

constexpr double kUnitTolerance = 1e-6;

/// [bytes] Names are quoted in sentences, several in one.
constexpr std::size_t kLongestName = 250;

/// The invalid part of a name and what is expected; empty for a valid one.
std::string flaw_of_name(const std::string & name)
{
  if (has_control_characters(name))
  {
    return "with a control character in it, expected a name that can be printed";
  }
  if (first_outside_utf8(name) != std::string_view::npos)
  {
    return "with a letter that is not in UTF-8, expected a name in UTF-8";
  }
  const std::string size = std::to_string(name.size()), most = std::to_string(kLongestName);
  return name.size() <= kLongestName ? "" : "of " + size + " bytes, expected at most " + most;
}

template <class Named>
void check_names(
  const std::vector<Named> & items, const std::string & kind, const RobotDescription & description)
{
  for (const Named & item : items)
  {
    if (item.name.empty())
    {
      throw Error(
        sentence(description, "found a " + kind + " without a name, expected a name for each"));
    }
    const std::string flaw = flaw_of_name(item.name);
    if (!flaw.empty())
    {
      throw Error(
        sentence(description, "found a " + kind + " named " + in_quotes(item.name) + " " + flaw));
    }
  }
}

[[noreturn]] void refuse(
  const std::string & where, const char * name, double found, const std::string & expected)
{
  std::ostringstream text;
  text << where << ": found " << name << " = " << found << ", expected " << expected;
  throw Error(text.str());
}

const char * expected_of(Range range, bool may_be_infinite)
{
  switch (range)
  {
    case Range::not_zero:
      return "a finite number that is not zero";
    case Range::positive:
      return may_be_infinite ? "a number above zero" : "a finite number above zero";
    case Range::not_negative:
      return "a finite number not below zero";
    default:
      return "a number";
  }
}

/// Not (x > 0) also catches NaN.
bool fits(double value, Range range)
{
  return range == Range::not_zero       ? value != 0.0
         : range == Range::positive     ? value > 0.0
         : range == Range::not_negative ? value >= 0.0
                                        : !std::isnan(value);
}

template <class Value, std::size_t count>
void check_fields(
  const Value & values, const Field<Value> (&fields)[count], const std::string & where)
{
  for (const Field<Value> & field : fields)
  {
    const double value = values.*field.value;
    if (!fits(value, field.range) || !(field.may_be_infinite || std::isfinite(value)))
    {
      refuse(where, field.name, value, expected_of(field.range, field.may_be_infinite));
    }
  }
}

void check_limits(const JointLimits & limits, const std::string & where)
{
  // Not (lower <= upper) also catches NaN.
  if (!(limits.lower <= limits.upper))
  {
    refuse(where, "a lower limit", limits.lower, "at most the upper one");
  }
  if (limits.lower == JointLimits::kNone || limits.upper == -JointLimits::kNone)
  {
    refuse(where, "both limits", limits.lower, "limits with a position between them");
  }
  for (const auto & [name, value] :
       {std::pair{"an effort limit", limits.effort},
        {"a velocity limit", limits.velocity},
        {"an effort-rate limit", limits.effort_rate}})
  {
    if (!(value >= 0.0))
    {
      refuse(where, name, value, "a number not below zero");
    }
  }
}

void check_pose(const RobotDescription & description, const JointDescription & joint)
{
  const Eigen::Matrix3d residual =
    joint.origin.rotation * joint.origin.rotation.transpose() - Eigen::Matrix3d::Identity();
  // Not (x < tolerance) also catches NaN; a mirror passes it as well.
  const bool turns =
    residual.cwiseAbs().maxCoeff() < kUnitTolerance && joint.origin.rotation.determinant() > 0.0;
  if (!turns || !joint.origin.translation.allFinite())
  {
    throw Error(sentence(
      description, "joint '" + joint.name +
                     "' has an invalid origin, expected finite "
                     "numbers and a rotation"));
  }
}

void check_axis(const RobotDescription & description, const JointDescription & joint)
{
  if (!joint.axis.allFinite() || joint.axis.isZero(0.0))
  {
    std::ostringstream rest;
    rest << "joint '" << joint.name << "' has the axis " << joint.axis.transpose()
         << ", expected a direction";
    throw Error(sentence(description, rest.str()));
  }
}

void check_link(const RobotDescription & description, const LinkDescription & link)
{
  const auto & mass = link.mass;
  const bool finite =
    std::isfinite(mass.mass) && mass.center.allFinite() && mass.inertia.allFinite();
  if (!finite)
  {
    throw Error(sentence(
      description,
      "link '" + link.name + "' has mass properties that are not finite, expected numbers"));
  }
  if (mass.mass < 0.0)
  {
    std::ostringstream rest;
    rest << "link '" << link.name << "' has mass " << mass.mass << " kg, expected zero or more";
    throw Error(sentence(description, rest.str()));
  }
}

void check_joint(const RobotDescription & description, const JointDescription & joint)
{
  check_pose(description, joint);
  if (joint.type == JointType::floating || joint.type == JointType::planar)
  {
    const std::string kind = joint.type == JointType::floating ? "floating" : "planar";
    throw Error(sentence(
      description, "joint '" + joint.name + "' is " + kind +
                     ", expected revolute, continuous, prismatic or fixed: prescribe the motion of "
                     "the base, or make joints of its coordinates (hod --angles)"));
  }
  if (moves(joint))
  {
    check_axis(description, joint);
  }
  const std::string where = sentence(description, "joint '" + joint.name + "'");
  check_limits(joint.limits, where);
  check_fields(joint.friction, kFrictionFields, where + ", friction");
  check(joint.drive, where + ", drive");
  if (joint.mimic && description.is_elastic && !joint.drive.rigid())
  {
    refuse(
      where + ", drive", "stiffness", joint.drive.stiffness,
      "none: the joint follows another (mimic), whose drive moves it");
  }
  if (
    joint.mimic && !(std::isfinite(joint.mimic->multiplier) && std::isfinite(joint.mimic->offset)))
  {
    throw Error(
      sentence(description, "joint '" + joint.name + "' mimics with numbers that are not finite"));
  }
}

using LinkNames = std::unordered_set<std::string_view>;

LinkNames link_names(const RobotDescription & description)
{
  LinkNames names;
  for (const LinkDescription & link : description.links)
  {
    names.insert(link.name);
  }
  return names;
}

/// Checks the link that something is attached to.
void check_place(
  const RobotDescription & description, const LinkNames & links, const std::string & link,
  const char * what)
{
  if (links.count(link) == 0)
  {
    throw Error(sentence(
      description, std::string(what) + ": found the link " + in_quotes(link, '\'') +
                     ", expected a link of " + in_quotes(description.name, '\'')));
  }
}

void check_payload(
  const RobotDescription & description, const LinkNames & links, const Payload & payload)
{
  check_place(description, links, payload.link, "payload");
  if (const auto flaw = physical_flaw(payload.mass))
  {
    throw Error(sentence(
      description, "payload on link '" + payload.link + "': found " + *flaw +
                     ", expected physically possible values"));
  }
}

/// Products of both, of which the polynomials between instants consist, are within a double's
/// range.
constexpr double kLatest = 1e20;  // [s]
constexpr double kLargestWrench = 1e100;

void check_load_table(const Load & load, const std::string & where)
{
  const Eigen::Index rows = load.table.cols() / Load::kColumns;
  const auto instants = static_cast<Eigen::Index>(load.times.size());
  if (rows < 1 || rows > Load::kRows || load.table.cols() != rows * Load::kColumns)
  {
    throw Error(
      where + ": found a table of " + std::to_string(load.table.cols()) +
      " columns, expected six per derivative, of at most " + std::to_string(Load::kRows) +
      " derivatives");
  }
  if (load.table.rows() != instants || instants < 2)
  {
    throw Error(
      where + ": found " + std::to_string(instants) + " times and " +
      std::to_string(load.table.rows()) + " wrenches, expected as many of both and at least two");
  }
  const auto & times = load.times;
  const auto late = std::adjacent_find(
    times.begin(), times.end(), [](double left, double right) { return !(left < right); });
  if (late != times.end() || !std::isfinite(times.front()) || !std::isfinite(times.back()))
  {
    throw Error(where + ": found times that do not increase, expected finite times that do");
  }
  if (!load.table.allFinite())
  {
    throw Error(where + ": found a wrench that is not finite, expected finite numbers");
  }
  const double farthest = std::max(std::abs(times.front()), std::abs(times.back()));
  if (farthest > kLatest || load.table.cwiseAbs().maxCoeff() > kLargestWrench)
  {
    throw Error(
      where + ": found times beyond 1e20 s or a wrench beyond 1e100, expected smaller numbers");
  }
}

void check_load(const RobotDescription & description, const LinkNames & links, const Load & load)
{
  check_place(description, links, load.link, "load");
  const std::string where = sentence(description, "load on link '" + load.link + "'");
  if (!load.wrench.allFinite() || !load.point.allFinite())
  {
    throw Error(
      where + ": found a number that is not finite, expected finite forces, moments and points");
  }
  if (load.changes() || load.table.cols() > 0)
  {
    check_load_table(load, where);
  }
}

void check_surroundings(const RobotDescription & description)
{
  if (!description.gravity.allFinite())
  {
    throw Error(sentence(description, "gravity is not finite, expected three numbers in m/s²"));
  }
  if (!is_possible(description.base))
  {
    throw Error(sentence(
      description, "the base's motion is invalid, expected a rotation and finite numbers"));
  }
  const auto & joints = description.joints;
  const bool springs = std::any_of(joints.begin(), joints.end(), [](const auto & joint) {
    return moves(joint) && !joint.drive.rigid();
  });
  if (description.is_elastic && !springs)
  {
    throw Error(sentence(
      description, "drive: found 'elastic' and no spring, expected the stiffness of a joint"));
  }
}

}  // namespace

std::string sentence(const RobotDescription & description, const std::string & rest)
{
  return (description.source.empty() ? std::string("robot") : description.source) + ": " + rest;
}

bool moves(const JointDescription & joint)
{
  return joint.type != JointType::fixed;
}

void check(const JointDrive & drive, const std::string & where)
{
  check_fields(drive, kDriveFields, where);
}

void check_names(const RobotDescription & description)
{
  const std::string flaw = flaw_of_name(description.name);
  if (!flaw.empty())
  {
    throw Error(
      sentence(description, "found a robot named " + in_quotes(description.name) + " " + flaw));
  }
  check_names(description.links, "link", description);
  check_names(description.joints, "joint", description);
}

void check(const RobotDescription & description)
{
  check_names(description);  // before any sentence quotes one
  check_surroundings(description);
  for (const auto & joint : description.joints)
  {
    check_joint(description, joint);
  }
  for (const auto & link : description.links)
  {
    check_link(description, link);
  }
  const LinkNames links = link_names(description);
  for (const auto & payload : description.payloads)
  {
    check_payload(description, links, payload);
  }
  for (const auto & load : description.loads)
  {
    check_load(description, links, load);
  }
}

}  // namespace hod::detail
