// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ERROR_HPP_
#define HOD__ERROR_HPP_

#include <stdexcept>

namespace hod
{

/// Bad data or a bad request, in one sentence: where (file, line or element), what was found,
/// what was expected. Thrown at configuration time only, never from a call that takes a Workspace.
class Error : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

}  // namespace hod

#endif  // HOD__ERROR_HPP_
