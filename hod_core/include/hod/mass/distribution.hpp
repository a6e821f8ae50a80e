// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MASS__DISTRIBUTION_HPP_
#define HOD__MASS__DISTRIBUTION_HPP_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hod/mass/homogeneous_body.hpp"
#include "hod/mass/mass_properties.hpp"

namespace hod::mass
{

/// How mass is spread over one link: a signed sum of homogeneous bodies in the link's frame.
struct LinkDistribution
{
  std::string link;
  std::vector<HomogeneousBody> bodies;
  std::vector<MassProperties> contributions;  ///< of each body, without its sign
  MassProperties mass;                        ///< Σ σ of the contributions (004 (7), (95), (98))
};

struct Distribution
{
  std::string source;  ///< file name or other origin, quoted in error sentences
  std::vector<LinkDistribution> links;
  /// Links whose tensors no body can have (a cavity that juts out of its body), one sentence each.
  std::vector<std::string> warnings;

  /// The named link's part; nullptr if there is none.
  const LinkDistribution * find(std::string_view link) const;
};

/// Checks the bodies, adds them up and appends the link. Throws hod::Error, its sentence beginning
/// with `where`, for a link without bodies, a bad body, or cavities that leave no mass.
void add_link(
  Distribution & distribution, const std::string & link, std::vector<HomogeneousBody> bodies,
  const std::string & where);

/// Reads the YAML form `links: {<link>: [{shape: …, …}, …]}`; a key `robot` beside it is left to
/// others. Throws hod::Error with file and line.
Distribution read_distribution(const std::filesystem::path & path);

/// The same from a string. @param directory where the files of meshes are looked for
Distribution parse_distribution(
  std::string_view yaml, const std::string & source = "mass distribution",
  const std::filesystem::path & directory = {});

}  // namespace hod::mass

#endif  // HOD__MASS__DISTRIBUTION_HPP_
