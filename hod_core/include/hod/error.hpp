// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ERROR_HPP_
#define HOD__ERROR_HPP_

#include <stdexcept>
#include <string>

namespace hod
{

/// Invalid data or an invalid request, described in one sentence: where (file, line or element),
/// what was found, what was expected. Thrown at configuration time only, never from a call that
/// takes a Workspace.
///
/// Sentences quote the contents of files and messages from other sources. Whatever these are,
/// what() is one line of UTF-8 that a terminal or a log can show: control characters become blanks,
/// bytes that are not UTF-8 become question marks, and anything beyond 3000 bytes is cut off.
class Error : public std::runtime_error
{
public:
  explicit Error(const std::string & sentence);
};

}  // namespace hod

#endif  // HOD__ERROR_HPP_
