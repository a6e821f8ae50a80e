// SPDX-License-Identifier: Apache-2.0
#include "condensed_readings.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "motion/median.hpp"
#include "threads.hpp"

namespace hod::detail
{
namespace
{

constexpr Eigen::Index kNodes = 4;    // a cubic in each block
constexpr Eigen::Index kFewest = 12;  // readings for which a block is worthwhile
constexpr Eigen::Index kMost = 128;   // readings of a block
constexpr double kUnlikely = 3.0;     // standard deviations by which a block's noise may be larger
constexpr std::size_t kPart = 16384;  // readings that are processed separately
constexpr double kUsual = 0.6744897501961;  // median of |x| for a normal x of deviation 1

/// The polynomials that are orthonormal over the stamps of a block, by the Stieltjes recursion:
/// b_{i+1} p_{i+1} = (x - a_i) p_i - b_i p_{i-1}.
struct Block
{
  double middle;
  double half;
  Eigen::MatrixXd polynomials;  // a row per stamp
  Eigen::VectorXd a = Eigen::VectorXd::Zero(kNodes);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(kNodes);

  Block(const double * times, Eigen::Index count)
  : middle(0.5 * (times[0] + times[count - 1])),
    half(0.5 * (times[count - 1] - times[0])),
    polynomials(count, kNodes)
  {
    const Eigen::VectorXd x =
      (Eigen::Map<const Eigen::VectorXd>(times, count).array() - middle) / half;
    polynomials.col(0).setConstant(1.0 / std::sqrt(static_cast<double>(count)));
    for (Eigen::Index i = 0; i < kNodes; ++i)
    {
      a[i] = polynomials.col(i).cwiseAbs2().dot(x);
      if (i + 1 < kNodes)
      {
        Eigen::VectorXd next = (x.array() - a[i]) * polynomials.col(i).array();
        next -=
          i > 0 ? Eigen::VectorXd(b[i] * polynomials.col(i - 1)) : Eigen::VectorXd::Zero(count);
        b[i + 1] = next.norm();
        polynomials.col(i + 1) = next / b[i + 1];
      }
    }
  }
};

/// Nodes and weights are eigenvalues and first entries of eigenvectors of the recursion.
class Nodes
{
public:
  explicit Nodes(const Block & block) : block_(block)
  {
    Eigen::Matrix<double, kNodes, kNodes> jacobi = block.a.asDiagonal();
    for (Eigen::Index i = 1; i < kNodes; ++i)
    {
      jacobi(i, i - 1) = jacobi(i - 1, i) = block.b[i];
    }
    solver_.compute(jacobi);
  }

