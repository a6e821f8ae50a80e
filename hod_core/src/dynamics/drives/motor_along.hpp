// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__MOTOR_ALONG_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__MOTOR_ALONG_HPP_

#include <cstddef>

#include "hod/dynamics/drives/drive_history.hpp"
#include "hod/dynamics/forces/batch.hpp"

namespace hod::detail
{

/// Throws hod::Error unless all times are there, finite and ascending.
void check_times(const double * times, std::size_t count);

/// `count` states from `first` on.
States part_of(const States & states, int dof, std::size_t first, std::size_t count);

/// How many states to hold at once if each takes so many doubles.
std::size_t states_at_once(std::size_t doubles_per_state);

/// Motor motion along a motion that is handed over in parts, one after the other: from sample to
/// sample where springs are damped, each by itself where none is.
class MotorAlong
{
public:
  /// @param remembers whether an instant depends on those before, and so on times
  MotorAlong(const ElasticDrive & drive, int order, bool remembers);

  /// @param states the next part of the motion, at least order + 1 rows
  /// @param force    states × (order + 1) × dof doubles
  /// @param position receives as many
  /// @param torque   receives states × (order − 1) × dof
  void run(
    const States & states, const double * force, double * position, double * torque, int threads);

private:
  Result step(
    const States & states, std::size_t index, const ConstRowMatrixMap & motion,
    const ConstRowMatrixMap & force, RowMatrixRef position, RowMatrixRef torque);

  ElasticDrive drive_;
  DriveHistory history_;
  int order_;
  bool remembers_;
  bool started_ = false;
  double last_time_ = 0.0;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__DRIVES__MOTOR_ALONG_HPP_
