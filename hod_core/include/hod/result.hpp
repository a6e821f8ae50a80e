// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__RESULT_HPP_
#define HOD__RESULT_HPP_

namespace hod
{

/// Outcome of a call that may run in a control loop: nothing is thrown, logged or allocated there.
/// A call that answers anything but `ok` has changed nothing.
enum class Result
{
  ok,
  no_workspace,    ///< the workspace has been moved from
  wrong_columns,   ///< an argument lacks one column per joint, or a wrench its six
  too_few_rows,    ///< order k needs the rows q … q⁽ᵏ⁺²⁾
  order_too_high,  ///< below zero or above what the workspace was made for
  no_such_index,   ///< no link, body or load without a table has this index
  not_finite,      ///< a number is NaN or infinite
  no_such_body,    ///< a mass below zero or an inertia that no body can have
  wrong_step,      ///< a time step that is not a positive number
  not_started,     ///< the first sample has not been given
  no_time          ///< a load that changes is not known at this time, or none has been set
};

/// In a few words, for messages.
const char * to_text(Result result);

}  // namespace hod

#endif  // HOD__RESULT_HPP_
