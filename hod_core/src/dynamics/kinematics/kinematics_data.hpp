// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KINEMATICS__KINEMATICS_DATA_HPP_
#define HOD__SRC__DYNAMICS__KINEMATICS__KINEMATICS_DATA_HPP_

#include <Eigen/Core>
#include <cstddef>
#include <cstring>
#include <vector>

#include "hod/dynamics/kinematics/kinematics.hpp"
#include "kinematics_series.hpp"

namespace hod::detail
{

/// A body in axes of which the third is its joint's: there a joint rotates x and y and leaves z
/// unchanged.
struct TurnedBody
{
  int parent = -1;
  int dof = -1;
  bool prismatic = false;
  double multiplier = 1.0;
  double offset = 0.0;
  Pose placement;                                    ///< in the parent's turned axes
  double mass = 0.0;                                 ///< [kg]
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< ∫ r dm, turned axes [kg m]
  Eigen::Matrix3d planar = Eigen::Matrix3d::Zero();  ///< ∫ r rᵀ dm, turned axes [kg m²]
};

struct TurnedLink
{
  int body = 0;
  Pose pose;  ///< of the link's frame in the turned axes of its body
};

inline constexpr int kMaxTerms = KinematicsWorkspace::kMaxOrder + 1;

struct KinematicsData
{
  int dof = 0;
  int max_order = 0;
  int order = -1;
  std::vector<TurnedBody> bodies;
  std::vector<TurnedLink> links;
  std::vector<double> frames;  ///< order + 1 coefficients of twelve entries per body
  std::vector<double> joints;  ///< order + 1 coefficients of every body's joint position

  bool has_link(int link) const noexcept
  {
    return link >= 0 && link < static_cast<int>(links.size());
  }

  template <int N>
  FrameSeries<N> frame(int body) const noexcept
  {
    static_assert(sizeof(FrameSeries<N>) == 12 * N * sizeof(double));
    FrameSeries<N> frame;
    std::memcpy(
      static_cast<void *>(&frame), frames.data() + std::size_t{12 * N} * index(body),
      sizeof(frame));
    return frame;
  }

  template <int N>
  void set_frame(int body, const FrameSeries<N> & frame) noexcept
  {
    std::memcpy(frames.data() + std::size_t{12 * N} * index(body), &frame, sizeof(frame));
  }

  template <int N>
  Series<N> joint(int body) const noexcept
  {
    Series<N> position;
    std::memcpy(
      static_cast<void *>(&position), joints.data() + std::size_t{N} * index(body),
      sizeof(position));
    return position;
  }

  template <int N>
  void set_joint(int body, const Series<N> & position) noexcept
  {
    std::memcpy(joints.data() + std::size_t{N} * index(body), &position, sizeof(position));
  }

  /// The path of a point given in a link's frame.
  template <int N>
  VectorSeries<N> point_path(const TurnedLink & link, const Eigen::Vector3d & point) const noexcept
  {
    const FrameSeries<N> body = frame<N>(link.body);
    return body.origin + body.turned(link.pose.rotation * point + link.pose.translation);
  }

private:
  static std::size_t index(int body) noexcept { return static_cast<std::size_t>(body); }
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KINEMATICS__KINEMATICS_DATA_HPP_
