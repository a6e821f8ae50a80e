// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/jerk_sections.hpp"

#include <limits>

#include "motion_cases.hpp"

namespace hod
{
namespace
{

using namespace motion_cases;

/// Sections that join, from durations and jerks.
std::vector<JerkSection> chain(
  JerkSection state, const std::vector<std::pair<double, double>> & durations_and_jerks)
{
  std::vector<JerkSection> sections;
  for (const auto & [duration, jerk] : durations_and_jerks)
  {
    state.duration = duration;
    state.jerk = jerk;
    sections.push_back(state);
    state.position += duration * state.velocity + duration * duration * state.acceleration / 2 +
                      duration * duration * duration * jerk / 6;
    state.velocity += duration * state.acceleration + duration * duration * jerk / 2;
    state.acceleration += duration * jerk;
  }
  return sections;
}

const std::vector<JerkSection> kFirst =
  chain({0, 1.0, 0.2, -0.3, 0}, {{0.5, 2.0}, {0.0, 7.0}, {0.25, -1.0}, {1.0, 0.0}, {0.25, 3.0}});
const std::vector<JerkSection> kSecond = chain({0, -2.0, 0.0, 0.1, 0}, {{0.6, 1.0}, {0.9, -4.0}});

/// State and jerk by adding up the sections anew.
Eigen::RowVector4d expected_at(const std::vector<JerkSection> & sections, double since_start)
{
  double q = sections[0].position, v = sections[0].velocity, a = sections[0].acceleration, jerk = 0;
  for (std::size_t i = 0; i <= sections.size() && since_start > 0.0; ++i)
  {
    const bool after = i == sections.size();
    jerk = after ? 0.0 : sections[i].jerk;
    const double h = after ? since_start : std::min(since_start, sections[i].duration);
    q += h * v + h * h * a / 2 + h * h * h * jerk / 6;
    v += h * a + h * h * jerk / 2;
    a += h * jerk;
    since_start -= h;
  }
  return {q, v, a, jerk};
}

TEST(JerkSections, EveryChannelIsReproducedOnCommonKnots)
{
  const PiecewisePolynomial motion = from_jerk_sections(10.0, {kFirst, kSecond});
  EXPECT_THAT(
    motion.knots(),
    testing::Pointwise(testing::DoubleEq(), {10.0, 10.5, 10.6, 10.75, 11.5, 11.75, 12.0}));
  EXPECT_EQ(motion.degree(), 3);
  RowMatrix rows(5, 2);
  for (int i = 0; i < 97; ++i)
  {
    const double since = 0.01 + 2.0 * i / 97;
    motion.evaluate(10.0 + since, rows);
    for (int channel = 0; channel < 2; ++channel)
    {
      const Eigen::RowVector4d expected = expected_at(channel == 0 ? kFirst : kSecond, since);
      for (int d = 0; d < 4; ++d)
      {
        EXPECT_NEAR(rows(d, channel), expected[d], 1e-12) << "channel " << channel << ", " << since;
      }
      EXPECT_EQ(rows(4, channel), 0.0);
    }
  }
}

TEST(JerkSections, JoinWhereRoundingIsAllThatIsLeftOfZero)
{
  // Each section begins at rest and ends at rest but for rounding.
  std::vector<JerkSection> sections;
  double position = 0.0;
  double acceleration = 0.3;
  for (int i = 0; i < 4; ++i)
  {
    sections.push_back({0.7, position, 0.0, acceleration, -2.0 * acceleration / 0.7});
    position += acceleration * 0.7 * 0.7 / 6.0;
    acceleration = -acceleration;
  }
  const PiecewisePolynomial motion = from_jerk_sections(0.0, {sections});
  RowMatrix rows(2, 1);
  motion.evaluate(0.7, rows);
  EXPECT_NEAR(rows(0, 0), 0.3 * 0.7 * 0.7 / 6.0, 1e-15);
  EXPECT_NEAR(rows(1, 0), 0.0, 1e-15);
  sections[2].velocity = 1e-5;
  EXPECT_THROW(from_jerk_sections(0.0, {sections}), Error);
}

TEST(JerkSections, SaysWhatIsWrong)
{
  EXPECT_EQ(
    error_of([] { from_jerk_sections(std::nan(""), {kFirst}); }),
    "start: found nan, expected a finite time");
  EXPECT_EQ(
    error_of([] { from_jerk_sections(0.0, {}); }),
    "sections: found no channel, expected at least 1");
  EXPECT_EQ(
    error_of([] { from_jerk_sections(0.0, {kFirst, {}}); }),
    "channel 1: found no section, expected at least 1");
  std::vector<JerkSection> broken = kSecond;
  broken[1].velocity = 3.0;
  EXPECT_EQ(
    error_of([&] { from_jerk_sections(0.0, {kFirst, broken}); }),
    "section 1 of channel 1: found the velocity 3, expected 0.24, where the section before it "
    "ends");
  broken = kSecond;
  broken[0].duration = -1.0;
  const std::string refused =
    "section 0 of channel 0: found a negative duration or a number that is not finite, expected "
    "none";
  EXPECT_EQ(error_of([&] { from_jerk_sections(0.0, {broken}); }), refused);
  broken[0] = {1.0, std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0, 0.0};
  EXPECT_EQ(error_of([&] { from_jerk_sections(0.0, {broken}); }), refused);
  EXPECT_EQ(
    error_of([] { from_jerk_sections(0.0, {{{0.0, 1.0, 0.0, 0.0, 0.0}}}); }),
    "sections: found a motion that takes no time, expected a duration above 0");
}

}  // namespace
}  // namespace hod
