// SPDX-License-Identifier: Apache-2.0
#include "io/text.hpp"

#include <gtest/gtest.h>

namespace hod::detail
{
namespace
{

std::string encoded(unsigned code)
{
  const auto byte = [&](unsigned mark, unsigned shift, unsigned bits) {
    return static_cast<char>(mark | ((code >> shift) & ((1U << bits) - 1U)));
  };
  if (code < 0x80U)
  {
    return {byte(0, 0, 7)};
  }
  if (code < 0x800U)
  {
    return {byte(0xC0, 6, 5), byte(0x80, 0, 6)};
  }
  if (code < 0x10000U)
  {
    return {byte(0xE0, 12, 4), byte(0x80, 6, 6), byte(0x80, 0, 6)};
  }
  return {byte(0xF0, 18, 3), byte(0x80, 12, 6), byte(0x80, 6, 6), byte(0x80, 0, 6)};
}

TEST(Text, EveryCharacterIsUtf8AndNoPartOfOneIs)
{
  constexpr std::size_t kNowhere = std::string::npos;
  std::string wrong;
  for (unsigned code = 0; code < 0x110000U; ++code)
  {
    const bool is_half = code >= 0xD800U && code < 0xE000U;  // of a pair in UTF-16
    const std::string text = encoded(code), part = text.substr(0, text.size() - 1);
    bool good = (first_outside_utf8(text) == kNowhere) == !is_half;
    if (text.size() > 1)
    {
      good = good && first_outside_utf8("ab" + part + "cd") == 2 &&
             first_outside_utf8("ab" + part) == 2 && first_outside_utf8(text.substr(1)) == 0;
    }
    wrong += good || wrong.size() > 100 ? "" : std::to_string(code) + " ";
  }
  EXPECT_EQ(wrong, "");
}

TEST(Text, OverlongFormsAndCodesBeyondTheLastAreNotUtf8)
{
  for (const char * text :
       {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xF0\x80\x80\x80",
        "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFE", "\xFF"})
  {
    EXPECT_EQ(first_outside_utf8(text), 0U) << text;
  }
  EXPECT_EQ(first_outside_utf8(""), std::string::npos);
  EXPECT_EQ(first_outside_utf8("j\u00e4 \u5de6 \U0001F600"), std::string::npos);
}

}  // namespace
}  // namespace hod::detail
