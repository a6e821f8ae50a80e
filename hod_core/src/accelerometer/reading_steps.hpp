// SPDX-License-Identifier: Apache-2.0
#ifndef READING_STEPS_HPP_
#define READING_STEPS_HPP_

#include <cstddef>
#include <vector>

namespace hod::detail
{

/// Quantized readings, as from an encoder: equal ones in a row share one error.
struct ReadingSteps
{
  double size = 0.0;                    ///< smallest change except for a few; 0: not quantized
  std::vector<std::size_t> edges = {};  ///< where runs of equal readings begin, and the last ends
  double uneven = 0.0;                  ///< fraction of changes that are not whole steps

  /// Standard deviation of an error that is uniform within a step.
  double noise() const;
};

/// The quantization of readings of which more than a tenth equal the previous one.
ReadingSteps reading_steps(const double * values, std::size_t count);

/// How many of `count` equal readings count as one: those within 20 ms, as the shape of the signal
/// requires.
/// @param interval between readings [s]
double count_as_one(std::size_t count, double interval);

/// How many quantized readings of a moving joint are worth one, at least 1. While a joint turns
/// round within a step, or passes a speed of whole steps per reading, all its readings have the
/// same error, the longer the smaller its acceleration is.
/// @param interval between readings [s]
double readings_alike(
  const ReadingSteps & steps, const double * values, std::size_t count, double interval);

}  // namespace hod::detail

#endif  // READING_STEPS_HPP_
