// SPDX-License-Identifier: Apache-2.0
#include "recorded_signals.hpp"

#include <algorithm>
#include <array>
#include <geometry_msgs/msg/accel.hpp>
#include <geometry_msgs/msg/accel_stamped.hpp>
#include <hod_msgs/msg/joint_motion.hpp>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <rclcpp/serialization.hpp>
#include <sensor_msgs/msg/imu.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <set>
#include <std_msgs/msg/float64.hpp>
#include <std_msgs/msg/header.hpp>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/joint_names.hpp"

namespace hod_ros
{
namespace
{

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDate = 1'000'000 * kSecond;  // later stamps are dates
constexpr std::size_t kProgressEvery = 20000;

using Values = std::optional<std::array<double, 3>>;
using geometry_msgs::msg::Accel;
using geometry_msgs::msg::AccelStamped;
using hod_msgs::msg::JointMotion;
using rosbag2_storage::SerializedBagMessage;
using sensor_msgs::msg::Imu;
using sensor_msgs::msg::JointState;
using std_msgs::msg::Float64;

/// One source of the settings while the bag is read.
struct Source
{
  const hod::RecordedSignal * signal = nullptr;
  const hod::RecordedJoint * joint = nullptr;  ///< null for sensors
  bool is_gyroscope = false;
  double time_offset = 0.0;
  bool has_header = false;
  std::optional<std::string> frame = {};
  std::vector<std::int64_t> stamps = {};
  std::vector<double> values = {};

  std::size_t columns() const { return joint != nullptr ? 1 : signal->components.size(); }
};

std::array<double, 3> vector_of(const geometry_msgs::msg::Vector3 & vector, const Source & source)
{
  const double all[] = {vector.x, vector.y, vector.z};
  std::array<double, 3> values{};
  for (std::size_t i = 0; i < source.signal->components.size(); ++i)
  {
    values[i] = all[source.signal->components[i]];
  }
  return values;
}

Values number(double value)
{
  std::array<double, 3> values{};
  values[0] = value;
  return values;
}

Values taken(const Imu & message, const Source & source)
{
  const auto & covariance = source.is_gyroscope ? message.angular_velocity_covariance
                                                : message.linear_acceleration_covariance;
  if (covariance[0] == -1.0)
  {
    throw hod::Error(
      std::string("found a message that says it has no ") +
      (source.is_gyroscope ? "angular velocity" : "linear acceleration") +
      " (covariance -1), expected one");
  }
  return vector_of(
    source.is_gyroscope ? message.angular_velocity : message.linear_acceleration, source);
}

Values taken(const AccelStamped & message, const Source & source)
{
  return vector_of(message.accel.linear, source);
}

Values taken(const Accel & message, const Source & source)
{
  return vector_of(message.linear, source);
}

Values taken(const Float64 & message, const Source &)
{
  return number(message.data);
}

/// Where a joint is among names.
std::vector<std::string>::const_iterator found_once(
  const std::vector<std::string> & names, const std::string & joint)
{
  const auto name = std::find(names.begin(), names.end(), joint);
  if (name != names.end() && std::find(name + 1, names.end(), joint) != names.end())
  {
    throw hod::Error("found joint '" + joint + "' twice, expected it once");
  }
  return name;
}

/// Nothing where the message does not have the joint.
Values taken(const JointState & message, const Source & source)
{
  const auto name = found_once(message.name, source.joint->joint);
  const auto & values = source.joint->derivative == 0 ? message.position : message.velocity;
  if (name == message.name.end() || values.empty())
  {
    return std::nullopt;
  }
  if (values.size() != message.name.size())
  {
    throw hod::Error(
      "found " + std::to_string(values.size()) + " values of " +
      std::to_string(message.name.size()) + " joints, expected one of each");
  }
  return number(values[static_cast<std::size_t>(name - message.name.begin())]);
}

Values taken(const JointMotion & message, const Source & source)
{
  const auto & names = message.joint_names;
  const auto name = found_once(names, source.joint->joint);
  if (name == names.end() || source.joint->derivative > message.order)
  {
    return std::nullopt;
  }
  if (message.derivatives.size() != (message.order + 1U) * names.size())
  {
    throw hod::Error(
      "found " + std::to_string(message.derivatives.size()) + " derivatives, expected " +
      std::to_string((message.order + 1U) * names.size()));
  }
  const auto column = static_cast<std::size_t>(name - names.begin());
  const auto row = static_cast<std::size_t>(source.joint->derivative);
  return number(message.derivatives[row * names.size() + column]);
}

template <class Message>
void deserialize(const SerializedBagMessage & message, Message & into)
{
  static const rclcpp::Serialization<Message> serialization;
  const rclcpp::SerializedMessage bytes(*message.serialized_data);
  serialization.deserialize_message(&bytes, &into);
}

/// The frame in which a sensor's messages speak is the same in all of them.
void hear_frame(Source & source, const std::string & frame)
{
  const std::string before = source.frame.value_or(frame);
  if (source.joint == nullptr && before != frame)
  {
    throw hod::Error(
      "found frame '" + frame + "' after '" + before +
      "', expected the same in all messages of a sensor");
  }
  source.frame = frame;
}

std::int64_t checked_stamp(const std_msgs::msg::Header & header)
{
  if (header.stamp.sec < 0)
  {
    throw hod::Error(
      "found a stamp of " + std::to_string(header.stamp.sec) + " s, expected stamps from 1970 on");
  }
  return header.stamp.sec * kSecond + header.stamp.nanosec;
}

/// A topic, and the sources that are in it.
class Topic
{
public:
  virtual ~Topic() = default;
  virtual void take(const SerializedBagMessage & message) = 0;

