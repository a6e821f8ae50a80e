// SPDX-License-Identifier: Apache-2.0
#ifndef REPLAY__CHECKPOINT_HPP_
#define REPLAY__CHECKPOINT_HPP_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hod/accelerometer/recording_fit.hpp"

namespace hod_ros
{

/// What the first pass over a bag leaves for the second one.
struct ReplayPlan
{
  hod::FoundMotion motion;
  std::int64_t origin = 0;             ///< time 0 of the motion [ns]
  std::string clock;                   ///< the topic whose messages say when to put something out
  bool is_clocked_by_receipt = false;  ///< whether its times are those of receipt
  double clock_offset = 0.0;           ///< the motion at a stamp is that at stamp - offset [s]
  std::vector<std::int64_t> instants;  ///< stamps of those messages [ns], ascending

  /// The motion's time of a stamp [s].
  double time_of(std::int64_t stamp) const
  {
    return static_cast<double>(stamp - origin) / 1e9 - clock_offset;
  }
};

/// Keeps a plan in a file, whole or not at all.
void store(const std::filesystem::path & file, const std::string & key, const ReplayPlan & plan);

/// The plan that was stored under this key; nothing if there is none, or one of another key.
std::optional<ReplayPlan> restored(const std::filesystem::path & file, const std::string & key);

}  // namespace hod_ros

#endif  // REPLAY__CHECKPOINT_HPP_
