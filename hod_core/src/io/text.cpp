// SPDX-License-Identifier: Apache-2.0
#include "io/text.hpp"

#include <array>
#include <charconv>

namespace hod::detail
{
namespace
{

/// How many bytes the control character takes that begins at an index; 0 if none does. Those of one
/// byte, and of two in UTF-8, U+0080 to U+009F.
std::size_t control_character_at(std::string_view text, std::size_t index)
{
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(index) < 0x20U || byte(index) == 0x7FU)
  {
    return 1;
  }
  const bool is_second_page = byte(index) == 0xC2U && index + 1 < text.size() &&
                              byte(index + 1) >= 0x80U && byte(index + 1) <= 0x9FU;
  return is_second_page ? 2 : 0;
}

}  // namespace

std::string_view trimmed(std::string_view text)
{
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos)
  {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::optional<double> parse_number(std::string_view text)
{
  if (text.size() > 1 && text[0] == '+' && text[1] != '-')
  {
    text.remove_prefix(1);  // std::from_chars takes no plus sign
  }
  double value = 0.0;
  const char * end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end)
  {
    return std::nullopt;
  }
  return value;
}

std::string shortest(double number)
{
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

bool has_control_characters(std::string_view text)
{
  for (std::size_t i = 0; i < text.size(); ++i)
  {
    if (control_character_at(text, i) > 0)
    {
      return true;
    }
  }
  return false;
}

std::string printable(std::string_view text, std::size_t longest)
{
  const bool cut = text.size() > longest;
  std::size_t length = cut ? longest : text.size();
  while (cut && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U)
  {
    --length;  // never inside a UTF-8 character
  }
  text = text.substr(0, length);
  std::string result;
  for (std::size_t i = 0; i < text.size();)
  {
    const std::size_t bytes = control_character_at(text, i);
    result += bytes > 0 ? ' ' : text[i];
    i += bytes > 0 ? bytes : 1;
  }
  return cut ? result + "…" : result;
}

std::string in_quotes(std::string_view text, char quote)
{
  constexpr std::size_t kLongest = 60;
  return quote + printable(text, kLongest) + quote;
}

}  // namespace hod::detail
