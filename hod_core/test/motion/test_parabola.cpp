// SPDX-License-Identifier: Apache-2.0
#include "motion/parabola.hpp"

#include <gtest/gtest.h>

#include <random>

namespace
{

using hod::detail::Point;
using hod::detail::vertex;

TEST(Parabola, VertexIsWhereItWasMade)
{
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> number(0.2, 3.0);
  for (int i = 0; i < 100; ++i)
  {
    const double lowest = number(generator), bend = number(generator), offset = number(generator);
    const auto at = [&](double place) {
      return Point{place, offset + bend * (place - lowest) * (place - lowest)};
    };
    const double middle = lowest + 0.05 * number(generator);
    const double left = middle - number(generator), right = middle + number(generator);
    EXPECT_NEAR(vertex({at(left), at(middle), at(right)}), lowest, 1e-12);
  }
}

TEST(Parabola, VertexOfEqualValuesIsTheMiddle)
{
  EXPECT_EQ(vertex({{{1.0, 5.0}, {2.5, 5.0}, {3.0, 5.0}}}), 2.5);
}

}  // namespace
