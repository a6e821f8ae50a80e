// SPDX-License-Identifier: Apache-2.0
// The papers' forms with any orders, motions and indices: they agree with each other, with the
// dynamics kernel and with the definition in long double.
#include <optional>
#include <utility>

#include "classic_energies.hpp"
#include "classic_forces.hpp"
#include "classic_matrices.hpp"
#include "classic_numbers.hpp"
#include "classic_poses.hpp"
#include "generalized_equations.hpp"
#include "one_joint.hpp"

namespace hod::fuzz
{
namespace
{

void try_moving_base(Bytes & bytes)
{
  RobotDescription description = plain_description(bytes.byte() % 24U);
  const double rate = bytes.number();
  description.base.angular_velocity[place(bytes.integer(0, BaseMotion::kOrders - 1))].x() = rate;
  std::optional<Robot> robot;
  if (!taken([&] { robot.emplace(description); }))
  {
    return;
  }
  std::optional<classic::Mechanism> mechanism;
  require(
    taken([&] { mechanism.emplace(*robot); }) == is_at_rest(robot->base()), "a base that moves");
  if (mechanism)
  {
    const classic::Mechanism moved = std::move(*mechanism);
    const RowMatrix motion = RowMatrix::Constant(4, robot->dof(), 0.5);
    taken([&] { energy_by_trace(*mechanism, motion, 1); });
    taken([&] { forces_by_leibniz(*mechanism, motion, 1); });
    const classic::Matrices at(moved, Eigen::VectorXd::Zero(robot->dof()));
    taken(
      [&] { classic::Matrices(*mechanism, Eigen::VectorXd::Zero(robot->dof())).mass_matrix(); });
    taken([&] { at.contracted(0, {}); });
  }
}

void try_any(Session & session)
{
  switch (session.bytes().integer(0, 10))
  {
    case 0:
      return compare_coefficients(session);
    case 1:
      return list_partitions(session);
    case 2:
      return compute_energies(session);
    case 3:
      return compute_energy_derivatives(session);
    case 4:
      return compute_forces(session);
    case 5:
      return differentiate_energies(session);
    case 6:
      return use_generalized_equation(session);
    case 7:
      return use_matrices(session);
    case 8:
      return place_bodies(session);
    case 9:
      return turn_one_joint(session);
    default:
      session.renew_motion();
  }
}

}  // namespace
}  // namespace hod::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  const std::uint8_t kind = bytes.byte();
  if (kind % 16 == 14)
  {
    hod::fuzz::try_rates(bytes);
    return 0;
  }
  if (kind % 16 == 15)
  {
    hod::fuzz::try_moving_base(bytes);
    return 0;
  }
  hod::fuzz::Session session(bytes);
  for (int step = 0; step < 20 && !bytes.empty(); ++step)
  {
    hod::fuzz::try_any(session);
  }
  return 0;
}