  std::vector<Source *> sources;
  std::size_t count = 0;
};

template <class Message, bool has_header>
class TopicOf final : public Topic
{
public:
  void take(const SerializedBagMessage & message) override
  {
    deserialize(message, message_);
    for (Source * source : sources)
    {
      const Values values = taken(message_, *source);
      if (!values)
      {
        continue;
      }
      std::int64_t stamp = message.recv_timestamp;
      if constexpr (has_header)
      {
        hear_frame(*source, message_.header.frame_id);
        if (!source->signal->stamped_on_receipt)
        {
          stamp = checked_stamp(message_.header);
        }
      }
      source->stamps.push_back(stamp);
      for (std::size_t column = 0; column < source->columns(); ++column)
      {
        source->values.push_back((*values)[column] * source->signal->factor);
      }
    }
    ++count;
  }

private:
  Message message_;
};

using Maker = std::unique_ptr<Topic> (*)();

template <class Message, bool has_header>
std::unique_ptr<Topic> made()
{
  return std::make_unique<TopicOf<Message, has_header>>();
}

struct Kind
{
  const char * type;
  Maker make;
  bool is_of_sensors;
  bool is_of_gyroscopes;
  bool is_of_joints;
  bool has_header;
  int derivatives;  ///< of joints, highest
};

const Kind kKinds[] = {
  {"sensor_msgs/msg/Imu", made<Imu, true>, true, true, false, true, 0},
  {"geometry_msgs/msg/AccelStamped", made<AccelStamped, true>, true, false, false, true, 0},
  {"geometry_msgs/msg/Accel", made<Accel, false>, true, false, false, false, 0},
  {"std_msgs/msg/Float64", made<Float64, false>, true, true, true, false, 2},
  {"sensor_msgs/msg/JointState", made<JointState, true>, false, false, true, true, 1},
  {"hod_msgs/msg/JointMotion", made<JointMotion, true>, false, false, true, true, 2}};

const Kind & kind_of(const std::string & bag, const std::string & type, const Source & source)
{
  const bool is_joint = source.joint != nullptr;
  std::vector<std::string> fitting;
  for (const Kind & kind : kKinds)
  {
    const bool fits = is_joint ? kind.is_of_joints && source.joint->derivative <= kind.derivatives
                      : source.is_gyroscope ? kind.is_of_gyroscopes
                                            : kind.is_of_sensors;
    if (fits && type == kind.type)
    {
      return kind;
    }
    if (fits)
    {
      fitting.emplace_back(kind.type);
    }
  }
  throw hod::Error(
    bag + ": " + source.signal->topic + ": found type " + type + " for " + source.signal->name +
    ", expected one of " + listed(fitting));
}

std::map<std::string, std::unique_ptr<Topic>> topics_of(
  const std::string & bag, const rosbag2_cpp::Reader & reader, std::vector<Source> & sources)
{
  std::map<std::string, std::string> types;
  std::vector<std::string> names;
  for (const rosbag2_storage::TopicMetadata & topic : reader.get_all_topics_and_types())
  {
    types[topic.name] = topic.type;
    names.push_back(topic.name);
  }
  std::map<std::string, std::unique_ptr<Topic>> topics;
  for (Source & source : sources)
  {
    const auto type = types.find(source.signal->topic);
    if (type == types.end())
    {
      throw hod::Error(
        bag + ": found " + (names.empty() ? "no topics" : listed(names)) + ", expected topic '" +
        source.signal->topic + "' for " + source.signal->name);
    }
    std::unique_ptr<Topic> & topic = topics[source.signal->topic];
    const Kind & kind = kind_of(bag, type->second, source);
    if (!topic)
    {
      topic = kind.make();
    }
    source.has_header = kind.has_header;
    topic->sources.push_back(&source);
  }
  return topics;
}

/// A bag that says of itself how many messages it has gives all of them, or is damaged.
void check_whole(
  const std::string & bag, const rosbag2_cpp::Reader & reader,
  const std::map<std::string, std::unique_ptr<Topic>> & topics)
{
  for (const auto & information : reader.get_metadata().topics_with_message_count)
  {
    const auto topic = topics.find(information.topic_metadata.name);
    if (topic != topics.end() && topic->second->count != information.message_count)
    {
      throw hod::Error(
        bag + ": " + topic->first + ": found " + std::to_string(topic->second->count) + " of " +
        std::to_string(information.message_count) +
        " messages, expected all of them: the file is damaged");
    }
  }
}

hod::Recording recording_of(Source & source, std::int64_t origin)
{
  hod::Recording recording;
  recording.times.reserve(source.stamps.size());
  for (const std::int64_t stamp : source.stamps)
  {
    recording.times.push_back(static_cast<double>(stamp - origin) / 1e9);
  }
  const auto columns = static_cast<Eigen::Index>(source.columns());
  recording.values = Eigen::Map<const hod::RowMatrix>(
    source.values.data(), static_cast<Eigen::Index>(source.stamps.size()), columns);
  source.values = {};
  return recording;
}

std::vector<Source> sources_of(const hod::RecordingSettings & settings)
{
  std::vector<Source> sources(settings.sensors.size() + settings.joints.size());
  auto source = sources.begin();
  for (const hod::RecordedSensor & sensor : settings.sensors)
  {
    source->signal = &sensor.signal;
    source->is_gyroscope = sensor.sensor.quantity == hod::SensorQuantity::angular_velocity;
    source->time_offset = sensor.sensor.time_offset;
    ++source;
  }
  for (const hod::RecordedJoint & joint : settings.joints)
  {
    source->signal = &joint.signal;
    source->joint = &joint;
    ++source;
  }
  return sources;
}

/// Stamps that are dates are counted from the whole second before the first of them: a date in
/// nanoseconds does not fit into a double.
std::int64_t origin_of(const std::vector<Source> & sources)
{
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const Source & source : sources)
  {
    for (const std::int64_t stamp : source.stamps)
    {
      first = std::min(first, stamp);
    }
  }
  return first >= kDate && first != std::numeric_limits<std::int64_t>::max()
           ? first / kSecond * kSecond
           : 0;
}

std::vector<std::string> notices_of(const std::vector<Source> & sources, std::int64_t origin)
{
  std::set<std::string> stampless;
  for (const Source & source : sources)
  {
    if (!source.has_header && !source.signal->stamped_on_receipt)
    {
      stampless.insert(source.signal->topic);
    }
  }
  std::vector<std::string> notices;
  for (const std::string & topic : stampless)
  {
    notices.push_back(topic + " has no stamps of its own, times are those of the bag");
  }
  if (origin != 0)
  {
    notices.push_back("time 0 is " + std::to_string(origin) + " ns after the epoch");
  }
  return notices;
}

}  // namespace

