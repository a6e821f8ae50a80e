// SPDX-License-Identifier: Apache-2.0
#include "smoothing_system.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "motion/smoothing_basis.hpp"
#include "motion/smoothing_factor.hpp"

namespace hod::detail::smoothing
{

namespace
{

using Index = std::size_t;

constexpr double kEmpty = 8;  ///< intervals without a sample that get knots as a gap does
constexpr int kBuffer = 32;   ///< rows that the triangle takes in at a time

void append_run(std::vector<double> & knots, double end, double interval)
{
  const double begin = knots.back();
  const auto segments = static_cast<int>(std::max(1.0, std::round((end - begin) / interval)));
  for (int i = 1; i < segments; ++i)
  {
    knots.push_back(begin + (end - begin) * i / segments);
  }
  knots.push_back(end);
}

void append_gap(std::vector<double> & knots, double end, double interval)
{
  const double begin = knots.back();
  std::vector<double> distances;
  double step = interval;
  double distance = step;
  while (distance < (end - begin) / 3)
  {
    distances.push_back(distance);
    knots.push_back(begin + distance);
    step *= 2;
    distance += step;
  }
  for (Index i = distances.size(); i-- > 0;)
  {
    knots.push_back(end - distances[i]);
  }
  knots.push_back(end);
}

/// Collects the rows of segment after segment.
class Collector
{
public:
  explicit Collector(SampleBlocks & blocks)
  : blocks_(blocks), triangle_(blocks.shape), buffer_(kBuffer * blocks.shape.size())
  {}

  double * next_row()
  {
    if (count_ == kBuffer)
    {
      compress();
    }
    return buffer_.data() + static_cast<Index>(count_++) * blocks_.shape.size();
  }

  void end_segment()
  {
    if (count_ > blocks_.shape.width || compressed_)
    {
      compress();
      append(triangle_.row(0), blocks_.shape.width);
      triangle_.clear();
    }
    else
    {
      append(buffer_.data(), count_);
    }
    count_ = 0;
    compressed_ = false;
  }

private:
  void compress()
  {
    triangle_.absorb(buffer_.data(), count_);
    const double * row = buffer_.data();
    for (int r = 0; r < count_; ++r, row += blocks_.shape.size())
    {
      for (Index channel = 0; channel < blocks_.squares.size(); ++channel)
      {
        blocks_.squares[channel] += row[channel] * row[channel];
      }
    }
    count_ = 0;
    compressed_ = true;
  }

  void append(const double * rows, int count)
  {
    blocks_.rows.insert(
      blocks_.rows.end(), rows, rows + static_cast<Index>(count) * blocks_.shape.size());
    blocks_.first_row.push_back(blocks_.rows.size() / blocks_.shape.size());
  }

