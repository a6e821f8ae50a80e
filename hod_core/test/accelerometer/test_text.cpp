// SPDX-License-Identifier: Apache-2.0
#include "accelerometer/text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace hod::detail
{
namespace
{

TEST(Text, FiguresHaveTheDigitsThatTheyDeserve)
{
  EXPECT_EQ(with_deviation(0.0512345, 0.000623), "0.05123 ± 0.00062");
  EXPECT_EQ(with_deviation(-12345.678, 234.5), "-12350 ± 230");
  EXPECT_EQ(with_deviation(3.0, std::numeric_limits<double>::quiet_NaN()), "3");
  EXPECT_EQ(with_deviation(1.5, 0.0), "1.5");
  EXPECT_EQ(with_deviation(1e-9, 2e-10), "1.00e-09 ± 2.0e-10");
}

TEST(Text, TimesTellReadingsOfTheNextMillisecondApart)
{
  EXPECT_EQ(instant(0.25), "0.25");
  EXPECT_EQ(instant(3599.123), "3599.123");
  EXPECT_EQ(instant(1700000000.123), "1700000000.123");
}

}  // namespace
}  // namespace hod::detail
