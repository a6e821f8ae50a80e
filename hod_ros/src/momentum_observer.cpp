// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/momentum_observer.hpp"

#include "hod/dynamics/forces/forces.hpp"

namespace hod_ros
{

MomentumObserver::MomentumObserver(int dof)
: motion_(hod::RowMatrix::Zero(4, dof)),
  momentum_(Eigen::VectorXd::Zero(dof)),
  rate_(momentum_),
  last_rate_(momentum_),
  integral_(momentum_),
  residual_(momentum_)
{}

hod::Result MomentumObserver::update(
  hod::Workspace & workspace, double time, const Eigen::VectorXd & position,
  const Eigen::VectorXd & velocity, const Eigen::VectorXd & effort, double gain)
{
  motion_.row(0) = position.transpose();
  motion_.row(1) = velocity.transpose();
  motion_.row(2).setZero();
  hod::Result result = hod::force_terms(workspace, motion_, 1);
  if (result != hod::Result::ok)
  {
    return result;
  }
  const hod::TermRows still = workspace.terms();
  rate_ = effort - still.gravity.row(0).transpose() - still.load.row(0).transpose() -
          still.friction.row(0).transpose() - 3.0 * still.inertia.row(0).transpose() -
          still.inertia.row(1).transpose();
  momentum_ = -still.inertia.row(0).transpose() - still.rotor.row(0).transpose();

  motion_.row(2) = velocity.transpose();
  result = hod::force_terms(workspace, motion_, 1);
  if (result != hod::Result::ok)
  {
    return result;
  }
  const hod::TermRows terms = workspace.terms();
  rate_ += terms.inertia.row(1).transpose();
  momentum_ += terms.inertia.row(0).transpose() + terms.rotor.row(0).transpose();

  if (started_)
  {
    // The residual of the step's end acts along the whole step: stable for any gain and step.
    const double step = time - time_;
    integral_ += 0.5 * step * (rate_ + last_rate_);
    residual_ = gain / (1.0 + gain * step) * (integral_ - momentum_);
    integral_ -= step * residual_;
  }
  else
  {
    started_ = true;
    integral_ = momentum_;
    residual_.setZero();
  }
  time_ = time;
  last_rate_ = rate_;
  if (!residual_.allFinite() || !integral_.allFinite() || !rate_.allFinite())
  {
    reset();  // or it would never be a number again
    residual_.setZero();
    return hod::Result::not_finite;
  }
  return result;
}

}  // namespace hod_ros
