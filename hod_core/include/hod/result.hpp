// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__RESULT_HPP_
#define HOD__RESULT_HPP_

namespace hod
{

/// Outcome of a call that may run in a control loop, where nothing is thrown, logged or allocated.
/// A call that returns anything but `ok` has changed nothing.
enum class Result
{
  ok,
  no_workspace,    ///< the workspace has been moved from
  wrong_columns,   ///< not one column per joint, or not six for a wrench
  too_few_rows,    ///< order k needs the rows q … q⁽ᵏ⁺²⁾
  order_too_high,  ///< negative, or above that of the workspace
  no_such_index,   ///< no link, body or load without a table has this index
  not_finite,      ///< a number is NaN or infinite
  no_such_body,    ///< a negative mass, or an inertia that no body can have
  wrong_step,      ///< a time step that is not a positive number
  not_started,     ///< there is no first sample yet
  no_time          ///< a time-dependent load is unknown at this time, or no time was set
};

/// A short description, for messages.
const char * to_text(Result result);

}  // namespace hod

#endif  // HOD__RESULT_HPP_
