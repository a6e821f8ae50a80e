// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/kinematics/momentum.hpp"

#include "kinematics_data.hpp"

namespace hod
{
namespace
{

using detail::FrameSeries;
using detail::KinematicsData;
using detail::kMaxTerms;
using detail::TurnedBody;
using detail::VectorSeries;
using detail::with_terms;

/// A frame and its rate to the same number of terms.
template <int N>
struct MovingFrame
{
  FrameSeries<N> pose;
  FrameSeries<N> rate;

  explicit MovingFrame(const FrameSeries<N + 1> & frame) noexcept
  {
    for (std::size_t i = 0; i < 3; ++i)
    {
      pose.axis[i] = detail::resized<N>(frame.axis[i]);
      rate.axis[i] = detail::rate(frame.axis[i]);
    }
    pose.origin = detail::resized<N>(frame.origin);
    rate.origin = detail::rate(frame.origin);
  }
};

/// ∫ r' dm of one body.
template <int N>
VectorSeries<N> linear_momentum(const TurnedBody & body, const MovingFrame<N> & frame) noexcept
{
  return frame.rate.turned(body.moment) + frame.rate.origin * body.mass;
}

/// ∫ ρₖ r' dm, ρₖ the components of a mass element in the body's own axes.
template <int N>
VectorSeries<N> weighted_rate(
  const TurnedBody & body, const MovingFrame<N> & frame, Eigen::Index k) noexcept
{
  return frame.rate.turned(body.planar.col(k)) + frame.rate.origin * body.moment[k];
}

/// ∫ (r − o) × r' dm with r − o = Σ axisₖ ρₖ + (origin − o).
template <int N>
VectorSeries<N> angular_momentum(
  const TurnedBody & body, const MovingFrame<N> & frame, const Eigen::Vector3d & about) noexcept
{
  VectorSeries<N> arm = frame.pose.origin;
  for (std::size_t i = 0; i < 3; ++i)
  {
    arm[i][0] -= about[static_cast<Eigen::Index>(i)];
  }
  VectorSeries<N> sum = cross(arm, linear_momentum(body, frame));
  for (std::size_t k = 0; k < 3; ++k)
  {
    const auto element = weighted_rate(body, frame, static_cast<Eigen::Index>(k));
    sum = sum + cross(frame.pose.axis[k], element);
  }
  return sum;
}

/// ∫ |r'|² dm with r' = Σ axisₖ' ρₖ + origin'.
template <int N>
Series<N> twice_kinetic_energy(const TurnedBody & body, const MovingFrame<N> & frame) noexcept
{
  Series<N> sum = dot(frame.rate.origin, linear_momentum(body, frame));
  for (std::size_t k = 0; k < 3; ++k)
  {
    const auto element = weighted_rate(body, frame, static_cast<Eigen::Index>(k));
    sum += dot(frame.rate.axis[k], element);
  }
  return sum;
}

template <int N>
void write(const VectorSeries<N> & vector, RowMatrixRef rows, Eigen::Index column) noexcept
{
  for (Eigen::Index k = 0; k < rows.rows(); ++k)
  {
    for (Eigen::Index i = 0; i < 3; ++i)
    {
      rows(k, column + i) = vector[static_cast<std::size_t>(i)].derivative(static_cast<int>(k));
    }
  }
}

/// Calls `each(body, frame)` for every body but the base, which is at rest; frames have `order`
/// terms.
template <int N, typename Each>
void for_each_moving_body(const KinematicsData & data, Each && each) noexcept
{
  for (int index = 1; index < static_cast<int>(data.bodies.size()); ++index)
  {
    const MovingFrame<N - 1> frame(data.frame<N>(index));
    each(data.bodies[static_cast<std::size_t>(index)], frame);
  }
}

}  // namespace

Result momentum(
  const KinematicsWorkspace & workspace, const Eigen::Vector3d & about, RowMatrixRef rows)
{
  if (!workspace.has_data())
  {
    return Result::no_workspace;
  }
  const KinematicsData & data = workspace.data();
  if (rows.cols() != 6)
  {
    return Result::wrong_columns;
  }
  if (rows.rows() > data.order)
  {
    return Result::order_too_high;
  }
  with_terms<kMaxTerms>(data.order + 1, [&](auto terms) {
    if constexpr (terms > 1)
    {
      VectorSeries<terms - 1> linear{};
      VectorSeries<terms - 1> angular{};
      for_each_moving_body<terms>(data, [&](const auto & body, const auto & frame) {
        linear = linear + linear_momentum(body, frame);
        angular = angular + angular_momentum(body, frame, about);
      });
      write(linear, rows, 0);
      write(angular, rows, 3);
    }
  });
  return Result::ok;
}

Result kinetic_energy(
  const KinematicsWorkspace & workspace, Eigen::Ref<Eigen::VectorXd> derivatives)
{
  if (!workspace.has_data())
  {
    return Result::no_workspace;
  }
  const KinematicsData & data = workspace.data();
  if (derivatives.size() > data.order)
  {
    return Result::order_too_high;
  }
  with_terms<kMaxTerms>(data.order + 1, [&](auto terms) {
    if constexpr (terms > 1)
    {
      Series<terms - 1> sum;
      for_each_moving_body<terms>(data, [&](const auto & body, const auto & frame) {
        sum += twice_kinetic_energy(body, frame);
      });
      for (Eigen::Index k = 0; k < derivatives.size(); ++k)
      {
        derivatives[k] = 0.5 * sum.derivative(static_cast<int>(k));
      }
    }
  });
  return Result::ok;
}

Result mass_moment(const KinematicsWorkspace & workspace, RowMatrixRef rows)
{
  if (!workspace.has_data())
  {
    return Result::no_workspace;
  }
  const KinematicsData & data = workspace.data();
  if (rows.cols() != 3)
  {
    return Result::wrong_columns;
  }
  if (rows.rows() > data.order + 1)
  {
    return Result::order_too_high;
  }
  with_terms<kMaxTerms>(data.order + 1, [&](auto terms) {
    VectorSeries<terms> sum{};
    for (int index = 0; index < static_cast<int>(data.bodies.size()); ++index)
    {
      const TurnedBody & body = data.bodies[static_cast<std::size_t>(index)];
      const FrameSeries<terms> frame = data.frame<terms>(index);
      sum = sum + frame.turned(body.moment) + frame.origin * body.mass;
    }
    write(sum, rows, 0);
  });
  return Result::ok;
}

}  // namespace hod
