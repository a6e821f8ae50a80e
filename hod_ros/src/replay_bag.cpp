// SPDX-License-Identifier: Apache-2.0
// ros2 run hod_ros replay_bag: a bag of readings into a bag with forces beside them.
#include <rmw/validate_full_topic_name.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "hod/accelerometer/recording_fit.hpp"
#include "hod/error.hpp"
#include "replay/checkpoint.hpp"
#include "replay/progress_lines.hpp"
#include "replay/recorded_signals.hpp"
#include "replay/replay_key.hpp"
#include "replay/replayed_bag.hpp"
#include "replay/unpacked_bag.hpp"

namespace hod_ros
{
namespace
{

constexpr int kBadData = 1;
constexpr int kBadUsage = 2;
constexpr char kUsage[] =
  R"(usage: replay_bag BAG --config FILE --out BAG2 [--storage ID] [--prefix TOPIC] [--quiet]

Reads a bag of accelerometers and joints, finds the motion behind the whole of it, and writes a bag
with the original messages and, for each message of the fastest topic that was used, with its times:
  TOPIC/forces            hod_msgs/HigherOrderForces
  TOPIC/joints/<joint>    hod_msgs/JointForces
  TOPIC/energies          hod_msgs/AccelerationEnergies
  TOPIC/estimated_motion  hod_msgs/JointMotion
  TOPIC/joint_states      sensor_msgs/JointState with the computed efforts

