// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__CLASSIC_POSES_HPP_
#define HOD__TEST__FUZZ__CLASSIC_POSES_HPP_

#include <algorithm>
#include <vector>

#include "classic_session.hpp"
#include "hod/classic/matrices.hpp"

namespace hod::fuzz
{

inline std::size_t joints_on(const Session & session, int body, int column)
{
  std::size_t count = 0;
  for (const int joint : session.mechanism().body(body).path)
  {
    count += session.mechanism().body(joint).column == column ? 1U : 0U;
  }
  return count;
}

inline void compare_pose(
  const Session & session, const RowMatrix & here, int body, const Eigen::Matrix4d & found,
  double bound)
{
  const reference::Precise exact = session.precise(here);
  const Eigen::Matrix4d expected = exact.pose(place(body) + 1).coefficient.at(0).cast<double>();
  require_near(found.reshaped(), expected.reshaped(), bound, "a pose");
}

/// The same in any order, and the contraction with unit vectors.
inline void compare_differential(
  const Session & session, const Eigen::VectorXd & position, int body, std::vector<int> columns,
  const Eigen::Matrix4d & found, double bound)
{
  const classic::Matrices at(session.mechanism(), position);
  classic::Matrices::Vectors units;
  for (const int column : columns)
  {
    units.push_back(
      column >= 0 && column < session.dof()
        ? Eigen::VectorXd(Eigen::VectorXd::Unit(session.dof(), column))
        : Eigen::VectorXd(Eigen::VectorXd::Zero(session.dof())));
  }
  const Eigen::Matrix4d expected = at.contracted(body, units);
  require_near(found.reshaped(), expected.reshaped(), bound, "a differential matrix");
  std::reverse(columns.begin(), columns.end());
  const Eigen::Matrix4d turned = differential_matrix(session.mechanism(), position, body, columns);
  require_near(found.reshaped(), turned.reshaped(), bound, "an order of columns that matters");
}

inline void place_bodies(Session & session)
{
  const Eigen::VectorXd position = session.next_vector(session.dof());
  const int body = session.next_body();
  const bool valid = session.has(body) && position.size() == session.dof();
  Eigen::Matrix4d found;
  answered(valid, [&] { found = pose(session.mechanism(), position, body); }, "a pose");
  std::vector<int> columns(
    session.bytes().byte() % 32 == 31 ? 16U * session.bytes().byte() : session.bytes().byte() % 4U);
  for (int & column : columns)
  {
    column = session.bytes().byte() % 16 == 15
               ? session.order(-1, 5)
               : session.bytes().integer(0, std::max(0, session.dof() - 1));
  }
  double choices = valid ? 1.0 : 0.0;
  for (const int column : columns)
  {
    choices *= valid ? static_cast<double>(joints_on(session, body, column)) : 0.0;
  }
  const bool is_short = columns.size() <= place(kHighest) && choices < kMostTuples;
  if (is_short && !session.affords(choices))
  {
    return;
  }
  Eigen::Matrix4d derived;
  answered(
    valid && is_short,
    [&] { derived = differential_matrix(session.mechanism(), position, body, columns); },
    "a differential matrix");
  const int column = columns.empty() ? 0 : columns.front();
  const bool is_alone = valid && joints_on(session, body, column) < 2;
  Eigen::Vector3d moved;
  answered(
    is_alone, [&] { moved = differential_position(session.mechanism(), position, body, column); },
    "a differential position");
  if (!valid || !is_moderate(position))
  {
    return;
  }
  const RowMatrix here = position.transpose();
  const double bound = kRounding * RoundingBounds(session.subject(), here, 0).pose(0);
  compare_pose(session, here, body, found, bound);
  if (is_short && columns.size() <= 4)
  {
    compare_differential(
      session, position, body, columns, derived, bound * std::pow(30.0, columns.size()));
  }
  if (is_alone)
  {
    const Eigen::Matrix4d whole =
      differential_matrix(session.mechanism(), position, body, {column});
    require_near(
      moved, Eigen::Vector3d(whole.topRightCorner<3, 1>()), 3.0 * bound, "the position by blocks");
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__CLASSIC_POSES_HPP_
