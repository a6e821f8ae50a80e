// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/mechanism.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "hod/error.hpp"
#include "pose_series.hpp"

namespace hod::classic
{
namespace
{

Eigen::Matrix4d homogeneous(const Pose & pose)
{
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() = pose.rotation;
  matrix.topRightCorner<3, 1>() = pose.translation;
  return matrix;
}

MovingBody at_zero(const Body & body, const Pose & home)
{
  MovingBody result;
  result.joint = body.joint;
  result.parent = body.parent - 1;
  result.column = body.dof;
  result.multiplier = body.multiplier;
  result.offset = body.offset;
  result.revolute = body.prismatic ? 0.0 : 1.0;
  result.axis = home.rotation * body.axis;
  result.point = home.translation;
  result.moment =
    result.revolute * result.point.cross(result.axis) + (1.0 - result.revolute) * result.axis;
  result.twist.topLeftCorner<3, 3>() = result.revolute * cross_matrix(result.axis);
  result.twist.topRightCorner<3, 1>() = result.moment;
  result.home = homogeneous(home);
  result.pseudo_inertia = pseudo_inertia(body.mass);
  result.mass = body.mass;
  return result;
}

/// E_1 (…) E_i T_i0 with ξ inserted before E_j once for every j in `sorted`, the bodies to vary.
Eigen::Matrix4d product_with_twists(
  const Mechanism & mechanism, const Eigen::VectorXd & position, int body,
  const std::vector<int> & sorted)
{
  Eigen::Matrix4d product = Eigen::Matrix4d::Identity();
  for (const int joint : mechanism.body(body).path)
  {
    const MovingBody & moving = mechanism.body(joint);
    for (auto times = std::count(sorted.begin(), sorted.end(), joint); times > 0; --times)
    {
      product *= moving.twist;
    }
    product *= joint_exponential(moving, joint_position(moving, position));
  }
  return product * mechanism.body(body).home;
}

/// How many joints of a body's path one column drives.
double joints_on(const Mechanism & mechanism, int body, int column)
{
  const std::vector<int> & path = mechanism.body(body).path;
  return static_cast<double>(std::count_if(
    path.begin(), path.end(), [&](int joint) { return mechanism.body(joint).column == column; }));
}

/// Every choice of one joint per column: several joints may follow the same one.
Eigen::Matrix4d sum_over_joints(
  const Mechanism & mechanism, const Eigen::VectorXd & position, int body,
  const std::vector<int> & columns, std::vector<int> & joints)
{
  if (joints.size() == columns.size())
  {
    return product_with_twists(mechanism, position, body, joints);
  }
  Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
  for (const int joint : mechanism.body(body).path)
  {
    if (mechanism.body(joint).column == columns[joints.size()])
    {
      joints.push_back(joint);
      sum += mechanism.body(joint).multiplier *
             sum_over_joints(mechanism, position, body, columns, joints);
      joints.pop_back();
    }
  }
  return sum;
}

}  // namespace

Mechanism::Mechanism(const Robot & robot)
: dof_(robot.dof()), gravity_(robot.base().rotation.transpose() * robot.gravity())
{
  if (!is_at_rest(robot.base()))
  {
    throw Error(
      robot.name() +
      ": found a base that moves, expected one at rest: the papers' forms know of no other");
  }
  std::vector<Pose> homes;
  for (const Body & body : robot.bodies())
  {
    if (body.parent < 0)
    {
      homes.emplace_back();
      continue;
    }
    homes.push_back(homes[static_cast<std::size_t>(body.parent)] * body.placement);
    bodies_.push_back(at_zero(body, homes.back()));
    MovingBody & added = bodies_.back();
    if (added.parent >= 0)
    {
      added.path = bodies_[static_cast<std::size_t>(added.parent)].path;
    }
    added.path.push_back(static_cast<int>(bodies_.size()) - 1);
  }
}

Eigen::Matrix4d joint_exponential(const MovingBody & body, double position)
{
  return exponential<double>(body, position);
}

Eigen::Matrix4d pose(const Mechanism & mechanism, const Eigen::VectorXd & position, int body)
{
  check_body(mechanism, body);
  check_columns(mechanism, position, "position");
  return product_with_twists(mechanism, position, body, {});
}

Eigen::Matrix4d differential_matrix(
  const Mechanism & mechanism, const Eigen::VectorXd & position, int body,
  const std::vector<int> & columns)
{
  check_body(mechanism, body);
  check_columns(mechanism, position, "position");
  check_count(columns.size(), "columns to vary");
  double choices = 1.0;
  for (const int column : columns)
  {
    choices *= joints_on(mechanism, body, column);
  }
  check_effort(choices, "differential matrix");
  std::vector<int> joints;
  return sum_over_joints(mechanism, position, body, columns, joints);
}

Eigen::Vector3d differential_position(
  const Mechanism & mechanism, const Eigen::VectorXd & position, int body, int column)
{
  check_body(mechanism, body);
  check_columns(mechanism, position, "position");
  if (joints_on(mechanism, body, column) > 1.0)
  {
    throw Error(
      "differential position: found several joints on the column " + std::to_string(column) +
      " below the body " + std::to_string(body) + ", expected one at most");
  }
  Eigen::Matrix3d before = Eigen::Matrix3d::Identity();  // E_<j
  Eigen::Matrix3d after = Eigen::Matrix3d::Identity();   // E_j … E_l
  Eigen::Vector3d arm = Eigen::Vector3d::Zero();
  const MovingBody * varied = nullptr;
  for (const int joint : mechanism.body(body).path)
  {
    const MovingBody & moving = mechanism.body(joint);
    const Eigen::Matrix4d step = joint_exponential(moving, joint_position(moving, position));
    if (moving.column == column)
    {
      varied = &moving;
    }
    if (varied == nullptr)
    {
      before *= step.topLeftCorner<3, 3>();
      continue;
    }
    arm += after * step.topRightCorner<3, 1>();
    after *= step.topLeftCorner<3, 3>();
  }
  if (varied == nullptr)
  {
    return Eigen::Vector3d::Zero();
  }
  arm += after * mechanism.body(body).home.topRightCorner<3, 1>();
  return varied->multiplier * before *
         (varied->moment + varied->revolute * varied->axis.cross(arm));
}

}  // namespace hod::classic
