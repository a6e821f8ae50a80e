// SPDX-License-Identifier: Apache-2.0
#ifndef REFUSAL_HPP_
#define REFUSAL_HPP_

#include <functional>
#include <string>

#include "hod/error.hpp"

/// The sentence with which an action is refused; empty if it is not.
inline std::string refusal(const std::function<void()> & action)
{
  try
  {
    action();
  }
  catch (const hod::Error & error)
  {
    return error.what();
  }
  return "";
}

#endif  // REFUSAL_HPP_
