// SPDX-License-Identifier: Apache-2.0
// Any calls in any order on the workspaces of kinematics, fitting or not.
#include <optional>
#include <utility>

#include "fuzz.hpp"
#include "hod/dynamics/kinematics/momentum.hpp"
#include "hod/dynamics/kinematics/operational.hpp"
#include "robots.hpp"

namespace hod
{
namespace
{

using fuzz::Bytes;
using fuzz::is_moderate;
using fuzz::require;

class Session
{
public:
  explicit Session(Bytes & bytes)
  : bytes_(bytes),
    robot_(fuzz::robot_number(bytes.byte())),
    workspace_(robot_, bytes.integer(0, KinematicsWorkspace::kMaxOrder))
  {}

  void step()
  {
    switch (bytes_.integer(0, 7))
    {
      case 0:
      case 1:
        return compute();
      case 2:
        return read(3, [&](RowMatrix & rows) {
          return point_motion(workspace_, link(), Eigen::Vector3d::UnitX(), rows);
        });
      case 3:
        return read(6, [&](RowMatrix & rows) {
          return link_motion(workspace_, link(), Eigen::Vector3d::UnitX(), rows);
        });
      case 4:
        return read(
          6, [&](RowMatrix & rows) { return momentum(workspace_, Eigen::Vector3d::Zero(), rows); });
      case 5:
        return read(3, [&](RowMatrix & rows) { return mass_moment(workspace_, rows); });
      case 6:
        return compute_jacobian();
      default:
        return move();
    }
  }

private:
  int link() { return bytes_.integer(-1, static_cast<int>(robot_.links().size())); }

  void compute()
  {
    const int order = bytes_.byte() % 8 == 7 ? bytes_.integer(-2, 11) : workspace_.max_order();
    const RowMatrix motion = bytes_.matrix(std::max(order, 0) + 1, robot_.dof());
    const Result result = kinematics(workspace_, motion, order);
    const bool fitted = order >= 0 && order <= workspace_.max_order() &&
                        motion.cols() == robot_.dof() && motion.rows() > order;
    require((result == Result::ok) == (fitted && !moved_), "kinematics: ok or not, wrongly");
    moderate_ = result == Result::ok ? is_moderate(motion) : moderate_;
  }

  template <class Call>
  void read(int columns, const Call & call)
  {
    RowMatrix rows = bytes_.matrix(bytes_.integer(0, 11), columns);
    rows.setConstant(std::numeric_limits<double>::quiet_NaN());
    const Result result = call(rows);
    if (result != Result::ok)
    {
      require(rows.array().isNaN().all(), "a refused call has written");
      return;
    }
    require(!moved_ && rows.cols() == columns, "ok, and yet nothing fits");
    require(rows.rows() <= workspace_.order() + 1, "ok for orders that are not known");
    require(!moderate_ || rows.allFinite(), "kinematics that is not finite");
  }

  void compute_jacobian()
  {
    if (bytes_.byte() % 8 == 7)
    {
      workspace_.jacobian.resize(1, 1);
    }
    const int order = bytes_.integer(-1, 10);
    const Result result = jacobian(workspace_, link(), order);
    require(
      result != Result::ok || (!moved_ && order >= 0 && order <= workspace_.order()),
      "a Jacobian: ok, wrongly");
    const Eigen::Matrix3d rotation = orientation(workspace_, link(), order);
    require(!moderate_ || rotation.allFinite(), "an orientation that is not finite");
    solve();
  }

  void solve()
  {
    const int number = link();
    std::optional<OperationalWorkspace> inverse;
    fuzz::taken([&] { inverse.emplace(robot_, number, bytes_.integer(0, 4)); });
    if (!inverse)
    {
      return;
    }
    const RowMatrix wanted = bytes_.matrix(2, 6);
    const RowMatrix position = bytes_.matrix(robot_.dof(), 1);
    if (bytes_.byte() % 8 == 7)
    {
      inverse->motion.resize(1, 1);
    }
    const Result result = joint_motion(
      *inverse, position.size() == 0 ? Eigen::VectorXd() : Eigen::VectorXd(position.col(0)),
      wanted);
    const bool fitted = wanted.cols() == 6 && wanted.rows() > 0;
    require(result != Result::ok || fitted, "an inverse: ok, wrongly");
    OperationalWorkspace other(std::move(*inverse));
    require(joint_motion(*inverse, Eigen::VectorXd(), wanted) != Result::ok, "moved, and yet ok");
  }

  void move()
  {
    KinematicsWorkspace other(std::move(workspace_));
    require(workspace_.dof() == 0 && workspace_.links() == 0 && workspace_.order() == -1, "ghosts");
    if (bytes_.byte() % 4 == 0)
    {
      moved_ = true;
      return;
    }
    workspace_ = std::move(other);
  }

  Bytes & bytes_;
  const Robot & robot_;
  KinematicsWorkspace workspace_;
  bool moved_ = false;
  bool moderate_ = true;
};

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  hod::Session session(bytes);
  for (int step = 0; step < 30 && !bytes.empty(); ++step)
  {
    session.step();
  }
  return 0;
}
