// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/forces_statistics.hpp"

#include <algorithm>

namespace hod_ros
{

void Tally::add(double value)
{
  ++count_;
  sum_ += value;
  largest_ = std::max(largest_, value);
}

void Tally::report(diagnostic_updater::DiagnosticStatusWrapper & status, const std::string & name)
{
  status.add(name + ", mean [s]", count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_));
  status.add(name + ", longest [s]", largest_);
  *this = {};
}

void ForcesStatistics::refuse(const std::string & what)
{
  ++refused_;
  last_refusal_ = what;
}

void ForcesStatistics::report(
  const std::string & problem, const std::string & remark,
  diagnostic_updater::DiagnosticStatusWrapper & status)
{
  using diagnostic_msgs::msg::DiagnosticStatus;
  const Clock::time_point now = Clock::now();
  const double period = std::max(1e-9, std::chrono::duration<double>(now - reported_).count());
  status.summary(DiagnosticStatus::OK, "computing");
  if (!remark.empty())
  {
    status.mergeSummary(DiagnosticStatus::WARN, remark);
  }
  if (refused_ > reported_refused_)
  {
    status.mergeSummary(DiagnosticStatus::WARN, "messages were ignored");
  }
  if (lost > reported_lost_)
  {
    status.mergeSummary(DiagnosticStatus::WARN, "messages were lost");
  }
  if (!problem.empty())
  {
    status.summary(DiagnosticStatus::ERROR, problem);
  }
  status.add("rate in [Hz]", static_cast<double>(received - reported_received_) / period);
  status.add("rate out [Hz]", static_cast<double>(published - reported_published_) / period);
  latency.report(status, "latency");
  compute_time.report(status, "compute time");
  status.add("latency of the estimator [s]", lag);
  status.add("residual of the estimate [standard deviations]", residual);
  status.add("messages published", published);
  status.add("messages ignored", refused_);
  status.add("last message ignored because", last_refusal_);
  status.add("messages lost", lost);
  status.add("times that stamps went back", restarts);
  status.add("joint states of other robots", strangers);
  reported_ = now;
  reported_received_ = received;
  reported_published_ = published;
  reported_refused_ = refused_;
  reported_lost_ = lost;
}

}  // namespace hod_ros
