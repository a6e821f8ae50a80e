// SPDX-License-Identifier: Apache-2.0
#include "io/text.hpp"

#include <array>
#include <charconv>

namespace hod::detail
{

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

std::string in_quotes(std::string_view text, char quote)
{
  constexpr std::size_t kLongest = 60;
  const bool cut = text.size() > kLongest;
  std::size_t length = cut ? kLongest : text.size();
  while (cut && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U)
  {
    --length;  // never inside a UTF-8 character
  }
  std::string result(1, quote);
  for (const char character : text.substr(0, length))
  {
    result += static_cast<unsigned char>(character) < 0x20U ? ' ' : character;
  }
  return result + (cut ? "…" : "") + quote;
}

}  // namespace hod::detail
