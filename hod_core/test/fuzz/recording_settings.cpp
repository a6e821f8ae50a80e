// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recording_settings.hpp"

#include "files.hpp"
#include "use_robot.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const auto path = hod::fuzz::files().write("fuzzed.yaml", text);
  hod::fuzz::taken([&] {
    const hod::RecordingSettings settings = hod::read_recording_settings(path);
    for (const hod::RecordedSensor & one : settings.sensors)
    {
      // One without a link waits for the name of the frame that its messages carry.
      const bool waits = one.sensor.link.empty();
      hod::fuzz::require(
        waits || settings.robot.link_index(one.sensor.link) >= 0,
        "a sensor on a link that is not there");
      const Eigen::VectorXd lengths = one.sensor.axes.rowwise().norm();
      hod::fuzz::require(
        ((lengths.array() - 1.0).abs() < 1e-9).all(), "an axis that is no direction");
    }
    hod::fuzz::require(settings.order >= 2 && settings.orders >= 0, "an order below its least");
    hod::fuzz::use(settings.robot);
  });
  return 0;
}
