// SPDX-License-Identifier: Apache-2.0
// Any calls in any order on a simulated arm, fitting or not.
#include <utility>

#include "fuzz.hpp"
#include "hod/simulation/simulated_arm.hpp"
#include "robots.hpp"

namespace hod
{
namespace
{

using fuzz::Bytes;
using fuzz::require;

class Session
{
public:
  explicit Session(Bytes & bytes)
  : bytes_(bytes), robot_(fuzz::robot_number(bytes.byte(), bytes.byte() % 2 == 1)), arm_(robot_)
  {}

  void step()
  {
    switch (bytes_.integer(0, 8))
    {
      case 0: {
        const Eigen::VectorXd position = vector();
        const double time = bytes_.number();
        return judge(
          arm_.rest_at(position, time), fits(position) && knows(time), "rest: ok or not, wrongly");
      }
      case 1:
        return set_state();
      case 2: {
        const Eigen::VectorXd torque = vector();
        return judge(arm_.set_torque(torque), fits(torque), "torque: ok or not, wrongly");
      }
      case 3:
        return go_on();
      case 4:
        return set_payload();
      case 5:
        return set_wrench();
      case 6: {
        const Eigen::Vector3d gravity(bytes_.number(), bytes_.number(), bytes_.number());
        return judge(arm_.set_gravity(gravity), gravity.allFinite(), "gravity: ok or not, wrongly");
      }
      case 7:
        return look();
      default:
        return move();
    }
  }

private:
  Eigen::VectorXd vector()
  {
    const RowMatrix values = bytes_.matrix(robot_.dof(), 1);
    return Eigen::Map<const Eigen::VectorXd>(values.data(), values.size());
  }
  bool fits(const Eigen::VectorXd & values) const
  {
    return values.size() == robot_.dof() && values.allFinite();
  }
  bool knows(double time) const
  {
    return std::isfinite(time) && (!robot_.depends_on_time() || (time >= 0.0 && time <= 1.0));
  }
  void judge(Result result, bool fitted, const char * what) const
  {
    require((result == Result::ok) == (fitted && !moved_), what);
  }

  void set_state()
  {
    const Eigen::VectorXd position = vector(), velocity = vector(), motor = vector(),
                          speed = vector();
    const double time = bytes_.number();
    judge(
      arm_.set_state(time, position, velocity, motor, speed),
      fits(position) && fits(velocity) && fits(motor) && fits(speed) && knows(time),
      "a state: ok or not, wrongly");
  }

  void go_on()
  {
    const double duration = bytes_.byte() % 4 == 3 ? bytes_.number() : 1e-3;
    const int steps = bytes_.integer(-1, 6);
    const double before = arm_.time();
    const Result result = arm_.step(duration, steps);
    const bool possible = duration > 0.0 && std::isfinite(duration) && steps >= 1;
    require(result != Result::ok || (possible && !moved_), "a step: ok, wrongly");
    require(result == Result::ok || arm_.time() == before, "a refused step has passed the time");
    require(!arm_.obstacle().empty(), "nothing is said of what is in the way");
  }

  void set_payload()
  {
    const int link = bytes_.integer(-1, 12);
    MassProperties payload;
    payload.mass = bytes_.number();
    payload.center.x() = bytes_.number();
    const bool exists = link >= 0 && link < static_cast<int>(robot_.links().size());
    judge(
      arm_.set_payload(link, payload), exists && is_possible(payload),
      "a payload: ok or not, wrongly");
  }

  void set_wrench()
  {
    const int load = bytes_.integer(-1, 3);
    Eigen::Matrix<double, 6, 1> wrench = Eigen::Matrix<double, 6, 1>::Zero();
    wrench[1] = bytes_.number();
    const auto & loads = robot_.loads();
    const bool exists = load >= 0 && load < static_cast<int>(loads.size()) &&
                        !loads[static_cast<std::size_t>(load)].changes();
    judge(
      arm_.set_wrench(load, wrench), exists && wrench.allFinite(), "a wrench: ok or not, wrongly");
  }

  void look()
  {
    const ArmState state = arm_.state();
    const ArmAction action = arm_.action();
    const Eigen::Index joints = moved_ ? 0 : robot_.dof();
    require(state.position.size() == joints && state.motor_velocity.size() == joints, "a shape");
    require(action.torque.size() == joints && action.acceleration.size() == joints, "a shape");
    arm_.set_torque_law([](double, const ArmState &, VectorRef torque) { torque.setZero(); });
  }

  void move()
  {
    SimulatedArm other(std::move(arm_));
    require(arm_.dof() == 0 && arm_.state().position.size() == 0, "moved, and yet there");
    if (bytes_.byte() % 4 == 0)
    {
      moved_ = true;
      return;
    }
    arm_ = std::move(other);
  }

  Bytes & bytes_;
  const Robot & robot_;
  SimulatedArm arm_;
  bool moved_ = false;
};

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  hod::Session session(bytes);
  for (int step = 0; step < 20 && !bytes.empty(); ++step)
  {
    session.step();
  }
  return 0;
}
