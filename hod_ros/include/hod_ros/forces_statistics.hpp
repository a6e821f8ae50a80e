// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FORCES_STATISTICS_HPP_
#define HOD_ROS__FORCES_STATISTICS_HPP_

#include <chrono>
#include <cstddef>
#include <diagnostic_updater/diagnostic_status_wrapper.hpp>
#include <string>

namespace hod_ros
{

/// Mean and maximum of a quantity since the last report.
class Tally
{
public:
  void add(double value);
  void report(diagnostic_updater::DiagnosticStatusWrapper & status, const std::string & name);

private:
  std::size_t count_ = 0;
  double sum_ = 0.0;
  double largest_ = 0.0;
};

/// Statistics of a forces node, for /diagnostics.
class ForcesStatistics
{
public:
  std::size_t received = 0;   ///< messages that were accepted
  std::size_t published = 0;  ///< messages on ~/forces
  std::size_t lost = 0;       ///< messages that the middleware dropped
  std::size_t restarts = 0;   ///< how often stamps went back
  std::size_t strangers = 0;  ///< joint states of other robots
  Tally latency;              ///< from a message's stamp to its answer [s]
  Tally compute_time;         ///< [s]
  double lag = 0.0;           ///< designed lag of outputs behind inputs [s]
  double residual = 0.0;      ///< of the last estimate, in standard deviations

  void refuse(const std::string & what);

  /// @param problem why nothing can be computed; empty if it can
  /// @param remark any other problem; empty if there is none
  void report(
    const std::string & problem, const std::string & remark,
    diagnostic_updater::DiagnosticStatusWrapper & status);

private:
  using Clock = std::chrono::steady_clock;

  std::size_t refused_ = 0;
  std::string last_refusal_;
  Clock::time_point reported_ = Clock::now();
  std::size_t reported_received_ = 0;
  std::size_t reported_published_ = 0;
  std::size_t reported_refused_ = 0;
  std::size_t reported_lost_ = 0;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FORCES_STATISTICS_HPP_
