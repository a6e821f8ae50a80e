// SPDX-License-Identifier: Apache-2.0
#include "replayed_bag.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <hod_msgs/msg/acceleration_energies.hpp>
#include <hod_msgs/msg/higher_order_forces.hpp>
#include <hod_msgs/msg/joint_forces.hpp>
#include <hod_msgs/msg/joint_motion.hpp>
#include <mutex>
#include <rclcpp/serialization.hpp>
#include <rosbag2_cpp/writer.hpp>
#include <rosbag2_storage/metadata_io.hpp>
#include <rosbag2_storage/storage_factory.hpp>
#include <rosbag2_storage/storage_options.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "hod/error.hpp"
#include "hod_ros/forces_computer.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/messages.hpp"
#include "unpacked_bag.hpp"

namespace hod_ros
{
namespace
{

using rosbag2_storage::BagMetadata;
using rosbag2_storage::SerializedBagMessage;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kPart = 60 * kSecond;  // of time of receipt
constexpr std::size_t kProgressEvery = 5000;

std::int64_t nanoseconds(const std::chrono::time_point<std::chrono::high_resolution_clock> & time)
{
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

std::filesystem::path part_folder(const ReplayOutput & output, std::size_t part)
{
  char name[32];
  std::snprintf(name, sizeof(name), "part_%05zu", part);
  return output.folder / name;
}

template <class Message>
struct Added
{
  std::string topic;
  rclcpp::Serialization<Message> serialization = {};
  std::size_t capacity = 0;  ///< of the messages so far

  /// Into zeros, since padding is left as it is: the same input gives the same bytes.
  std::shared_ptr<rclcpp::SerializedMessage> serialized(const Message & message)
  {
    auto bytes = std::make_shared<rclcpp::SerializedMessage>(capacity);
    auto & raw = bytes->get_rcl_serialized_message();
    std::fill_n(raw.buffer, raw.buffer_capacity, std::uint8_t{0});
    serialization.serialize_message(&message, bytes.get());
    if (raw.buffer_capacity == capacity)
    {
      return bytes;
    }
    capacity = raw.buffer_capacity;
    return serialized(message);
  }

  void write(rosbag2_cpp::Writer & writer, const Message & message, std::int64_t received)
  {
    const auto bytes = serialized(message);
    auto bagged = std::make_shared<SerializedBagMessage>();
    // The bag's message keeps the bytes alive by the object that owns them.
    bagged->serialized_data =
      std::shared_ptr<rcutils_uint8_array_t>(bytes, &bytes->get_rcl_serialized_message());
    bagged->recv_timestamp = bagged->send_timestamp = received;
    bagged->topic_name = topic;
    writer.write(std::move(bagged));
  }

  void announce(rosbag2_cpp::Writer & writer) const
  {
    rosbag2_storage::TopicMetadata metadata;
    metadata.name = topic;
    metadata.type = rosidl_generator_traits::name<Message>();
    metadata.serialization_format = "cdr";
    writer.create_topic(metadata);
  }
};

/// The messages that are added, for one thread.
class Adder
{
public:
  Adder(const ReplayOutput & output, const hod::Robot & robot)
  : order_(output.order),
    computer_(robot, output.order, output.order + 1),
    motion_(computer_.rows(), robot.dof()),
    forces_{output.prefix + "/forces"},
    energies_{output.prefix + "/energies"},
    motions_{output.prefix + "/estimated_motion"},
    states_{output.prefix + "/joint_states"}
  {
    for (const std::string & joint : robot.joint_names())
    {
      joints_.push_back({topic_of_joint(output.prefix, joint)});
    }
  }

  void announce(rosbag2_cpp::Writer & writer) const
  {
    forces_.announce(writer);
    energies_.announce(writer);
    motions_.announce(writer);
    states_.announce(writer);
    for (const auto & joint : joints_)
    {
      joint.announce(writer);
    }
  }

  void add(
    rosbag2_cpp::Writer & writer, const ReplayPlan & plan, std::int64_t stamp,
    std::int64_t received)
  {
    std_msgs::msg::Header header;
    header.stamp.sec = static_cast<std::int32_t>(stamp / kSecond);
    header.stamp.nanosec = static_cast<std::uint32_t>(stamp % kSecond);
    plan.motion.evaluate(plan.time_of(stamp), motion_);
    auto forces = computer_.forces(motion_, order_);
    forces.header = header;
    forces_.write(writer, forces, received);
    for (std::size_t joint = 0; joint < joints_.size(); ++joint)
    {
      joints_[joint].write(writer, joint_forces(forces, joint), received);
    }
    auto energies = computer_.energies(motion_);
    energies.header = header;
    energies_.write(writer, energies, received);
    auto motion = motion_message(motion_, computer_.robot().joint_names());
    motion.header = header;
    motions_.write(writer, motion, received);
    write_state(writer, forces, received);
  }

  /// Each call of `add` writes a message to each of them.
  std::vector<std::string> topics() const
  {
    std::vector<std::string> names = {
      forces_.topic, energies_.topic, motions_.topic, states_.topic};
    for (const auto & joint : joints_)
    {
      names.push_back(joint.topic);
    }
    return names;
  }

private:
  /// For tools that know no other message; RViz moves by it.
  void write_state(
    rosbag2_cpp::Writer & writer, const hod_msgs::msg::HigherOrderForces & forces,
    std::int64_t received)
  {
    sensor_msgs::msg::JointState state;
    state.header = forces.header;
    state.name = forces.joint_names;
    const Eigen::Index joints = motion_.cols();
    state.position.assign(motion_.data(), motion_.data() + joints);
    state.velocity.assign(motion_.data() + joints, motion_.data() + 2 * joints);
    state.effort.assign(forces.values.begin(), forces.values.begin() + joints);
    states_.write(writer, state, received);
  }

  int order_;
  ForcesComputer computer_;
  hod::RowMatrix motion_;
  Added<hod_msgs::msg::HigherOrderForces> forces_;
  Added<hod_msgs::msg::AccelerationEnergies> energies_;
  Added<hod_msgs::msg::JointMotion> motions_;
  Added<sensor_msgs::msg::JointState> states_;
  std::vector<Added<hod_msgs::msg::JointForces>> joints_;
};

/// With the definitions that the bag keeps: the types need not be installed here.
void announce_originals(rosbag2_cpp::Reader & reader, rosbag2_cpp::Writer & writer)
{
  std::vector<rosbag2_storage::MessageDefinition> definitions;
  reader.get_all_message_definitions(definitions);
  for (const rosbag2_storage::TopicMetadata & topic : reader.get_all_topics_and_types())
  {
    const auto definition = std::find_if(
      definitions.begin(), definitions.end(),
      [&topic](const auto & one) { return one.topic_type == topic.type; });
    if (definition == definitions.end())
    {
      writer.create_topic(topic);
    }
    else
    {
      writer.create_topic(topic, *definition);
    }
  }
}

/// How many messages the files of a bag have, whatever its metadata say; none where a file is cut
/// off such that nothing can read it.
std::uint64_t messages_in(const std::filesystem::path & folder, const std::string & storage)
{
  std::uint64_t count = 0;
  try
  {
    const BagMetadata metadata = rosbag2_storage::MetadataIo().read_metadata(folder.string());
    for (const std::filesystem::path path : metadata.relative_file_paths)
    {
      rosbag2_storage::StorageOptions options;
      options.uri = (folder / path.filename()).string();
      options.storage_id = storage;
      rosbag2_storage::StorageFactory factory;
      const auto file = factory.open_read_only(options);
      count += file == nullptr ? 0 : file->get_metadata().message_count;
    }
  }
  catch (const std::exception &)
  {
    return 0;
  }
  return count;
}

/// Writers of bags do not say when a disk is full.
void check_written(const std::filesystem::path & folder, std::uint64_t found, std::uint64_t written)
{
  if (found != written)
  {
    throw hod::Error(
      folder.string() + ": found " + std::to_string(found) + " of " + std::to_string(written) +
      " messages after writing, expected all of them: the disk may be full");
  }
}

/// One part: what was received from `start` on and before `end`.
class Part
{
public:
  Part(const ReplayOutput & output, const ReplayPlan & plan, Adder & adder)
  : output_(output), plan_(plan), adder_(adder)
  {}

  void write(std::size_t part, std::int64_t start, std::int64_t end, const Progress & progress)
  {
    const std::filesystem::path folder = part_folder(output_, part);
    if (std::filesystem::exists(folder))
    {
      return;
    }
    const std::filesystem::path unfinished = folder.string() + ".writing";
    std::filesystem::remove_all(unfinished);
    const auto reader = opened(output_.bag);
    rosbag2_cpp::Writer writer;
    rosbag2_storage::StorageOptions options;
    options.uri = unfinished.string();
    options.storage_id = output_.storage;
    writer.open(options);
    announce_originals(*reader, writer);
    adder_.announce(writer);
    reader->seek(start);
    const std::size_t written = copy(*reader, writer, end, progress);
    writer.close();
    check_written(unfinished, messages_in(unfinished, output_.storage), written);
    std::filesystem::rename(unfinished, folder);
  }

private:
  /// Returns how many messages it has written.
  std::size_t copy(
    rosbag2_cpp::Reader & reader, rosbag2_cpp::Writer & writer, std::int64_t end,
    const Progress & progress)
  {
    const std::size_t each = adder_.topics().size();
    std::size_t count = 0;
    std::size_t added = 0;
    while (reader.has_next())
    {
      const auto message = reader.read_next();
      if (message->recv_timestamp >= end)
      {
        break;
      }
      writer.write(message);
      if (message->topic_name == plan_.clock)
      {
        const std::int64_t stamp =
          plan_.is_clocked_by_receipt ? message->recv_timestamp : header_stamp(*message);
        if (std::binary_search(plan_.instants.begin(), plan_.instants.end(), stamp))
        {
          adder_.add(writer, plan_, stamp, message->recv_timestamp);
          added += each;
        }
      }
      if (++count % kProgressEvery == 0)
      {
        progress(kProgressEvery);
      }
    }
    progress(count % kProgressEvery);
    return count + added;
  }

  const ReplayOutput & output_;
  const ReplayPlan & plan_;
  Adder & adder_;
};

BagMetadata with(BagMetadata whole, const BagMetadata & part)
{
  if (whole.files.empty())
  {
    return part;
  }
  const std::int64_t end = std::max(
    nanoseconds(whole.starting_time) + whole.duration.count(),
    nanoseconds(part.starting_time) + part.duration.count());
  whole.starting_time = std::min(whole.starting_time, part.starting_time);
  whole.duration = std::chrono::nanoseconds(end - nanoseconds(whole.starting_time));
  whole.message_count += part.message_count;
  whole.files.insert(whole.files.end(), part.files.begin(), part.files.end());
  whole.relative_file_paths.insert(
    whole.relative_file_paths.end(), part.relative_file_paths.begin(),
    part.relative_file_paths.end());
  for (auto & sum : whole.topics_with_message_count)
  {
    for (const auto & topic : part.topics_with_message_count)
    {
      if (topic.topic_metadata.name == sum.topic_metadata.name)
      {
        sum.message_count += topic.message_count;
      }
    }
  }
  return whole;
}

}  // namespace

void check_topics(const ReplayOutput & output, const hod::Robot & robot)
{
  const auto reader = opened(output.bag);
  const std::vector<std::string> added = Adder(output, robot).topics();
  for (const rosbag2_storage::TopicMetadata & topic : reader->get_all_topics_and_types())
  {
    if (std::find(added.begin(), added.end(), topic.name) != added.end())
    {
      throw hod::Error(
        output.name + ": found topic '" + topic.name +
        "', which would be added, expected a bag without it or another --prefix");
    }
  }
}

void write_parts(
  const ReplayOutput & output, const hod::Robot & robot, const ReplayPlan & plan,
  const Progress & progress)
{
  const BagMetadata metadata = opened(output.bag)->get_metadata();
  const std::int64_t first = nanoseconds(metadata.starting_time);
  const auto parts = static_cast<std::size_t>(metadata.duration.count() / kPart + 1);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  std::size_t done = 0;
  const auto work = [&] {
    try
    {
      Adder adder(output, robot);
      for (std::size_t part = next++; part < parts; part = next++)
      {
        const std::int64_t start = first + static_cast<std::int64_t>(part) * kPart;
        Part(output, plan, adder).write(part, start, start + kPart, [&](std::size_t messages) {
          const std::lock_guard<std::mutex> lock(mutex);
          done += messages;
          progress(done);
        });
      }
    }
    catch (...)
    {
      const std::lock_guard<std::mutex> lock(mutex);
      failure = failure ? failure : std::current_exception();
      next = parts;
    }
  };
  std::vector<std::thread> threads;
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < std::min(cores, parts); ++i)
  {
    threads.emplace_back(work);
  }
  for (std::thread & thread : threads)
  {
    thread.join();
  }
  if (failure)
  {
    std::rethrow_exception(failure);
  }
}

void assemble(const ReplayOutput & output, const std::filesystem::path & target)
{
  rosbag2_storage::MetadataIo io;
  const std::filesystem::path whole_folder = output.folder / "whole";
  std::filesystem::remove_all(whole_folder);
  std::filesystem::create_directories(whole_folder);
  BagMetadata whole;
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> files;
  for (std::size_t part = 0; std::filesystem::exists(part_folder(output, part)); ++part)
  {
    const std::filesystem::path folder = part_folder(output, part);
    BagMetadata metadata = io.read_metadata(folder.string());
    if (metadata.message_count == 0)
    {
      continue;  // a minute without messages
    }
    for (std::size_t i = 0; i < metadata.relative_file_paths.size(); ++i)
    {
      const std::filesystem::path old = metadata.relative_file_paths[i];
      const std::string name =
        target.filename().string() + "_" + std::to_string(files.size()) + old.extension().string();
      files.emplace_back(folder / old.filename(), whole_folder / name);
      metadata.relative_file_paths[i] = name;
      if (i < metadata.files.size())
      {
        metadata.files[i].path = name;
      }
    }
    whole = with(std::move(whole), metadata);
  }
  for (const auto & [from, to] : files)
  {
    std::filesystem::create_hard_link(from, to);  // parts stay until the whole is there
  }
  io.write_metadata(whole_folder.string(), whole);
  check_written(whole_folder, messages_in(whole_folder, output.storage), whole.message_count);
  std::filesystem::rename(whole_folder, target);
  std::filesystem::remove_all(output.folder);
}

}  // namespace hod_ros
