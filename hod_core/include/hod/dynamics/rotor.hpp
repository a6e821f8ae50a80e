// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__ROTOR_HPP_
#define HOD__DYNAMICS__ROTOR_HPP_

#include <vector>

#include "hod/model/model.hpp"

namespace hod
{

/// The turning parts of a joint's drive, in front of its gear: N² J q''. Their spin about the
/// joint's axis counts; that a carried rotor resists being turned with its link (gyroscopic terms)
/// does not. Its mass belongs to the link that carries it.
struct Rotor
{
  double inertia = 0.0;     ///< J ≥ 0 [kg m²]
  double gear_ratio = 1.0;  ///< N, rotor turns per joint turn, or per metre of a slide [1 or rad/m]

  /// N² J as the joint feels it [kg m² or kg].
  double reflected_inertia() const { return gear_ratio * gear_ratio * inertia; }
};

/// Throws hod::Error unless there is one entry per column, finite and with J ≥ 0.
void check(const std::vector<Rotor> & rotors, const Model & model);

}  // namespace hod

#endif  // HOD__DYNAMICS__ROTOR_HPP_
