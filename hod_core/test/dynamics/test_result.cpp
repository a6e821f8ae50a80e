// SPDX-License-Identifier: Apache-2.0
#include "hod/result.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hod
{
namespace
{

TEST(Result, EachHasWordsOfItsOwn)
{
  std::set<std::string> texts;
  const int last = static_cast<int>(Result::no_time);
  for (int i = 0; i <= last; ++i)
  {
    const std::string text = to_text(static_cast<Result>(i));
    EXPECT_FALSE(text.empty()) << i;
    texts.insert(text);
  }
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(last) + 1U);
  EXPECT_STREQ(to_text(Result::not_finite), "a number is not finite");
}

}  // namespace
}  // namespace hod
