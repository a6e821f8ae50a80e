// SPDX-License-Identifier: Apache-2.0
// A motion is evaluated in control loops: that must not touch the heap.
#include <gmock/gmock.h>

#include "allocation_counter.hpp"
#include "hod/motion/interpolation.hpp"
#include "motion_cases.hpp"

namespace hod
{
namespace
{

using namespace motion_cases;

TEST(MotionAllocations, TheCounterCounts)
{
  RowMatrix matrix;
  EXPECT_EQ(allocations_of([&] { matrix.resize(50, 50); }), 1);
}

TEST(MotionAllocations, NoneWhenAMotionIsEvaluated)
{
  for (const int channels : {1, 7})
  {
    const PiecewisePolynomial motion =
      interpolate_accelerations(uneven_knots(51, 1), random_table(52, channels, 2), {}).motion;
    for (const int rows : {1, 6, 12})
    {
      RowMatrix result(rows, channels), table(20, channels + 3);
      EXPECT_EQ(
        allocations_of([&] {
          int segment = 0;
          for (int i = -10; i < 200; ++i)
          {
            const double time = 0.25 * i;
            motion.evaluate(time, result);
            motion.evaluate(time, table.block(2, 1, rows, channels));
            segment = motion.segment_at(time, segment);
            motion.evaluate_on(segment, time, result);
          }
        }),
        0);
    }
  }
}

}  // namespace
}  // namespace hod
