// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/urdf.hpp"

#include "use_robot.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  hod::fuzz::taken([&] { hod::fuzz::use(hod::Robot(hod::parse_urdf(text))); });
  return 0;
}
