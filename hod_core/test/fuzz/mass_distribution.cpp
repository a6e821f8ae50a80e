// SPDX-License-Identifier: Apache-2.0
#include "files.hpp"
#include "hod/mass/distribution.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  using hod::fuzz::require;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  hod::fuzz::taken([&] {
    const auto distribution =
      hod::mass::parse_distribution(text, "m.yaml", hod::fuzz::files().path());
    for (const auto & link : distribution.links)
    {
      require(link.mass.mass > 0.0, "a link without mass has been accepted");
      require(link.bodies.size() == link.contributions.size(), "a body without a contribution");
    }
    for (const std::string & warning : distribution.warnings)
    {
      hod::fuzz::require_sentence(warning);
    }
  });
  return 0;
}
