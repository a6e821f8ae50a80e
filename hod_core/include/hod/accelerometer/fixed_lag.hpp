// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__FIXED_LAG_HPP_
#define HOD__ACCELEROMETER__FIXED_LAG_HPP_

#include <memory>
#include <vector>

#include "hod/accelerometer/recovery.hpp"

namespace hod
{

struct FixedLagOptions
{
  int degree = 5;              ///< of the spline, 3 … 11
  double knot_spacing = 0.02;  ///< [s]
  int segments = 10;           ///< in the window: the lag is segments · knot_spacing
  int max_readings = 100;      ///< per sensor between two knots; their memory is preallocated
  int steps = 2;               ///< Gauss-Newton steps per segment
  double smoothing = 0.0;      ///< as in RecoveryOptions

  double start_time = 0.0;                ///< [s]
  Eigen::VectorXd start, start_velocity;  ///< one entry per joint of the robot
  double start_noise = 1e-4;  ///< standard deviation of the start [rad or m, and per second]
  std::vector<HeldJoint> held;
};

/// Joint motion while readings arrive: solves the equations of recover_motion() over a window of
/// the most recent segments. Everything before the window enters as a prior on the control points
/// that it shares with the window. Sensors are used as described; nothing about them is estimated.
///
/// The motion at a time t is final once all readings up to t + latency() have arrived. Before that,
/// evaluate() returns the current estimate, whose error grows towards the last reading. Without
/// known ends, the drift of integration remains wherever neither gravity nor redundant axes
/// constrain it.
///
/// Only the constructor allocates. Use from one thread at a time. A moved-from object has no
/// sensors and knows no motion.
class FixedLag
{
public:
  enum class Push
  {
    ok,
    no_such_sensor,
    not_finite,
    out_of_order,  ///< not after the sensor's last reading
    too_late,      ///< before the time up to which readings were declared complete
    full           ///< max_readings are waiting; update() makes room
  };

  /// Throws hod::Error for invalid sensors or options, and for joints that no sensor observes at
  /// the start.
  FixedLag(
    const Robot & robot, const std::vector<Accelerometer> & sensors,
    const FixedLagOptions & options);
  ~FixedLag();
  FixedLag(FixedLag &&) noexcept;
  FixedLag & operator=(FixedLag &&) noexcept;

  /// Time from a reading until the motion there is final, in addition to the knot spacing that it
  /// takes to fill a segment [s].
  double latency() const noexcept;

  /// Adds a reading; the sensors may come in any order.
  /// @param reading one entry per axis [m/s²]
  [[nodiscard]] Push push(int sensor, double stamp, const Eigen::Vector3d & reading) noexcept;

  /// Declares that all readings taken before `time` have arrived, and processes the segments that
  /// this completes. Returns their number, which is at most the number of segments in the window;
  /// call again if `time` is further ahead. A sensor without readings in these segments is ignored
  /// there.
  int update(double time) noexcept;

  /// Where evaluate() knows the motion from: the start of the segment that the window left last, so
  /// that a motion latency() plus a knot spacing behind the readings can always be asked for [s].
  double begin() const noexcept;

  /// The end of the last complete segment, and that of the last final one [s].
  double end() const noexcept;
  double final_end() const noexcept;

  /// Rows q, q', … of all joints of the robot at a time from begin() to end(). All entries are NaN
  /// at other times, except by rounding, and if the number of columns is not that of the joints.
  void evaluate(double time, RowMatrixRef motion) const noexcept;

private:
  struct Window;
  std::unique_ptr<Window> window_;
};

}  // namespace hod

#endif  // HOD__ACCELEROMETER__FIXED_LAG_HPP_
