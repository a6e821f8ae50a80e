// SPDX-License-Identifier: Apache-2.0
// The tensors of a casting from the figures of its drawing: a flange with a bored tube on it.
#include <cstdio>
#include <hod/hod.hpp>

int main()
{
  const char * text = R"(
links:
  link_3:
    - {shape: cylinder, radius: 0.06, length: 0.012, density: 2700, xyz: [0, 0, 0.006]}
    - {shape: cylinder, radius: 0.04, length: 0.2, density: 2700, xyz: [0, 0, 0.112]}
    - {shape: cylinder, radius: 0.032, length: 0.212, density: 2700, xyz: [0, 0, 0.106], sign: -1}
)";
  try
  {
    const hod::mass::Distribution distribution = hod::mass::parse_distribution(text);
    for (const hod::mass::LinkDistribution & link : distribution.links)
    {
      const hod::MassProperties & whole = link.mass;
      std::printf("%s: %.4f kg\n", link.link.c_str(), whole.mass);
      std::printf("centre of mass at z = %.4f m\n", whole.center.z());
      const Eigen::Vector3d moments = whole.inertia.diagonal();
      std::printf("moments about it %.3e %.3e %.3e kg m²\n", moments.x(), moments.y(), moments.z());
    }
  }
  catch (const hod::Error & error)
  {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