  SampleBlocks & blocks_;
  RowTriangle triangle_;
  std::vector<double> buffer_;
  int count_ = 0;
  bool compressed_ = false;
};

SampleBlocks empty_blocks(RowShape shape, std::vector<double> knots)
{
  const auto channels = static_cast<Index>(shape.channels);
  return {shape, std::move(knots), {0}, {}, std::vector<double>(channels)};
}

void write_sample(
  const SmoothingSamples & samples, Index sample, double x, RowShape shape, double * row)
{
  const double root = samples.weights.empty() ? 1 : std::sqrt(samples.weights[sample]);
  for (int channel = 0; channel < shape.channels; ++channel)
  {
    *row++ = root * samples.values(static_cast<Eigen::Index>(sample), channel);
  }
  double power = root;
  for (int k = 0; k < shape.width; ++k, power *= x)
  {
    *row++ = power;
  }
}

/// Converts rows in the local time of a part to the local time of the whole: x_whole = offset +
/// ratio x_part, and the row's number for x_wholeᵏ is its value for that power's expansion.
void append_widened(
  const SampleBlocks & blocks, int part, double middle, double length, Collector & collector)
{
  const auto index = static_cast<Index>(part);
  const double part_length = blocks.knots[index + 1] - blocks.knots[index];
  const double ratio = part_length / length;
  const double offset = (blocks.knots[index] + 0.5 * part_length - middle) / (0.5 * length);
  const int width = blocks.shape.width;
  const auto channels = static_cast<Index>(blocks.shape.channels);
  std::array<LocalPolynomial, kMaxWidth> powers{};
  powers[0][0] = 1;
  for (Index k = 1; k < static_cast<Index>(width); ++k)
  {
    for (Index i = 0; i < k; ++i)
    {
      powers[k][i] += offset * powers[k - 1][i];
      powers[k][i + 1] += ratio * powers[k - 1][i];
    }
  }
  for (int r = 0; r < blocks.count(part); ++r)
  {
    const double * row = blocks.at(part) + static_cast<Index>(r) * blocks.shape.size();
    double * target = collector.next_row();
    std::copy(row, row + channels, target);
    for (Index k = 0; k < static_cast<Index>(width); ++k)
    {
      target[channels + k] = 0;
      for (Index i = 0; i <= k; ++i)
      {
        target[channels + k] += powers[k][i] * row[channels + i];
      }
    }
  }
}

}  // namespace

int SampleBlocks::count(int segment) const
{
  const auto index = static_cast<Index>(segment);
  return static_cast<int>(first_row[index + 1] - first_row[index]);
}

const double * SampleBlocks::at(int segment) const
{
  return rows.data() + first_row[static_cast<Index>(segment)] * shape.size();
}

std::vector<double> finest_knots(const std::vector<double> & times, double interval)
{
  std::vector<double> knots{times.front()};
  for (Index i = 1; i < times.size(); ++i)
  {
    const bool gap = times[i] - times[i - 1] > kEmpty * interval;
    if (gap && times[i - 1] > knots.back())
    {
      append_run(knots, times[i - 1], interval);
    }
    if (gap)
    {
      append_gap(knots, times[i], interval);
    }
  }
  if (times.back() > knots.back())
  {
    append_run(knots, times.back(), interval);
  }
  return knots;
}

std::vector<double> merged_knots(const std::vector<double> & knots, double limit)
{
  std::vector<double> result{knots.front()};
  for (Index i = 1; i < knots.size(); ++i)
  {
    const bool pair = i + 1 < knots.size() && knots[i + 1] - knots[i - 1] <= limit;
    i += pair ? 1 : 0;
    result.push_back(knots[i]);
  }
  return result;
}

SampleBlocks gather(const SmoothingSamples & samples, std::vector<double> knots, int width)
{
  const RowShape shape{static_cast<int>(samples.values.cols()), width};
  SampleBlocks blocks = empty_blocks(shape, std::move(knots));
  blocks.rows.reserve(samples.times.size() * shape.size());
  blocks.first_row.reserve(blocks.knots.size());
  Collector collector(blocks);
  Index sample = 0;
  for (Index s = 0; s + 1 < blocks.knots.size(); ++s)
  {
    const double length = blocks.knots[s + 1] - blocks.knots[s];
    const double middle = blocks.knots[s] + 0.5 * length;
    const bool last = s + 2 == blocks.knots.size();
    for (; sample < samples.times.size() && (last || samples.times[sample] < blocks.knots[s + 1]);
         ++sample)
    {
      const double x = (samples.times[sample] - middle) / (0.5 * length);
      write_sample(samples, sample, x, shape, collector.next_row());
    }
    collector.end_segment();
  }
  return blocks;
}

SampleBlocks merged(const SampleBlocks & blocks, std::vector<double> knots)
{
  SampleBlocks result = empty_blocks(blocks.shape, std::move(knots));
  result.squares = blocks.squares;
  result.rows.reserve(blocks.rows.size());
  Collector collector(result);
  int part = 0;
  for (Index s = 0; s + 1 < result.knots.size(); ++s)
  {
    const double length = result.knots[s + 1] - result.knots[s];
    const double middle = result.knots[s] + 0.5 * length;
    for (; part < blocks.segments() && blocks.knots[static_cast<Index>(part)] < result.knots[s + 1];
         ++part)
    {
      append_widened(blocks, part, middle, length, collector);
    }
    collector.end_segment();
  }
  return result;
}

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
  solve(std::vector<double>(static_cast<Index>(segments_), strength), fit);
}

void System::solve(const std::vector<double> & strengths, Fit & fit) const
{
  factorise(strengths, fit);
  substitute(fit);
  measure_residuals(fit);
  measure_freedom(fit);
}

/// From the last segment to the first, so that the substitution runs forward in time.
void System::factorise(const std::vector<double> & strengths, Fit & fit) const
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
    const double root_strength = std::sqrt(strengths[static_cast<Index>(s)]);
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

Roughness System::roughness(const Fit & fit) const
{
  const auto channels = static_cast<Index>(shape_.channels);
  const auto width = static_cast<Index>(shape_.width);
  Roughness result{
    RowMatrix::Zero(segments_, shape_.channels),
    std::vector<double>(static_cast<Index>(segments_))};
  CovarianceWindow window(shape_.width, 0);
  const double * factor = fit.factor.data() + channels;
  for (int j = 0; j + 1 < shape_.width; ++j, factor += shape_.size())
  {
    window.push(factor);
  }
  for (int s = 0; s < segments_; ++s, factor += shape_.size())
  {
    window.push(factor);
    const double * row = penalties_.data() + penalty_place(s);
    const double * splines = fit.splines.data() + static_cast<Index>(s) * channels;
    for (int r = 0; r < penalty_rows_; ++r, row += width)
    {
      result.traces[static_cast<Index>(s)] += window.variance(row);
      for (Index channel = 0; channel < channels; ++channel)
      {
        double sum = 0;
        for (Index j = 0; j < width; ++j)
        {
          sum += row[j] * splines[j * channels + channel];
        }
        result.squares(s, static_cast<Eigen::Index>(channel)) += sum * sum;
      }
    }
  }
  return result;
}

}  // namespace hod::detail::smoothing
