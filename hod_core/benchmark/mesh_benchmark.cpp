// SPDX-License-Identifier: Apache-2.0
// Time from an STL file of a million triangles to its mass properties: reading, merging of corners,
// the check that it is closed, integration.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>

#include "hod/mass/dimensions.hpp"

namespace
{

constexpr int kRings = 1000;  // times 500 columns times 2 triangles

/// A torus of radii 0.3 m and 0.1 m.
Eigen::Vector3f corner(int ring, int column)
{
  const double step = 2.0 * 3.14159265358979323846;
  const double u = step * (ring % kRings) / kRings, v = step * (column % 500) / 500;
  const double radius = 0.3 + 0.1 * std::cos(v);
  return Eigen::Vector3d(radius * std::cos(u), radius * std::sin(u), 0.1 * std::sin(v))
    .cast<float>();
}

template <typename Visit>
void for_each_triangle(const Visit & visit)
{
  for (int ring = 0; ring < kRings; ++ring)
  {
    for (int column = 0; column < 500; ++column)
    {
      const Eigen::Vector3f a = corner(ring, column), b = corner(ring + 1, column);
      const Eigen::Vector3f c = corner(ring + 1, column + 1), d = corner(ring, column + 1);
      visit(a, b, c);
      visit(a, c, d);
    }
  }
}

std::string binary_stl()
{
  std::string content(80, ' ');
  const std::uint32_t count = 2 * 500 * kRings;
  content.append(reinterpret_cast<const char *>(&count), sizeof count);
  for_each_triangle([&content](const auto &... corners) {
    content.append(12, '\0');
    (content.append(reinterpret_cast<const char *>(corners.data()), 12), ...);
    content.append(2, '\0');
  });
  return content;
}

std::string text_stl()
{
  std::ostringstream text;
  text << std::setprecision(9) << "solid torus\n";
  for_each_triangle([&text](const auto &... corners) {
    text << "facet normal 0 0 0\nouter loop\n";
    ((text << "vertex " << corners.transpose() << "\n"), ...);
    text << "endloop\nendfacet\n";
  });
  text << "endsolid torus\n";
  return text.str();
}

void mass_of_a_million_triangles(benchmark::State & state, std::string (*content)())
{
  const auto path = std::filesystem::temp_directory_path() / "hod_mesh_benchmark.stl";
  std::ofstream(path, std::ios::binary) << content();
  for (auto _ : state)
  {
    benchmark::DoNotOptimize(
      with_unit_density(hod::mass::make_shape("mesh", {{"file", path.string()}})).mass);
  }
  std::filesystem::remove(path);
}

}  // namespace

BENCHMARK_CAPTURE(mass_of_a_million_triangles, binary, &binary_stl)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mass_of_a_million_triangles, text, &text_stl)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
