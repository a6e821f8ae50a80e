// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ACCELEROMETER__PROGRESS_REPORT_HPP_
#define HOD__SRC__ACCELEROMETER__PROGRESS_REPORT_HPP_

#include <functional>
#include <utility>

#include "hod/accelerometer/recovery.hpp"

namespace hod::detail
{

/// Counts the passes of a search for its caller; all plans of the search share it.
class ProgressReport
{
public:
  explicit ProgressReport(std::function<void(const RecoveryProgress &)> tell)
  : tell_(std::move(tell))
  {}

  void begin_pass(double spacing) { now_ = {now_.passes + 1, spacing, 0.0}; }

  /// Reports the completed share of the pass.
  void at(double share)
  {
    now_.share = share;
    tell_(now_);
  }

  /// Reports that other work is in progress.
  void tell() const { tell_(now_); }

private:
  std::function<void(const RecoveryProgress &)> tell_;
  RecoveryProgress now_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__PROGRESS_REPORT_HPP_
