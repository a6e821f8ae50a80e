// SPDX-License-Identifier: Apache-2.0
#ifndef READING_STEPS_HPP_
#define READING_STEPS_HPP_

#include <cstddef>
#include <vector>

namespace hod::detail
{

/// Readings that come in steps, as an encoder's do: equal ones in a row have one error.
struct ReadingSteps
{
  double size = 0.0;  ///< the smallest change but for a few; 0: the readings have no steps
  std::vector<std::size_t> edges = {};  ///< where runs of equal readings begin, and the last ends
  double uneven = 0.0;                  ///< share of the changes that are no whole number of steps

  /// Deviation of an error that may be anything within a step.
  double noise() const;
};

/// The steps of readings of which more than a tenth equal the one before.
ReadingSteps reading_steps(const double * values, std::size_t count);

/// How many of `count` equal readings count as one: those within 20 ms, which the knowledge of the
/// signal's shape needs.
/// @param interval between readings [s]
double count_as_one(std::size_t count, double interval);

}  // namespace hod::detail

#endif  // READING_STEPS_HPP_
