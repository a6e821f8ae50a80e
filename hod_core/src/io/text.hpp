// SPDX-License-Identifier: Apache-2.0
#ifndef IO__TEXT_HPP_
#define IO__TEXT_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hod::detail
{

/// Text without the spaces, tabs and line ends at both ends.
std::string_view trimmed(std::string_view text);

/// The number that the whole text represents, independent of the locale; infinities and NaN count
/// as numbers here.
std::optional<double> parse_number(std::string_view text);

/// The shortest text that reads back as the same number.
std::string shortest(double number);

/// Whether it contains a character that controls a terminal or starts a new line.
bool has_control_characters(std::string_view text);

/// Position of the first byte that is not part of a UTF-8 character; npos if there is none.
std::size_t first_outside_utf8(std::string_view text);

/// With blanks in place of control characters, question marks in place of bytes that are not UTF-8,
/// and cut to `longest` bytes.
std::string printable(std::string_view text, std::size_t longest);

/// The text in quotes for an error sentence: on one line, and truncated if it is long.
std::string in_quotes(std::string_view text, char quote = '"');

}  // namespace hod::detail

#endif  // IO__TEXT_HPP_