  void append(const Eigen::MatrixXd & coefficients, CondensedReadings & result) const
  {
    const auto count = static_cast<double>(block_.polynomials.rows());
    for (Eigen::Index node = 0; node < kNodes; ++node)
    {
      const auto vector = solver_.eigenvectors().col(node);
      const double share = vector[0] * std::sqrt(count);
      result.times.push_back(block_.middle + block_.half * solver_.eigenvalues()[node]);
      result.weights.push_back(share * share);
      result.values.row(static_cast<Eigen::Index>(result.times.size()) - 1) =
        vector.transpose() * coefficients / share;
    }
  }

private:
  const Block & block_;
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, kNodes, kNodes>> solver_;
};

/// The number of readings from `first` on that may form a block: without long gaps.
Eigen::Index block_size(
  const std::vector<double> & times, std::size_t first, std::size_t end, double usual_step,
  double longest)
{
  Eigen::Index count = 1;
  for (std::size_t i = first + 1; i < end && count < kMost; ++i, ++count)
  {
    if (times[i] - times[first] > longest || times[i] - times[i - 1] > 2.0 * usual_step)
    {
      break;
    }
  }
  return count;
}

/// Whether the residuals of the cubics are no larger than noise for any sensor.
/// @param coefficients of the cubics
bool explains(
  const Block & block, const std::vector<NoisyReadings> & all, Eigen::Index first,
  std::vector<Eigen::MatrixXd> & coefficients)
{
  const Eigen::Index count = block.polynomials.rows();
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    const auto part = all[i].values.middleRows(first, count);
    coefficients[i].noalias() = block.polynomials.transpose() * part;
    const double left = (part - block.polynomials * coefficients[i]).squaredNorm();
    const auto freedom = static_cast<double>((count - kNodes) * part.cols());
    const double noise = all[i].noise;
    if (!(left <= noise * noise * (freedom + kUnlikely * std::sqrt(2.0 * freedom))))
    {
      return false;
    }
  }
  return true;
}

/// The largest block of at most this many readings for which the residuals of cubics are only
/// noise.
std::optional<Block> explained_block(
  const std::vector<double> & times, const std::vector<NoisyReadings> & all, std::size_t first,
  Eigen::Index most, std::vector<Eigen::MatrixXd> & coefficients)
{
  for (Eigen::Index count = most; count >= kFewest; count /= 2)
  {
    Block block(times.data() + first, count);
    if (explains(block, all, static_cast<Eigen::Index>(first), coefficients))
    {
      return block;
    }
  }
  return std::nullopt;
}

void keep(
  const std::vector<double> & times, const RowMatrix & values, std::size_t i,
  CondensedReadings & result)
{
  result.times.push_back(times[i]);
  result.weights.push_back(1.0);
  result.values.row(static_cast<Eigen::Index>(result.times.size()) - 1) =
    values.row(static_cast<Eigen::Index>(i));
}

/// The readings from one to before another.
std::vector<CondensedReadings> condensed_part(
  const std::vector<double> & times, const std::vector<NoisyReadings> & all, double usual_step,
  double longest, std::size_t first, std::size_t end)
{
  std::vector<CondensedReadings> results(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    results[i].values.resize(static_cast<Eigen::Index>(end - first), all[i].values.cols());
  }
  std::vector<Eigen::MatrixXd> coefficients(all.size());
  while (first < end)
  {
    Eigen::Index count = block_size(times, first, end, usual_step, longest);
    const std::optional<Block> block = explained_block(times, all, first, count, coefficients);
    if (block)
    {
      const Nodes nodes(*block);
      for (std::size_t i = 0; i < all.size(); ++i)
      {
        nodes.append(coefficients[i], results[i]);
      }
      first += static_cast<std::size_t>(block->polynomials.rows());
      continue;
    }
    while (count >= kFewest)
    {
      count /= 2;  // the others may be part of another block
    }
    const std::size_t last = first + static_cast<std::size_t>(count);
    for (std::size_t i = 0; i < all.size(); ++i)
    {
      for (std::size_t row = first; row < last; ++row)
      {
        keep(times, all[i].values, row, results[i]);
      }
    }
    first = last;
  }
  return results;
}

/// The parts of one sensor, one after the other.
CondensedReadings joined(
  const std::vector<std::vector<CondensedReadings>> & parts, std::size_t sensor)
{
  CondensedReadings whole;
  for (const auto & part : parts)
  {
    const CondensedReadings & more = part[sensor];
    whole.times.insert(whole.times.end(), more.times.begin(), more.times.end());
    whole.weights.insert(whole.weights.end(), more.weights.begin(), more.weights.end());
  }
  whole.values.resize(
    static_cast<Eigen::Index>(whole.times.size()), parts[0][sensor].values.cols());
  Eigen::Index row = 0;
  for (const auto & part : parts)
  {
    const auto count = static_cast<Eigen::Index>(part[sensor].times.size());
    whole.values.middleRows(row, count) = part[sensor].values.topRows(count);
    row += count;
  }
  return whole;
}

}  // namespace

double noise_of(const RowMatrix & values)
{
  const Eigen::Index count = values.rows() - 3;
  if (count < 4)
  {
    return 0.0;
  }
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index column = 0; column < values.cols(); ++column)
  {
    std::vector<double> differences(static_cast<std::size_t>(count));
    for (Eigen::Index i = 0; i < count; ++i)
    {
      differences[static_cast<std::size_t>(i)] = std::abs(
        values(i + 3, column) - values(i, column) +
        3.0 * (values(i + 1, column) - values(i + 2, column)));
    }
    least = std::min(least, median(std::move(differences)) / (kUsual * std::sqrt(20.0)));
  }
  return least;
}

std::vector<CondensedReadings> condensed(
  const std::vector<double> & times, const std::vector<NoisyReadings> & all, double longest)
{
  const double usual_step = times.size() > 1 ? median_interval(times) : 0.0;
  std::vector<std::vector<CondensedReadings>> parts((times.size() + kPart - 1) / kPart);
  in_threads(parts.size(), 1, 0, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
    {
      const std::size_t last = std::min(times.size(), (i + 1) * kPart);
      parts[i] = condensed_part(times, all, usual_step, longest, i * kPart, last);
    }
  });
  std::vector<CondensedReadings> results(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    results[i] = joined(parts, i);
  }
  return results;
}

CondensedReadings between(const CondensedReadings & readings, double start, double end)
{
  const auto & times = readings.times;
  const auto first = std::lower_bound(times.begin(), times.end(), start);
  const auto last = std::lower_bound(first, times.end(), end);
  const auto begin = first - times.begin();
  return {
    {first, last},
    readings.values.middleRows(begin, last - first),
    {readings.weights.begin() + begin, readings.weights.begin() + (last - times.begin())}};
}

}  // namespace hod::detail
