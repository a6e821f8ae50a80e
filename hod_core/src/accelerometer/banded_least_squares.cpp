// SPDX-License-Identifier: Apache-2.0
#include "banded_least_squares.hpp"

#include <cmath>
#include <limits>

namespace hod::detail
{

BandedLeastSquares::BandedLeastSquares(int block, int window, int border, int blocks)
: block_(block),
  window_(Eigen::Index{block} * window),
  border_(border),
  triangle_(RowMatrix::Zero(window_ + border_, window_ + border_ + 1)),
  finished_(RowMatrix::Zero(Eigen::Index{block} * blocks, window_ + border_ + 1)),
  norms_(Eigen::VectorXd::Zero(finished_.rows() + window_ + border_)),
  work_(Eigen::RowVectorXd::Zero(window_ + border_ + 1)),
  solution_(RowMatrix::Zero(blocks, block)),
  border_solution_(Eigen::VectorXd::Zero(border_))
{}

void BandedLeastSquares::clear()
{
  position_ = 0;
  residual_ = 0.0;
  triangle_.setZero();
  norms_.setZero();
}

void BandedLeastSquares::rotate(Eigen::Index column, Eigen::Ref<Eigen::MatrixXd> equations)
{
  auto below = equations.col(column);
  const double squares = below.squaredNorm();
  if (squares == 0.0)
  {
    return;
  }
  const double top = triangle_(column, column);
  const double diagonal =
    top > 0.0 ? -std::sqrt(top * top + squares) : std::sqrt(top * top + squares);
  below /= top - diagonal;
  const double factor = (diagonal - top) / diagonal;
  const Eigen::Index rest = triangle_.cols() - column - 1;
  auto row = triangle_.row(column).tail(rest);
  auto work = work_.head(rest);
  work = row;
  work.noalias() += below.transpose() * equations.rightCols(rest);
  work *= factor;
  row -= work;
  equations.rightCols(rest).noalias() -= below * work;
  triangle_(column, column) = diagonal;
}

void BandedLeastSquares::absorb(Eigen::Ref<Eigen::MatrixXd> equations)
{
  const Eigen::Index right = triangle_.cols() - 1;
  for (Eigen::Index column = 0; column < right; ++column)
  {
    const bool common = column >= window_;
    norms_[common ? norms_.size() - border_ + column - window_ : position_ + column] +=
      equations.col(column).squaredNorm();
  }
  for (Eigen::Index column = 0; column < right; ++column)
  {
    rotate(column, equations);
  }
  residual_ += equations.col(right).squaredNorm();
}

void BandedLeastSquares::advance()
{
  finished_.middleRows(position_, block_) = triangle_.topRows(block_);
  position_ += block_;
  const Eigen::Index kept = window_ - block_;
  for (Eigen::Index row = 0; row < kept; ++row)
  {
    for (Eigen::Index column = 0; column < kept; ++column)
    {
      triangle_(row, column) = triangle_(row + block_, column + block_);
    }
    triangle_.row(row).segment(kept, block_).setZero();
    triangle_.row(row).tail(border_ + 1) = triangle_.row(row + block_).tail(border_ + 1);
  }
  triangle_.middleRows(kept, block_).setZero();
}

bool BandedLeastSquares::determined(Eigen::Index row, double diagonal, double tolerance) const
{
  return std::abs(diagonal) > tolerance * std::sqrt(norms_[row]);
}

void BandedLeastSquares::solve_border(double tolerance)
{
  for (Eigen::Index i = border_ - 1; i >= 0; --i)
  {
    const auto row = triangle_.row(window_ + i);
    double rest = row[row.size() - 1];
    for (Eigen::Index j = i + 1; j < border_; ++j)
    {
      rest -= row[window_ + j] * border_solution_[j];
    }
    const double diagonal = row[window_ + i];
    const bool known = determined(norms_.size() - border_ + i, diagonal, tolerance);
    border_solution_[i] = known ? rest / diagonal : 0.0;
  }
}

void BandedLeastSquares::solve(double tolerance, double border_tolerance)
{
  solve_border(border_tolerance);
  double * const unknowns = solution_.data();
  for (Eigen::Index i = position_ - 1; i >= 0; --i)
  {
    const auto row = finished_.row(i);
    const Eigen::Index first = i - i % block_;
    double rest = row[row.size() - 1];
    for (Eigen::Index j = i + 1; j < first + window_ && j < position_; ++j)
    {
      rest -= row[j - first] * unknowns[j];
    }
    for (Eigen::Index j = 0; j < border_; ++j)
    {
      rest -= row[window_ + j] * border_solution_[j];
    }
    const double diagonal = row[i - first];
    unknowns[i] = determined(i, diagonal, tolerance) ? rest / diagonal : 0.0;
  }
}

double BandedLeastSquares::pivot(Eigen::Index block, Eigen::Index unknown) const
{
  const Eigen::Index row = block * block_ + unknown;
  const double norm = std::sqrt(norms_[row]);
  return norm > 0.0 ? std::abs(finished_(row, unknown)) / norm : 0.0;
}

Eigen::MatrixXd BandedLeastSquares::border_triangle() const
{
  return triangle_.block(window_, window_, border_, border_);
}

double BandedLeastSquares::deviation(
  Eigen::Index block, const Eigen::VectorXd & weights, double tolerance) const
{
  // Forward substitution with the transpose: the variance is wᵀ (RᵀR)⁻¹ w = |R⁻ᵀw|².
  Eigen::VectorXd rest = Eigen::VectorXd::Zero(finished_.rows() + window_ + border_);
  rest.segment(block * block_, window_) = weights;
  Eigen::VectorXd common = Eigen::VectorXd::Zero(border_);
  double variance = 0.0;
  for (Eigen::Index i = block * block_; i < position_; ++i)
  {
    const auto row = finished_.row(i);
    const Eigen::Index within = i % block_;
    const bool fixed = norms_[i] == 0.0;
    if (fixed || rest[i] == 0.0)
    {
      continue;
    }
    if (!determined(i, row[within], tolerance))
    {
      return std::numeric_limits<double>::infinity();
    }
    const double share = rest[i] / row[within];
    variance += share * share;
    rest.segment(i - within, window_) -= share * row.head(window_).transpose();
    common -= share * row.segment(window_, border_).transpose();
  }
  if (border_ > 0)
  {
    const Eigen::MatrixXd triangle = border_triangle();
    variance += triangle.transpose().triangularView<Eigen::Lower>().solve(common).squaredNorm();
  }
  return std::sqrt(variance);
}

}  // namespace hod::detail
