// SPDX-License-Identifier: Apache-2.0
#include "condensed_readings.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/median.hpp"

namespace hod::detail
{
namespace
{

constexpr Eigen::Index kNodes = 4;          // a cubic in each block
constexpr Eigen::Index kFewest = 12;        // readings that are worth a block
constexpr Eigen::Index kMost = 128;         // readings of a block
constexpr double kLongest = 0.03;           // [s] of a block
constexpr double kUnlikely = 3.0;           // deviations by which a block's noise may be larger
constexpr double kUsual = 0.6744897501961;  // median of |x| for a normal x of deviation 1

/// The polynomials that are orthonormal over the stamps of a block, by the recursion of Stieltjes:
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

  /// Nodes and weights are eigenvalues and first entries of eigenvectors of the recursion.
  void append(const Eigen::MatrixXd & coefficients, CondensedReadings & result) const
  {
    Eigen::MatrixXd jacobi = a.asDiagonal();
    for (Eigen::Index i = 1; i < kNodes; ++i)
    {
      jacobi(i, i - 1) = jacobi(i - 1, i) = b[i];
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
    const auto count = static_cast<double>(polynomials.rows());
    for (Eigen::Index node = 0; node < kNodes; ++node)
    {
      const Eigen::VectorXd vector = solver.eigenvectors().col(node);
      const double share = vector[0] * std::sqrt(count);
      result.times.push_back(middle + half * solver.eigenvalues()[node]);
      result.weights.push_back(share * share);
      result.values.row(static_cast<Eigen::Index>(result.times.size()) - 1) =
        vector.transpose() * coefficients / share;
    }
  }
};

/// The number of readings from `first` on that may make a block: none is much later than the next.
Eigen::Index block_size(const std::vector<double> & times, std::size_t first, double usual_step)
{
  Eigen::Index count = 1;
  for (std::size_t i = first + 1; i < times.size() && count < kMost; ++i, ++count)
  {
    if (times[i] - times[first] > kLongest || times[i] - times[i - 1] > 2.0 * usual_step)
    {
      break;
    }
  }
  return count;
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

CondensedReadings condensed(
  const std::vector<double> & times, const RowMatrix & values, double noise)
{
  CondensedReadings result;
  result.values.resize(values.rows(), values.cols());
  const double usual_step = times.size() > 1 ? median_interval(times) : 0.0;
  const auto axes = static_cast<double>(values.cols());
  for (std::size_t first = 0; first < times.size();)
  {
    const auto row = static_cast<Eigen::Index>(first);
    Eigen::Index count = block_size(times, first, usual_step);
    bool done = false;
    for (; count >= kFewest && !done; count = done ? count : count / 2)
    {
      const Block block(times.data() + first, count);
      const auto part = values.middleRows(row, count);
      const Eigen::MatrixXd coefficients = block.polynomials.transpose() * part;
      const double left = (part - block.polynomials * coefficients).squaredNorm();
      const double freedom = static_cast<double>(count - kNodes) * axes;
      done = left <= noise * noise * (freedom + kUnlikely * std::sqrt(2.0 * freedom));
      if (done)
      {
        block.append(coefficients, result);
        first += static_cast<std::size_t>(count);
      }
    }
    for (Eigen::Index i = 0; i < std::max<Eigen::Index>(1, count) && !done; ++i, ++first)
    {
      result.times.push_back(times[first]);
      result.weights.push_back(1.0);
      result.values.row(static_cast<Eigen::Index>(result.times.size()) - 1) =
        values.row(static_cast<Eigen::Index>(first));
    }
  }
  result.values.conservativeResize(static_cast<Eigen::Index>(result.times.size()), values.cols());
  return result;
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
