// SPDX-License-Identifier: Apache-2.0
#include "hod/io/table_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "hod/motion/motion_table.hpp"

namespace
{

using testing::ElementsAre;

TEST(TableWriter, NamesTheColumnsOfForces)
{
  EXPECT_THAT(
    hod::force_columns({"a", "b"}, 2),
    ElementsAre("a.Q", "a.d1Q", "a.d2Q", "b.Q", "b.d1Q", "b.d2Q"));
}

TEST(TableWriter, NamesTheColumnsOfEnergies)
{
  EXPECT_THAT(hod::energy_columns(2), ElementsAre("E1", "E2"));
  EXPECT_THAT(hod::energy_columns(1, {"hand"}), ElementsAre("E1", "hand.E1"));
  EXPECT_THAT(
    hod::energy_columns(2, {"hand"}, 1),
    ElementsAre("E1", "d1E1", "E2", "d1E2", "hand.E1", "hand.d1E1", "hand.E2", "hand.d1E2"));
}

TEST(TableWriter, WritesTheShortestTextOfANumber)
{
  const double times[] = {0.0, 0.1};
  const double values[] = {1.0, -0.5, 1e-300, 1.0 / 3.0};
  std::string text = hod::table_header({"a.Q", "b.Q"});
  hod::append_rows(text, times, values, 2, 2);
  EXPECT_EQ(text, "time,a.Q,b.Q\n0,1,-0.5\n0.1,1e-300,0.3333333333333333\n");
}

TEST(TableWriter, EveryFiniteDoubleReadsBackAsItself)
{
  std::mt19937_64 random(3);
  std::vector<double> values = {
    -0.0, std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest(),
    std::numeric_limits<double>::min(), std::numeric_limits<double>::denorm_min()};
  while (values.size() < 20000)
  {
    const std::uint64_t bits = random();
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value))
    {
      values.push_back(value);
    }
  }
  std::vector<double> times(values.size());
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    times[i] = static_cast<double>(i) * 0.001;
  }
  std::string text = hod::table_header(hod::motion_columns({"odd,\"name\""}, 1));
  hod::append_rows(text, times.data(), values.data(), values.size(), 1);
  std::istringstream stream(text);
  const hod::MotionTable table = hod::read_motion(stream, "copy");
  EXPECT_EQ(table.joints.at(0).joint, "odd,\"name\"");
  EXPECT_EQ(table.times, times);
  ASSERT_EQ(table.values.size(), values.size());
  std::vector<double> scratch;
  const double * read = table.values.view(0, values.size(), scratch);
  EXPECT_EQ(std::memcmp(read, values.data(), values.size() * sizeof(double)), 0);
}

}  // namespace
