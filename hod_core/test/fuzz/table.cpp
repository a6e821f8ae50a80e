// SPDX-License-Identifier: Apache-2.0
// Motion tables and tables of loads.
#include <sstream>

#include "files.hpp"
#include "hod/motion/motion_table.hpp"
#include "hod/robot/robot_file.hpp"
#include "hod/robot/urdf.hpp"
#include "use_robot.hpp"

namespace
{

using hod::fuzz::require;

void read_motion(std::string_view text)
{
  static const hod::Robot robot(hod::read_urdf(hod::fuzz::files().path() / "arm.urdf"));
  std::istringstream stream{std::string(text)};
  const hod::MotionTable table = hod::read_motion(stream, "m.csv");
  for (std::size_t i = 1; i < table.times.size(); ++i)
  {
    require(table.times[i] > table.times[i - 1], "times that do not increase");
  }
  const hod::MotionMatch match(table, robot, 1);
  hod::RowMatrix motion(static_cast<Eigen::Index>(table.times.size()), robot.dof());
  match.gather(0, table.times.size(), motion.data());
  require(motion.allFinite(), "a motion that is not finite has been accepted");
}

void read_load(std::string_view text)
{
  const std::filesystem::path & folder = hod::fuzz::files().path();
  hod::fuzz::files().write("fuzzed.csv", text);
  hod::fuzz::use(
    hod::Robot(
      hod::parse_robot_file("urdf: arm.urdf\nloads: {link: fore, table: fuzzed.csv}\n", folder)));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  hod::fuzz::taken([&] { read_motion(text); });
  hod::fuzz::taken([&] { read_load(text); });
  return 0;
}
