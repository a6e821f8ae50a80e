// SPDX-License-Identifier: Apache-2.0
#include "hod/result.hpp"

namespace hod
{

const char * to_text(Result result)
{
  switch (result)
  {
    case Result::ok:
      return "good";
    case Result::no_workspace:
      return "the workspace has been moved from";
    case Result::wrong_columns:
      return "the number of columns does not fit";
    case Result::too_few_rows:
      return "there are too few rows of derivatives for the order";
    case Result::order_too_high:
      return "the order is below zero or above what the workspace was made for";
    case Result::no_such_index:
      return "there is no link, body or load without a table of this index";
    case Result::not_finite:
      return "a number is not finite";
    case Result::no_such_body:
      return "no body can have these mass properties";
    case Result::wrong_step:
      return "the time step is not a positive number";
    case Result::not_started:
      return "the first sample has not been given";
    case Result::no_time:
      return "a load that changes is not known at this time";
  }
  return "";
}

}  // namespace hod
