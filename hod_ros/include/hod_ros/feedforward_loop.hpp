// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FEEDFORWARD_LOOP_HPP_
#define HOD_ROS__FEEDFORWARD_LOOP_HPP_

#include <Eigen/Core>
#include <atomic>
#include <cstdint>
#include <memory>
#include <realtime_tools/realtime_thread_safe_box.hpp>
#include <vector>

#include "hod_ros/cycle_clock.hpp"
#include "hod_ros/derivative_estimate.hpp"
#include "hod_ros/feedforward_law.hpp"
#include "hod_ros/live_inputs.hpp"
#include "hod_ros/mailbox.hpp"
#include "hod_ros/plan.hpp"
#include "hod_ros/reference_input.hpp"

namespace hod_ros
{

/// Settings that may change while the loop runs.
struct LoopSettings
{
  explicit LoopSettings(int joints) : law(joints) {}

  LawSettings law;
  double reference_timeout = 0.0;  ///< [s], zero: never
  bool stop_on_timeout = false;    ///< otherwise hold
  double lead = 0.0;               ///< how far ahead efforts are evaluated [periods]
  double leader_ahead = 0.0;       ///< how far ahead a leading controller's reference is [periods]
  bool estimated = false;          ///< whether missing jerk and snap are estimated
};

/// Event counts since the loop was started; for any thread.
struct LoopCounters
{
  std::atomic<std::uint64_t> cycles{0};
  std::atomic<std::uint64_t> late{0};            ///< cycles that came more than half a period late
  std::atomic<std::uint64_t> clock_jumps{0};     ///< cycles in which the clock was set
  std::atomic<std::uint64_t> saturated{0};       ///< cycles in which a command was limited
  std::atomic<std::uint64_t> unmeasured{0};      ///< cycles in which a joint got no feedback
  std::atomic<std::uint64_t> unknown{0};         ///< cycles without any position: zero effort
  std::atomic<std::uint64_t> timed_out{0};       ///< cycles with a reference that timed out
  std::atomic<std::uint64_t> missed_handles{0};  ///< handles that could not be read or written
  std::atomic<std::uint64_t> refused_inputs{0};  ///< payloads, … that were rejected
  std::atomic<double> slowest{0.0};              ///< longest computation [s]

  void reset();
};

/// The part of the loop's last cycle that other threads can read.
struct LoopReport
{
  explicit LoopReport(int joints);

  double now = 0.0;     ///< by the clock of the loop [s]
  double offset = 0.0;  ///< time of the loop's clock minus time of the controller's clock [s]
  hod::RowMatrix motion;
  hod::RowMatrix error;  ///< as in FeedforwardLaw: of the motors, if they are measured
  Eigen::VectorXd position;
  Eigen::VectorXd velocity;
  Progress progress;
  int known_order = -1;  ///< of the forces; see FeedforwardLaw
  double delay = 0.0;    ///< of estimated derivatives [s]
};

/// The core of a controller without its interfaces: reference in, measurement in, effort out.
/// Everything below "Loop" neither allocates nor waits, logs or throws.
class FeedforwardLoop
{
public:
  /// @param samples number of samples from which missing derivatives are estimated
  /// @param period nominal [s]
  FeedforwardLoop(
    const hod::Robot & robot, const std::vector<int> & columns, int order, int samples,
    double period, const LoopSettings & settings);

  /// For any thread but the loop's.
  void post(std::unique_ptr<LoopSettings> settings) { new_settings_.post(std::move(settings)); }
  void post(std::unique_ptr<LiveInputs> inputs) { new_inputs_.post(std::move(inputs)); }
  ReferenceInput & input() { return input_; }
  LoopReport report() const { return report_.get(); }
  LoopCounters & counters() { return counters_; }

  /// Must not be called while the loop runs.
  void reset();

  // Loop

  void start_cycle(double clock);
  /// Takes the reference from what was posted to input().
  void follow_input();
  /// Takes the reference from what was written to leader(), where it is finite.
  void follow_leader();
  /// Called after the measurement was written.
  void compute();

  /// Records whether a handle could be read or written; if not, its last value is kept in this
  /// cycle.
  void note_handle(bool done);

  /// Position to snap in the first rows.
  hod::RowMatrix & leader() { return leader_; }
  const Reference & reference() const { return reference_; }
  Measurement & measurement() { return measurement_; }
  const FeedforwardLaw & law() const { return law_; }
  const CycleClock & clock() const { return clock_; }
  double effort(int joint) const { return law_.effort()[joint]; }
  double compute_time() const { return compute_time_; }  ///< [s]
  /// For introspection, which needs an address.
  const double & compute_time_us() const { return compute_time_us_; }

private:
  void take_news();
  void count(FeedforwardLaw::Outcome outcome);
  void show();

  FeedforwardLaw law_;
  CycleClock clock_;
  Mailbox<LoopSettings> new_settings_;
  Mailbox<LiveInputs> new_inputs_;
  std::unique_ptr<LoopSettings> settings_;
  std::unique_ptr<LiveInputs> inputs_;
  ReferenceInput input_;
  DerivativeEstimate estimate_;
  PlanMonitor monitor_;
  hod::RowMatrix leader_;
  Reference reference_;
  Measurement measurement_;
  bool led_ = false;      ///< whether another controller leads
  bool stopped_ = false;  ///< no effort since the reference timed out; the arm may be anywhere
  double compute_time_ = 0.0;
  double compute_time_us_ = 0.0;
  LoopCounters counters_;
  realtime_tools::RealtimeThreadSafeBox<LoopReport> report_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FEEDFORWARD_LOOP_HPP_
