// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <inverse_dynamics_solver/inverse_dynamics_solver.h>

#include <memory>
#include <pluginlib/class_loader.hpp>

#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

TEST(InverseDynamicsSolver, GivesTheTermsOfLagrangesEquations)
{
  pluginlib::ClassLoader<inverse_dynamics_solver::InverseDynamicsSolver> loader(
    "inverse_dynamics_solver", "inverse_dynamics_solver::InverseDynamicsSolver");
  const auto solver = loader.createUniqueInstance("hod_ros/InverseDynamicsSolver");
  EXPECT_THROW(solver->getGravityVector(Eigen::VectorXd::Zero(3)), std::exception);
  solver->initialize(nullptr, "", two_link_arm());

  const auto state = two_link::state_at(0.7);
  const auto whole = [](const Eigen::Vector2d & arm) {
    Eigen::VectorXd all = Eigen::VectorXd::Zero(3);
    all.head(2) = arm;
    return all;
  };
  const auto torques = two_link::torques(state);
  const auto coriolis = two_link::torques({state.q, state.d1q, {0, 0}}).inertia;
  EXPECT_TRUE(solver->getGravityVector(whole(state.q)).head(2).isApprox(torques.gravity, 1e-12));
  EXPECT_TRUE(solver->getCoriolisVector(whole(state.q), whole(state.d1q))
                .head(2)
                .isApprox(coriolis, 1e-11));
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
