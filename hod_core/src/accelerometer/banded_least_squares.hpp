// SPDX-License-Identifier: Apache-2.0
#ifndef BANDED_LEAST_SQUARES_HPP_
#define BANDED_LEAST_SQUARES_HPP_

#include <Eigen/Core>
#include <cmath>
#include <random>

#include "hod/types.hpp"

namespace hod::detail
{

/// Linear least squares with unknowns in blocks along time, every equation touching a window of
/// consecutive blocks and a border of unknowns common to all.
///
/// Equations are rotated one after the other into a triangle that moves along (orthogonal, so the
/// condition is not squared); a block leaves it when no further equation touches it. Or their
/// squares are added and eliminated, which takes a fraction of the time and half of the digits:
/// rounded() says whether that was too much. O(blocks) time; nothing is allocated after
/// construction.
class BandedLeastSquares
{
public:
  /// @param block unknowns per block @param window blocks an equation may touch
  /// @param border unknowns common to all @param blocks how many blocks there are at most
  BandedLeastSquares(int block, int window, int border, int blocks);

  /// Columns of an equation: window, border and right side.
  Eigen::Index columns() const { return triangle_.cols(); }
  Eigen::Index border() const { return border_; }
  Eigen::Index window_columns() const { return window_; }

  /// Forgets all equations.
  void clear();

  /// Takes equations in, whose window begins at the present block. Overwrites them.
  ///
  /// @param triangular whether all is zero below the diagonal
  void absorb(Eigen::Ref<Eigen::MatrixXd> equations, bool triangular = false);

  /// The same for equations of which only AᵀA is known, right side included, the lower half of it.
  /// Between two clear() either all equations come so or none.
  void absorb_squares(const Eigen::MatrixXd & squares);

  /// Whether squares have lost an unknown to rounding, of which reflections may know more.
  bool rounded() const { return rounded_; }

  /// Moves the window on by a block.
  void advance();

  /// The unknowns, a row per block, once the window has left all of them. An unknown whose diagonal
  /// is at most `tolerance` times the norm of its column is left at zero.
  void solve(double tolerance, double border_tolerance);

  const RowMatrix & solution() const { return solution_; }
  const Eigen::VectorXd & border_solution() const { return border_solution_; }

  /// Squares left over by the solution.
  double residual() const { return residual_; }

  /// Diagonal over norm of its column; the smallest says how well the unknowns are determined.
  double pivot(Eigen::Index block, Eigen::Index unknown) const;

  /// Norm of a column: what the unknown does to all equations.
  double column_norm(Eigen::Index block, Eigen::Index unknown) const
  {
    return std::sqrt(norms_[block * block_ + unknown]);
  }

  /// The triangle of the border unknowns, and the norms of their columns.
  Eigen::MatrixXd border_triangle() const;
  Eigen::VectorXd border_norms() const { return norms_.tail(border_).cwiseSqrt(); }

  /// Several sets of unknowns side by side, a row per unknown.
  static constexpr int kAbreast = 8;
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, kAbreast, Eigen::RowMajor>;

  /// Makes sets of unknowns that differ from the solution as the equations leave possible:
  /// normal with mean zero and the covariance of the solution, for equations with errors of unit
  /// deviation. Returns those of the border. (Of the band of (AᵀA)⁻¹ the
  /// recursion of Takahashi would be exact, if rounding did not grow without bounds where the
  /// roughness ties many knots together.)
  Columns sample(std::mt19937_64 & engine, Columns & unknowns) const;

  /// The same of right sides of 1 and -1 in place of normal ones: of fewer sets mean squares are
  /// near those of the covariance.
  Columns probe(std::mt19937_64 & engine, Columns & unknowns) const;

  /// The prior that the present window has: its triangle and right side, to be put in again with
  /// `restore` as equations of another problem that begins there.
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
  /// Solves for right sides that `next` gives, number by number from the last row on.
  template <class Next>
  Columns solve_for(Next next, Columns & unknowns) const;

  Eigen::Index block_;
  Eigen::Index window_;  // in unknowns
  Eigen::Index border_;
  Eigen::Index position_ = 0;  // unknowns the window has left behind
  RowMatrix triangle_;
  RowMatrix finished_;     // rows of unknowns left behind, columns as in the window then
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
