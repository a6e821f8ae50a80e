// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <pluginlib/class_loader.hpp>
#include <rclcpp/rclcpp.hpp>

#include "inverse_dynamics_interface.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

namespace
{

using Solver = inverse_dynamics_solver::InverseDynamicsSolver;

class InverseDynamics : public testing::Test
{
protected:
  static Eigen::VectorXd whole(const Eigen::Vector2d & arm)
  {
    Eigen::VectorXd all = Eigen::VectorXd::Zero(3);
    all.head(2) = arm;
    return all;
  }

  pluginlib::ClassLoader<Solver> loader{
    "inverse_dynamics_solver", "inverse_dynamics_solver::InverseDynamicsSolver"};
  pluginlib::UniquePtr<Solver> solver =
    loader.createUniqueInstance("hod_ros/InverseDynamicsSolver");
};

}  // namespace

TEST_F(InverseDynamics, GivesTheTermsOfLagrangesEquations)
{
  EXPECT_THROW(
    solver->getGravityVector(Eigen::VectorXd::Zero(3)),
    inverse_dynamics_solver::UninitializedException);
  solver->initialize(nullptr, "", two_link_arm());

  const auto state = two_link::state_at(0.7);
  const auto torques = two_link::torques(state);
  const auto coriolis = two_link::torques({state.q, state.d1q, {0, 0}}).inertia;
  EXPECT_TRUE(solver->getGravityVector(whole(state.q)).head(2).isApprox(torques.gravity, 1e-12));
  EXPECT_TRUE(
    solver->getCoriolisVector(whole(state.q), whole(state.d1q)).head(2).isApprox(coriolis, 1e-11));
  const Eigen::MatrixXd inertia = solver->getInertiaMatrix(whole(state.q));
  const Eigen::VectorXd product = inertia * whole(state.d2q);
  EXPECT_TRUE(product.head(2).isApprox(torques.inertia - coriolis, 1e-11));
  EXPECT_TRUE(inertia.isApprox(inertia.transpose(), 1e-12));
  EXPECT_TRUE(solver->getTorques(whole(state.q), whole(state.d1q), whole(state.d2q))
                .head(2)
                .isApprox(torques.inertia + torques.gravity, 1e-11));
  EXPECT_EQ(solver->getFrictionVector(whole(state.d1q)).norm(), 0.0);
  EXPECT_THROW(solver->getGravityVector(Eigen::VectorXd::Zero(2)), std::exception);
}

TEST_F(InverseDynamics, TakesFrictionFromARobotFileAndGivesItByItself)
{
  const auto path = std::filesystem::temp_directory_path() /
                    ("hod_inverse_dynamics_" + std::to_string(::getpid()) + ".yaml");
  std::ofstream(path) << "friction:\n  elbow: {viscous: 0.5}\n"
                      << "drives:\n  elbow: {motor_inertia: 0.2}\n";
  rclcpp::init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("inverse_dynamics");
  node->declare_parameter("dynamics.robot_file", path.string());
  solver->initialize(node->get_node_parameters_interface(), "dynamics", two_link_arm());
  std::filesystem::remove(path);
  const auto state = two_link::state_at(0.7);
  const auto torques = two_link::torques(state);
  EXPECT_NEAR(solver->getFrictionVector(whole(state.d1q))[1], 0.5 * state.d1q[1], 1e-12);
  EXPECT_NEAR(
    solver->getTorques(whole(state.q), whole(state.d1q), whole(state.d2q))[1],
    torques.inertia[1] + torques.gravity[1] + 0.2 * state.d2q[1], 1e-11)
    << "with the rotor, without friction";
  rclcpp::shutdown();
}
