// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__SMOOTHING_BLOCKS_HPP_
#define MOTION__SMOOTHING_BLOCKS_HPP_

#include <cstddef>
#include <vector>

#include "hod/motion/smoothing.hpp"
#include "motion/smoothing_triangle.hpp"

namespace hod::smoothing
{

/// What the samples say about a polynomial on each segment, in at most `width` equations a segment
/// for its coefficients in the local time (see LocalPolynomial). Rows are weighted by √wᵢ.
struct SampleBlocks
{
  RowShape shape;
  std::vector<double> knots;
  std::vector<std::size_t> first_row;  ///< of every segment, and the end
  std::vector<double> rows;
  std::vector<double> squares;  ///< of each channel: what no polynomial on one segment can follow

  int segments() const { return static_cast<int>(knots.size()) - 1; }
  int count(int segment) const;
  const double * at(int segment) const;
};

/// The finest knots: one per sample, evenly spaced; few and growing towards the middle in gaps.
std::vector<double> finest_knots(const std::vector<double> & times, double interval);

/// Every other knot, but no segment longer than `limit` [s] that was not so before.
std::vector<double> merged_knots(const std::vector<double> & knots, double limit);

SampleBlocks gather(const SmoothingSamples & samples, std::vector<double> knots, int width);

/// The same samples on some of the knots. Costs as much as there are segments, however many samples
/// they hold.
SampleBlocks merged(const SampleBlocks & blocks, std::vector<double> knots);

}  // namespace hod::smoothing

#endif  // MOTION__SMOOTHING_BLOCKS_HPP_
