// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__LINK_BODIES_HPP_
#define HOD__TEST__FUZZ__LINK_BODIES_HPP_

#include <string>
#include <vector>

#include "hod/mass/distribution.hpp"
#include "shapes.hpp"

namespace hod::fuzz
{

inline mass::HomogeneousBody body_of(Bytes & bytes)
{
  mass::HomogeneousBody body;
  body.shape = bytes.byte() % 4 == 0 ? shape_of(bytes) : Shape(mass::Box{0.3, 0.2, 0.1});
  const std::uint8_t kind = bytes.byte();
  if (kind % 8 != 7)
  {
    (kind % 2 == 0 ? body.mass : body.density) = size_of(bytes);
  }
  if (kind == 6)
  {
    body.density = 1.0;
  }
  body.xyz = vector_of(bytes);
  body.rpy = vector_of(bytes);
  body.sign = bytes.byte() % 4 == 0 ? bytes.integer(-2, 2) : 1;
  return body;
}

inline bool is_plainly_wrong(const mass::HomogeneousBody & body)
{
  const double amount = body.mass.value_or(body.density.value_or(1.0));
  return body.mass.has_value() == body.density.has_value() || !std::isfinite(amount) ||
         amount <= 0.0 || !body.xyz.allFinite() || !body.rpy.allFinite() ||
         std::abs(body.sign) != 1;
}

/// Whether the bodies are taken as those of one link.
inline bool adds_link(
  mass::Distribution & distribution, const std::string & link,
  const std::vector<mass::HomogeneousBody> & bodies)
{
  return taken([&] { mass::add_link(distribution, link, bodies, "bodies made here"); });
}

inline void try_bodies(Bytes & bytes)
{
  mass::Distribution distribution;
  std::vector<mass::HomogeneousBody> bodies;
  bool wrong = false;
  for (int i = bytes.integer(0, 4); i > 0; --i)
  {
    bodies.push_back(body_of(bytes));
    wrong = wrong || is_plainly_wrong(bodies.back());
  }
  const std::string link = bytes.byte() % 4 == 0 ? "a\nb\x1b" : "link";
  const bool is_taken = adds_link(distribution, link, bodies);
  for (const std::string & warning : distribution.warnings)
  {
    require_sentence(warning);
  }
  if (!is_taken)
  {
    return require(distribution.links.empty(), "a link that was refused, and is there");
  }
  require(!wrong && !bodies.empty(), "bodies that cannot be have been accepted");
  const mass::LinkDistribution * part = distribution.find(link);
  require(part != nullptr && part->bodies.size() == bodies.size(), "a link that is not found");
  require(distribution.find("another") == nullptr, "a link that is not there");
  require(part->mass.mass > 0.0, "a link without mass has been accepted");
  require(
    distribution.warnings.empty() == !physical_flaw(part->mass).has_value(), "no word of a flaw");
  Matrix4d pseudo = Matrix4d::Zero();
  double mass = 0.0;
  bool moderate = true;
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    const MassProperties own = mass::properties(bodies[i]);
    require(
      !bodies[i].mass || own.mass == *bodies[i].mass, "a body of another mass than it was given");
    moderate = moderate && is_moderate(own) && own.mass >= 1e-6;
    pseudo += bodies[i].sign * pseudo_inertia(own);
    mass += own.mass;
  }
  if (moderate && pseudo(3, 3) > 0.1 * mass)
  {
    require_same(from_pseudo_inertia(pseudo), part->mass, 200.0, "a sum of bodies");
  }
}

/// Many bodies of which rounding decides what is left.
inline void try_nothing_left(Bytes & bytes)
{
  std::vector<mass::HomogeneousBody> bodies;
  for (int i = bytes.integer(1, 30); i > 0; --i)
  {
    const std::uint8_t kind = bytes.byte();
    mass::HomogeneousBody body;
    body.shape = mass::Rod{1.0};
    body.mass = 1.0 / (1 + kind / 16 % 8);
    body.mass = kind / 4 % 4 == 0 ? *body.mass * 0x1p-53 : *body.mass;
    body.sign = kind % 2 == 0 ? 1 : -1;
    bodies.push_back(body);
  }
  mass::Distribution distribution;
  if (adds_link(distribution, "link", bodies))
  {
    require(distribution.links[0].mass.mass > 0.0, "a link without mass has been accepted");
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__LINK_BODIES_HPP_
