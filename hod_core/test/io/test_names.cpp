// SPDX-License-Identifier: Apache-2.0
#include "io/names.hpp"

#include <gtest/gtest.h>

namespace hod::detail
{
namespace
{

TEST(Suggestion, NamesWhatWasPerhapsMeant)
{
  EXPECT_EQ(suggestion("viscuous", {"coulomb", "viscous"}), "'viscous' perhaps");
  EXPECT_EQ(suggestion("frictoin", {"friction", "drives"}), "'friction' perhaps");
  EXPECT_EQ(suggestion("J2", {"J1", "joint"}), "'J1' perhaps");
  EXPECT_EQ(suggestion("x", {"a", "b"}), "one of a, b");
  EXPECT_EQ(suggestion("stifness", {"stiffness"}), "'stiffness' perhaps");
}

TEST(Suggestion, ListsWhatThereIs)
{
  EXPECT_EQ(suggestion("colour", {"loads", "drives"}), "one of loads, drives");
  EXPECT_EQ(suggestion("colour", {"loads"}), "loads");
  EXPECT_EQ(suggestion("colour", {}), "none");
  EXPECT_EQ(suggestion("", {"ab", "cd"}), "one of ab, cd");
}

TEST(Suggestion, CutsLongLists)
{
  std::vector<std::string> names;
  for (int i = 0; i < 3000; ++i)
  {
    names.push_back("joint_" + std::to_string(i));
  }
  EXPECT_EQ(suggestion("joint_7x", names), "'joint_7' perhaps");
  const std::string sentence = suggestion("elbow", names);
  EXPECT_LT(sentence.size(), 120u);
  EXPECT_NE(sentence.find(" and 2992 more"), std::string::npos) << sentence;
  EXPECT_LT(suggestion(std::string(100000, 'x'), names).size(), 120u);
}

}  // namespace
}  // namespace hod::detail
