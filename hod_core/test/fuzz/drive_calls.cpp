// SPDX-License-Identifier: Apache-2.0
// Any calls in any order on the history of an elastic drive, fitting or not.
#include <utility>

#include "fuzz.hpp"
#include "hod/dynamics/drives/drive_history.hpp"
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
    drive_(fuzz::robot_number(bytes.byte(), true)),
    history_(drive_, bytes.integer(ElasticDrive::kMinOrder, kMaxOrder))
  {}

  void step()
  {
    const int order = history_.order();
    const RowMatrix motion = bytes_.matrix(order + 1, drive_.dof());
    const RowMatrix force = bytes_.matrix(order + 1, drive_.dof());
    RowMatrix motor = bytes_.matrix(order + 1, drive_.dof());
    RowMatrix torque = bytes_.matrix(order - 1, drive_.dof());
    const bool fitted = fit(motion, order + 1) && fit(force, order + 1) && fit(motor, order + 1) &&
                        fit(torque, order - 1);
    const bool finite = motion.allFinite() && force.allFinite();
    const bool moderate = is_moderate(motion) && is_moderate(force);
    motor.setZero();
    torque.setZero();
    switch (bytes_.integer(0, 3))
    {
      case 0: {
        const Result result = history_.start(motion, force, motor, torque);
        require((result == Result::ok) == (fitted && finite), "start: ok or not, wrongly");
        started_ = started_ || result == Result::ok;
        moderate_ = result == Result::ok ? moderate : moderate_;
        break;
      }
      case 1: {
        const double time = bytes_.number();
        const Result result = history_.advance(time, motion, force, motor, torque);
        const bool possible = time >= 1e-40 && time <= 1e40;
        require(
          (result == Result::ok) == (started_ && possible && fitted && finite),
          "advance: ok or not, wrongly");
        moderate_ = moderate_ && (result != Result::ok || (moderate && time > 1e-3 && time < 10.0));
        break;
      }
      case 2: {
        const Result result = motor_motion(drive_, motion, force, motor, torque);
        require(result != Result::ok || motor.cols() == drive_.dof(), "motor: ok, wrongly");
        require(
          result != Result::ok || !moderate || (motor.allFinite() && torque.allFinite()),
          "a motor's motion that is not finite");
        return;
      }
      default: {
        DriveHistory other(std::move(history_));
        history_ = std::move(other);
        return;
      }
    }
    require(!moderate_ || (motor.allFinite() && torque.allFinite()), "a motor that is not finite");
  }

private:
  bool fit(const RowMatrix & rows, int count) const
  {
    return rows.cols() == drive_.dof() && rows.rows() >= count;
  }

  Bytes & bytes_;
  ElasticDrive drive_;
  DriveHistory history_;
  bool started_ = false;
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
