// SPDX-License-Identifier: Apache-2.0
#ifndef REPLAY__PROGRESS_LINES_HPP_
#define REPLAY__PROGRESS_LINES_HPP_

#include <chrono>
#include <cstddef>
#include <string>

#include "hod/accelerometer/recovery.hpp"

namespace hod_ros
{

/// What replay_bag says on stderr while it works: nothing if it is to be quiet. On a terminal a
/// line is written over, with the time left where that can be known.
class Messages
{
public:
  explicit Messages(bool quiet);

  void say(const std::string & line) const;
  bool is_quiet() const { return is_quiet_; }
  bool is_terminal() const { return is_terminal_; }

private:
  bool is_quiet_;
  bool is_terminal_;
};

/// So many messages of a bag: a line that is written over on a terminal, and ten lines elsewhere.
class ProgressLine
{
public:
  ProgressLine(const Messages & messages, std::string what, std::size_t total);

  void operator()(std::size_t done);

private:
  std::string time_left(std::size_t done) const;

  const Messages & messages_;
  std::string what_;
  std::size_t total_;
  std::size_t step_;
  std::size_t last_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The search for the motion, whose passes nobody knows beforehand: where it is, and the time so
/// far.
class SearchLine
{
public:
  explicit SearchLine(const Messages & messages);
  SearchLine(const SearchLine &) = delete;
  SearchLine & operator=(const SearchLine &) = delete;
  ~SearchLine();

  void operator()(const hod::RecoveryProgress & at);

private:
  const Messages & messages_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_{};
  bool is_open_ = false;
};

}  // namespace hod_ros

#endif  // REPLAY__PROGRESS_LINES_HPP_
