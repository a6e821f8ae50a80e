// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/motion_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "hod/error.hpp"
#include "hod/robot/urdf.hpp"

namespace
{

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

hod::MotionTable read(const std::string & text)
{
  std::istringstream stream(text);
  return hod::read_motion(stream, "m.csv");
}

std::vector<double> values_of(const hod::MotionTable & table)
{
  std::vector<double> scratch;
  const double * values = table.values.view(0, table.values.size(), scratch);
  return {values, values + table.values.size()};
}

/// The sentence that refuses a call; empty if nothing does.
template <typename Call>
std::string refusal(const Call & call)
{
  try
  {
    call();
  }
  catch (const hod::Error & error)
  {
    return error.what();
  }
  return {};
}

/// Links 0 … 3 in a chain of the joints b, a and f; f follows a.
hod::Robot chain()
{
  const std::string ends[] = {"0", "1", "2", "3"};
  const std::string names[] = {"b", "a", "f"};
  std::string xml = "<robot name=\"r\">";
  for (const std::string & end : ends)
  {
    xml += "<link name=\"" + end + "\"/>";
  }
  for (std::size_t i = 0; i < 3; ++i)
  {
    xml += "<joint name=\"" + names[i] + "\" type=\"revolute\"><parent link=\"" + ends[i] +
           "\"/><child link=\"" + ends[i + 1] + "\"/>" +
           (names[i] == "f" ? "<mimic joint=\"a\"/>" : "") + "</joint>";
  }
  return hod::Robot(hod::parse_urdf(xml + "</robot>"));
}

TEST(MotionTable, ReadsColumnsInAnyOrder)
{
  const auto table = read("b.d1q,time,a.q,b.q\n1,0.5,2,3\n4,0.75,5,6e-1\n");
  EXPECT_THAT(table.times, ElementsAre(0.5, 0.75));
  ASSERT_EQ(table.joints.size(), 2U);
  EXPECT_EQ(table.joints[0].joint, "a");
  EXPECT_EQ(table.joints[0].rows, 1);
  EXPECT_EQ(table.joints[1].joint, "b");
  EXPECT_EQ(table.joints[1].rows, 2);
  EXPECT_THAT(values_of(table), ElementsAre(2, 3, 1, 5, 0.6, 4));
}

TEST(MotionTable, ToleratesWhatSpreadsheetsAndEditorsLeave)
{
  const auto table = read("\xEF\xBB\xBF time , \"a.q\" \r\n\r\n 0 , +1 \r\n1,\t2\r\n\r\n \n");
  EXPECT_THAT(table.times, ElementsAre(0, 1));
  EXPECT_THAT(values_of(table), ElementsAre(1, 2));
}

TEST(MotionTable, NeedsNoLastLineEnd)
{
  EXPECT_THAT(values_of(read("time,a.q\n0,1")), ElementsAre(1));
}

TEST(MotionTable, JointNamesMayHoldDotsCommasAndQuotes)
{
  const auto table = read("time,arm.1.q,\"x,\"\"y\"\".q\"\n0,1,2\n");
  EXPECT_EQ(table.joints[0].joint, "arm.1");
  EXPECT_EQ(table.joints[1].joint, "x,\"y\"");
}

TEST(MotionTable, ReadsAcrossTheBlocksOfALargeFile)
{
  std::string text = "time,a.q\n";
  for (int i = 0; i < 200000; ++i)
  {
    text += std::to_string(i) + ",0.125\n";
  }
  ASSERT_GT(text.size(), 2U << 20U);
  const auto table = read(text);
  ASSERT_EQ(table.times.size(), 200000U);
  EXPECT_EQ(table.times.back(), 199999.0);
  EXPECT_EQ(values_of(table).back(), 0.125);
}

struct Refusal
{
  const char * name;
  std::string text;
  std::string place;
  std::string found;
};

class MotionTableRefusal : public testing::TestWithParam<Refusal>
{};

TEST_P(MotionTableRefusal, SaysWhereWhatWasFoundAndWhatWasExpected)
{
  const std::string sentence = refusal([] { read(GetParam().text); });
  EXPECT_THAT(
    sentence,
    AllOf(StartsWith(GetParam().place), HasSubstr(GetParam().found), HasSubstr("expected")));
  EXPECT_EQ(sentence.find('\n'), std::string::npos);
}

const Refusal kRefusals[] = {
  {"empty", "", "m.csv: ", "found nothing"},
  {"blank", " \n\n", "m.csv: ", "found nothing"},
  {"no_rows", "time,a.q\n", "m.csv: ", "no rows"},
  {"no_time", "a.q\n1\n", "m.csv:1: ", "no column \"time\""},
  {"numbers_only", "0,1\n1,2\n", "m.csv:1: ", "no column \"time\""},
  {"no_suffix", "time,a\n", "m.csv:1: ", "column \"a\""},
  {"other_suffix", "time,a.Q\n", "m.csv:1: ", "column \"a.Q\""},
  {"no_joint", "time,.q\n", "m.csv:1: ", "column \".q\""},
  {"no_name", "time,,a.q\n", "m.csv:1: ", "column \"\""},
  {"derivative_zero", "time,a.d0q\n", "m.csv:1: ", "column \"a.d0q\""},
  {"derivative_word", "time,a.dxq\n", "m.csv:1: ", "column \"a.dxq\""},
  {"derivative_padded", "time,a.q,a.d01q\n", "m.csv:1: ", "column \"a.d01q\""},
  {"derivative_huge", "time,a.d99999999999q\n", "m.csv:1: ", "column \"a.d9"},
  {"semicolons", "time;a.q\n0;1\n", "m.csv:1: ", "columns separated by semicolons"},
  {"tabs", "time\ta.q\n0\t1\n", "m.csv:1: ", "columns separated by tabs"},
  {"gzip", "\x1F\x8B\x08", "m.csv: ", "gzip data"},
  {"same_column", "time,a.q,a.q\n", "m.csv:1: ", "second column \"a.q\""},
  {"two_times", "time,time\n", "m.csv:1: ", "second column \"time\""},
  {"gap", "time,a.q,a.d2q\n0,1,2\n", "m.csv:1: ", "joint \"a\": found d2q without d1q"},
  {"no_position", "time,a.d1q\n0,1\n", "m.csv:1: ", "found d1q without q"},
  {"short_row", "time,a.q\n0,1\n1\n", "m.csv:3: ", "found 1 fields, expected 2"},
  {"long_row", "time,a.q\n\n0,1,2\n", "m.csv:3: ", "found 3 fields, expected 2"},
  {"nan", "time,a.q\n0,nan\n", "m.csv:2: ", "column \"a.q\": found \"nan\""},
  {"inf", "time,a.q\n0,-inf\n", "m.csv:2: ", "found \"-inf\""},
  {"huge", "time,a.q\n0,1e999\n", "m.csv:2: ", "found \"1e999\""},
  {"word", "time,a.q\n0,left\n", "m.csv:2: ", "found \"left\""},
  {"nothing", "time,a.q\n0,\n", "m.csv:2: ", "found \"\""},
  {"nan_time", "time,a.q\nnan,0\n", "m.csv:2: ", "column \"time\": found \"nan\""},
  {"same_time", "time,a.q\n0.5,0\n0.5,0\n", "m.csv:3: ", "time 0.5 after 0.5"},
  {"time_back", "time,a.q\n0,0\n2,0\n1e-9,0\n", "m.csv:4: ", "time 1e-09 after 2,"},
};

INSTANTIATE_TEST_SUITE_P(
  MotionTable, MotionTableRefusal, testing::ValuesIn(kRefusals),
  [](const auto & instance) { return std::string(instance.param.name); });

TEST(MotionMatch, PutsJointsInTheModelsOrder)
{
  const hod::Robot robot = chain();
  const auto table = read("time,a.q,a.d1q,a.d2q,b.q,b.d1q\n0,1,2,3,4,5\n1,6,7,8,9,10\n");
  const hod::MotionMatch match(table, robot, 2);
  std::vector<double> motion(4);
  match.gather(1, 1, motion.data());
  EXPECT_THAT(motion, ElementsAre(9, 6, 10, 7));
  EXPECT_TRUE(match.still().empty());
}

TEST(MotionMatch, JointsLeftOutStandStill)
{
  const auto table = read("time,a.q\n0,1\n1,6\n");
  const hod::Robot robot = chain();
  const hod::MotionMatch match(table, robot, 1);
  std::vector<double> motion(4, -1.0);
  match.gather(0, 2, motion.data());
  EXPECT_THAT(motion, ElementsAre(0, 1, 0, 6));
  EXPECT_THAT(match.still(), ElementsAre("b"));
}

TEST(MotionMatch, RefusesJointsThatAreNotTheModels)
{
  const hod::Robot robot = chain();
  EXPECT_EQ(
    refusal([&] { hod::MotionMatch(read("time,x.q\n0,1\n"), robot, 1); }),
    "m.csv: found joint \"x\", expected one of b, a");
  EXPECT_THAT(
    refusal([&] { hod::MotionMatch(read("time,f.q\n0,1\n"), robot, 1); }),
    HasSubstr("joint \"f\", which follows another joint"));
}

TEST(MotionMatch, RefusesTooFewDerivatives)
{
  const hod::Robot robot = chain();
  EXPECT_EQ(
    refusal([&] { hod::MotionMatch(read("time,a.q,a.d1q\n0,1,2\n"), robot, 3); }),
    "m.csv: joint \"a\": found 2 columns, expected 3 (q … d2q)");
}

/// The blocks, one after the other.
hod::ReadLines blocks(std::vector<std::vector<double>> numbers)
{
  return
    [numbers = std::move(numbers), next = std::size_t{0}](std::vector<double> & block) mutable {
      block = next < numbers.size() ? numbers[next] : std::vector<double>{};
      return next++ < numbers.size();
    };
}

TEST(MotionTableOfBlocks, IsThatOfTheText)
{
  const auto text = read("b.d1q,time,a.q,b.q\n1,0.5,2,3\n4,0.75,5,6e-1\n7,1,8,9\n");
  const auto table = hod::read_motion(
    {"b.d1q", "time", "a.q", "b.q"}, blocks({{1, 0.5, 2, 3, 4, 0.75, 5, 0.6}, {7, 1, 8, 9}}),
    "m.parquet");
  EXPECT_EQ(table.source, "m.parquet");
  EXPECT_EQ(table.times, text.times);
  EXPECT_EQ(values_of(table), values_of(text));
  EXPECT_EQ(table.joints[1].joint, "b");
  EXPECT_EQ(table.joints[1].rows, 2);
}

TEST(MotionTableOfBlocks, RefusesWhatTheTextWouldBeRefusedFor)
{
  const std::vector<std::string> columns{"time", "a.q"};
  const auto reading = [&](std::vector<std::vector<double>> numbers) {
    return refusal([&] { hod::read_motion(columns, blocks(std::move(numbers)), "m.parquet"); });
  };
  EXPECT_EQ(
    reading({{0.0, 1.0}, {0.5, std::nan("")}}),
    "m.parquet: row 1: column \"a.q\": found nan, expected a finite number");
  EXPECT_EQ(
    reading({{0.0, 1.0, 0.5, 2.0}, {0.5, 3.0}}),
    "m.parquet: row 2: found time 0.5 after 0.5, expected a later one");
  EXPECT_EQ(
    refusal([] { hod::read_motion({"a.q"}, blocks({}), "m.parquet"); }),
    "m.parquet: found no column \"time\", expected one");
}

// Room is made in advance by the size of the file, which must not show.
TEST(MotionTableFile, LongOnesAreReadWhole)
{
  constexpr int kLines = 10'000;
  std::ostringstream text;
  text << "time,a.q\n";
  for (int i = 0; i < kLines; ++i)
  {
    text << i << "," << 2 * i << "\n";
  }
  const auto path = std::filesystem::path(testing::TempDir()) / "long_motion.csv";
  std::ofstream(path) << text.str();
  const auto table = hod::read_motion(path);
  EXPECT_EQ(table.times, read(text.str()).times);
  EXPECT_EQ(values_of(table), values_of(read(text.str())));
  EXPECT_EQ(values_of(table).back(), 2.0 * (kLines - 1));
  std::filesystem::remove(path);
}

// As a Parquet file can have: two columns of times would be twice as many instants as rows.
TEST(MotionTable, RefusesAColumnThatComesTwice)
{
  for (const char * name : {"time", "b.q"})
  {
    bool has_rows = true;
    const auto rows = [&](std::vector<double> & numbers) {
      numbers = {0.0, 1.0, 0.0};
      return std::exchange(has_rows, false);
    };
    EXPECT_THAT(
      refusal([&] { hod::read_motion({"time", "b.q", name}, rows, "m.parquet"); }),
      AllOf(StartsWith("m.parquet: found a second column"), HasSubstr(name)));
  }
}

TEST(MotionTableFile, RefusesAMissingFileAndADirectory)
{
  EXPECT_THROW(hod::read_motion("/nowhere/m.csv"), hod::Error);
  EXPECT_THROW(hod::read_motion(std::filesystem::path("/")), hod::Error);
}

// Memory stays bounded where a file has no lines.
TEST(MotionTableFile, RefusesALineWithoutEnd)
{
  EXPECT_THAT(
    [] { hod::read_motion(std::filesystem::path("/dev/zero")); },
    testing::ThrowsMessage<hod::Error>(HasSubstr("/dev/zero:1: found a line of more than 16 MiB")));
}

}  // namespace
