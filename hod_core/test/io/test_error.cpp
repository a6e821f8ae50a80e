// SPDX-License-Identifier: Apache-2.0
#include "hod/error.hpp"

#include <gtest/gtest.h>

namespace hod
{
namespace
{

std::string shown(const std::string & sentence)
{
  return Error(sentence).what();
}

TEST(Error, ASentenceStaysAsItIs)
{
  const std::string sentence = "arm.urdf:3: found joint 'größer', expected 左";
  EXPECT_EQ(shown(sentence), sentence);
}

TEST(Error, WhatMessagesHoldCommandsNoTerminalAndForgesNoLineOfALog)
{
  EXPECT_EQ(shown("joint 'a\n[INFO] all well\x1B[2J\xC2\x9B'"), "joint 'a [INFO] all well [2J '");
}

TEST(Error, BytesThatAreNotUtf8AreShownAsQuestionMarks)
{
  EXPECT_EQ(shown("link 'J\xF6rg\xFF'"), "link 'J?rg?'");
  EXPECT_EQ(shown("\xED\xA0\x80"), "???") << "half of a pair in UTF-16";
}

TEST(Error, IsCutBetweenCharacters)
{
  EXPECT_EQ(shown(std::string(3000, 'a')), std::string(3000, 'a'));
  EXPECT_EQ(shown(std::string(2999, 'a') + "öb"), std::string(2999, 'a') + "…");
  EXPECT_EQ(shown(std::string(1'000'000, 'a')).size(), 3003U);
}

}  // namespace
}  // namespace hod
