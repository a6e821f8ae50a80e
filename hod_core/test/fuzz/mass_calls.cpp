// SPDX-License-Identifier: Apache-2.0
// Shapes, bodies, their sums and triangle meshes made by a program, valid or not: what is taken has
// the mass properties that another way to them gives.
#include "link_bodies.hpp"
#include "mass_tensors.hpp"
#include "rotation_angles.hpp"
#include "shapes.hpp"
#include "solids.hpp"

namespace
{

void try_any(hod::fuzz::Bytes & bytes)
{
  switch (bytes.integer(0, 10))
  {
    case 0:
      return hod::fuzz::try_tensors(bytes);
    case 1:
      return hod::fuzz::try_signed_sum(bytes);
    case 2:
      return hod::fuzz::try_possible(bytes);
    case 3:
      return hod::fuzz::try_angles(bytes);
    case 4:
      return hod::fuzz::try_shape(bytes);
    case 5:
      return hod::fuzz::try_dimensions(bytes);
    case 6:
      return hod::fuzz::try_bodies(bytes);
    case 7:
      return hod::fuzz::try_nothing_left(bytes);
    case 8:
      return hod::fuzz::try_solid(bytes);
    case 9:
      return hod::fuzz::try_damaged(bytes);
    default:
      return hod::fuzz::try_any_mesh(bytes);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  for (int call = 0; call < 8 && !bytes.empty(); ++call)
  {
    try_any(bytes);
  }
  return 0;
}
