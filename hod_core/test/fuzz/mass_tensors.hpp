// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__MASS_TENSORS_HPP_
#define HOD__TEST__FUZZ__MASS_TENSORS_HPP_

#include <algorithm>
#include <vector>

#include "masses.hpp"
#include "random_robot.hpp"

namespace hod::fuzz
{

using reference::Random;

inline Matrix3d inertia_of(Bytes & bytes)
{
  Matrix3d inertia = vector_of(bytes).asDiagonal();
  if (bytes.byte() % 2 == 0)
  {
    inertia(0, 1) = inertia(1, 0) = bytes.number();
    inertia(1, 2) = inertia(2, 1) = bytes.number();
  }
  if (bytes.byte() % 8 == 0)
  {
    inertia(bytes.integer(0, 2), bytes.integer(0, 2)) = bytes.number();
  }
  return inertia;
}

inline void try_tensors(Bytes & bytes)
{
  Random random(bytes.byte());
  const MassProperties body = reference::random_mass(random);
  const Pose pose = random.pose(2.0);
  const MassProperties moved = transformed(body, pose);
  require_same(transformed(moved, pose.inverse()), body, 3.0, "a body there and back");
  require_same(
    from_pseudo_inertia(transformed(pseudo_inertia(body), pose)), moved, 3.0,
    "pseudo-inertias against tensors");
  require(
    axial_about_origin(body).isApprox(axial_from_planar(planar_about_origin(body)), 1e-12) &&
      planar_from_axial(axial_from_planar(body.inertia)).isApprox(body.inertia, 1e-12) &&
      rotated(rotated(body.inertia, pose.rotation), pose.rotation.transpose())
        .isApprox(body.inertia, 1e-12),
    "tensors there and back");
  const MassProperties other = reference::random_mass(random);
  require_same(moved + other, other + moved, 3.0, "a sum in another order");
  require_same((moved + other) - other, moved, 3.0, "a sum less one of its parts");
  require_same(
    signed_sum({other, moved, other, body}, {-1, 1, 1, 1}), moved + body, 3.0, "a signed sum");
  require_same(
    from_pseudo_inertia(pseudo_inertia(moved) + pseudo_inertia(other)), moved + other, 3.0,
    "a sum of pseudo-inertias");
}

/// Any number of bodies and of signs.
inline void try_signed_sum(Bytes & bytes)
{
  Random random(bytes.byte());
  std::vector<MassProperties> bodies;
  std::vector<int> signs;
  for (int i = bytes.integer(0, 5); i > 0; --i)
  {
    bodies.push_back(reference::random_mass(random));
    signs.push_back(bytes.byte() % 4 == 0 ? -1 : 1);
  }
  signs.resize(
    bytes.byte() % 4 == 0 ? static_cast<std::size_t>(bytes.integer(0, 6)) : signs.size());
  MassProperties sum;
  const bool is_taken = taken([&] { sum = signed_sum(bodies, signs); });
  require(is_taken == (signs.size() == bodies.size()), "a signed sum: taken or not, wrongly");
  Matrix4d pseudo = Matrix4d::Zero();
  double mass = 0.0;
  for (std::size_t i = 0; is_taken && i < bodies.size(); ++i)
  {
    pseudo += signs[i] * pseudo_inertia(bodies[i]);
    mass += bodies[i].mass;
  }
  if (is_taken && std::abs(pseudo(3, 3)) > 0.01 * mass)
  {
    require_same(from_pseudo_inertia(pseudo), sum, 100.0, "a signed sum of pseudo-inertias");
  }
}

/// What a possible body is, in both of the library's words and in those of its header.
inline void try_possible(Bytes & bytes)
{
  MassProperties body;
  body.mass = bytes.number();
  body.center = bytes.byte() % 4 == 0 ? vector_of(bytes) : Vector3d::Zero();
  body.inertia = inertia_of(bytes);
  const auto flaw = physical_flaw(body);
  require(is_possible(body) == !flaw.has_value(), "possible, and yet with a flaw, or neither");
  if (flaw)
  {
    require_sentence(*flaw);
  }
  const PrincipalAxes principal = principal_axes(body);
  if (!is_moderate(body) || !body.inertia.isApprox(body.inertia.transpose(), 0.0))
  {
    return;
  }
  const Matrix3d rebuilt = rotated(principal.moments.asDiagonal(), principal.axes);
  require(
    (rebuilt - body.inertia).norm() <= 1e-12 * body.inertia.norm(), "other principal moments");
  require(
    principal.axes.isUnitary(1e-12) && principal.axes.determinant() > 0.0, "axes of no triad");
  require(
    principal.moments[0] <= principal.moments[1] && principal.moments[1] <= principal.moments[2],
    "moments that do not ascend");
  const double largest = principal.moments.cwiseAbs().maxCoeff();
  const double least = planar_from_axial(principal.moments.asDiagonal()).diagonal().minCoeff();
  const double margin = std::min({principal.moments[0], least, body.mass});
  require(flaw.has_value() || margin >= -1e-5 * largest, "a body of no mass that is taken");
  require(
    !flaw.has_value() || margin <= 0.0 || body.mass == 0.0, "a body that is possible, and is not");
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__MASS_TENSORS_HPP_
