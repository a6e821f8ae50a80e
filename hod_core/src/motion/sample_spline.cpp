// SPDX-License-Identifier: Apache-2.0
#include "sample_spline.hpp"

#include "collocation_spline.hpp"
#include "end_estimate.hpp"
#include "nodal_spline.hpp"

namespace hod
{
namespace
{

/// An end has room for y⁽ᵈ⁾ or, if that is unknown, for y⁽ᵖ⁻ᵈ⁾, where p is the degree.
void add_end(const SampleSpline & spline, bool at_end, std::vector<EndDerivative> & conditions)
{
  const EndCondition & condition = at_end ? spline.end : spline.start;
  const int room = spline.room(at_end), degree = spline.degree();
  RowMatrix known = condition.values;
  if (condition.kind == EndKind::estimated)
  {
    known = end_estimate(spline.times, spline.values, at_end, degree + 1, room);
  }
  for (int d = 1; d <= room; ++d)
  {
    const bool is_known = d <= known.rows();
    const bool is_top = condition.kind == EndKind::top || !is_known;
    const Eigen::RowVectorXd zero = Eigen::RowVectorXd::Zero(spline.channels());
    conditions.push_back(
      {at_end, is_top ? degree - d : d, is_known ? Eigen::RowVectorXd(known.row(d - 1)) : zero});
  }
}

std::vector<EndDerivative> end_conditions(const SampleSpline & spline)
{
  std::vector<EndDerivative> conditions;
  if (!spline.periodic())
  {
    add_end(spline, false, conditions);
    add_end(spline, true, conditions);
  }
  return conditions;
}

std::vector<double> nodal_coefficients(const SampleSpline & spline)
{
  const int r = spline.degree() / 2;
  NodalSpline nodal(spline.times, spline.values, r, spline.periodic());
  for (const EndDerivative & end : end_conditions(spline))
  {
    const std::size_t knot = end.at_end ? spline.times.size() - 1 : 0;
    if (end.derivative <= r)
    {
      nodal.give(knot, end.derivative, end.values);
    }
    else
    {
      nodal.give_moment(knot, end.derivative, end.values);
    }
  }
  for (const KnotDerivative & given : spline.given)
  {
    nodal.give(static_cast<std::size_t>(given.knot), given.derivative, given.values);
  }
  return nodal.coefficients();
}

}  // namespace

std::vector<double> coefficients_of(const SampleSpline & spline)
{
  if (spline.periodic() || !can_collocate(spline.times.size(), spline.given))
  {
    return nodal_coefficients(spline);
  }
  return collocation_spline(
    spline.times, spline.values, spline.degree(), end_conditions(spline), spline.given);
}

std::vector<std::string> warnings_of(const SampleSpline & spline)
{
  if (spline.order % 2 == 0)
  {
    return {};
  }
  return {
    "order " + std::to_string(spline.order) +
    " is odd: an error of one sample does not decay along the chain of segments but reaches all of "
    "them; with an even order it stays near its sample"};
}

}  // namespace hod
