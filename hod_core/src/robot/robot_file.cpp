// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/robot_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "checks.hpp"
#include "fields.hpp"
#include "hod/error.hpp"
#include "hod/mass/distribution.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"
#include "hod/robot/apply_distribution.hpp"
#include "hod/robot/urdf.hpp"
#include "io/names.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"
#include "io/yaml.hpp"
#include "load_file.hpp"
#include "mass/read_bodies.hpp"
#include "robot_section.hpp"

namespace hod
{
namespace
{

using detail::Field;
using detail::NumberRange;
using detail::Range;
using detail::YamlEntry;
using detail::YamlItem;
using detail::YamlMap;

const std::vector<std::string> kSections = {
  "urdf",    "mass_distribution", "gravity", "base",   "loads",
  "payload", "friction",          "drive",   "drives", "limits"};

template <class Value, std::size_t count>
std::vector<std::string> keys_of(const Field<Value> (&fields)[count])
{
  std::vector<std::string> keys;
  for (const Field<Value> & field : fields)
  {
    keys.push_back(field.name);
  }
  return keys;
}

template <class Value>
double read_field(const YamlItem & item, const Field<Value> & field)
{
  NumberRange range;
  range.may_be_infinite = field.may_be_infinite;
  range.above = field.range == Range::positive ? 0.0 : range.above;
  range.at_least = field.range == Range::not_negative ? 0.0 : range.at_least;
  const double value = item.number(range);
  if (field.range == Range::not_zero && value == 0.0)
  {
    item.fail("found " + item.found() + ", expected a number that is not zero");
  }
  return value;
}

/// A list of vectors, or one vector: rows of derivatives. Missing rows stay unchanged.
template <std::size_t count>
void read_rows(const YamlItem & item, std::array<Eigen::Vector3d, count> & rows)
{
  const std::vector<YamlItem> items = item.list();
  if (items.empty() || !items.front().is_list())
  {
    rows[0] = item.vector();
    return;
  }
  if (items.size() > count)
  {
    item.fail(
      "found " + std::to_string(items.size()) + " rows, expected at most " + std::to_string(count));
  }
  for (std::size_t k = 0; k < items.size(); ++k)
  {
    rows[k] = items[k].vector();
  }
}

/// The items of a list, or a single item; named "load 1", "load 2", … or "load".
std::vector<YamlItem> one_or_more(const YamlItem & item, const std::string & noun)
{
  if (item.is_map())
  {
    return {item.named(noun)};
  }
  std::vector<YamlItem> items;
  for (const YamlItem & one : item.list())
  {
    items.push_back(one.named(noun + " " + std::to_string(items.size() + 1)));
  }
  return items;
}

Eigen::Vector3d vector_or_zero(const YamlMap & map, const std::string & key)
{
  const YamlItem * const item = map.find(key);
  return item == nullptr ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : item->vector();
}

Eigen::Matrix3d read_inertia(const YamlItem & item)
{
  const std::vector<double> six = item.numbers(6);  // xx xy xz yy yz zz
  Eigen::Matrix3d inertia;
  inertia << six[0], six[1], six[2], six[1], six[3], six[4], six[2], six[4], six[5];
  return inertia;
}

class Reader
{
public:
  Reader(
    const YamlItem & document, std::filesystem::path directory,
    std::optional<RobotDescription> description)
  : directory_(std::move(directory)), sections_(document.map(kSections))
  {
    description_ = description ? std::move(*description) : read_robot();
    for (JointDescription & joint : description_.joints)
    {
      joints_.emplace(joint.name, &joint);
    }
    for (const LinkDescription & link : description_.links)
    {
      link_names_.push_back(link.name);
    }
  }

  RobotDescription read()
  {
    const std::pair<const char *, void (Reader::*)(const YamlItem &)> readers[] = {
      {"mass_distribution", &Reader::read_mass_distribution},
      {"gravity", &Reader::read_gravity},
      {"base", &Reader::read_base},
      {"loads", &Reader::read_loads},
      {"payload", &Reader::read_payloads},
      {"friction", &Reader::read_friction},
      {"drives", &Reader::read_drives},
      {"drive", &Reader::read_drive},
      {"limits", &Reader::read_limits}};
    for (const auto & [key, read_section] : readers)
    {
      if (const YamlItem * const item = sections_.find(key))
      {
        (this->*read_section)(*item);
      }
    }
    return std::move(description_);
  }

private:
  RobotDescription read_robot() const
  {
    const YamlItem * const urdf = sections_.find("urdf");
    if (urdf == nullptr)
    {
      sections_.whole().fail("found no 'urdf', expected the name of a URDF file");
    }
    return read_urdf(directory_ / urdf->text());
  }

