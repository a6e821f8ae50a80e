// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_system.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "motion/smoothing_basis.hpp"
#include "motion/smoothing_covariance.hpp"

namespace hod::smoothing
{
namespace
{

using Index = std::size_t;

struct Node
{
  double place;
  double weight;
};

/// Gauss–Legendre nodes on [-1, 1], by Newton's method on the Legendre polynomial.
std::vector<Node> gauss_nodes(int count)
{
  std::vector<Node> nodes;
  const double pi = std::acos(-1.0);
  for (int i = 0; i < count; ++i)
  {
    double x = std::cos(pi * (i + 0.75) / (count + 0.5));
    double slope = 1;
    for (int iteration = 0; iteration < 20; ++iteration)
    {
      double previous = 0;
      double value = 1;
      for (int k = 1; k <= count; ++k)
      {
        const double next = ((2 * k - 1) * x * value - (k - 1) * previous) / k;
        previous = value;
        value = next;
      }
      slope = count * (x * value - previous) / (x * x - 1);
      x -= value / slope;
    }
    nodes.push_back({x, 2 / ((1 - x * x) * slope * slope)});
  }
  return nodes;
}

}  // namespace

System::System(const SampleBlocks & blocks, int penalty)
: shape_(blocks.shape),
  segments_(blocks.segments()),
  penalty_rows_(shape_.width - penalty),
  knots_(blocks.knots),
  squares_(blocks.squares),
  first_row_(blocks.first_row),
  rows_(blocks.rows.size()),
  penalties_(static_cast<Index>(segments_) * static_cast<Index>(penalty_rows_ * shape_.width))
{
  const std::vector<Node> nodes = gauss_nodes(penalty_rows_);
  for (int s = 0; s < segments_; ++s)
  {
    const SegmentBasis basis(knots_, s, shape_.width - 1);
    add_samples(blocks, s, basis);
    double * row = penalties_.data() + penalty_place(s);
    for (const Node & node : nodes)
    {
      basis.derivatives(node.place, penalty, row);
      const double root = std::sqrt(0.5 * node.weight * basis.length());
      std::for_each(row, row + shape_.width, [root](double & number) { number *= root; });
      row += shape_.width;
    }
  }
}

/// From equations for powers of the local time to equations for B-splines.
void System::add_samples(const SampleBlocks & blocks, int segment, const SegmentBasis & basis)
{
  const double * source = blocks.at(segment);
  double * target = rows_.data() + data_place(segment);
  for (int r = 0; r < blocks.count(segment); ++r)
  {
    target = std::copy(source, source + shape_.channels, target);
    source += shape_.channels;
    for (int j = 0; j < shape_.width; ++j)
    {
      *target++ = std::inner_product(source, source + shape_.width, basis[j].begin(), 0.0);
    }
    source += shape_.width;
  }
}

Index System::data_place(int segment) const
{
  return first_row_[static_cast<Index>(segment)] * shape_.size();
}

Index System::penalty_place(int segment) const
{
  return static_cast<Index>(segment) * static_cast<Index>(penalty_rows_ * shape_.width);
}

int System::data_rows(int segment) const
{
  const auto index = static_cast<Index>(segment);
  return static_cast<int>(first_row_[index + 1] - first_row_[index]);
}

void System::solve(double strength, Fit & fit) const
{
  factorise(std::sqrt(strength), fit);
  substitute(fit);
  measure_residuals(fit);
  measure_freedom(fit);
}

/// From the last segment to the first, so that the substitution runs forward in time.
void System::factorise(double root_strength, Fit & fit) const
{
  const Index size = shape_.size();
  const auto channels = static_cast<Index>(shape_.channels);
  const auto last = static_cast<Index>(shape_.width - 1);
  fit.factor.assign(static_cast<Index>(splines()) * size, 0.0);
  RowTriangle window(shape_);
  std::vector<double> rows;
  for (int s = segments_; s-- > 0;)
  {
    const Index begin = data_place(s);
    rows.assign(
      rows_.begin() + static_cast<std::ptrdiff_t>(begin),
      rows_.begin() + static_cast<std::ptrdiff_t>(data_place(s + 1)));
    const double * penalty = penalties_.data() + penalty_place(s);
    for (int r = 0; r < penalty_rows_; ++r)
    {
      rows.insert(rows.end(), channels, 0.0);
      for (int j = 0; j < shape_.width; ++j)
      {
        rows.push_back(root_strength * *penalty++);
      }
    }
    window.absorb(rows.data(), data_rows(s) + penalty_rows_);
    const double * complete = window.row(shape_.width - 1);
    std::copy(
      complete, complete + size,
      fit.factor.begin() + static_cast<std::ptrdiff_t>((static_cast<Index>(s) + last) * size));
    if (s > 0)
    {
      window.shift();
    }
  }
  for (Index i = 0; i < last; ++i)
  {
    const double * row = window.row(static_cast<int>(i));
    double * target = fit.factor.data() + i * size;
    std::copy(row, row + channels, target);
    std::copy(row + channels, row + channels + i + 1, target + channels + last - i);
  }
}

void System::substitute(Fit & fit) const
{
  const auto channels = static_cast<Index>(shape_.channels);
  const auto last = static_cast<Index>(shape_.width - 1);
  const auto count = static_cast<Index>(splines());
  fit.splines.assign(count * channels, 0.0);
  for (Index j = 0; j < count; ++j)
  {
    const double * row = fit.factor.data() + j * shape_.size();
    const double * coefficient = row + channels;
    for (Index channel = 0; channel < channels; ++channel)
    {
      double sum = row[channel];
      for (Index i = j < last ? last - j : 0; i < last; ++i)
      {
        sum -= coefficient[i] * fit.splines[(j + i - last) * channels + channel];
      }
      fit.splines[j * channels + channel] = sum / coefficient[last];
    }
  }
}

void System::measure_residuals(Fit & fit) const
{
  const auto channels = static_cast<Index>(shape_.channels);
  const auto width = static_cast<Index>(shape_.width);
  fit.squares = squares_;
  for (int s = 0; s < segments_; ++s)
  {
    const double * row = rows_.data() + data_place(s);
    const double * splines = fit.splines.data() + static_cast<Index>(s) * channels;
    for (int r = 0; r < data_rows(s); ++r, row += shape_.size())
    {
      for (Index channel = 0; channel < channels; ++channel)
      {
        double rest = row[channel];
        for (Index j = 0; j < width; ++j)
        {
          rest -= row[channels + j] * splines[j * channels + channel];
        }
        fit.squares[channel] += rest * rest;
      }
    }
  }
}

/// The trace of the hat matrix: Σ bᵀ A⁻¹ b over the rows of the samples.
void System::measure_freedom(Fit & fit) const
{
  CovarianceWindow window(shape_.width, 0);
  const double * factor = fit.factor.data() + shape_.channels;
  for (int j = 0; j + 1 < shape_.width; ++j, factor += shape_.size())
  {
    window.push(factor);
  }
  fit.degrees_of_freedom = 0;
  for (int s = 0; s < segments_; ++s, factor += shape_.size())
  {
    window.push(factor);
    const double * row = rows_.data() + data_place(s) + shape_.channels;
    for (int r = 0; r < data_rows(s); ++r, row += shape_.size())
    {
      fit.degrees_of_freedom += window.variance(row);
    }
  }
}

}  // namespace hod::smoothing