RecordedSignals read_signals(
  rosbag2_cpp::Reader & reader, const std::string & bag, const hod::RecordingSettings & settings,
  const Progress & progress)
{
  std::vector<Source> sources = sources_of(settings);
  auto topics = topics_of(bag, reader, sources);
  rosbag2_storage::StorageFilter filter;
  for (const auto & [name, topic] : topics)
  {
    filter.topics.push_back(name);
  }
  reader.set_filter(filter);
  for (std::size_t count = 1; reader.has_next(); ++count)
  {
    const auto message = reader.read_next();
    Topic & topic = *topics.at(message->topic_name);
    try
    {
      topic.take(*message);
    }
    catch (const std::exception & error)
    {
      throw hod::Error(
        bag + ": " + message->topic_name + ", message " + std::to_string(topic.count) + ": " +
        error.what());
    }
    if (count % kProgressEvery == 0)
    {
      progress(count);
    }
  }
  check_whole(bag, reader, topics);
  RecordedSignals signals;
  signals.origin = origin_of(sources);
  const auto clock = std::max_element(
    sources.begin(), sources.end(),
    [](const Source & a, const Source & b) { return a.stamps.size() < b.stamps.size(); });
  signals.clock = clock->signal->topic;
  signals.clock_offset = clock->time_offset;
  for (const Source & source : sources)
  {
    if (source.stamps.empty())
    {
      throw hod::Error(
        bag + ": " + source.signal->topic + ": found no readings of " + source.signal->name +
        ", expected some");
    }
  }
  for (std::size_t i = 0; i < sources.size(); ++i)
  {
    auto & into = i < settings.sensors.size() ? signals.sensors : signals.joints;
    into.push_back(recording_of(sources[i], signals.origin));
    if (i < settings.sensors.size())
    {
      signals.frames.push_back(sources[i].frame.value_or(""));
    }
  }
  signals.is_clocked_by_receipt = clock->signal->stamped_on_receipt || !clock->has_header;
  signals.notices = notices_of(sources, signals.origin);
  signals.stamps = std::move(clock->stamps);
  return signals;
}

std::int64_t header_stamp(const SerializedBagMessage & message)
{
  std_msgs::msg::Header header;
  deserialize(message, header);
  return header.stamp.sec * kSecond + header.stamp.nanosec;
}

}  // namespace hod_ros
