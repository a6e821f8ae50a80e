// SPDX-License-Identifier: Apache-2.0
#include "banded_least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hod::detail
{
namespace
{

constexpr double kRounding =
  1e-13;  // of a square: a remainder below this after elimination is meaningless

}  // namespace

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
  squares_ = rounded_ = false;
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

void BandedLeastSquares::absorb(Eigen::Ref<Eigen::MatrixXd> equations, bool triangular)
{
  const Eigen::Index right = triangle_.cols() - 1;
  for (Eigen::Index column = 0; column < right; ++column)
  {
    norm(column) += equations.col(column).squaredNorm();
  }
  for (Eigen::Index column = 0; column < right; ++column)
  {
    rotate(
      column,
      equations.topRows(triangular ? std::min(column + 1, equations.rows()) : equations.rows()));
  }
  residual_ += equations.col(right).squaredNorm();
}

void BandedLeastSquares::absorb_squares(const Eigen::MatrixXd & squares)
{
  squares_ = true;
  const Eigen::Index right = triangle_.cols() - 1;
  for (Eigen::Index column = 0; column < right; ++column)
  {
    norm(column) += squares(column, column);
    triangle_.row(column).tail(right + 1 - column) +=
      squares.col(column).tail(right + 1 - column).transpose();
  }
  residual_ += squares(right, right);
}

/// One step of the Cholesky factorization.
void BandedLeastSquares::eliminate(Eigen::Index row)
{
  const Eigen::Index right = triangle_.cols() - 1;
  const double square = triangle_(row, row);
  auto own = triangle_.row(row).tail(right + 1 - row);
  if (square <= kRounding * norm(row))
  {
    rounded_ = rounded_ || norm(row) > 0.0;
    own.setZero();
    return;
  }
  own /= std::sqrt(square);
  for (Eigen::Index below = row + 1; below < right; ++below)
  {
    const double factor = triangle_(row, below);
    if (factor != 0.0)
    {
      triangle_.row(below).tail(right + 1 - below) -=
        factor * triangle_.row(row).tail(right + 1 - below);
    }
  }
  residual_ -= triangle_(row, right) * triangle_(row, right);
}

void BandedLeastSquares::advance()
{
  for (Eigen::Index row = 0; row < block_ && squares_; ++row)
  {
    eliminate(row);
  }
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
  for (Eigen::Index row = window_;
       row < window_ + border_ && squares_ && position_ == finished_.rows(); ++row)
  {
    eliminate(row);
  }
}

bool BandedLeastSquares::determined(Eigen::Index row, double diagonal, double tolerance) const
{
  return std::abs(diagonal) > tolerance * std::sqrt(norms_[row]);
}

void BandedLeastSquares::solve(double tolerance, double border_tolerance)
{
  const Eigen::Index right = triangle_.cols() - 1;
  for (Eigen::Index i = border_ - 1; i >= 0; --i)
  {
    const auto row = triangle_.row(window_ + i);
    const Eigen::Index after = border_ - i - 1;
    const double diagonal = row[window_ + i];
    const double rest =
      row[right] - row.segment(window_ + i + 1, after).dot(border_solution_.tail(after));
    const bool known = determined(norms_.size() - border_ + i, diagonal, border_tolerance);
    border_solution_[i] = known ? rest / diagonal : 0.0;
  }
  Eigen::Map<Eigen::VectorXd> all(solution_.data(), solution_.size());
  for (Eigen::Index i = position_ - 1; i >= 0; --i)
  {
    const auto row = finished_.row(i);
    const Eigen::Index within = i % block_;
    const Eigen::Index count = std::min(window_ - within, position_ - i) - 1;
    const double rest = row[right] - row.segment(within + 1, count).dot(all.segment(i + 1, count)) -
                        row.segment(window_, border_).dot(border_solution_);
    all[i] = determined(i, row[within], tolerance) ? rest / row[within] : 0.0;
  }
}

template <class Next>
BandedLeastSquares::Columns BandedLeastSquares::solve_for(Next next, Columns & unknowns) const
{
  using Row = Eigen::Matrix<double, 1, kAbreast>;
  const auto inverse = [](double diagonal) { return diagonal != 0.0 ? 1.0 / diagonal : 0.0; };
  Columns border(border_, kAbreast);
  for (Eigen::Index i = border_ - 1; i >= 0; --i)
  {
    const auto row = triangle_.row(window_ + i);
    Row rest = Row::NullaryExpr(next);
    for (Eigen::Index after = i + 1; after < border_; ++after)
    {
      rest -= row[window_ + after] * border.row(after);
    }
    border.row(i) = inverse(row[window_ + i]) * rest;
  }
  for (Eigen::Index i = position_ - 1; i >= 0; --i)
  {
    const auto row = finished_.row(i);
    const Eigen::Index within = i % block_;
    const Eigen::Index end = std::min(window_ - within, position_ - i);
    Row rest = Row::NullaryExpr(next);
    for (Eigen::Index after = 1; after < end; ++after)
    {
      rest -= row[within + after] * unknowns.row(i + after);
    }
    for (Eigen::Index column = 0; column < border_; ++column)
    {
      rest -= row[window_ + column] * border.row(column);
    }
    unknowns.row(i) = inverse(row[within]) * rest;
  }
  return border;
}

BandedLeastSquares::Columns BandedLeastSquares::sample(
  std::mt19937_64 & engine, Columns & unknowns) const
{
  std::normal_distribution<double> normal;
  return solve_for([&] { return normal(engine); }, unknowns);
}

BandedLeastSquares::Columns BandedLeastSquares::probe(
  std::mt19937_64 & engine, Columns & unknowns) const
{
  std::uint64_t bits = 0;
  int left = 0;
  const auto sign = [&]() {
    if (left == 0)
    {
      bits = engine();
      left = 64;
    }
    --left;
    const double result = (bits & 1U) != 0U ? 1.0 : -1.0;
    bits >>= 1U;
    return result;
  };
  return solve_for(sign, unknowns);
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
