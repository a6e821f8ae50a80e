// SPDX-License-Identifier: Apache-2.0
#include "speed_parts.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "dynamics/each_state.hpp"
#include "hod/dynamics/forces/forces.hpp"

namespace hod::detail
{
namespace
{

/// The robot without friction, with loads scaled by `scale`.
Robot scaled(const Robot & robot, double scale)
{
  return robot.with([scale](RobotDescription & description) {
    description.has_friction = false;
    description.gravity *= scale * scale;
    if (scale == 0.0)
    {
      description.loads.clear();
    }
    for (Load & load : description.loads)
    {
      load.wrench *= scale * scale;
      load.table *= scale * scale;
    }
    double power = scale;
    for (std::size_t k = 0; k < description.base.angular_velocity.size(); ++k)
    {
      description.base.angular_velocity[k] *= power;
      power *= scale;
      description.base.acceleration[k] *= power;
    }
  });
}

}  // namespace

SpeedParts::SpeedParts(const Robot & robot, int order) : order_(order)
{
  if (is_at_rest(robot.base()))
  {
    robots_ = {scaled(robot, 0.0), scaled(robot, 1.0)};
    powers_ = {0, 2};
    weights_ = Eigen::Matrix2d{{1.0, 0.0}, {-1.0, 1.0}};
    return;
  }
  const int count = order + 3;
  Eigen::MatrixXd values(count, count);
  for (int node = 0; node < count; ++node)
  {
    // Chebyshev nodes, which keep rounding errors small.
    const double s = std::cos(M_PI * (node + 0.5) / count);
    robots_.push_back(scaled(robot, s));
    powers_.push_back(node);
    for (int power = 0; power < count; ++power)
    {
      values(node, power) = std::pow(s, power);
    }
  }
  weights_ = values.partialPivLu().inverse();
}

std::vector<std::vector<double>> SpeedParts::forces(const States & states) const
{
  std::vector<std::vector<double>> values(robots_.size());
  for (std::size_t node = 0; node < robots_.size(); ++node)
  {
    const Robot & robot = robots_[node];
    values[node].resize(
      states.count * static_cast<std::size_t>(order_ + 1) * static_cast<std::size_t>(robot.dof()));
    batch_forces(robot, states, order_, values[node].data(), 1);
  }
  combine(values);
  return values;
}

std::vector<std::vector<double>> SpeedParts::pressures(
  const States & states, const std::vector<std::size_t> & joints) const
{
  const std::size_t size = 2 * joints.size() * static_cast<std::size_t>(order_ + 1);
  std::vector<std::vector<double>> values(robots_.size());
  for (std::size_t node = 0; node < robots_.size() && !joints.empty(); ++node)
  {
    values[node].resize(states.count * size);
    const auto store = [&](const Workspace & workspace, std::size_t state) {
      double * next = values[node].data() + state * size;
      for (int k = 0; k <= order_; ++k)
      {
        for (const std::size_t joint : joints)
        {
          const auto body = static_cast<Eigen::Index>(joint + 1);
          const Eigen::Vector3d force =
            workspace.reaction().row((order_ + 1) * body + k).head<3>().transpose();
          const Eigen::Vector3d & axis = robots_[node].bodies()[joint + 1].axis;
          const Eigen::Vector3d across = axis.unitOrthogonal();
          *next++ = across.dot(force);
          *next++ = axis.cross(across).dot(force);
        }
      }
    };
    for_each_state(
      robots_[node], states, order_, 1,
      [this](Workspace & workspace, const ConstRowMatrixMap & motion) {
        return reactions(workspace, motion, order_);
      },
      store);
  }
  combine(values);
  return values;
}

void SpeedParts::combine(std::vector<std::vector<double>> & values) const
{
  Eigen::VectorXd nodes(weights_.cols());
  for (std::size_t i = 0; i < values.front().size(); ++i)
  {
    for (std::size_t node = 0; node < values.size(); ++node)
    {
      nodes[static_cast<Eigen::Index>(node)] = values[node][i];
    }
    for (std::size_t part = 0; part < values.size(); ++part)
    {
      values[part][i] = weights_.row(static_cast<Eigen::Index>(part)).dot(nodes);
    }
  }
}

}  // namespace hod::detail
