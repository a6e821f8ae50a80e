// SPDX-License-Identifier: Apache-2.0
// Any calls in any order on the estimator with a fixed lag, fitting or not.
#include <optional>
#include <utility>
#include <vector>

#include "fuzz.hpp"
#include "hod/accelerometer/fixed_lag.hpp"
#include "robots.hpp"

namespace hod
{
namespace
{

using fuzz::Bytes;
using fuzz::require;
using Push = FixedLag::Push;

/// One that sees each joint, on every link.
std::vector<Accelerometer> sensors_of(const Robot & robot)
{
  std::vector<Accelerometer> sensors;
  for (const LinkPlacement & link : robot.links())
  {
    Accelerometer sensor;
    sensor.name = sensor.link = link.name;
    sensor.position = {0.11, -0.07, 0.13};
    sensors.push_back(sensor);
  }
  return sensors;
}

FixedLagOptions options_of(Bytes & bytes, const Robot & robot)
{
  FixedLagOptions options;
  const bool is_odd = bytes.byte() % 4 == 3;
  options.start = Eigen::VectorXd::Constant(robot.dof() + (is_odd ? bytes.integer(0, 1) : 0), 0.2);
  options.start_velocity = Eigen::VectorXd::Zero(robot.dof());
  options.degree = is_odd ? bytes.integer(0, 14) : 5;
  options.segments = is_odd ? bytes.integer(-1, 12) : 4;
  options.max_readings = bytes.integer(0, 8);
  options.knot_spacing = is_odd ? bytes.number() : 0.02;
  options.smoothing = is_odd ? bytes.number() : 0.0;
  options.start_noise = is_odd ? bytes.number() : 1e-4;
  options.start_time = is_odd ? bytes.number() : 0.0;
  return options;
}

class Session
{
public:
  explicit Session(Bytes & bytes) : bytes_(bytes), robot_(fuzz::robot_number(bytes.byte())) {}

  bool begins()
  {
    return fuzz::taken(
      [&] { lag_.emplace(robot_, sensors_of(robot_), options_of(bytes_, robot_)); });
  }

  void step()
  {
    switch (bytes_.integer(0, 4))
    {
      case 0:
      case 1:
        return push();
      case 2: {
        clock_ += bytes_.byte() % 8 == 7 ? bytes_.number() : 0.02;
        const int segments = lag_->update(clock_);
        return require(
          segments >= 0 && (!moved_ || segments == 0), "segments of what is not there");
      }
      case 3:
        return evaluate();
      default:
        return move();
    }
  }

private:
  void push()
  {
    const int sensor = bytes_.integer(-1, 12);
    const double stamp = bytes_.byte() % 8 == 7 ? bytes_.number() : clock_ + 1e-3 * bytes_.byte();
    const Eigen::Vector3d reading(bytes_.number(), bytes_.number(), bytes_.number());
    const Push answer = lag_->push(sensor, stamp, reading);
    const bool exists = !moved_ && sensor >= 0 && sensor < static_cast<int>(robot_.links().size());
    require(
      answer != Push::ok || (exists && std::isfinite(stamp) && reading.allFinite()),
      "a reading: ok, wrongly");
    require((answer == Push::no_such_sensor) == !exists, "a sensor: there or not, wrongly");
  }

  void evaluate()
  {
    RowMatrix motion = bytes_.matrix(3, robot_.dof());
    motion.setZero();
    const double time = bytes_.number();
    lag_->evaluate(time, motion);
    const bool fitted = !moved_ && motion.cols() == robot_.dof() && std::isfinite(time);
    require(
      fitted || motion.size() == 0 || motion.array().isNaN().all(),
      "a motion where there can be none");
    require(lag_->latency() >= 0.0 && !(lag_->final_end() > lag_->end()), "ends in disorder");
  }

  void move()
  {
    FixedLag other(std::move(*lag_));
    if (bytes_.byte() % 4 == 0)
    {
      moved_ = true;
      return;
    }
    *lag_ = std::move(other);
  }

  Bytes & bytes_;
  const Robot & robot_;
  std::optional<FixedLag> lag_;
  double clock_ = 0.0;
  bool moved_ = false;
};

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  hod::Session session(bytes);
  if (!session.begins())
  {
    return 0;
  }
  for (int step = 0; step < 60 && !bytes.empty(); ++step)
  {
    session.step();
  }
  return 0;
}
