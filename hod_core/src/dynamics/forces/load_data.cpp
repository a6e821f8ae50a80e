// SPDX-License-Identifier: Apache-2.0
#include "load_data.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace hod::detail
{
namespace
{

using Eigen::Vector3d;

/// Bodies from a child of the base to `body`; none for the base.
std::vector<int> path_to(int body, const std::vector<LinkConstants> & links)
{
  std::vector<int> path;
  for (; body > 0; body = links[static_cast<std::size_t>(body)].parent)
  {
    path.push_back(body);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// Rows up to the last that is not zero.
int rows_of(const Load::Wrench & wrench)
{
  int rows = Load::kRows;
  while (rows > 0 && wrench.row(rows - 1).isZero(0.0))
  {
    --rows;
  }
  return rows;
}

void write_pair(
  const Vector3d & force, const Vector3d & moment, double (&plane)[4], double (&axis)[4])
{
  plane[0] = force.x();
  plane[1] = force.y();
  plane[2] = moment.x();
  plane[3] = moment.y();
  axis[0] = axis[1] = force.z();
  axis[2] = axis[3] = moment.z();
}

}  // namespace

LoadData::LoadData(const Robot & robot, KernelModel & kernel)
: loads(robot.loads()), constants(loads.size()), tables_(loads.size()), paths_(loads.size())
{
  for (std::size_t index = 0; index < loads.size(); ++index)
  {
    const auto link = static_cast<std::size_t>(robot.link_index(loads[index].link));
    places.push_back(robot.links()[link]);
    const int body = places.back().body;
    paths_[index] = path_to(body, kernel.links);
    constants[index].path = paths_[index].data();
    constants[index].path_length = static_cast<int>(paths_[index].size());
    if (loads[index].frame == LoadFrame::world)
    {
      kernel.links[static_cast<std::size_t>(body)].has_load = true;
    }
    if (loads[index].changes())
    {
      tables_[index] = std::make_shared<const LoadTable>(loads[index].times, loads[index].table);
    }
  }
}

void LoadData::update(std::size_t index, const KernelModel & kernel, const Eigen::Matrix3d & world)
{
  const Load & load = loads[index];
  const LinkPlacement & seat = places[index];
  const Eigen::Matrix3d & frame = kernel.frames[static_cast<std::size_t>(seat.body)];
  const Vector3d point =
    frame.transpose() * (seat.pose.rotation * load.point + seat.pose.translation);
  LoadConstants & result = constants[index];
  result.body = seat.body;
  result.world = load.frame == LoadFrame::world;
  result.rows = rows_of(load.wrench);
  result.lever = lever_constants(point);
  const Eigen::Matrix3d turn = result.world ? (kernel.frames.front().transpose() * world).eval()
                                            : (frame.transpose() * seat.pose.rotation).eval();
  double inverse_factorial = 1.0;
  for (int k = 0; k < Load::kRows; ++k)
  {
    inverse_factorial /= k > 1 ? k : 1;
    const Vector3d force = inverse_factorial * (turn * load.wrench.row(k).head<3>().transpose());
    Vector3d moment = inverse_factorial * (turn * load.wrench.row(k).tail<3>().transpose());
    if (!result.world)
    {
      moment += point.cross(force);
    }
    write_pair(force, moment, result.plane[k], result.axis[k]);
  }
}

void LoadData::update(const KernelModel & kernel, const Eigen::Matrix3d & world)
{
  for (std::size_t index = 0; index < loads.size(); ++index)
  {
    update(index, kernel, world);
  }
}

bool LoadData::covers(double time) const
{
  return std::all_of(tables_.begin(), tables_.end(), [time](const auto & table) {
    return !table || (table->start() <= time && time <= table->end());
  });
}

void LoadData::set_time(double time, const KernelModel & kernel, const Eigen::Matrix3d & world)
{
  for (std::size_t index = 0; index < loads.size(); ++index)
  {
    if (tables_[index])
    {
      loads[index].wrench = tables_[index]->at(time);
      update(index, kernel, world);
    }
  }
}

}  // namespace hod::detail
