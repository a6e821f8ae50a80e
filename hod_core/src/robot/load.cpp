// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/load.hpp"

namespace hod
{

Load constant_load(
  const std::string & link, LoadFrame frame, const Eigen::Vector3d & force,
  const Eigen::Vector3d & moment, const Eigen::Vector3d & point)
{
  Load load;
  load.link = link;
  load.frame = frame;
  load.point = point;
  load.wrench.row(0) << force.transpose(), moment.transpose();
  return load;
}

}  // namespace hod
