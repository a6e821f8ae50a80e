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

/// Mass distribution of one link: a signed sum of homogeneous bodies in the link's frame.
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
  /// One sentence for each link whose tensors no body can have (such as a cavity that protrudes
  /// from its body).
  std::vector<std::string> warnings;

  /// The part of the named link; nullptr if there is none.
  const LinkDistribution * find(std::string_view link) const;
};

/// Checks the bodies, sums them and appends the link. Throws hod::Error, with a sentence that
/// begins with `where`, for a link without bodies, an invalid body, or cavities that leave no mass.
void add_link(
  Distribution & distribution, const std::string & link, std::vector<HomogeneousBody> bodies,
  const std::string & where);

/// Reads the YAML form `links: {<link>: [{shape: …, …}, …]}`; a key `robot` at the top level is
/// ignored. Throws hod::Error with file and line.
Distribution read_distribution(const std::filesystem::path & path);

/// Same from a string.
/// @param directory where mesh files are searched
Distribution parse_distribution(
  std::string_view yaml, const std::string & source = "mass distribution",
  const std::filesystem::path & directory = {});

}  // namespace hod::mass

#endif  // HOD__MASS__DISTRIBUTION_HPP_
