// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/observability.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>
#include <limits>

#include "hod/error.hpp"
#include "recording_checks.hpp"
#include "text.hpp"

namespace hod
{
namespace
{

using detail::number;

constexpr double kRankTolerance = 1e-8;
constexpr double kWeakCondition = 1e4;
constexpr double kRate = 10.0;       // [1/s]
constexpr double kNullShare = 1e-3;  // share of a joint in an unobservable direction

/// All readings of an instant as rows, moving joints as columns.
struct Stack
{
  Eigen::MatrixXd inertia;   // axisᵀJ
  Eigen::MatrixXd response;  // with gravity and velocities

  Stack(Eigen::Index rows, Eigen::Index columns)
  : inertia(Eigen::MatrixXd::Zero(rows, columns)), response(Eigen::MatrixXd::Zero(rows, columns))
  {}
};

Stack stacked(
  const std::vector<MountedAccelerometer> & sensors, KinematicsWorkspace & workspace,
  const ConstRowMatrixRef & motion, const std::vector<int> & moving,
  const std::vector<int> & encoded)
{
  Eigen::Index rows = static_cast<Eigen::Index>(encoded.size());
  for (const auto & sensor : sensors)
  {
    rows += sensor.axes();
  }
  Stack stack(rows, static_cast<Eigen::Index>(moving.size()));
  ReadingEquation equation(workspace.dof());
  Eigen::Index row = 0;
  for (const auto & sensor : sensors)
  {
    if (sensor.evaluate(workspace, motion, equation) != Result::ok)
    {
      throw Error("observability: found a motion that does not fit the robot, expected q, q', q''");
    }
    const bool is_gyroscope = sensor.sensor().quantity == SensorQuantity::angular_velocity;
    for (int axis = 0; axis < sensor.axes(); ++axis, ++row)
    {
      for (Eigen::Index column = 0; column < stack.inertia.cols(); ++column)
      {
        const int joint = moving[static_cast<std::size_t>(column)];
        stack.inertia(row, column) =
          is_gyroscope ? equation.by_velocity(axis, joint) : equation.by_acceleration(axis, joint);
        stack.response(row, column) = kRate * kRate * equation.by_acceleration(axis, joint) +
                                      kRate * equation.by_velocity(axis, joint) +
                                      equation.by_position(axis, joint);
      }
    }
  }
  for (const int joint : encoded)
  {
    const auto place = std::find(moving.begin(), moving.end(), joint) - moving.begin();
    if (place < stack.inertia.cols())
    {
      stack.inertia(row, place) = 1.0;
      stack.response(row, place) = kRate * kRate;
    }
    ++row;
  }
  return stack;
}

Eigen::VectorXd singular_values(const Eigen::MatrixXd & matrix)
{
  Eigen::VectorXd padded = Eigen::VectorXd::Zero(matrix.cols());
  const Eigen::VectorXd values = matrix.jacobiSvd().singularValues();
  padded.head(values.size()) = values;
  return padded;
}

/// The joints that contribute to unobservable directions.
std::vector<std::string> unseen_joints(
  const Eigen::MatrixXd & normal, const std::vector<std::string> & joints, int rank)
{
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(normal);
  const double largest = solver.eigenvalues().maxCoeff();
  std::vector<std::string> names;
  for (Eigen::Index joint = 0; joint < normal.rows(); ++joint)
  {
    double share = 0.0;
    for (Eigen::Index i = 0; i < normal.rows(); ++i)
    {
      const bool silent = solver.eigenvalues()[i] <= kRankTolerance * kRankTolerance * largest;
      share = silent ? std::max(share, std::abs(solver.eigenvectors()(joint, i))) : share;
    }
    if (share > kNullShare)
    {
      names.push_back(joints[static_cast<std::size_t>(joint)]);
    }
  }
  // Fewer readings than joints: they determine all joints over time, but not at one instant.
  return names.empty() && rank < normal.rows() ? joints : names;
}

std::vector<std::string> weak_times(const Observability & result)
{
  std::vector<std::string> times;
  for (std::size_t i = 0, next = 0; i < result.times.size(); i = next + 1)
  {
    for (next = i; next < result.times.size() && result.condition[next] > kWeakCondition;)
    {
      ++next;
    }
    if (next > i)
    {
      times.push_back(
        "from " + number(result.times[i]) + " s to " + number(result.times[next - 1]) + " s");
    }
  }
  return times;
}

std::string listed(const std::vector<std::string> & names)
{
  std::string text;
  for (const auto & name : names)
  {
    text += (text.empty() ? "'" : ", '") + name + "'";
  }
  return text;
}

}  // namespace

Observability observability(
  const Robot & robot, const std::vector<MountedAccelerometer> & sensors,
  const std::vector<double> & times, const ConstRowMatrixRef & motions,
  const std::vector<int> & moving, const std::vector<int> & encoded)
{
  if (moving.empty() || (sensors.empty() && encoded.empty()))
  {
    throw Error(
      "observability: found " + std::to_string(moving.size()) + " joints that may move and " +
      std::to_string(sensors.size() + encoded.size()) + " sensors, expected at least one of each");
  }
  detail::check_columns(robot, moving, "observability");
  detail::check_columns(robot, encoded, "observability");
  const auto rows = 3 * static_cast<Eigen::Index>(times.size());
  if (motions.rows() != rows || motions.cols() != robot.dof())
  {
    throw Error(
      "observability: found " + std::to_string(motions.rows()) + " rows of " +
      std::to_string(motions.cols()) + " columns, expected " + std::to_string(rows) + " of " +
      std::to_string(robot.dof()) + ", q, q' and q'' per time");
  }
  Observability result;
  for (const int joint : moving)
  {
    result.joints.push_back(robot.joint_names()[static_cast<std::size_t>(joint)]);
  }
  const auto joints = static_cast<Eigen::Index>(moving.size());
  result.times = times;
  result.singular_values.resize(static_cast<Eigen::Index>(times.size()), joints);
  KinematicsWorkspace workspace(robot, 2);
  Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(joints, joints);
  for (Eigen::Index i = 0; i < result.singular_values.rows(); ++i)
  {
    const Stack stack = stacked(sensors, workspace, motions.middleRows(3 * i, 3), moving, encoded);
    if (!stack.inertia.allFinite() || !stack.response.allFinite())
    {
      throw Error(
        "observability at " + number(times[static_cast<std::size_t>(i)]) +
        " s: found a motion that is not finite or too large, expected smaller numbers");
    }
    const Eigen::VectorXd values = singular_values(stack.inertia);
    result.singular_values.row(i) = values.transpose();
    const bool full = values[joints - 1] > kRankTolerance * values[0];
    result.condition.push_back(
      full ? values[0] / values[joints - 1] : std::numeric_limits<double>::infinity());
    const Eigen::VectorXd response = singular_values(stack.response);
    const auto rank = (response.array() > kRankTolerance * response[0]).count();
    result.rank = std::max(result.rank, static_cast<int>(rank));
    normal += stack.response.transpose() * stack.response;
  }
  result.unseen = unseen_joints(normal, result.joints, result.rank);
  result.weak_times = weak_times(result);
  return result;
}

void require_observed(const Observability & observability)
{
  const auto joints = observability.joints.size();
  if (!observability.unseen.empty())
  {
    throw Error(
      "sensors: found readings that do not observe " + listed(observability.unseen) + " (rank " +
      std::to_string(observability.rank) + " for " + std::to_string(joints) +
      " joints), expected more sensors, these joints held at a position, or their measured "
      "positions");
  }
}

}  // namespace hod
