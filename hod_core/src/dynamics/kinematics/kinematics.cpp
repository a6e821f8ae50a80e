// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/kinematics/kinematics.hpp"

#include "kinematics_data.hpp"

namespace hod
{
namespace
{

using detail::FrameSeries;
using detail::KinematicsData;
using detail::kMaxTerms;
using detail::TurnedBody;
using detail::TurnedLink;
using detail::VectorSeries;
using detail::with_terms;

template <int N>
FrameSeries<N> moved(
  const FrameSeries<N> & parent, const TurnedBody & body, const Series<N> & position) noexcept
{
  const Eigen::Matrix3d & rotation = body.placement.rotation;
  FrameSeries<N> frame;
  for (int i = 0; i < 3; ++i)
  {
    frame.axis[static_cast<std::size_t>(i)] = parent.turned(rotation.col(i));
  }
  frame.origin = parent.origin + parent.turned(body.placement.translation);
  if (body.prismatic)
  {
    frame.origin = frame.origin + frame.axis[2] * position;
    return frame;
  }
  const auto angle = sin_cos(position);
  const VectorSeries<N> x = frame.axis[0];
  const VectorSeries<N> y = frame.axis[1];
  frame.axis[0] = x * angle.cos + y * angle.sin;
  frame.axis[1] = y * angle.cos - x * angle.sin;
  return frame;
}

template <int N>
void forward_pass(KinematicsData & data, const ConstRowMatrixRef & motion) noexcept
{
  FrameSeries<N> base;
  for (std::size_t i = 0; i < 3; ++i)
  {
    base.axis[i][i] = Series<N>(1.0);
  }
  data.set_frame(0, base);
  for (int index = 1; index < static_cast<int>(data.bodies.size()); ++index)
  {
    const TurnedBody & body = data.bodies[static_cast<std::size_t>(index)];
    Series<N> position =
      Series<N>::from_derivatives(motion.data() + body.dof, N, motion.outerStride());
    position = body.multiplier * position + Series<N>(body.offset);
    data.set_joint(index, position);
    data.set_frame(index, moved(data.frame<N>(body.parent), body, position));
  }
}

template <int N>
void write(const VectorSeries<N> & vector, RowMatrixRef rows, Eigen::Index column) noexcept
{
  for (Eigen::Index k = 0; k < rows.rows() && k < N; ++k)
  {
    for (Eigen::Index i = 0; i < 3; ++i)
    {
      rows(k, column + i) = vector[static_cast<std::size_t>(i)].derivative(static_cast<int>(k));
    }
  }
}

/// ω = Σ axis q' over the revolute joints on the way to the base.
template <int N>
VectorSeries<N - 1> angular_velocity(const KinematicsData & data, int body) noexcept
{
  VectorSeries<N - 1> sum{};
  for (; body > 0; body = data.bodies[static_cast<std::size_t>(body)].parent)
  {
    if (!data.bodies[static_cast<std::size_t>(body)].prismatic)
    {
      const auto axis = detail::resized<N - 1>(data.frame<N>(body).axis[2]);
      sum = sum + axis * derivative(data.joint<N>(body));
    }
  }
  return sum;
}

/// Adds the effect of one joint on a point: (axis × arm, axis) or (axis, 0), derivatives stacked.
template <int N>
void add_column(
  RowMatrix & jacobian, const TurnedBody & body, const FrameSeries<N> & joint,
  const VectorSeries<N> & point, int order) noexcept
{
  const VectorSeries<N> & axis = joint.axis[2];
  const VectorSeries<N> linear = body.prismatic ? axis : cross(axis, point - joint.origin);
  for (int k = 0; k <= order; ++k)
  {
    for (int i = 0; i < 3; ++i)
    {
      const auto component = static_cast<std::size_t>(i);
      jacobian(6 * k + i, body.dof) += body.multiplier * linear[component].derivative(k);
      if (!body.prismatic)
      {
        jacobian(6 * k + 3 + i, body.dof) += body.multiplier * axis[component].derivative(k);
      }
    }
  }
}

}  // namespace

Result kinematics(KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion, int order)
{
  if (!workspace.has_data())
  {
    return Result::no_workspace;
  }
  KinematicsData & data = workspace.data();
  if (order < 0 || order > data.max_order)
  {
    return Result::order_too_high;
  }
  if (motion.cols() != data.dof)
  {
    return Result::wrong_columns;
  }
  if (motion.rows() < order + 1)
  {
    return Result::too_few_rows;
  }
  data.order = order;
  with_terms<kMaxTerms>(order + 1, [&](auto terms) { forward_pass<terms>(data, motion); });
  return Result::ok;
}

Result point_motion(
  const KinematicsWorkspace & workspace, int link, const Eigen::Vector3d & point, RowMatrixRef rows)
{
  if (!workspace.has_data())
  {
    return Result::no_workspace;
  }
  const KinematicsData & data = workspace.data();
  if (!data.has_link(link))
  {
    return Result::no_such_index;
  }
  if (rows.cols() != 3)
  {
    return Result::wrong_columns;
  }
  if (rows.rows() > data.order + 1)
  {
    return Result::order_too_high;
  }
  with_terms<kMaxTerms>(data.order + 1, [&](auto terms) {
    write(data.point_path<terms>(data.links[static_cast<std::size_t>(link)], point), rows, 0);
  });
  return Result::ok;
}

Eigen::Matrix3d orientation(const KinematicsWorkspace & workspace, int link, int derivative)
{
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Zero();
  if (!workspace.has_data())
  {
    return rotation;
  }
  const KinematicsData & data = workspace.data();
  if (!data.has_link(link) || derivative < 0 || derivative > data.order)
  {
    return rotation;
  }
  const TurnedLink & place = data.links[static_cast<std::size_t>(link)];
  with_terms<kMaxTerms>(data.order + 1, [&](auto terms) {
    const auto frame = data.frame<terms>(place.body);
    for (std::size_t row = 0; row < 3; ++row)
    {
      for (std::size_t column = 0; column < 3; ++column)
      {
        rotation(static_cast<int>(row), static_cast<int>(column)) =
          frame.axis[column][row].derivative(derivative);
      }
    }
  });
  return rotation * place.pose.rotation;
}

Result link_motion(
  const KinematicsWorkspace & workspace, int link, const Eigen::Vector3d & point, RowMatrixRef rows)
{
  if (!workspace.has_data())
  {
    return Result::no_workspace;
  }
  const KinematicsData & data = workspace.data();
  if (!data.has_link(link))
  {
    return Result::no_such_index;
  }
  if (rows.cols() != 6)
  {
    return Result::wrong_columns;
  }
  if (rows.rows() > data.order)
  {
    return Result::order_too_high;
  }
  const TurnedLink & place = data.links[static_cast<std::size_t>(link)];
  with_terms<kMaxTerms>(data.order + 1, [&](auto terms) {
    if constexpr (terms > 1)
    {
      write(detail::rate(data.point_path<terms>(place, point)), rows, 0);
      write(angular_velocity<terms>(data, place.body), rows, 3);
    }
  });
  return Result::ok;
}

Result jacobian(KinematicsWorkspace & workspace, int link, int order, const Eigen::Vector3d & point)
{
  if (!workspace.has_data())
  {
    return Result::no_workspace;
  }
  const KinematicsData & data = workspace.data();
  if (!data.has_link(link))
  {
    return Result::no_such_index;
  }
  if (order < 0 || order > data.order)
  {
    return Result::order_too_high;
  }
  workspace.jacobian.setZero(6 * (data.max_order + 1), data.dof);
  const TurnedLink & place = data.links[static_cast<std::size_t>(link)];
  with_terms<kMaxTerms>(data.order + 1, [&](auto terms) {
    const auto path = data.point_path<terms>(place, point);
    for (int index = place.body; index > 0;)
    {
      const TurnedBody & body = data.bodies[static_cast<std::size_t>(index)];
      add_column(workspace.jacobian, body, data.frame<terms>(index), path, order);
      index = body.parent;
    }
  });
  return Result::ok;
}

}  // namespace hod
