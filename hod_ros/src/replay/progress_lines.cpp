// SPDX-License-Identifier: Apache-2.0
#include "replay/progress_lines.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace hod_ros
{
namespace
{

using Seconds = std::chrono::duration<double>;

constexpr std::chrono::milliseconds kBetween{100};
constexpr double kFirstGuess = 1.0;  // [s] before which nothing is said of the time left

/// Minutes and seconds.
std::string clock_text(double seconds)
{
  const long whole = std::lround(seconds);
  const std::string rest = std::to_string(whole % 60);
  return std::to_string(whole / 60) + (rest.size() < 2 ? ":0" : ":") + rest;
}

double since(std::chrono::steady_clock::time_point begin)
{
  return Seconds(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Messages::Messages(bool quiet) : is_quiet_(quiet), is_terminal_(isatty(STDERR_FILENO) != 0) {}

void Messages::say(const std::string & line) const
{
  if (!is_quiet_)
  {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
}

ProgressLine::ProgressLine(const Messages & messages, std::string what, std::size_t total)
: messages_(messages), what_(std::move(what)), total_(total), step_(messages.is_terminal() ? 1 : 10)
{}

void ProgressLine::operator()(std::size_t done)
{
  const std::size_t percent = total_ == 0 ? 100 : std::min<std::size_t>(100, 100 * done / total_);
  if (messages_.is_quiet() || percent / step_ == last_ / step_)
  {
    return;
  }
  last_ = percent;
  const std::string text = what_ + ": " + std::to_string(percent) + " %";
  if (!messages_.is_terminal())
  {
    messages_.say(text);
    return;
  }
  std::fprintf(
    stderr, "\r%s%s\033[K%s", text.c_str(), time_left(done).c_str(), percent < 100 ? "" : "\n");
}

std::string ProgressLine::time_left(std::size_t done) const
{
  const double spent = since(begin_);
  if (spent < kFirstGuess || done == 0 || done >= total_)
  {
    return {};
  }
  const double share = static_cast<double>(done) / static_cast<double>(total_);
  return ", " + clock_text(spent * (1.0 - share) / share) + " left";
}

SearchLine::SearchLine(const Messages & messages) : messages_(messages)
{
  if (!messages_.is_terminal())
  {
    messages_.say("finding the motion");
  }
}

SearchLine::~SearchLine()
{
  if (is_open_)
  {
    std::fputs("\n", stderr);
  }
}

void SearchLine::operator()(const hod::RecoveryProgress & at)
{
  const auto now = std::chrono::steady_clock::now();
  if (messages_.is_quiet() || !messages_.is_terminal() || now - shown_ < kBetween)
  {
    return;
  }
  shown_ = now;
  is_open_ = true;
  std::fprintf(
    stderr, "\rfinding the motion: pass %d, %.0f %% of it, knots every %.3g ms, %s so far\033[K",
    at.passes, 100.0 * at.share, 1e3 * at.spacing, clock_text(since(begin_)).c_str());
}

}  // namespace hod_ros
