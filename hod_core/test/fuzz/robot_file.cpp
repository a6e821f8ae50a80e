// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/robot_file.hpp"

#include "files.hpp"
#include "use_robot.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const std::filesystem::path & folder = hod::fuzz::files().path();
  hod::fuzz::taken([&] { hod::fuzz::use(hod::Robot(hod::parse_robot_file(text, folder))); });
  return 0;
}
