// SPDX-License-Identifier: Apache-2.0
#include "banded_least_squares.hpp"

#include <algorithm>
#include <cmath>

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

template <typename Right>
void BandedLeastSquares::substitute_border(
  const Right & right, double tolerance, Eigen::VectorXd & unknowns) const
{
  for (Eigen::Index i = border_ - 1; i >= 0; --i)
  {
    const auto row = triangle_.row(window_ + i);
    double rest = right(row);
    for (Eigen::Index j = i + 1; j < border_; ++j)
    {
      rest -= row[window_ + j] * unknowns[j];
    }
    const double diagonal = row[window_ + i];
    const bool known = determined(norms_.size() - border_ + i, diagonal, tolerance);
    unknowns[i] = known ? rest / diagonal : 0.0;
  }
}

template <typename Right>
void BandedLeastSquares::substitute(
  const Right & right, double tolerance, const Eigen::VectorXd & border, RowMatrix & unknowns) const
{
  const Eigen::Map<Eigen::VectorXd> all(unknowns.data(), unknowns.size());
  for (Eigen::Index i = position_ - 1; i >= 0; --i)
  {
    const auto row = finished_.row(i);
    const Eigen::Index within = i % block_;
    const Eigen::Index count = std::min(window_ - within, position_ - i) - 1;
    const double rest = right(row) - row.segment(within + 1, count).dot(all.segment(i + 1, count)) -
                        row.segment(window_, border_).dot(border);
    unknowns.data()[i] = determined(i, row[within], tolerance) ? rest / row[within] : 0.0;
  }
}

void BandedLeastSquares::solve(double tolerance, double border_tolerance)
{
  const auto right = [](const auto & row) { return row[row.size() - 1]; };
  substitute_border(right, border_tolerance, border_solution_);
  substitute(right, tolerance, border_solution_, solution_);
}

void BandedLeastSquares::sample(
  std::mt19937_64 & engine, RowMatrix & unknowns, Eigen::VectorXd & border) const
{
  std::normal_distribution<double> normal;
  const auto right = [&](const auto &) { return normal(engine); };
  border.resize(border_);
  unknowns.resize(solution_.rows(), solution_.cols());
  substitute_border(right, 0.0, border);
  substitute(right, 0.0, border, unknowns);
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

}  // namespace hod::detail
