// SPDX-License-Identifier: Apache-2.0
#include "files.hpp"
#include "hod/mass/triangle_mesh.hpp"

namespace
{

void read(const char * name, std::string_view content)
{
  const auto path = hod::fuzz::files().write(name, content);
  hod::fuzz::taken([&] {
    const hod::mass::TriangleMesh mesh = hod::mass::read_solid(path);
    for (const auto & triangle : mesh.triangles)
    {
      for (const std::uint32_t corner : triangle)
      {
        hod::fuzz::require(corner < mesh.vertices.size(), "a corner beyond the last vertex");
      }
    }
    const hod::MassProperties body = hod::mass::with_unit_density(mesh);
    hod::fuzz::require(
      body.mass > 0.0 && body.center.allFinite() && body.inertia.allFinite(),
      "a solid without mass, or numbers that are not finite, has been accepted");
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  const std::string_view content(reinterpret_cast<const char *>(data), size);
  const bool is_obj = content.find("solid") != 0 && content.find("\nf ") != std::string_view::npos;
  read(is_obj ? "fuzzed.obj" : "fuzzed.stl", content);
  return 0;
}
