// SPDX-License-Identifier: Apache-2.0
#include "nodal_spline.hpp"

#include <algorithm>
#include <cmath>

#include "hod/error.hpp"

namespace hod
{

NodalSpline::NodalSpline(
  const std::vector<double> & knots, const ConstRowMatrixRef & values, int r, bool periodic)
: knots_(knots),
  values_(values),
  r_(r),
  periodic_(periodic),
  unit_((knots.back() - knots.front()) / static_cast<double>(knots.size() - 1)),
  hermite_(r),
  nodal_(RowMatrix::Zero(static_cast<Eigen::Index>(knots.size()) * r, values.cols())),
  forces_(RowMatrix::Zero(2 * r, values.cols())),
  index_(knots.size() * static_cast<std::size_t>(r), 0)
{
  if (periodic)
  {
    // The last knot is the first one again.
    std::fill(index_.end() - r, index_.end(), kGiven);
  }
}

std::size_t NodalSpline::place(std::size_t segment, int node, int d) const
{
  const std::size_t knot = segment + static_cast<std::size_t>(node);
  const std::size_t own = periodic_ && knot == segments() ? 0 : knot;
  return own * static_cast<std::size_t>(r_) + static_cast<std::size_t>(d) - 1;
}

double NodalSpline::length(std::size_t segment) const
{
  return (knots_[segment + 1] - knots_[segment]) / unit_;
}

void NodalSpline::give(std::size_t knot, int d, const Eigen::RowVectorXd & derivative)
{
  const std::size_t at = place(knot, 0, d);
  index_[at] = kGiven;
  nodal_.row(static_cast<Eigen::Index>(at)) = derivative * std::pow(unit_, d);
}

void NodalSpline::give_moment(std::size_t knot, int k, const Eigen::RowVectorXd & derivative)
{
  const int d = 2 * r_ + 1 - k;
  const bool last = knot == segments();
  const double sign = ((r_ - d) % 2 == 0) == last ? 1.0 : -1.0;
  forces_.row((last ? r_ : 0) + d - 1) = sign * std::pow(unit_, k) * derivative;
}

void NodalSpline::number_unknowns()
{
  unknowns_ = 0;
  for (int & index : index_)
  {
    index = index == kGiven ? kGiven : static_cast<int>(unknowns_++);
  }
}

std::vector<std::size_t> NodalSpline::first_columns() const
{
  std::vector<std::size_t> first(unknowns_);
  for (std::size_t i = 0; i < unknowns_; ++i)
  {
    first[i] = i;
  }
  for (std::size_t segment = 0; segment < segments(); ++segment)
  {
    std::size_t least = unknowns_;
    const auto visit = [&](auto action) {
      for (int node = 0; node < 2; ++node)
      {
        for (int d = 1; d <= r_; ++d)
        {
          const int index = index_[place(segment, node, d)];
          if (index != kGiven)
          {
            action(static_cast<std::size_t>(index));
          }
        }
      }
    };
    visit([&](std::size_t index) { least = std::min(least, index); });
    visit([&](std::size_t index) { first[index] = std::min(first[index], least); });
  }
  return first;
}

void NodalSpline::assemble_row(
  std::size_t segment, int row, int unknown, EnvelopeCholesky & matrix, RowMatrix & right) const
{
  const int half = r_ + 1, d = row % half;
  const auto s = static_cast<Eigen::Index>(segment);
  const double h = length(segment);
  const double scale = std::pow(h, d - 2 * r_ - 1);
  // A constant has no stiffness: only the difference of the values counts, and loses no digits.
  right.row(unknown) -=
    scale * hermite_.stiffness(row, half) * (values_.row(s + 1) - values_.row(s));
  double power = scale;
  for (int e = 1; e <= r_; ++e)
  {
    power *= h;
    for (int node = 0; node < 2; ++node)
    {
      const double entry = power * hermite_.stiffness(row, node * half + e);
      const std::size_t at = place(segment, node, e);
      if (index_[at] == kGiven)
      {
        right.row(unknown) -= entry * nodal_.row(static_cast<Eigen::Index>(at));
      }
      else if (index_[at] <= unknown)
      {
        matrix.at(static_cast<std::size_t>(unknown), static_cast<std::size_t>(index_[at])) += entry;
      }
    }
  }
}

void NodalSpline::assemble_segment(
  std::size_t segment, EnvelopeCholesky & matrix, RowMatrix & right) const
{
  for (int node = 0; node < 2; ++node)
  {
    for (int d = 1; d <= r_; ++d)
    {
      const int unknown = index_[place(segment, node, d)];
      if (unknown != kGiven)
      {
        assemble_row(segment, node * (r_ + 1) + d, unknown, matrix, right);
      }
    }
  }
}

void NodalSpline::assemble(EnvelopeCholesky & matrix, RowMatrix & right) const
{
  for (std::size_t segment = 0; segment < segments(); ++segment)
  {
    assemble_segment(segment, matrix, right);
  }
  for (int node = 0; node < 2; ++node)
  {
    for (int d = 1; d <= r_; ++d)
    {
      const int unknown = index_[place(node == 0 ? 0 : segments() - 1, node, d)];
      if (unknown != kGiven)
      {
        right.row(unknown) += forces_.row(node * r_ + d - 1);
      }
    }
  }
}

void NodalSpline::solve()
{
  number_unknowns();
  EnvelopeCholesky matrix(first_columns());
  RowMatrix right = RowMatrix::Zero(static_cast<Eigen::Index>(unknowns_), values_.cols());
  assemble(matrix, right);
  if (!matrix.factor())
  {
    throw Error(
      "times: found segments of lengths too different to compute with, expected more even ones or "
      "a lower order");
  }
  matrix.solve(right);
  for (std::size_t at = 0; at < index_.size(); ++at)
  {
    if (index_[at] != kGiven)
    {
      nodal_.row(static_cast<Eigen::Index>(at)) = right.row(index_[at]);
    }
  }
}

void NodalSpline::write_segment(std::size_t segment, double * coefficients) const
{
  const int half = r_ + 1, size = 2 * half;
  const double h = length(segment);
  const auto s = static_cast<Eigen::Index>(segment);
  Eigen::VectorXd local(size);
  for (Eigen::Index channel = 0; channel < values_.cols(); ++channel, coefficients += size)
  {
    local[0] = 0.0;
    local[half] = values_(s + 1, channel) - values_(s, channel);
    double power = h;
    for (int d = 1; d <= r_; ++d, power *= h)
    {
      for (int node = 0; node < 2; ++node)
      {
        const auto at = static_cast<Eigen::Index>(place(segment, node, d));
        local[node * half + d] = power * nodal_(at, channel);
      }
    }
    Eigen::Map<Eigen::VectorXd> result(coefficients, size);
    result.noalias() = hermite_.coefficients * local;
    result[0] = values_(s, channel);
  }
}

std::vector<double> NodalSpline::coefficients()
{
  solve();
  const auto stride = static_cast<std::size_t>(values_.cols() * (2 * r_ + 2));
  std::vector<double> result(segments() * stride);
  for (std::size_t segment = 0; segment < segments(); ++segment)
  {
    write_segment(segment, result.data() + segment * stride);
  }
  return result;
}

}  // namespace hod
