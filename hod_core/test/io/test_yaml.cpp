// SPDX-License-Identifier: Apache-2.0
#include "io/yaml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "hod/error.hpp"

namespace hod::detail
{
namespace
{

using testing::AllOf;
using testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The sentence that refuses something; empty if nothing does.
std::string refusal(const std::function<void()> & call)
{
  try
  {
    call();
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return {};
}

std::string refusal_of(const std::string & text)
{
  return refusal([&] { YamlItem::parse(text, "f.yaml"); });
}

/// The value of the only key.
YamlItem value(const std::string & text)
{
  return YamlItem::parse("a: " + text, "f.yaml").map().required("a");
}

std::string number_refusal(const std::string & text, const NumberRange & range = {})
{
  return refusal([&] { value(text).number(range); });
}

TEST(Yaml, ReadsNumbersDigitForDigit)
{
  EXPECT_EQ(value("1e-3").number(), 1e-3);
  EXPECT_EQ(value("+2E5").number(), 2e5);
  EXPECT_EQ(value("-.5").number(), -0.5);
  EXPECT_EQ(value("3.").number(), 3.0);
  EXPECT_EQ(value("0.1").number(), 0.1);
  EXPECT_EQ(value("007").number(), 7.0);
  EXPECT_EQ(value("[1, 2, 3e0]").vector(), Eigen::Vector3d(1.0, 2.0, 3.0));
}

TEST(Yaml, TakesInfinityOnlyWhereItMayBe)
{
  const NumberRange any{-kInfinity, -kInfinity, kInfinity, true};
  for (const char * const text : {".inf", "+.inf", ".Inf", ".INF", "inf"})
  {
    EXPECT_EQ(value(text).number(any), kInfinity);
    EXPECT_THAT(number_refusal(text), HasSubstr("expected a finite number"));
  }
  EXPECT_EQ(value("-.inf").number(any), -kInfinity);
  EXPECT_THAT(number_refusal(".nan", any), HasSubstr("'a': found '.nan', expected a number"));
  EXPECT_THAT(number_refusal("nan", any), HasSubstr("found 'nan'"));
}

TEST(Yaml, RefusesWhatIsNoNumber)
{
  for (const char * const text :
       {"much", "'1'", "\"1\"", "!!str 1", "1 m", "0x10", "1,5", "1e", "--1", "+-1", "1e999", "~",
        "[1]", "{b: 1}", "true", "1_000", "1:30", "infinity"})
  {
    EXPECT_THAT(number_refusal(text), HasSubstr("expected a finite number")) << text;
  }
}

TEST(Yaml, KeepsNumbersInTheirRange)
{
  EXPECT_EQ(number_refusal("0", {0.0}), "");
  EXPECT_EQ(number_refusal("-1", {0.0}), "f.yaml:1: 'a': found -1, expected at least 0");
  EXPECT_EQ(
    number_refusal("0", {-kInfinity, 0.0}), "f.yaml:1: 'a': found 0, expected a number above 0");
  EXPECT_EQ(
    number_refusal("3", {0.0, -kInfinity, 2.5}), "f.yaml:1: 'a': found 3, expected at most 2.5");
}

TEST(Yaml, NamesFileLineAndPlace)
{
  const YamlItem document = YamlItem::parse("x: 1\nfriction:\n  elbow:\n    viscous: much\n", "f");
  const YamlItem joint = document.map().required("friction").map().required("elbow");
  EXPECT_EQ(
    refusal([&] { joint.map().required("viscous").number(); }),
    "f:4: 'friction': 'elbow': 'viscous': found 'much', expected a finite number");
  EXPECT_EQ(
    refusal([&] { joint.named("friction of 'elbow'").map().required("coulomb"); }),
    "f:4: friction of 'elbow': found no 'coulomb', expected one");
  EXPECT_EQ(
    refusal([] { YamlItem::parse("b: 1\na:\n\n", "f").map().required("a").list(); }),
    "f:2: 'a': found nothing, expected a list");
  EXPECT_EQ(
    refusal([&] { joint.named("friction").numbered("joint 2").text(); }),
    "f:4: friction, joint 2: found a map, expected text");
}

TEST(Yaml, RefusesUnknownAndDoubleKeys)
{
  const auto read = [](const std::string & text) {
    return refusal([&] { YamlItem::parse(text, "f").map({"friction", "drives"}); });
  };
  EXPECT_EQ(read("drives: 1\nfriction: 2"), "");
  EXPECT_EQ(read("frictoin: 1"), "f:1: found the key 'frictoin', expected 'friction' perhaps");
  EXPECT_EQ(read("colour: 1"), "f:1: found the key 'colour', expected one of friction, drives");
  EXPECT_EQ(read("drives: 1\n\ndrives: 1"), "f:3: found the key 'drives' twice, expected it once");
  EXPECT_EQ(read("[drives]: 1"), "f:1: found a list as a key, expected a name");
  EXPECT_EQ(read("~: 1"), "f:1: found nothing as a key, expected a name");
  EXPECT_EQ(read("\"<<\": 1").substr(0, 21), "f:1: found the key '<");
  EXPECT_EQ(read("- drives"), "f:1: found a list, expected a map");
  EXPECT_EQ(read(""), "f:1: found nothing, expected a map");
  EXPECT_EQ(read("# nothing\n"), "f:1: found nothing, expected a map");
}

TEST(Yaml, RefusesMergeKeys)
{
  const std::string text = "a: &a {x: 1}\nb:\n  <<: *a\n  y: 2\n";
  EXPECT_EQ(
    refusal([&] { YamlItem::parse(text, "f").map().map_or_empty("b"); }),
    "f:3: 'b': found the merge key '<<', expected the keys that it stands for");
}

TEST(Yaml, RefusesWrongKinds)
{
  EXPECT_THAT(refusal([] { value("3").list(); }), HasSubstr("found '3', expected a list"));
  EXPECT_THAT(refusal([] { value("[]").text(); }), HasSubstr("found a list, expected text"));
  EXPECT_THAT(refusal([] { value("''").text(); }), HasSubstr("found nothing, expected text"));
  EXPECT_THAT(
    refusal([] { value("[1, 2]").vector(); }),
    HasSubstr("found a list of 2, expected a list of three numbers"));
  EXPECT_THAT(
    refusal([] { value("[1, 2]").numbers(6); }), HasSubstr("found 2 numbers, expected 6"));
  EXPECT_THAT(
    refusal([] { value("soft").choice({"rigid", "elastic"}); }),
    HasSubstr("found 'soft', expected one of rigid, elastic"));
  const std::string cut = refusal([] { value(std::string(9999, 'x')).number(); });
  EXPECT_LT(cut.size(), 150u);
}

TEST(Yaml, FollowsAliases)
{
  const YamlMap map = YamlItem::parse("a: &one {b: 1}\nc: *one\n", "f").map();
  EXPECT_EQ(map.required("c").map().required("b").number(), 1.0);
  EXPECT_THAT(refusal_of("a: *nothing"), HasSubstr("f.yaml:1: found no YAML"));
  EXPECT_THAT(refusal_of("&a [*a]"), HasSubstr("f.yaml:1: found an alias inside the value"));
}

TEST(Yaml, SaysWhatKindOfTextItCannotRead)
{
  EXPECT_THAT(refusal_of("a: [1, 2\nb: 3"), HasSubstr("f.yaml:2: found no YAML ("));
  EXPECT_EQ(
    refusal_of("a:\n\tb: 1\n\tc: 2\n"),
    "f.yaml:2: found a tab in the indentation, expected spaces");
  EXPECT_EQ(refusal_of("a: 1\n---\nb: 1\n"), "f.yaml:3: found a second document, expected one");
  EXPECT_EQ(refusal_of("a: 1\n---\n"), "");
  EXPECT_EQ(refusal_of("a: 1\n...\n"), "");
  EXPECT_EQ(refusal_of("a: {b: 1,\n\tc: 2}\n"), "");
  EXPECT_EQ(
    refusal_of(
      "\xEF\xBB\xBF"
      "a: 1\n"),
    "");
  EXPECT_EQ(refusal_of("a: 1\r\nb: 2\r\n"), "");
  EXPECT_EQ(
    refusal_of(
      std::string(
        "\xFF\xFE"
        "a\0:\0",
        6)),
    "f.yaml: found text in UTF-16, expected YAML in UTF-8");
  EXPECT_EQ(
    refusal_of(std::string("a: b\0c", 6)), "f.yaml: found binary data, expected YAML in UTF-8");
  EXPECT_EQ(
    refusal_of("a: [1]\n# Gr\u00fc\u00dfe\nb: Gr\xFC\xDF\n"),
    "f.yaml:3: found a letter that is not in UTF-8, expected YAML in UTF-8");
}

TEST(Yaml, SurvivesDeepNesting)
{
  std::string blocks;
  for (int i = 0; i < 5000; ++i)
  {
    blocks += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  }
  for (const std::string & text :
       {std::string(5000, '['), std::string(5000, '[') + std::string(5000, ']'),
        std::string(100000, '{'), blocks, std::string(1000000, '[')})
  {
    EXPECT_THAT(refusal_of(text), HasSubstr("found values nested more than 500 deep"));
  }
}

TEST(Yaml, ReadsManyEntries)
{
  std::string text;
  for (int i = 0; i < 20000; ++i)
  {
    text += "joint_" + std::to_string(i) + ": {viscous: 1}\n";
  }
  EXPECT_EQ(YamlItem::parse(text, "f").map().size(), 20000u);
}

TEST(Yaml, NamesTheFileThatCannotBeRead)
{
  EXPECT_EQ(
    refusal([] { YamlItem::read("no/such.yaml", "a robot file"); }),
    "no/such.yaml: found no readable file, expected a robot file");
  EXPECT_EQ(
    refusal([] { YamlItem::read("/", "a robot file"); }),
    "/: found a directory, expected a robot file");
}

// A billion laughs: each alias may stand for as much as the document holds.
TEST(Yaml, RefusesAliasesThatMultiply)
{
  const auto list_of_aliases = [](int count) {
    std::string text = "a: &a [1, 2]\nb: [";
    for (int i = 0; i < count; ++i)
    {
      text += "*a, ";
    }
    return text + "3]\n";
  };
  EXPECT_EQ(refusal_of(list_of_aliases(1000)), "");
  EXPECT_EQ(
    refusal_of(list_of_aliases(1001)),
    "f.yaml:2: found more than 1000 aliases, expected the values themselves");
  EXPECT_EQ(
    refusal_of("a: 1\nb: &b [1, *b]\n"),
    "f.yaml:2: found an alias inside the value that it stands for, expected one after it");
}

// File names and topics are told in sentences, which a terminal shows.
TEST(Yaml, RefusesTextsWithControlCharacters)
{
  EXPECT_EQ(
    refusal([] { YamlItem::parse("a: \"x\\e[2J\"", "f.yaml").map().required("a").text(); }),
    "f.yaml:1: 'a': found 'x [2J' with a control character in it, expected text on one line");
  EXPECT_EQ(
    refusal_of("a: \"\\\x13\""),
    "f.yaml:1: found no YAML (unknown escape character:  ), expected a map with keys");
  EXPECT_EQ(
    refusal([] { YamlItem::parse("\"x\\e[2J\": 1", "f.yaml").map(); }),
    "f.yaml:1: found 'x [2J' with a control character in it, expected a name");
}

// So that sentences stay short, whatever a file says.
TEST(Yaml, RefusesTextsAndKeysBeyondAThousandBytes)
{
  const std::string most(1000, 'x'), more = most + "x";
  EXPECT_EQ(value(most).text(), most);
  EXPECT_THAT(
    refusal([&] { value(more).text(); }),
    AllOf(HasSubstr("f.yaml:1: 'a': found 'xxx"), HasSubstr("of 1001 bytes, expected text of at")));
  EXPECT_THAT(
    refusal([&] { YamlItem::parse(more + ": 1", "f.yaml").map(); }),
    HasSubstr("of 1001 bytes, expected a key of at most 1000"));
  NumberRange range;
  range.at_least = 0.0;
  EXPECT_LT(number_refusal("-" + std::string(5000, '1') + "e-5000", range).size(), 200U);
}

TEST(Yaml, RefusesAFileWithoutEnd)
{
  EXPECT_EQ(
    refusal([] { YamlItem::read("/dev/zero", "a robot file"); }),
    "/dev/zero: found more than 64 MiB of text, expected a robot file");
}

}  // namespace
}  // namespace hod::detail
