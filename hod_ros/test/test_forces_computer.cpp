// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "hod/robot/urdf.hpp"
#include "hod_ros/forces_computer.hpp"
#include "hod_ros/messages.hpp"
#include "refusal.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

using hod::RowMatrix;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{

hod::Robot arm()
{
  return hod::Robot(hod::parse_urdf(two_link_arm()));
}

hod_msgs::msg::JointMotion motion_at(double time)
{
  hod_msgs::msg::JointMotion message;
  message.joint_names = {"elbow", "shoulder"};
  message.order = 5;
  for (int order = 0; order <= message.order; ++order)
  {
    message.derivatives.push_back(two_link::motion(1, order, time));
    message.derivatives.push_back(two_link::motion(0, order, time));
  }
  return message;
}

}  // namespace

TEST(ForcesComputerTest, EqualsLagrangesEquations)
{
  hod_ros::ForcesComputer computer(arm(), 2, 3);
  const double time = 0.8;
  const RowMatrix motion =
    hod_ros::motion_table(motion_at(time), computer.robot().joint_names(), computer.rows(), 0);
  const auto forces = computer.forces(motion, 2);
  EXPECT_THAT(forces.joint_names, ElementsAre("shoulder", "elbow", "slide"));
  const auto torques = two_link::torques(two_link::state_at(time));
  for (std::size_t joint = 0; joint < 2; ++joint)
  {
    const auto q = [joint](double t) {
      const auto at = two_link::torques(two_link::state_at(t));
      return at.inertia[joint] + at.gravity[joint];
    };
    EXPECT_NEAR(forces.values[joint], q(time), 1e-11);
    EXPECT_NEAR(forces.values[3 + joint], two_link::d1(q, time), 1e-7);
    EXPECT_NEAR(forces.values[6 + joint], two_link::d2(q, time), 1e-5);
    EXPECT_NEAR(forces.terms[0].values[joint], torques.inertia[joint], 1e-11);
    EXPECT_NEAR(forces.terms[1].values[joint], torques.gravity[joint], 1e-11);
  }
  EXPECT_THAT(refusal([&]() { computer.forces(motion, 6); }), HasSubstr("order 6"));
}

