// SPDX-License-Identifier: Apache-2.0
// HOD behind the interface of the package inverse_dynamics_solver, for controllers that load one of
// its plugins. Built where that package is found.
#include <memory>
#include <mutex>
#include <pluginlib/class_list_macros.hpp>
#include <string>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/error.hpp"
#include "hod_ros/robot_source.hpp"
#include "inverse_dynamics_interface.hpp"

namespace hod_ros
{

/// Joints in the order of the robot description, depth first. Parameters below the given namespace:
/// `robot_file` and `gravity`, as of the controller; both may be left out. The friction of
/// bearings, which the interface asks for without positions, is that at position zero.
class InverseDynamicsSolver : public inverse_dynamics_solver::InverseDynamicsSolver
{
public:
  void initialize(
    rclcpp::node_interfaces::NodeParametersInterface::ConstSharedPtr parameters,
    const std::string & name, const std::string & robot_description) override
  {
    RobotSource source;
    source.description = robot_description;
    const std::string prefix = name.empty() ? "" : name + ".";
    if (parameters && parameters->has_parameter(prefix + "robot_file"))
    {
      source.robot_file = parameters->get_parameter(prefix + "robot_file").as_string();
    }
    if (parameters && parameters->has_parameter(prefix + "gravity"))
    {
      source.gravity = parameters->get_parameter(prefix + "gravity").as_double_array();
    }
    workspace_ = std::make_unique<hod::Workspace>(robot_of(source), 0);
  }

  Eigen::MatrixXd getInertiaMatrix(const Eigen::VectorXd & position) const override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Eigen::VectorXd rest = Eigen::VectorXd::Zero(position.size());
    Eigen::MatrixXd matrix(position.size(), position.size());
    for (Eigen::Index column = 0; column < position.size(); ++column)
    {
      const auto terms = terms_at(position, rest, Eigen::VectorXd::Unit(position.size(), column));
      matrix.col(column) = (terms.inertia.row(0) + terms.rotor.row(0)).transpose();
    }
    return matrix;
  }

  Eigen::VectorXd getCoriolisVector(
    const Eigen::VectorXd & position, const Eigen::VectorXd & velocity) const override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    return terms_at(position, velocity, Eigen::VectorXd::Zero(position.size()))
      .inertia.row(0)
      .transpose();
  }

  Eigen::VectorXd getGravityVector(const Eigen::VectorXd & position) const override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Eigen::VectorXd rest = Eigen::VectorXd::Zero(position.size());
    return terms_at(position, rest, rest).gravity.row(0).transpose();
  }

  Eigen::VectorXd getFrictionVector(const Eigen::VectorXd & velocity) const override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(velocity.size());
    return terms_at(zero, velocity, zero).friction.row(0).transpose();
  }

  /// Inertia, Coriolis and gravity, and the loads of the robot file, which the interface has no
  /// word for; without friction, which it asks for by itself.
  Eigen::VectorXd getTorques(
    const Eigen::VectorXd & position, const Eigen::VectorXd & velocity,
    const Eigen::VectorXd & acceleration) const override
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto terms = terms_at(position, velocity, acceleration);
    return (workspace_->force().row(0) - terms.friction.row(0)).transpose();
  }

private:
  hod::TermRows terms_at(
    const Eigen::VectorXd & position, const Eigen::VectorXd & velocity,
    const Eigen::VectorXd & acceleration) const
  {
    if (!workspace_)
    {
      throw inverse_dynamics_solver::UninitializedException();
    }
    hod::RowMatrix motion(3, position.size());
    motion << position.transpose(), velocity.transpose(), acceleration.transpose();
    const auto result = hod::force_terms(*workspace_, motion, 0);
    if (result != hod::Result::ok)
    {
      throw hod::Error(
        std::string("inverse dynamics: ") + hod::to_text(result) + ", expected " +
        std::to_string(workspace_->dof()) + " finite numbers");
    }
    return workspace_->terms();
  }

  mutable std::mutex mutex_;
  std::unique_ptr<hod::Workspace> workspace_;
};

}  // namespace hod_ros

PLUGINLIB_EXPORT_CLASS(
  hod_ros::InverseDynamicsSolver, inverse_dynamics_solver::InverseDynamicsSolver)