  void read_mass_distribution(const YamlItem & item)
  {
    apply_distribution(mass::read_distribution(directory_ / item.text()), description_);
  }

  void read_gravity(const YamlItem & item) { description_.gravity = item.vector(); }

  void read_base(const YamlItem & item)
  {
    const YamlMap map = item.map({"rpy", "velocity", "angular_velocity", "acceleration"});
    BaseMotion & base = description_.base;
    for (const YamlEntry & entry : map)
    {
      if (entry.name == "rpy")
      {
        base.rotation = rotation_from_rpy(entry.value.vector());
      }
      else if (entry.name == "velocity")
      {
        base.velocity = entry.value.vector();
      }
      else
      {
        const bool turns = entry.name == "angular_velocity";
        read_rows(entry.value, turns ? base.angular_velocity : base.acceleration);
      }
    }
  }

  std::string read_link(const YamlMap & map) const
  {
    return map.required("link").choice(link_names_);
  }

  void read_loads(const YamlItem & item)
  {
    for (const YamlItem & load : one_or_more(item, "load"))
    {
      description_.loads.push_back(read_load(load));
    }
  }

  Load read_load(const YamlItem & item) const
  {
    const YamlMap map = item.map({"link", "frame", "point", "force", "moment", "table"});
    const YamlItem * const frame = map.find("frame");
    const bool in_world = frame != nullptr && frame->choice({"link", "world"}) == "world";
    Load load = constant_load(
      read_link(map), in_world ? LoadFrame::world : LoadFrame::link, vector_or_zero(map, "force"),
      vector_or_zero(map, "moment"), vector_or_zero(map, "point"));
    const bool is_constant = map.find("force") != nullptr || map.find("moment") != nullptr;
    const YamlItem * const table = map.find("table");
    if (is_constant == (table != nullptr))
    {
      item.fail(
        is_constant ? "found a 'table' beside 'force' or 'moment', expected one of them"
                    : "found no wrench, expected 'force', 'moment' or 'table'");
    }
    if (table != nullptr)
    {
      detail::read_load_table(directory_ / table->text(), load);
    }
    return load;
  }

  void read_payloads(const YamlItem & item)
  {
    for (const YamlItem & payload : one_or_more(item, "payload"))
    {
      description_.payloads.push_back(read_payload(payload));
    }
  }

  Payload read_payload(const YamlItem & item) const
  {
    const YamlMap map = item.map({"link", "mass", "center", "inertia", "bodies"});
    const YamlItem * const bodies = map.find("bodies");
    if (bodies == nullptr)
    {
      return {read_link(map), read_mass(map)};
    }
    if (map.size() > 2)
    {
      item.fail(
        "found 'bodies' beside other keys, expected 'bodies' or 'mass', 'center', 'inertia'");
    }
    const std::string link = read_link(map);
    mass::Distribution distribution;
    add_link(distribution, link, detail::read_bodies(*bodies, directory_), bodies->place());
    return {link, distribution.links.front().mass};
  }

  static MassProperties read_mass(const YamlMap & map)
  {
    MassProperties body;
    body.mass = map.required("mass").number({-NumberRange::kInfinity, 0.0});
    body.center = vector_or_zero(map, "center");
    const YamlItem * const inertia = map.find("inertia");
    if (inertia != nullptr)
    {
      body.inertia = read_inertia(*inertia);
      if (const auto flaw = physical_flaw(body))
      {
        inertia->fail("found " + *flaw + ", expected physically possible values");
      }
    }
    return body;
  }

  void read_friction(const YamlItem & item)
  {
    description_.has_friction = true;
    if (item.is_map())
    {
      read_joints(item, "friction", detail::kFrictionFields, &JointDescription::friction);
    }
    else if (item.found() != "'urdf'")
    {
      item.fail("found " + item.found() + ", expected a map of joints, or urdf for the URDF's own");
    }
  }

  void read_drives(const YamlItem & item)
  {
    read_joints(item, "drive", detail::kDriveFields, &JointDescription::drive);
  }

  void read_drive(const YamlItem & item)
  {
    description_.is_elastic = item.choice({"rigid", "elastic"}) == "elastic";
    if (!description_.is_elastic)
    {
      return;
    }
    const auto & joints = description_.joints;
    const auto has_spring = [](const JointDescription & joint) { return !joint.drive.rigid(); };
    const auto spring = std::find_if(joints.begin(), joints.end(), has_spring);
    if (spring == joints.end())
    {
      item.fail("found 'elastic', expected the stiffness of a joint under 'drives'");
    }
    for (const JointDescription & joint : joints)
    {
      if (has_spring(joint) && joint.mimic)
      {
        item.fail(
          "found 'elastic' and a stiffness of '" + joint.name + "', expected none: it follows '" +
          joint.mimic->joint + "', whose drive moves it");
      }
    }
  }