  --config FILE     settings, as of `hod fit` and `hod replay`
  --out BAG2        folder of the new bag, which must not be there yet
  --storage ID      mcap or sqlite3; default: as BAG
  --prefix TOPIC    default: /forces_node
  --quiet           say nothing on stderr but why it failed

What was interrupted goes on where it was when started again; until all is done, it is in BAG2.partial.
)";

class BadUsage : public hod::Error
{
public:
  using hod::Error::Error;
};

struct Arguments
{
  std::string bag;
  std::string config;
  std::string out;
  std::string storage;
  std::string prefix = "/forces_node";
  bool quiet = false;
};

void check_prefix(const std::string & prefix)
{
  int result = RMW_TOPIC_VALID;
  std::size_t place = 0;
  const std::string topic = prefix + "/forces";
  if (
    rmw_validate_full_topic_name(topic.c_str(), &result, &place) != RMW_RET_OK ||
    result != RMW_TOPIC_VALID)
  {
    throw BadUsage("found '" + prefix + "' for --prefix, expected the name of a topic, as /name");
  }
}

void make_folder(const std::filesystem::path & folder)
{
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
  {
    throw hod::Error(
      folder.string() + ": found no way to make this folder (" + error.message() +
      "), expected one that can be written");
  }
}

/// Refuses a place for the new bag at which it could not be put when all is done.
void check_out(const Arguments & given)
{
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_type found = fs::symlink_status(given.out, ignored).type();
  if (found != fs::file_type::not_found && found != fs::file_type::none)
  {
    throw hod::Error(given.out + ": found something there, expected a name that is free");
  }
  fs::path above = fs::absolute(given.out).parent_path();
  while (!fs::exists(fs::symlink_status(above, ignored)) && above.has_relative_path())
  {
    above = above.parent_path();
  }
  if (!fs::is_directory(above, ignored))
  {
    throw hod::Error(given.out + ": found no folder in " + above.string() + ", expected one");
  }
  const fs::path bag = fs::weakly_canonical(given.bag, ignored);
  const fs::path inside = fs::weakly_canonical(fs::absolute(given.out), ignored);
  const auto [end, rest] = std::mismatch(bag.begin(), bag.end(), inside.begin(), inside.end());
  if (end == bag.end() && rest != inside.end())
  {
    throw hod::Error(
      given.out + ": found a place inside of " + given.bag + ", expected one outside of the bag");
  }
}

Arguments arguments_of(const std::vector<std::string> & words)
{
  Arguments given;
  const std::vector<std::pair<std::string, std::string *>> options = {
    {"--config", &given.config},
    {"--out", &given.out},
    {"--storage", &given.storage},
    {"--prefix", &given.prefix}};
  for (std::size_t i = 0; i < words.size(); ++i)
  {
    std::string * into = given.bag.empty() ? &given.bag : nullptr;
    bool has_value = false;
    for (const auto & [name, value] : options)
    {
      if (words[i] == name)
      {
        into = value;
        has_value = true;
      }
    }
    if (words[i] == "--ros-args")
    {
      break;
    }
    if (words[i] == "--quiet")
    {
      given.quiet = true;
      continue;
    }
    if (into == nullptr || (!has_value && words[i].rfind("--", 0) == 0))
    {
      throw BadUsage("found '" + words[i] + "', expected BAG and the options below");
    }
    if (has_value && ++i == words.size())
    {
      throw BadUsage("found '" + words[i - 1] + "' without a value, expected one");
    }
    *into = words[i];
  }
  if (given.bag.empty() || given.config.empty() || given.out.empty())
  {
    throw BadUsage("found no BAG, --config or --out, expected all of them");
  }
  if (!given.storage.empty() && given.storage != "mcap" && given.storage != "sqlite3")
  {
    throw BadUsage("found '" + given.storage + "' for --storage, expected mcap or sqlite3");
  }
  check_prefix(given.prefix);
  for (std::string * path : {&given.bag, &given.out})
  {
    while (path->size() > 1 && path->back() == '/')
    {
      path->pop_back();
    }
  }
  return given;
}

/// What must be the same for work to go on: the settings, the robot of the files that they name,
/// the bag and what is asked for.
std::string key_of(
  const Arguments & given, const rosbag2_storage::BagMetadata & metadata, const hod::Robot & robot)
{
  std::ifstream stream(given.config, std::ios::binary);
  std::ostringstream key;
  key << "2\n"
      << std::filesystem::absolute(given.bag).string() << '\n'
      << metadata.message_count << ' ' << metadata.duration.count() << ' '
      << metadata.starting_time.time_since_epoch().count() << '\n'
      << files_of(given.bag) << given.storage << '\n'
      << given.prefix << '\n'
      << fingerprint(robot) << stream.rdbuf();
  return key.str();
}

/// Those stamps at which something is put out: within the motion and no more often than asked for.
std::vector<std::int64_t> instants_of(
  const std::string & bag, const ReplayPlan & plan, const std::vector<std::int64_t> & stamps,
  const hod::RecordingFit & fit, std::optional<double> rate)
{
  std::vector<std::int64_t> instants;
  double due = fit.start;
  for (const std::int64_t stamp : stamps)
  {
    const double time = plan.time_of(stamp);
    if (time < fit.start || time > fit.end || (rate && time < due - 1e-6))
    {
      continue;
    }
    instants.push_back(stamp);
    while (rate && due <= time + 1e-6)
    {
      due += 1.0 / *rate;
    }
  }
  if (instants.empty())
  {
    throw hod::Error(
      bag + ": " + plan.clock + ": found messages from " +
      std::to_string(plan.time_of(stamps.front())) + " to " +
      std::to_string(plan.time_of(stamps.back())) + " s, expected some within the motion, " +
      std::to_string(fit.start) + " to " + std::to_string(fit.end) + " s");
  }
  return instants;
}

/// How many of these there usually are in a second.
double rate_of(const std::vector<std::int64_t> & stamps)
{
  std::vector<std::int64_t> steps;
  for (std::size_t i = 1; i < stamps.size(); ++i)
  {
    steps.push_back(stamps[i] - stamps[i - 1]);
  }
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return 1e9 / static_cast<double>(*middle);
}

std::string brief(double value)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

ReplayPlan made_plan(
  const Arguments & given, hod::RecordingSettings settings, rosbag2_cpp::Reader & reader,
  const Messages & messages)
{
  ProgressLine line(messages, "reading", reader.get_metadata().message_count);
  RecordedSignals signals = read_signals(reader, given.bag, settings, std::ref(line));
  hod::RecordingFit fit;
  try
  {
    hod::place_in_frames(settings, signals.frames);
    SearchLine search(messages);
    fit =
      hod::fit_recording(settings, signals.sensors, std::move(signals.joints), std::ref(search));
  }
  catch (const hod::Error & error)
  {
    throw hod::Error(given.bag + ": " + error.what());
  }
  for (const std::string & sentence : signals.notices)
  {
    messages.say(sentence);
  }
  for (const std::string & sentence : fit.sentences)
  {
    messages.say(sentence);
  }
  for (const std::string & warning : fit.warnings)
  {
    messages.say("warning: " + warning);
  }
  ReplayPlan plan{std::move(fit.motion),         signals.origin,       signals.clock,
                  signals.is_clocked_by_receipt, signals.clock_offset, {}};
  if (settings.rate && *settings.rate > 1.01 * rate_of(signals.stamps))
  {
    messages.say(
      "warning: output: found rate " + brief(*settings.rate) +
      ", which changes nothing: " + plan.clock + ", whose messages say when, has " +
      brief(rate_of(signals.stamps)) + " a second");
  }
  plan.instants = instants_of(given.bag, plan, signals.stamps, fit, settings.rate);
  return plan;
}

void check(
  const hod::RecordingSettings & settings, const Arguments & given, const Messages & messages)
{
  if (settings.orders < 2)
  {
    throw hod::Error(
      given.config + ": found output orders " + std::to_string(settings.orders) +
      ", expected 2 or more for forces");
  }
  if (settings.robot.depends_on_time())
  {
    throw hod::Error(
      given.config +
      ": found a load with a table, expected constant loads ('hod replay' takes "
      "tables)");
  }
  for (const std::string & sentence : settings.robot.uncounted())
  {
    messages.say("note: " + sentence);
  }
}

void replay(Arguments given)
{
  const Messages messages(given.quiet);
  check_out(given);
  const UnpackedBag bag(given.bag, given.out + ".unpacked");
  const rosbag2_storage::BagMetadata metadata = opened(bag.path())->get_metadata();
  if (metadata.message_count == 0)
  {
    throw hod::Error(given.bag + ": found a bag without messages, expected readings");
  }
  given.storage = given.storage.empty() ? metadata.storage_identifier : given.storage;
  const hod::RecordingSettings settings = hod::read_recording_settings(given.config);
  check(settings, given, messages);
  const ReplayOutput output{
    bag.path(),
    given.bag,
    given.prefix,
    given.storage,
    std::min(settings.orders, 6) - 2,
    given.out + ".partial"};
  check_topics(output, settings.robot);

  const std::filesystem::path kept = output.folder / "motion";
  const std::string key = key_of(given, metadata, settings.robot);
  std::optional<ReplayPlan> plan = restored(kept, key);
  if (plan)
  {
    messages.say("going on with " + output.folder.string());
  }
  else
  {
    std::filesystem::remove_all(output.folder);
    make_folder(output.folder);  // now, as what comes may take long, and be refused
    std::filesystem::remove_all(output.folder);
    plan = made_plan(given, settings, *opened(bag.path()), messages);
    make_folder(output.folder);
    store(kept, key, *plan);
  }
  ProgressLine line(messages, "writing", metadata.message_count);
  write_parts(output, settings.robot, *plan, std::ref(line));
  assemble(output, given.out);
}

}  // namespace
}  // namespace hod_ros

int main(int argc, char ** argv)
{
  const std::vector<std::string> words(argv + 1, argv + argc);
  try
  {
    if (words == std::vector<std::string>{"--help"} || words == std::vector<std::string>{"-h"})
    {
      std::fputs(hod_ros::kUsage, stdout);
      return 0;
    }
    hod_ros::replay(hod_ros::arguments_of(words));
    return 0;
  }
  catch (const hod_ros::BadUsage & error)
  {
    std::fprintf(stderr, "replay_bag: %s\n%s", error.what(), hod_ros::kUsage);
    return hod_ros::kBadUsage;
  }
  catch (const std::exception & error)
  {
    std::fprintf(stderr, "replay_bag: %s\n", error.what());
    return hod_ros::kBadData;
  }
}
