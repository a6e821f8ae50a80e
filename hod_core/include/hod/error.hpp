// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ERROR_HPP_
#define HOD__ERROR_HPP_

#include <stdexcept>
#include <string>

namespace hod
{

/// Bad data or a bad request, in one sentence: where (file, line or element), what was found,
/// what was expected. Thrown at configuration time only, never from a call that takes a Workspace.
///
/// Sentences quote what files and messages from elsewhere hold. Whatever that is, what() is one
/// line of UTF-8 that a terminal or a log can show: control characters are blanks in it, bytes that
/// are not UTF-8 question marks, and it is cut where it exceeds 3000 bytes.
class Error : public std::runtime_error
{
public:
  explicit Error(const std::string & sentence);
};

}  // namespace hod

#endif  // HOD__ERROR_HPP_