  void read_limits(const YamlItem & item)
  {
    read_joints(item, "limits", detail::kLimitFields, &JointDescription::limits);
    for (const YamlEntry & entry : item.map())
    {
      const JointLimits & limits = joints_.at(entry.name)->limits;
      if (!(limits.lower <= limits.upper))
      {
        const YamlMap keys = entry.value.named("limits of '" + entry.name + "'").map();
        const bool said = keys.find("lower") != nullptr;
        const YamlItem & blamed = said ? *keys.find("lower") : keys.required("upper");
        blamed.fail(
          "found " + blamed.found() + ", expected at " +
          (said ? "most the upper limit, " + detail::shortest(limits.upper)
                : "least the lower limit, " + detail::shortest(limits.lower)));
      }
    }
  }

  /// Reads {joint: {key: number}}; missing values stay unchanged.
  template <class Value, std::size_t count>
  void read_joints(
    const YamlItem & item, const std::string & noun, const Field<Value> (&fields)[count],
    Value JointDescription::* member)
  {
    const std::vector<std::string> keys = keys_of(fields);
    for (const YamlEntry & entry : item.map())
    {
      Value & values = find_joint(entry).*member;
      const YamlItem joint = entry.value.named(noun + " of '" + entry.name + "'");
      for (const YamlEntry & number : joint.map(keys))
      {
        const auto index = std::find(keys.begin(), keys.end(), number.name) - keys.begin();
        values.*(fields[index].value) = read_field(number.value, fields[index]);
      }
    }
  }

  JointDescription & find_joint(const YamlEntry & entry)
  {
    const std::string found = "found the joint " + detail::in_quotes(entry.name, '\'');
    const auto joint = joints_.find(entry.name);
    if (joint == joints_.end())
    {
      entry.key.fail(found + ", expected " + detail::suggestion(entry.name, moving_joints()));
    }
    if (!detail::moves(*joint->second))
    {
      entry.key.fail(found + ", which is fixed, expected a joint that moves");
    }
    return *joint->second;
  }

  std::vector<std::string> moving_joints() const
  {
    std::vector<std::string> names;
    for (const JointDescription & joint : description_.joints)
    {
      if (detail::moves(joint))
      {
        names.push_back(joint.name);
      }
    }
    return names;
  }

  std::filesystem::path directory_;
  YamlMap sections_;
  RobotDescription description_;
  std::unordered_map<std::string, JointDescription *> joints_;
  std::vector<std::string> link_names_;
};

constexpr char kExpected[] = "a robot file (YAML) or a URDF";

/// Whether a text is XML in any encoding that the reader of URDFs takes. Before the first element
/// there may be a byte order mark and blanks; in UTF-16 and UTF-32 zeros are halves of characters.
bool is_xml(std::string_view text)
{
  using namespace std::string_view_literals;
  constexpr std::string_view kMarksAndBlanks = "\xEF\xBB\xBF\xFE\xFF\0 \t\r\n"sv;
  const std::size_t first = text.find_first_not_of(kMarksAndBlanks);
  return first != std::string_view::npos && text[first] == '<';
}

}  // namespace

RobotDescription detail::read_robot_section(
  const YamlItem & section, const std::filesystem::path & directory,
  std::optional<RobotDescription> description)
{
  return Reader(section, directory, std::move(description)).read();
}

RobotDescription parse_robot_file(
  std::string_view yaml, const std::filesystem::path & directory, const std::string & source,
  std::optional<RobotDescription> description)
{
  return detail::read_robot_section(
    YamlItem::parse(std::string(yaml), source), directory, std::move(description));
}

RobotDescription read_robot_file(const std::filesystem::path & path)
{
  const std::string text = detail::read_text_file(path, kExpected);
  return is_xml(text) ? parse_urdf(text, path.string())
                      : parse_robot_file(text, path.parent_path(), path.string());
}

RobotDescription read_robot_file(const std::filesystem::path & path, RobotDescription description)
{
  const std::string text = detail::read_text_file(path, "a robot file (YAML)");
  if (is_xml(text))
  {
    throw Error(
      path.string() + ": found XML, expected a robot file (YAML): the URDF is already given");
  }
  return parse_robot_file(text, path.parent_path(), path.string(), std::move(description));
}

}  // namespace hod
