// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/load.hpp"

#include <string>

#include "hod/error.hpp"

namespace hod
{

Load constant_load(
  int link, LoadFrame frame, const Eigen::Vector3d & force, const Eigen::Vector3d & moment,
  const Eigen::Vector3d & point)
{
  Load load{link, frame, point, Load::Wrench::Zero()};
  load.wrench.row(0) << force.transpose(), moment.transpose();
  return load;
}

void check(const Load & load, const Model & model)
{
  const int links = static_cast<int>(model.links().size());
  if (load.link < 0 || load.link >= links)
  {
    throw Error(
      "load: found link " + std::to_string(load.link) + ", expected an index from 0 to " +
      std::to_string(links - 1));
  }
  if (!load.wrench.allFinite() || !load.point.allFinite())
  {
    throw Error(
      "load on link '" + model.links()[static_cast<std::size_t>(load.link)].name +
      "': found a number that is not finite, expected finite forces, moments and points");
  }
}

}  // namespace hod
