// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/feedforward_loop.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace hod_ros
{
namespace
{

void add(std::atomic<std::uint64_t> & counter, bool happened)
{
  if (happened)
  {
    counter.fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace

void LoopCounters::reset()
{
  for (auto * counter :
       {&cycles, &late, &clock_jumps, &saturated, &unmeasured, &unknown, &timed_out,
        &missed_handles, &refused_inputs})
  {
    *counter = 0;
  }
  slowest = 0.0;
}

LoopReport::LoopReport(int joints)
: motion(
    hod::RowMatrix::Constant(Reference::kRows, joints, std::numeric_limits<double>::quiet_NaN())),
  error(motion.topRows(2)),
  position(motion.row(0).transpose()),
  velocity(position)
{}

FeedforwardLoop::FeedforwardLoop(
  const hod::Robot & robot, const std::vector<int> & columns, int order, int samples, double period,
  const LoopSettings & settings)
: law_(robot, columns, order),
  clock_(period),
  settings_(std::make_unique<LoopSettings>(settings)),
  input_(law_.joints(), samples),
  estimate_(law_.joints(), samples),
  leader_(Reference(law_.joints()).now),
  reference_(law_.joints()),
  measurement_(law_.joints()),
  report_(LoopReport(law_.joints()))
{
  static_cast<void>(law_.set(settings_->law));
}

void FeedforwardLoop::reset()
{
  clock_ = CycleClock(clock_.period());
  input_.reset();
  estimate_.reset();
  monitor_.reset();
  law_.reset();
  reference_ = Reference(law_.joints());
  leader_ = reference_.now;
  measurement_ = Measurement(law_.joints());
  led_ = false;
  stopped_ = false;
  counters_.reset();
  report_.set(LoopReport(law_.joints()));
}

void FeedforwardLoop::start_cycle(double clock)
{
  const auto step = clock_.advance(clock);
  add(counters_.cycles, true);
  add(counters_.late, step == CycleClock::Step::late);
  add(counters_.clock_jumps, step == CycleClock::Step::jumped);
  take_news();
}

void FeedforwardLoop::take_news()
{
  if (new_settings_.take(settings_))
  {
    static_cast<void>(law_.set(settings_->law));
  }
  if (new_inputs_.take(inputs_))
  {
    add(counters_.refused_inputs, inputs_->apply(law_.workspace()) != hod::Result::ok);
  }
}

void FeedforwardLoop::follow_input()
{
  led_ = false;
  const auto status = input_.update(
    clock_.now(), settings_->reference_timeout, settings_->lead * clock_.period(),
    settings_->estimated, reference_);
  const bool timed_out = status == ReferenceInput::Status::timed_out;
  stopped_ = timed_out && settings_->stop_on_timeout;
  if (stopped_)
  {
    reference_.now.setConstant(std::numeric_limits<double>::quiet_NaN());
    reference_.ahead = reference_.now;
  }
  add(counters_.timed_out, timed_out);
}

void FeedforwardLoop::follow_leader()
{
  led_ = true;
  stopped_ = false;
  // What is estimated must not come back as if it had been given.
  hod::RowMatrix & completed = reference_.ahead;
  completed = leader_;
  if (settings_->estimated)
  {
    estimate_.update(clock_.now(), completed);
  }
  const double period = clock_.period();
  reference_.lead = settings_->lead * period;
  move_on(completed, -settings_->leader_ahead * period, reference_.now);
  move_on(reference_.now, reference_.lead, reference_.ahead);
}

void FeedforwardLoop::note_handle(bool done)
{
  add(counters_.missed_handles, !done);
}

void FeedforwardLoop::compute()
{
  const auto start = std::chrono::steady_clock::now();
  const auto outcome = law_.update(reference_, measurement_, clock_.step(), clock_.period());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  compute_time_ = elapsed.count();
  compute_time_us_ = 1e6 * compute_time_;
  if (stopped_)
  {
    law_.release();
  }
  monitor_.update(led_ ? nullptr : input_.plan(), clock_.now(), law_.error());
  count(outcome);
  show();
}

void FeedforwardLoop::count(FeedforwardLaw::Outcome outcome)
{
  add(counters_.unknown, outcome == FeedforwardLaw::Outcome::unknown_position);
  add(counters_.saturated, law_.saturated_any());
  add(counters_.unmeasured, law_.unmeasured() > 0);
  if (compute_time_ > counters_.slowest.load(std::memory_order_relaxed))
  {
    counters_.slowest.store(compute_time_, std::memory_order_relaxed);
  }
}

void FeedforwardLoop::show()
{
  // Whoever reads at this moment sees the cycle before.
  static_cast<void>(report_.try_set([this](LoopReport & report) {
    report.now = clock_.now();
    report.offset = clock_.offset();
    report.motion = law_.motion();
    report.error = law_.error();
    report.position = measurement_.position;
    report.velocity = measurement_.velocity;
    report.progress = monitor_.progress();
    report.known_order = law_.known_order();
    report.delay = led_ ? estimate_.delay() : input_.delay();
  }));
}

}  // namespace hod_ros
