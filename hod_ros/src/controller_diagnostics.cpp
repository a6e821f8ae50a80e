// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/controller_diagnostics.hpp"

#include <string>
#include <utility>

namespace hod_ros
{
namespace
{

using diagnostic_msgs::msg::DiagnosticStatus;

struct Remark
{
  bool applies;
  const char * text;
};

std::string known(int order)
{
  return order < 0 ? "none: the reference gives no velocity or acceleration, which count as zero"
                   : "up to the derivative " + std::to_string(order);
}

void report(
  FeedforwardLoop & loop, const TrajectoryServer & server, LiveTopics & inputs,
  diagnostic_updater::DiagnosticStatusWrapper & status)
{
  const LoopCounters & counters = loop.counters();
  const LoopReport last = loop.report();
  const Remark remarks[] = {
    {counters.unknown > 0, "zero effort: neither reference nor position was known"},
    {counters.unmeasured > 0, "joints were without measurement"},
    {counters.timed_out > 0, "the reference fell silent"},
    {counters.saturated > 0, "efforts were cut to their limits"},
    {counters.late > 0, "cycles were late"},
    {counters.clock_jumps > 0, "the clock was set"},
    {counters.refused_inputs > 0, "an input was refused"},
    {server.refusals() > 0, "messages or goals were refused"},
    {counters.cycles > 0 && last.known_order < 0, "the reference gives no acceleration"}};
  status.summary(DiagnosticStatus::OK, "running");
  if (counters.cycles == 0)
  {
    status.summary(DiagnosticStatus::OK, "not running");
  }
  for (const Remark & remark : remarks)
  {
    if (remark.applies)
    {
      status.mergeSummary(DiagnosticStatus::WARN, remark.text);
    }
  }
  if (const std::string remark = inputs.remark(); !remark.empty())
  {
    status.mergeSummary(DiagnosticStatus::WARN, remark);
  }
  status.add("cycles", counters.cycles.load());
  status.add("late cycles", counters.late.load());
  status.add("clock jumps", counters.clock_jumps.load());
  status.add("cycles with an effort cut to its limit", counters.saturated.load());
  status.add("cycles with a joint without measurement", counters.unmeasured.load());
  status.add("cycles without any position", counters.unknown.load());
  status.add("cycles after the reference fell silent", counters.timed_out.load());
  status.add("handles that were busy", counters.missed_handles.load());
  status.add("inputs refused", counters.refused_inputs.load());
  status.add("messages and goals refused", server.refusals());
  status.add("last refusal", server.last_refusal());
  status.add("forces known", known(last.known_order));
  status.add("delay of estimated snap [s]", last.delay);
  status.add("longest computation [us]", 1e6 * counters.slowest.load());
}

}  // namespace

ControllerDiagnostics::ControllerDiagnostics(
  const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, std::shared_ptr<FeedforwardLoop> loop,
  std::shared_ptr<const TrajectoryServer> server, std::shared_ptr<LiveTopics> inputs)
: updater_(node)
{
  updater_.setHardwareID("none");
  updater_.add(
    "feedforward", [loop = std::move(loop), server = std::move(server), inputs = std::move(inputs)](
                     auto & status) { report(*loop, *server, *inputs, status); });
}

}  // namespace hod_ros
