// SPDX-License-Identifier: Apache-2.0
#include "bearing_solver.hpp"

#include <limits>

#include "hod/dynamics/forces/forces.hpp"

namespace hod::detail
{
namespace
{

/// The robot with only the inertia of its links and payloads.
Robot bare(const Robot & robot)
{
  return robot.with([](RobotDescription & description) {
    description.gravity.setZero();
    description.base = {};
    description.loads.clear();
    description.has_friction = false;
  });
}

}  // namespace

BearingSolver::BearingSolver(const Robot & robot)
: bearings_(robot),
  unit_(bare(robot), 0),
  unit_motion_(RowMatrix::Zero(3, robot.dof())),
  slope_(Eigen::MatrixXd::Zero(robot.dof(), robot.dof())),
  factors_(robot.dof()),
  velocity_(Eigen::VectorXd::Zero(robot.dof())),
  missing_(velocity_),
  change_(velocity_),
  acceleration_(velocity_)
{}

Result BearingSolver::set_payload(int link, const MassProperties & payload)
{
  return unit_.set_payload(link, payload);
}

Result BearingSolver::fill_pressures(Workspace & bias, const RowMatrix & motion)
{
  velocity_ = motion.row(1).transpose();
  bearings_.set_velocity(velocity_);
  Result result = reactions(bias, motion, 0);
  if (result != Result::ok)
  {
    return result;
  }
  bearings_.set_still_pressure(bias.reaction());
  unit_motion_.row(0) = motion.row(0);
  for (int column = 0; column < unit_.dof() && result == Result::ok; ++column)
  {
    unit_motion_(2, column) = 1.0;
    result = reactions(unit_, unit_motion_, 0);
    unit_motion_(2, column) = 0.0;
    bearings_.set_pressure_of(column, unit_.reaction());
  }
  return result;
}

/// Newton steps. Q_b is small compared with M q'' in any bearing that turns, so a few of them
/// suffice.
bool BearingSolver::solve(const Eigen::MatrixXd & mass, const Eigen::VectorXd & force)
{
  constexpr int kSteps = 30;
  constexpr double kConverged = 1e-13;
  constexpr double kClose = 1e-6;  // from there on, steps that no longer shrink are rounding errors
  double before = std::numeric_limits<double>::infinity();
  acceleration_.setZero();
  for (int step = 0; step < kSteps; ++step)
  {
    slope_ = mass.selfadjointView<Eigen::Upper>();
    missing_.noalias() = slope_ * acceleration_;
    bearings_.add_to(acceleration_, missing_, slope_);
    missing_ = force - missing_;
    factors_.compute(slope_);
    change_ = factors_.solve(missing_);
    acceleration_ += change_;
    const double change = change_.cwiseAbs().maxCoeff();
    const double size = acceleration_.cwiseAbs().maxCoeff();
    if (change <= kConverged * size || (change <= kClose * size && change >= 0.5 * before))
    {
      return true;
    }
    before = change;
  }
  return false;
}

const Eigen::VectorXd & BearingSolver::acceleration(
  Workspace & bias, const RowMatrix & motion, const Eigen::MatrixXd & mass,
  const Eigen::VectorXd & force)
{
  if (fill_pressures(bias, motion) != Result::ok || !solve(mass, force))
  {
    acceleration_.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
  return acceleration_;
}

}  // namespace hod::detail
