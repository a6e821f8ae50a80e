// SPDX-License-Identifier: Apache-2.0
#ifndef SEGMENT_SQUARES_HPP_
#define SEGMENT_SQUARES_HPP_

#include <Eigen/Core>

#include "hod/types.hpp"

namespace hod::detail
{

/// AᵀA of the equations of a segment, right side included, the lower half of it. Columns of A are
/// [control points, joint by joint | border | right side].
///
/// Readings at an instant depend on q, q' and q'' there. Their squares are first taken with respect
/// to these, which are fewer than the control points, and spread over the control points once per
/// instant.
class SegmentSquares
{
public:
  /// @param joints number of moving joints
  /// @param points control points of a segment
  /// @param border number of columns
  SegmentSquares(Eigen::Index joints, Eigen::Index points, Eigen::Index border);

  void clear();

  /// Adds an equation of the motion at an instant, [q | q' | q'' | border | right side].
  template <class Row>
  void add_at_instant(const Row & row)
  {
    for (Eigen::Index column = 0; column < row.size(); ++column)
    {
      if (row[column] != 0.0)
      {
        instant_.col(column).tail(row.size() - column) +=
          row[column] * row.tail(row.size() - column).transpose();
      }
    }
    pending_ = true;
  }

  /// Ends an instant.
  /// @param basis derivatives of the splines there, one row per order
  void spread(const RowMatrix & basis);

  /// Adds an equation of one joint's control points.
  void add_joint(
    Eigen::Index joint, const Eigen::Ref<const Eigen::RowVectorXd> & of_points, double right);

  /// Adds an equation of the border.
  void add_border(const Eigen::Ref<const Eigen::RowVectorXd> & of_border, double right);

  /// Adds the square of an equation of a single unknown with this factor and right side zero.
  void add_alone(Eigen::Index column, double factor)
  {
    squares_(column, column) += factor * factor;
  }

  /// Removes an unknown.
  void leave_out(Eigen::Index column)
  {
    squares_.col(column).setZero();
    squares_.row(column).setZero();
  }

  const Eigen::MatrixXd & squares() const { return squares_; }

private:
  Eigen::Index joints_;
  Eigen::Index points_;
  Eigen::Index others_;      // border and right side
  Eigen::MatrixXd squares_;  // the upper half is meaningless
  Eigen::MatrixXd instant_;  // the same of an instant
  Eigen::MatrixXd half_;     // of it, spread over the columns of a control point
  void (*add_column_)(
    const double * half, const RowMatrix & basis, Eigen::Index point, Eigen::Index count,
    double * column);
  bool pending_ = false;
};

}  // namespace hod::detail

#endif  // SEGMENT_SQUARES_HPP_