TEST(ForcesComputerTest, EnergiesAreThoseOfTheMovingPointMasses)
{
  hod_ros::ForcesComputer computer(arm(), 2, 3);
  const double time = 0.8;
  const RowMatrix motion =
    hod_ros::motion_table(motion_at(time), computer.robot().joint_names(), computer.rows(), 0);
  const auto energies = computer.energies(motion);
  EXPECT_THAT(energies.orders, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(energies.link_names, ElementsAre("upper_arm", "forearm", "slider"));
  // E⁽ᵖ⁾ = ½ m |r⁽ᵖ⁺¹⁾|² of the two masses, r by differences.
  const auto coordinate = [](int mass, int axis) {
    return [mass, axis](double t) {
      const double first = two_link::motion(0, 0, t);
      const double second = first + two_link::motion(1, 0, t);
      const double reach = mass == 0 ? 0.5 : 1.0;
      const double beyond = mass == 0 ? 0.0 : 0.4;
      return axis == 0 ? reach * std::cos(first) + beyond * std::cos(second)
                       : reach * std::sin(first) + beyond * std::sin(second);
    };
  };
  for (int mass = 0; mass < 2; ++mass)
  {
    double kinetic = 0.0;
    double acceleration = 0.0;
    for (int axis = 0; axis < 2; ++axis)
    {
      kinetic += std::pow(two_link::d1(coordinate(mass, axis), time), 2);
      acceleration += std::pow(two_link::d2(coordinate(mass, axis), time), 2);
    }
    const double half_mass = mass == 0 ? 1.0 : 0.5;
    const auto row = static_cast<std::size_t>(4 * mass);
    EXPECT_NEAR(energies.per_link[row], half_mass * kinetic, 1e-8);
    EXPECT_NEAR(energies.per_link[row + 1], half_mass * acceleration, 1e-5);
  }
  for (std::size_t order = 0; order < 4; ++order)
  {
    EXPECT_NEAR(
      energies.totals[order],
      energies.per_link[order] + energies.per_link[4 + order] + energies.per_link[8 + order],
      1e-9 * std::abs(energies.totals[order]));
  }
}

TEST(ForcesComputerTest, ComputesWithTheMassDistributionItIsGiven)
{
  hod_ros::ForcesComputer computer(arm(), 0, 0);
  hod_msgs::msg::MassDistribution request;
  request.links.resize(1);
  request.links[0].link = "slider";
  request.links[0].bodies.resize(1);
  auto & body = request.links[0].bodies[0];
  body.shape = "box";
  for (const char * name : {"x", "y", "z"})
  {
    body.dimensions.emplace_back();
    body.dimensions.back().name = name;
    body.dimensions.back().values = {0.1};
  }
  body.density = 1000.0;
  body.pose.position.x = 0.2;
  computer.set(request);
  const auto distribution = computer.mass_distribution();
  EXPECT_EQ(distribution.robot, "two_link_arm");
  ASSERT_EQ(distribution.links.size(), 4U);
  const auto & slider = distribution.links[3];
  EXPECT_EQ(slider.bodies.size(), 1U);
  EXPECT_NEAR(slider.mass, 1.0, 1e-12);
  EXPECT_NEAR(slider.center_of_mass.x, 0.2, 1e-12);
  EXPECT_NEAR(slider.inertia[0], 1.0 * (0.01 + 0.01) / 12, 1e-15);
  EXPECT_NEAR(slider.planar[0], 0.01 / 12, 1e-15);
  EXPECT_NEAR(slider.pseudo_inertia[3], 0.2, 1e-12);
  EXPECT_NEAR(slider.pseudo_inertia[15], 1.0, 1e-12);
  // Arm stretched out level: the shoulder carries 1 kg more at 1 + 0.5 + 0.2 m.
  const auto forces = computer.forces(RowMatrix::Zero(computer.rows(), 3), 0);
  EXPECT_NEAR(forces.values[0], 9.81 * (2.0 * 0.5 + 1.0 * 1.4 + 1.0 * 1.7), 1e-10);
}

TEST(ForcesComputerTest, ChangesNothingUnlessAllOfARequestIsGood)
{
  hod_ros::ForcesComputer computer(arm(), 0, 0);
  const auto before = computer.mass_distribution();
  hod_msgs::msg::MassDistribution request;
  request.links.resize(2);
  request.links[0].link = "slider";
  request.links[0].mass = 1.0;
  request.links[1].link = "hand";
  EXPECT_THAT(
    refusal([&]() { computer.set(request); }),
    HasSubstr("link 'hand': the robot has no such link"));
  request.links[1].link = "forearm";
  request.links[1].mass = -1.0;
  EXPECT_THAT(refusal([&]() { computer.set(request); }), HasSubstr("link 'forearm': "));
  request.links[1].bodies.resize(1);
  request.links[1].bodies[0].shape = "dodecahedron";
  EXPECT_THAT(refusal([&]() { computer.set(request); }), HasSubstr("dodecahedron"));
  request.links[1] = request.links[0];
  EXPECT_THAT(refusal([&]() { computer.set(request); }), HasSubstr("link 'slider': comes twice"));
  EXPECT_EQ(computer.mass_distribution(), before);
}

TEST(ForcesComputerTest, RefusesMotionsWhoseForcesAreNoNumbers)
{
  hod_ros::ForcesComputer computer(arm(), 2, 1);
  const RowMatrix fast = RowMatrix::Constant(computer.rows(), 3, 1e200);
  EXPECT_THAT(
    refusal([&]() { computer.forces(fast, 2); }), HasSubstr("the forces are beyond a double's"));
  EXPECT_THAT(
    refusal([&]() { computer.energies(fast); }), HasSubstr("the energies are beyond a double's"));
}

TEST(ForcesComputerTest, CarriesAPayloadUntilItIsPutDown)
{
  hod_ros::ForcesComputer computer(arm(), 0, 0);
  const RowMatrix level = RowMatrix::Zero(computer.rows(), 3);
  const double without = computer.forces(level, 0).values[0];
  hod::Payload payload{"forearm", {}};
  payload.mass.mass = 2.0;
  payload.mass.center.x() = 0.5;
  hod_ros::LiveInputs inputs;
  inputs.carry(payload, computer.robot());
  computer.set(inputs);
  const double with = without + 2.0 * 9.81 * 1.5;
  EXPECT_NEAR(computer.forces(level, 0).values[0], with, 1e-10);
  hod_msgs::msg::MassDistribution request;
  request.links.resize(1);
  request.links[0].link = "slider";
  request.links[0].mass = 1.0;
  computer.set(request);
  EXPECT_NEAR(computer.forces(level, 0).values[0], with + 9.81 * 1.5, 1e-10)
    << "another mass distribution leaves the payload where it is";
  payload.mass = {};
  inputs.carry(payload, computer.robot());
  computer.set(inputs);
  EXPECT_NEAR(computer.forces(level, 0).values[0], without + 9.81 * 1.5, 1e-10);
}
