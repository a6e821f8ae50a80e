// SPDX-License-Identifier: Apache-2.0
// Limits along curves and motions, the speeds at which they are respected, and the motions that
// they are asked of: polynomials, sections of constant jerk, angles that wrap.
#include "limited_robots.hpp"
#include "limited_speeds.hpp"
#include "motion_pieces.hpp"
#include "turning_angles.hpp"

namespace
{

void try_any(hod::fuzz::Bytes & bytes)
{
  switch (bytes.integer(0, 7))
  {
    case 0:
    case 1:
      return hod::fuzz::try_curve(bytes);
    case 2:
    case 3:
      return hod::fuzz::try_speed(bytes);
    case 4:
      return hod::fuzz::try_polynomial(bytes);
    case 5:
      return hod::fuzz::try_sections(bytes);
    case 6:
      return bytes.byte() % 2 == 0 ? hod::fuzz::try_turning(bytes)
                                   : hod::fuzz::try_any_angles(bytes);
    default:  // much slower than all others
      return bytes.byte() % 4 == 0 ? hod::fuzz::try_robot(bytes) : hod::fuzz::try_speed(bytes);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  for (int call = 0; call < 6 && !bytes.empty(); ++call)
  {
    try_any(bytes);
  }
  return 0;
}
