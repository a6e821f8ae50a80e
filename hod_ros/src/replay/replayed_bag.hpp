// SPDX-License-Identifier: Apache-2.0
#ifndef REPLAY__REPLAYED_BAG_HPP_
#define REPLAY__REPLAYED_BAG_HPP_

#include <filesystem>
#include <string>

#include "checkpoint.hpp"
#include "hod/robot/robot.hpp"
#include "recorded_signals.hpp"

namespace hod_ros
{

/// What goes into a new bag.
struct ReplayOutput
{
  std::string bag;               ///< that is read again
  std::string name;              ///< of the bag, for messages
  std::string prefix;            ///< of the topics that are added
  std::string storage;           ///< mcap, sqlite3, …
  int order = 2;                 ///< highest derivative of the forces
  std::filesystem::path folder;  ///< where parts are gathered
};

/// Topics that are added: <prefix>/forces, /joints/<joint>, /energies, /estimated_motion and
/// /joint_states.
/// Throws hod::Error if the bag has one of them already.
void check_topics(const ReplayOutput & output, const hod::Robot & robot);

/// Writes the original messages, and beside them what the motion says, in parts of a minute each.
/// Parts that are there already stay as they are; several are written at a time.
void write_parts(
  const ReplayOutput & output, const hod::Robot & robot, const ReplayPlan & plan,
  const Progress & progress);

/// Makes one bag of all parts, in a new folder.
void assemble(const ReplayOutput & output, const std::filesystem::path & target);

}  // namespace hod_ros

#endif  // REPLAY__REPLAYED_BAG_HPP_
