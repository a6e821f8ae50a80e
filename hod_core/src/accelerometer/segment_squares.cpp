// SPDX-License-Identifier: Apache-2.0
#include "segment_squares.hpp"

#include <iterator>

#include "row_writer.hpp"

namespace hod::detail
{
namespace
{

constexpr Eigen::Index kOrders = RowWriter::kMotionOrders;

/// Adds to the column of a joint's control point its products with the points from it on.
///
/// @param half of the joint, [q | q' | q'' | …]
/// @param basis one row per order, one column per point
/// @param count of joints, if not known at compile time
template <int Joints>
void add_column(
  const double * half, const RowMatrix & basis, Eigen::Index point, Eigen::Index count,
  double * column)
{
  using Values = Eigen::Matrix<double, Joints, 1>;
  const Eigen::Map<const Values> position(half, count);
  const Eigen::Map<const Values> velocity(half + count, count);
  const Eigen::Map<const Values> acceleration(half + 2 * count, count);
  for (Eigen::Index below = point; below < basis.cols(); ++below)
  {
    Eigen::Map<Values>(column + below * count, count) +=
      basis(0, below) * position + basis(1, below) * velocity + basis(2, below) * acceleration;
  }
}

using AddColumn = decltype(&add_column<Eigen::Dynamic>);

AddColumn add_column_of(Eigen::Index joints)
{
  constexpr AddColumn kCommon[] = {add_column<1>, add_column<2>, add_column<3>, add_column<4>,
                                   add_column<5>, add_column<6>, add_column<7>, add_column<8>};
  constexpr auto kCount = static_cast<Eigen::Index>(std::size(kCommon));
  return joints >= 1 && joints <= kCount ? kCommon[joints - 1] : add_column<Eigen::Dynamic>;
}

}  // namespace

SegmentSquares::SegmentSquares(Eigen::Index joints, Eigen::Index points, Eigen::Index border)
: joints_(joints),
  points_(points),
  others_(border + 1),
  squares_(Eigen::MatrixXd::Zero(points * joints + others_, points * joints + others_)),
  instant_(Eigen::MatrixXd::Zero(kOrders * joints + others_, kOrders * joints + others_)),
  half_(kOrders * joints + others_, joints),
  add_column_(add_column_of(joints))
{}

void SegmentSquares::clear()
{
  squares_.setZero();
  instant_.setZero();
  pending_ = false;
}

void SegmentSquares::spread(const RowMatrix & basis)
{
  if (!pending_)
  {
    return;
  }
  const Eigen::Index motion = kOrders * joints_;
  instant_.topLeftCorner(motion, motion).triangularView<Eigen::StrictlyUpper>() =
    instant_.topLeftCorner(motion, motion).transpose();
  for (Eigen::Index point = 0; point < points_; ++point)
  {
    half_ = basis(0, point) * instant_.leftCols(joints_) +
            basis(1, point) * instant_.middleCols(joints_, joints_) +
            basis(2, point) * instant_.middleCols(2 * joints_, joints_);
    for (Eigen::Index joint = 0; joint < joints_; ++joint)
    {
      auto column = squares_.col(point * joints_ + joint);
      add_column_(half_.col(joint).data(), basis, point, joints_, column.data());
      column.tail(others_) += half_.col(joint).tail(others_);
    }
  }
  squares_.bottomRightCorner(others_, others_) += instant_.bottomRightCorner(others_, others_);
  instant_.setZero();
  pending_ = false;
}

void SegmentSquares::add_joint(
  Eigen::Index joint, const Eigen::Ref<const Eigen::RowVectorXd> & of_points, double right)
{
  for (Eigen::Index point = 0; point < points_; ++point)
  {
    auto column = squares_.col(point * joints_ + joint);
    for (Eigen::Index below = point; below < points_; ++below)
    {
      column[below * joints_ + joint] += of_points[point] * of_points[below];
    }
    column[column.size() - 1] += of_points[point] * right;
  }
  squares_(squares_.rows() - 1, squares_.cols() - 1) += right * right;
}

void SegmentSquares::add_border(
  const Eigen::Ref<const Eigen::RowVectorXd> & of_border, double right)
{
  const Eigen::Index first = points_ * joints_;
  for (Eigen::Index i = 0; i + 1 < others_; ++i)
  {
    auto column = squares_.col(first + i).tail(others_ - i);
    column.head(others_ - i - 1) += of_border[i] * of_border.tail(others_ - i - 1).transpose();
    column[others_ - i - 1] += of_border[i] * right;
  }
  squares_(squares_.rows() - 1, squares_.cols() - 1) += right * right;
}

}  // namespace hod::detail
