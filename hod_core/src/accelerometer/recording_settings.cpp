// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recording_settings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "hod/error.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"
#include "hod/robot/robot_file.hpp"
#include "io/names.hpp"
#include "io/text.hpp"
#include "io/yaml.hpp"
#include "robot/robot_section.hpp"
#include "units.hpp"

namespace hod
{
namespace
{

using detail::kDegree;
using detail::kStandardGravity;
using detail::NumberRange;
using detail::YamlEntry;
using detail::YamlItem;
using detail::YamlMap;
using Names = std::vector<std::string>;

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr int kEffort = 3;  // index of the word among the quantities
constexpr NumberRange kPositive{-NumberRange::kInfinity, 0.0};

const Names kKeys = {"robot", "time", "sensors",   "joint_readings", "start", "end",   "hold",
                     "rest",  "gaps", "saturated", "estimate",       "fit",   "output"};
const Names kSensorKeys = {
  "name", "link",     "topic",         "components",   "stamp",       "columns", "column",
  "unit", "position", "axes",          "rpy",          "kind",        "range",   "scale",
  "bias", "noise",    "noise_density", "misalignment", "time_offset", "gyro",    "bias_wander"};
const Names kGyroKeys = {"columns", "column", "unit",          "scale",       "bias",
                         "range",   "noise",  "noise_density", "bias_wander", "topic"};
const Names kJointKeys = {"joint", "topic", "column", "stamp", "quantity", "unit", "noise"};
const Names kFitKeys = {"order", "segments", "knot_spacing", "smoothing", "method"};
const Names kQuantities = {"position", "velocity", "acceleration", "effort"};
const Names kKinds = {"specific_force", "acceleration", "angular_velocity"};

struct Unit
{
  std::string name;
  double factor;
};

const std::vector<Unit> kAccelerations = {
  {"m/s^2", 1.0}, {"mm/s^2", 1e-3}, {"g", kStandardGravity}, {"mg", 1e-3 * kStandardGravity}};
const std::vector<Unit> kAngularVelocities = {{"rad/s", 1.0}, {"deg/s", kDegree}};
const std::vector<std::vector<Unit>> kTurningUnits = {
  {{"rad", 1.0}, {"deg", kDegree}},
  kAngularVelocities,
  {{"rad/s^2", 1.0}, {"deg/s^2", kDegree}},
  {{"N m", 1.0}}};
const std::vector<std::vector<Unit>> kSlidingUnits = {
  {{"m", 1.0}, {"mm", 1e-3}}, {{"m/s", 1.0}, {"mm/s", 1e-3}}, kAccelerations, {{"N", 1.0}}};

/// Index of a word among others; 0 if the key is missing.
std::size_t choice(const YamlMap & map, const std::string & key, const Names & known)
{
  const YamlItem * const item = map.find(key);
  if (item == nullptr)
  {
    return 0;
  }
  const std::string word = item->choice(known);
  std::size_t index = 0;
  while (known[index] != word)
  {
    ++index;
  }
  return index;
}

double unit(const YamlMap & map, const std::vector<Unit> & units)
{
  Names names;
  for (const Unit & one : units)
  {
    names.push_back(one.name);
  }
  return units[choice(map, "unit", names)].factor;
}

double number(
  const YamlMap & map, const std::string & key, double otherwise, const NumberRange & range = {})
{
  const YamlItem * const item = map.find(key);
  return item == nullptr ? otherwise : item->number(range);
}

std::optional<double> positive(const YamlMap & map, const std::string & key)
{
  const YamlItem * const item = map.find(key);
  return item == nullptr ? std::nullopt : std::optional<double>(item->number(kPositive));
}

int whole(const YamlMap & map, const std::string & key, int otherwise, int least)
{
  const YamlItem * const item = map.find(key);
  if (item == nullptr)
  {
    return otherwise;
  }
  constexpr double kMost = 1e9;
  const double value = item->number({static_cast<double>(least), -NumberRange::kInfinity, kMost});
  if (value != std::floor(value))
  {
    item->fail("found " + item->found() + ", expected a whole number");
  }
  return static_cast<int>(value);
}

/// One number per axis, with a default that is the same for every axis.
Eigen::Vector3d per_axis(
  const YamlMap & map, const std::string & key, Eigen::Index axes, double otherwise)
{
  Eigen::Vector3d values = Eigen::Vector3d::Constant(otherwise);
  if (const YamlItem * const item = map.find(key))
  {
    const std::vector<double> given = item->numbers(static_cast<std::size_t>(axes));
    for (Eigen::Index axis = 0; axis < axes; ++axis)
    {
      values[axis] = given[static_cast<std::size_t>(axis)];
    }
  }
  return values;
}

Eigen::Vector3d vector_or_zero(const YamlMap & map, const std::string & key)
{
  const YamlItem * const item = map.find(key);
  return item == nullptr ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : item->vector();
}

Accelerometer::Axes axes_of(const YamlMap & map)
{
  const YamlItem * const given = map.find("axes");
  if (const YamlItem * const turned = map.find("rpy"))
  {
    if (given != nullptr)
    {
      turned->fail("found both 'axes' and 'rpy', expected one of them");
    }
    return rotation_from_rpy(turned->vector()).transpose();
  }
  if (given == nullptr)
  {
    return Eigen::Matrix3d::Identity();
  }
  const std::vector<YamlItem> rows = given->list();
  if (rows.empty() || rows.size() > 3)
  {
    given->fail(
      "found " + std::to_string(rows.size()) +
      " axes, expected one to three lists of three "
      "numbers");
  }
  Accelerometer::Axes axes(static_cast<Eigen::Index>(rows.size()), 3);
  for (std::size_t row = 0; row < rows.size(); ++row)
  {
    const Eigen::Vector3d axis = rows[row].vector();
    if (!(axis.norm() > 1e-9))
    {
      rows[row].fail("found an axis of length zero, expected a direction");
    }
    // Divided by its largest entry first: squares of large ones overflow.
    axes.row(static_cast<Eigen::Index>(row)) = (axis / axis.cwiseAbs().maxCoeff()).normalized();
  }
  return axes;
}

std::vector<int> components_of(const YamlMap & map, Eigen::Index count)
{
  const std::string letters = "xyz";
  const YamlItem * const item = map.find("components");
  const std::string given =
    item == nullptr ? letters.substr(0, static_cast<std::size_t>(count)) : item->text();
  std::vector<int> components;
  for (const char letter : given)
  {
    const std::size_t place = letters.find(letter);
    if (place != std::string::npos)
    {
      components.push_back(static_cast<int>(place));
    }
  }
  if (given.size() != static_cast<std::size_t>(count) || components.size() != given.size())
  {
    item->fail(
      "found '" + given + "', expected " + std::to_string(count) + " of x, y, z, one per axis");
  }
  return components;
}

RecordedSignal signal_of(const YamlMap & map, std::string name, double factor)
{
  RecordedSignal signal;
  signal.name = std::move(name);
  signal.topic = map.required("topic").text();
  signal.factor = factor;
  signal.stamped_on_receipt = choice(map, "stamp", {"header", "receive"}) == 1;
  return signal;
}

/// Reads the settings that a sensor and its gyroscope have separately.
void read_errors(const YamlMap & map, RecordedSensor & made)
{
  Accelerometer & sensor = made.sensor;
  sensor.range = positive(map, "range").value_or(0.0);
  sensor.scale = per_axis(map, "scale", sensor.axes.rows(), 1.0);
  sensor.bias = per_axis(map, "bias", sensor.axes.rows(), 0.0);
  sensor.bias_wander = positive(map, "bias_wander").value_or(0.0);
  made.noise = positive(map, "noise");
  made.noise_density = positive(map, "noise_density");
  if (made.noise && made.noise_density)
  {
    map.required("noise").fail("found both 'noise' and 'noise_density', expected one of them");
  }
}

RecordedSensor sensor_of(const YamlItem & item, const Names & links)
{
  const YamlMap map = item.map(kSensorKeys);
  RecordedSensor made;
  Accelerometer & sensor = made.sensor;
  const YamlItem * const link = map.find("link");
  sensor.link = link == nullptr ? "" : link->choice(links);
  const YamlItem * const name = map.find("name");
  sensor.name = name != nullptr   ? name->text()
                : link != nullptr ? sensor.link
                                  : map.required("topic").text();
  sensor.position = vector_or_zero(map, "position");
  sensor.axes = axes_of(map);
  sensor.quantity = static_cast<SensorQuantity>(choice(map, "kind", kKinds));
  sensor.misalignment = misalignment_from_angles(vector_or_zero(map, "misalignment"));
  sensor.time_offset = number(map, "time_offset", 0.0);
  read_errors(map, made);
  const bool is_gyroscope = sensor.quantity == SensorQuantity::angular_velocity;
  made.signal =
    signal_of(map, sensor.name, unit(map, is_gyroscope ? kAngularVelocities : kAccelerations));
  made.signal.components = components_of(map, sensor.axes.rows());
  return made;
}

/// The gyroscope of a sensor: by default at its place and in the same messages.
std::optional<RecordedSensor> gyro_of(const YamlItem & item, const RecordedSensor & beside)
{
  const YamlMap whole = item.map(kSensorKeys);
  const YamlItem * const gyro = whole.find("gyro");
  if (gyro == nullptr)
  {
    return std::nullopt;
  }
  if (beside.sensor.quantity == SensorQuantity::angular_velocity)
  {
    gyro->fail("found a gyro of a sensor of angular velocity, expected it of an accelerometer");
  }
  const YamlMap map = gyro->map(kGyroKeys);
  RecordedSensor made = beside;
  made.sensor.name += " gyro";
  made.sensor.quantity = SensorQuantity::angular_velocity;
  made.signal.name = made.sensor.name;
  made.signal.factor = unit(map, kAngularVelocities);
  if (const YamlItem * const topic = map.find("topic"))
  {
    made.signal.topic = topic->text();
  }
  read_errors(map, made);
  return made;
}

RecordedJoint joint_of(const YamlItem & item, const Robot & robot)
{
  const YamlMap map = item.map(kJointKeys);
  RecordedJoint made;
  made.joint = map.required("joint").choice(robot.joint_names());
  const std::size_t quantity = choice(map, "quantity", kQuantities);
  made.derivative = static_cast<int>(quantity);
  made.noise = positive(map, "noise");
  const bool slides = robot.joint_of(robot.dof_index(made.joint)).prismatic;
  const auto & units = (slides ? kSlidingUnits : kTurningUnits)[quantity];
  made.signal = signal_of(map, made.joint + " " + kQuantities[quantity], unit(map, units));
  return made;
}

/// Known values of each joint at one end: a position, or position and velocity.
void read_end(
  const YamlMap & map, const Robot & robot, Eigen::VectorXd & position, Eigen::VectorXd & velocity)
{
  position = velocity = Eigen::VectorXd::Constant(robot.dof(), kNotANumber);
  for (const YamlEntry & entry : map)
  {
    const int column = robot.dof_index(entry.name);
    if (!entry.value.is_map())
    {
      position[column] = entry.value.number();
      continue;
    }
    const YamlMap known = entry.value.map({"position", "velocity"});
    position[column] = number(known, "position", kNotANumber);
    velocity[column] = number(known, "velocity", kNotANumber);
  }
}

/// The map under a key whose keys are joints of the robot.
YamlMap by_joint(const YamlMap & settings, const std::string & key, const Robot & robot)
{
  const YamlItem * const item = settings.find(key);
  return item == nullptr ? settings.map_or_empty(key) : item->map(robot.joint_names(), "joint");
}

void read_fit(const YamlMap & settings, RecordingSettings & made)
{
  const YamlItem * const item = settings.find("fit");
  const YamlMap map = item == nullptr ? settings.map_or_empty("fit") : item->map(kFitKeys);
  made.order = whole(map, "order", made.order, 2);
  if (map.find("segments") != nullptr)
  {
    made.segments = whole(map, "segments", 1, 1);
  }
  made.knot_spacing = positive(map, "knot_spacing");
  made.smoothing = number(map, "smoothing", 0.0, {0.0});
  made.interpolate = choice(map, "method", {"smooth", "interpolate"}) == 1;
  if (made.segments && made.knot_spacing)
  {
    map.required("segments").fail("found both 'segments' and 'knot_spacing', expected one of them");
  }
}

void read_output(const YamlMap & settings, RecordingSettings & made)
{
  const YamlItem * const item = settings.find("output");
  const YamlMap map =
    item == nullptr ? settings.map_or_empty("output") : item->map({"rate", "orders"});
  made.rate = positive(map, "rate");
  made.orders = whole(map, "orders", made.orders, 0);
  if (made.orders > made.order)
  {
    map.required("orders").fail(
      "found " + std::to_string(made.orders) + ", expected at most " + std::to_string(made.order) +
      ", the 'order' of 'fit'");
  }
}

std::vector<YamlItem> list_of(const YamlMap & settings, const std::string & key)
{
  const YamlItem * const item = settings.find(key);
  return item == nullptr ? std::vector<YamlItem>{} : item->list();
}

/// Rejects ends that contradict `hold`: a held joint stays in place.
void refuse_contradictions(const YamlMap & settings, const RecordingSettings & made)
{
  for (const HeldJoint & held : made.held)
  {
    const int column = made.robot.dof_index(held.joint);
    for (const auto & [key, position, velocity] :
         {std::tuple("start", &made.start, &made.start_velocity),
          std::tuple("end", &made.end, &made.end_velocity)})
    {
      const double there = (*position)[column];
      const double speed = (*velocity)[column];
      if (
        (std::isfinite(there) && there != held.position) || (std::isfinite(speed) && speed != 0.0))
      {
        settings.required(key).fail(
          "found '" + held.joint +
          "' moving or elsewhere, expected the position in 'hold', or "
          "nothing");
      }
    }
  }
}

void refuse_doubles(const YamlMap & settings, const RecordingSettings & made)
{
  std::unordered_set<std::string_view> names;
  const auto add = [&](const std::string & name) {
    if (!names.insert(name).second)
    {
      settings.whole().fail(
        "found " + detail::in_quotes(name, '\'') +
        " twice, expected each sensor and joint reading once");
    }
  };
  for (const RecordedSensor & sensor : made.sensors)
  {
    add(sensor.signal.name);
  }
  for (const RecordedJoint & joint : made.joints)
  {
    add(joint.signal.name);
  }
}

RecordingSettings read(const YamlMap & settings, const Robot & robot)
{
  RecordingSettings made{robot};
  Names links;
  for (const LinkDescription & link : made.robot.description().links)
  {
    links.push_back(link.name);
  }
  for (const YamlItem & item : list_of(settings, "sensors"))
  {
    made.sensors.push_back(sensor_of(item, links));
    if (auto gyro = gyro_of(item, made.sensors.back()))
    {
      made.sensors.push_back(*std::move(gyro));
    }
  }
  const std::vector<YamlItem> joints = list_of(settings, "joint_readings");
  for (const YamlItem & item : joints)
  {
    RecordedJoint joint = joint_of(item, made.robot);
    if (joint.derivative < kEffort)  // efforts are compared with the forces, by `hod replay` alone
    {
      made.joints.push_back(std::move(joint));
    }
  }
  if (made.sensors.empty() && made.joints.empty() && !joints.empty())
  {
    settings.whole().fail(
      "found only efforts, which say nothing of the motion, expected 'sensors' or "
      "'joint_readings' of another quantity");
  }
  if (made.sensors.empty() && made.joints.empty())
  {
    settings.whole().fail("found neither 'sensors' nor 'joint_readings', expected one of them");
  }
  refuse_doubles(settings, made);
  read_end(by_joint(settings, "start", made.robot), made.robot, made.start, made.start_velocity);
  read_end(by_joint(settings, "end", made.robot), made.robot, made.end, made.end_velocity);
  for (const YamlEntry & entry : by_joint(settings, "hold", made.robot))
  {
    made.held.push_back({entry.name, entry.value.number()});
  }
  for (const YamlItem & item : list_of(settings, "rest"))
  {
    const std::vector<double> ends = item.numbers(2);
    made.rests.push_back({ends[0], ends[1]});
  }
  const Names unknowns = {"bias", "scale", "time_offset", "position", "orientation", "clock_drift"};
  for (const YamlItem & item : list_of(settings, "estimate"))
  {
    const std::string word = item.choice(unknowns);
    const auto place = std::find(unknowns.begin(), unknowns.end(), word) - unknowns.begin();
    made.estimates.push_back(static_cast<SensorUnknown>(place));
  }
  refuse_contradictions(settings, made);
  made.bridge_gaps = choice(settings, "gaps", {"refuse", "bridge"}) == 1;
  made.drop_saturated = choice(settings, "saturated", {"refuse", "drop"}) == 1;
  read_fit(settings, made);
  read_output(settings, made);
  return made;
}

YamlMap settings_of(const std::filesystem::path & path)
{
  return YamlItem::read(path, "settings in YAML").map(kKeys);
}

}  // namespace

RecordingSettings read_recording_settings(const std::filesystem::path & path)
{
  const YamlMap settings = settings_of(path);
  const YamlItem & robot = settings.required("robot");
  const std::filesystem::path folder = path.parent_path();
  return read(
    settings, Robot(
                robot.is_map() ? detail::read_robot_section(robot, folder)
                               : read_robot_file(folder / robot.text())));
}

RecordingSettings read_recording_settings(
  const std::filesystem::path & path, RobotDescription description)
{
  const YamlMap settings = settings_of(path);
  const std::filesystem::path folder = path.parent_path();
  const YamlItem * const robot = settings.find("robot");
  if (robot == nullptr)
  {
    return read(settings, Robot(std::move(description)));
  }
  return read(
    settings, Robot(
                robot->is_map() ? detail::read_robot_section(*robot, folder, std::move(description))
                                : read_robot_file(folder / robot->text(), std::move(description))));
}

void place_in_frames(RecordingSettings & settings, const std::vector<std::string> & frames)
{
  for (std::size_t i = 0; i < settings.sensors.size(); ++i)
  {
    Accelerometer & sensor = settings.sensors[i].sensor;
    if (!sensor.link.empty())
    {
      continue;
    }
    if (settings.robot.link_index(frames[i]) < 0)
    {
      throw Error(
        settings.sensors[i].signal.name + ": found frame_id '" + frames[i] +
        "', which is no link of '" + settings.robot.name() +
        "', and no 'link' in the settings, expected one of the two");
    }
    sensor.link = frames[i];
  }
}

}  // namespace hod
