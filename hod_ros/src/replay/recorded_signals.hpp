// SPDX-License-Identifier: Apache-2.0
#ifndef REPLAY__RECORDED_SIGNALS_HPP_
#define REPLAY__RECORDED_SIGNALS_HPP_

#include <cstdint>
#include <functional>
#include <rosbag2_cpp/reader.hpp>
#include <string>
#include <vector>

#include "hod/accelerometer/recording_settings.hpp"

namespace hod_ros
{

/// Told how many messages have been worked through, now and then.
using Progress = std::function<void(std::size_t messages)>;

/// What the settings name of a bag, in SI units.
struct RecordedSignals
{
  std::int64_t origin = 0;  ///< time 0 of the recordings [ns]
  std::vector<hod::Recording> sensors;
  std::vector<hod::Recording> joints;
  std::vector<std::string> frames;  ///< of the sensors' messages
  std::string clock;                ///< the topic with most messages, without an offset if any is
  bool is_clocked_by_receipt = false;  ///< whether its times are those of receipt
  double clock_offset = 0.0;           ///< its readings were taken at stamp - offset [s]
  std::vector<std::int64_t> stamps;    ///< of its messages [ns], ascending
  std::vector<std::string> notices;    ///< what was decided, a sentence each
};

/// Reads what the settings name. Throws hod::Error for topics that are not there or of a type that
/// carries no such readings, and for messages that cannot be read.
/// @param bag its name, for messages
RecordedSignals read_signals(
  rosbag2_cpp::Reader & reader, const std::string & bag, const hod::RecordingSettings & settings,
  const Progress & progress);

/// The time of a message: in its header, which comes first in a message that has one.
std::int64_t header_stamp(const rosbag2_storage::SerializedBagMessage & message);

}  // namespace hod_ros

#endif  // REPLAY__RECORDED_SIGNALS_HPP_
