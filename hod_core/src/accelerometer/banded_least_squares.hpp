// SPDX-License-Identifier: Apache-2.0
#ifndef BANDED_LEAST_SQUARES_HPP_
#define BANDED_LEAST_SQUARES_HPP_

#include <Eigen/Core>
#include <cmath>
#include <random>

#include "hod/types.hpp"

namespace hod::detail
{

/// Linear least squares with unknowns in blocks along time. Every equation involves a window of
/// consecutive blocks and a border of unknowns common to all.
///
/// Equations are rotated in turn into a triangle that moves along (orthogonal transformations, so
/// the condition number is not squared); a block leaves it when no further equation involves it.
/// Alternatively their squares are added and eliminated, which takes a fraction of the time but
/// halves the number of digits: rounded() reports whether too many were lost. O(blocks) time;
/// nothing is allocated after construction.
class BandedLeastSquares
{
public:
  /// @param block unknowns per block
  /// @param window blocks an equation may involve
  /// @param border unknowns common to all
  /// @param blocks largest number of blocks
  BandedLeastSquares(int block, int window, int border, int blocks);

  /// Columns of an equation: window, border and right side.
  Eigen::Index columns() const { return triangle_.cols(); }
  Eigen::Index border() const { return border_; }
  Eigen::Index window_columns() const { return window_; }

  /// Discards all equations.
  void clear();

  /// Adds equations whose window begins at the current block. Overwrites them.
  ///
  /// @param triangular whether all entries below the diagonal are zero
  void absorb(Eigen::Ref<Eigen::MatrixXd> equations, bool triangular = false);

  /// Same for equations of which only AᵀA is known, right side included, as its lower half. Between
  /// two calls of clear(), all equations must come in this form or none.
  void absorb_squares(const Eigen::MatrixXd & squares);

  /// Whether squares have lost an unknown to rounding that reflections may still determine.
  bool rounded() const { return rounded_; }

  /// Moves the window forward by one block.
  void advance();

  /// Solves for the unknowns, one row per block, once the window has left all of them. An unknown
  /// whose diagonal is at most `tolerance` times the norm of its column remains zero.
  void solve(double tolerance, double border_tolerance);

  const RowMatrix & solution() const { return solution_; }
  const Eigen::VectorXd & border_solution() const { return border_solution_; }

  /// Sum of the squared residuals of the solution.
  double residual() const { return residual_; }

  /// Diagonal over norm of its column; the smallest one shows how well the unknowns are determined.
  double pivot(Eigen::Index block, Eigen::Index unknown) const;

  /// Norm of a column: the effect of the unknown on all equations.
  double column_norm(Eigen::Index block, Eigen::Index unknown) const
  {
    return std::sqrt(norms_[block * block_ + unknown]);
  }

  /// The triangle of the border unknowns, and the norms of their columns.
  Eigen::MatrixXd border_triangle() const;
  Eigen::VectorXd border_norms() const { return norms_.tail(border_).cwiseSqrt(); }

  /// Several sets of unknowns side by side, one row per unknown.
  static constexpr int kAbreast = 8;
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, kAbreast, Eigen::RowMajor>;

  /// Draws deviations of the unknowns from the solution: normally distributed with mean zero and
  /// the covariance of the solution, for equations with errors of unit standard deviation. Returns
  /// those of the border. (The Takahashi recursion for the band of (AᵀA)⁻¹ would be exact, but its
  /// rounding errors grow without bound where the roughness couples many knots.)
  Columns sample(std::mt19937_64 & engine, Columns & unknowns) const;

  /// Same with right sides of ±1 in place of normal ones: fewer sets suffice for mean squares close
  /// to the covariance.
  Columns probe(std::mt19937_64 & engine, Columns & unknowns) const;

  /// The prior of the current window: its triangle and right side, to be inserted with `restore` as
  /// equations of another problem that begins there.
  const RowMatrix & triangle() const { return triangle_; }

private:
  bool determined(Eigen::Index row, double diagonal, double tolerance) const;
  void rotate(Eigen::Index column, Eigen::Ref<Eigen::MatrixXd> equations);
  double & norm(Eigen::Index column)
  {
    const bool common = column >= window_;
    return norms_[common ? norms_.size() - border_ + column - window_ : position_ + column];
  }
  void eliminate(Eigen::Index row);
  /// Solves for right sides from `next`, number by number starting with the last row.
  template <class Next>
  Columns solve_for(Next next, Columns & unknowns) const;

  Eigen::Index block_;
  Eigen::Index window_;  // in unknowns
  Eigen::Index border_;
  Eigen::Index position_ = 0;  // unknowns that the window has passed
  RowMatrix triangle_;
  RowMatrix finished_;     // rows of passed unknowns, columns as in the window at that time
  Eigen::VectorXd norms_;  // squared norms of all columns, border last
  Eigen::RowVectorXd work_;
  RowMatrix solution_;
  Eigen::VectorXd border_solution_;
  double residual_ = 0.0;
  bool squares_ = false;
  bool rounded_ = false;
};

}  // namespace hod::detail

#endif  // BANDED_LEAST_SQUARES_HPP_
