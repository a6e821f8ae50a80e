// SPDX-License-Identifier: Apache-2.0
#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace hod::detail
{
namespace
{

/// Length in bytes of the control character at an index; 0 if there is none. Control characters are
/// single bytes and, in UTF-8, U+0080 to U+009F with two bytes.
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

struct FirstBytes
{
  unsigned char first, last;     ///< of the first byte
  unsigned char lowest = 0x80;   ///< of the second, which excludes overlong forms, UTF-16
  unsigned char highest = 0xBF;  ///< surrogates and values above U+10FFFF
  std::size_t bytes = 1;
};

constexpr FirstBytes kCharacters[] = {
  {0x00, 0x7F},
  {0xC2, 0xDF, 0x80, 0xBF, 2},
  {0xE0, 0xE0, 0xA0, 0xBF, 3},
  {0xE1, 0xEC, 0x80, 0xBF, 3},
  {0xED, 0xED, 0x80, 0x9F, 3},
  {0xEE, 0xEF, 0x80, 0xBF, 3},
  {0xF0, 0xF0, 0x90, 0xBF, 4},
  {0xF1, 0xF3, 0x80, 0xBF, 4},
  {0xF4, 0xF4, 0x80, 0x8F, 4},
};

/// Length in bytes of the character at the beginning of a text; 0 if there is none.
std::size_t character_length(std::string_view text)
{
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const FirstBytes & kind : kCharacters)
  {
    if (byte(0) < kind.first || byte(0) > kind.last)
    {
      continue;
    }
    bool good = kind.bytes <= text.size();
    for (std::size_t i = 1; good && i < kind.bytes; ++i)
    {
      good = byte(i) >= (i == 1 ? kind.lowest : 0x80) && byte(i) <= (i == 1 ? kind.highest : 0xBF);
    }
    return good ? kind.bytes : 0;
  }
  return 0;
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

std::size_t first_outside_utf8(std::string_view text)
{
  for (std::size_t i = 0; i < text.size();)
  {
    const std::size_t bytes = character_length(text.substr(i));
    if (bytes == 0)
    {
      return i;
    }
    i += bytes;
  }
  return std::string_view::npos;
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
    const std::size_t control = control_character_at(text, i);
    const std::size_t character = control > 0 ? 0 : character_length(text.substr(i));
    if (character > 0)
    {
      result += text.substr(i, character);
    }
    else
    {
      result += control > 0 ? ' ' : '?';
    }
    i += std::max<std::size_t>({control, character, 1});
  }
  return cut ? result + "…" : result;
}

std::string in_quotes(std::string_view text, char quote)
{
  constexpr std::size_t kLongest = 60;
  return quote + printable(text, kLongest) + quote;
}

}  // namespace hod::detail
