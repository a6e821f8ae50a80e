// SPDX-License-Identifier: Apache-2.0
#include <mujoco/mujoco.h>
#include <unistd.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "solver.hpp"

namespace hod::speed
{
namespace
{

void write_body(const Robot & robot, std::size_t index, std::ostream & xml)
{
  const Body & body = robot.bodies()[index];
  const Eigen::Quaterniond turn(body.placement.rotation);
  const Eigen::Matrix3d & i = body.mass.inertia;
  xml << "<body pos='" << body.placement.translation.transpose() << "' quat='" << turn.w() << ' '
      << turn.vec().transpose() << "'><joint type='" << (body.prismatic ? "slide" : "hinge")
      << "' axis='" << body.axis.transpose() << "'/><inertial mass='" << body.mass.mass << "' pos='"
      << body.mass.center.transpose() << "' fullinertia='" << i(0, 0) << ' ' << i(1, 1) << ' '
      << i(2, 2) << ' ' << i(0, 1) << ' ' << i(0, 2) << ' ' << i(1, 2) << "'/>";
  for (std::size_t child = index + 1; child < robot.bodies().size(); ++child)
  {
    if (robot.bodies()[child].parent == static_cast<int>(index))
    {
      write_body(robot, child, xml);
    }
  }
  xml << "</body>\n";
}

std::string to_mjcf(const Robot & robot)
{
  std::ostringstream xml;
  xml << std::setprecision(17)
      << "<mujoco><compiler angle='radian' autolimits='false'/><option gravity='"
      << robot.gravity().transpose()
      << "'><flag constraint='disable' contact='disable' sensor='disable'/></option><worldbody>";
  for (std::size_t index = 1; index < robot.bodies().size(); ++index)
  {
    if (robot.bodies()[index].parent == 0)
    {
      write_body(robot, index, xml);
    }
  }
  xml << "</worldbody></mujoco>\n";
  return xml.str();
}

/// MuJoCo's model and data, freed together.
class Twin
{
public:
  explicit Twin(const Robot & robot)
  {
    const auto path = std::filesystem::temp_directory_path() /
                      ("hod_benchmark_" + std::to_string(::getpid()) + ".xml");
    std::ofstream(path) << to_mjcf(robot);
    std::array<char, 1000> error{};
    model_ = mj_loadXML(path.c_str(), nullptr, error.data(), static_cast<int>(error.size()));
    std::filesystem::remove(path);
    if (model_ == nullptr)
    {
      throw std::runtime_error(std::string("MuJoCo: ") + error.data());
    }
    data_ = mj_makeData(model_);
  }
  ~Twin()
  {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  Twin(const Twin &) = delete;
  Twin & operator=(const Twin &) = delete;

  void force(
    const double * position, const double * velocity, const double * acceleration, double * force)
  {
    const auto count = static_cast<std::size_t>(model_->nv);
    std::copy_n(position, count, data_->qpos);
    std::copy_n(velocity, count, data_->qvel);
    std::copy_n(acceleration, count, data_->qacc);
    mj_inverse(model_, data_);
    std::copy_n(data_->qfrc_inverse, count, force);
  }

private:
  mjModel * model_ = nullptr;
  mjData * data_ = nullptr;
};

class Inverse : public Solver
{
public:
  explicit Inverse(const Robot & robot) : twin_(robot) {}

  void compute(const RowMatrix & motion, RowMatrix & force) override
  {
    twin_.force(
      motion.row(0).data(), motion.row(1).data(), motion.row(2).data(), force.row(0).data());
  }

private:
  Twin twin_;
};

std::unique_ptr<Solver> make_inverse_differences(const Robot & robot, int order)
{
  const auto peer = std::make_shared<Twin>(robot);
  return make_differences(
    robot, order,
    [peer](
      const double * position, const double * velocity, const double * acceleration,
      double * force) { peer->force(position, velocity, acceleration, force); });
}

}  // namespace

void add_mujoco_peers(std::vector<Peer> & peers)
{
  peers.push_back({"mujoco_inverse", 0, 1000, 1e-9, has_no_mimics, [](const Robot & robot) {
                     return std::make_unique<Inverse>(robot);
                   }});
  for (const int order : {1, 2})
  {
    peers.push_back(
      {"mujoco_differences_d" + std::to_string(order), order, 1000, 1e-3, has_no_mimics,
       [order](const Robot & robot) { return make_inverse_differences(robot, order); }});
  }
}

}  // namespace hod::speed
