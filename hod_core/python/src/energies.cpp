// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/energies/energies.hpp"

#include <optional>
#include <vector>

#include <pybind11/stl.h>

#include "bindings.hpp"
#include "hod/error.hpp"
#include "hod/robot/robot.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// What was asked for: E⁽⁰⁾ … E⁽ᵐᵃˣ ᵒʳᵈᵉʳ⁾ and so many derivatives of each.
struct Wanted
{
  int max_order;
  int derivatives;

  int together() const { return max_order + derivatives; }
  Eigen::Index rows() const { return static_cast<Eigen::Index>(max_order + 1) * (derivatives + 1); }
};

/// Energies of all bodies of the last call, a column each; row a (max_order + 1) + p is DᵃE⁽ᵖ⁾.
RowMatrix by_body(const Workspace & workspace, const Wanted & wanted)
{
  const Eigen::Index bodies = workspace.energy.rows();
  const Eigen::Index orders = wanted.max_order + 1;
  RowMatrix result(wanted.rows(), bodies);
  result.topRows(orders) = workspace.energy.leftCols(orders).transpose();
  for (int a = 1; a <= wanted.derivatives; ++a)
  {
    result.middleRows(a * orders, orders) =
      workspace.energy_derivative.block((a - 1) * bodies, 0, bodies, orders).transpose();
  }
  return result;
}

/// Energies of single links: the pass gives those of bodies, which may be several links joined. So
/// it runs as often as the richest body has links, each time with the mass of one of them on every
/// body.
class LinkEnergies
{
public:
  LinkEnergies(const Robot & robot, const Wanted & wanted)
  : robot_(robot), wanted_(wanted), workspace_(robot, wanted.together())
  {
    std::vector<std::size_t> links_of_body(robot.bodies().size(), 0);
    for (std::size_t link = 0; link < robot.links().size(); ++link)
    {
      const auto turn = links_of_body[static_cast<std::size_t>(robot.links()[link].body)]++;
      turns_.resize(std::max(turns_.size(), turn + 1));
      turns_[turn].push_back(link);
    }
  }

  /// Column of a link: its index. Row: the order.
  bool evaluate(const ConstRowMatrixRef & motion, RowMatrixRef result)
  {
    for (const auto & turn : turns_)
    {
      for (int body = 0; body < static_cast<int>(robot_.bodies().size()); ++body)
      {
        workspace_.set_mass(body, MassProperties{});
      }
      for (const std::size_t link : turn)
      {
        const LinkPlacement & place = robot_.links()[link];
        workspace_.set_mass(place.body, transformed(place.mass, place.pose));
      }
      if (
        energies(workspace_, motion, wanted_.max_order, wanted_.derivatives) != Result::ok)
      {
        return false;
      }
      const RowMatrix energy = by_body(workspace_, wanted_);
      for (const std::size_t link : turn)
      {
        result.col(static_cast<Eigen::Index>(link)) = energy.col(robot_.links()[link].body);
      }
    }
    return true;
  }

private:
  const Robot & robot_;
  Wanted wanted_;
  Workspace workspace_;
  std::vector<std::vector<std::size_t>> turns_;
};

void check(const Robot & robot, const NumberArray & motion, const Wanted & wanted)
{
  if (wanted.max_order < 0 || wanted.max_order > kMaxOrder)
  {
    throw Error(
      "max_order: found " + std::to_string(wanted.max_order) + ", expected 0 to " +
      std::to_string(kMaxOrder));
  }
  if (wanted.derivatives < 0 || wanted.together() > kMaxOrder)
  {
    throw Error(
      "derivatives: found " + std::to_string(wanted.derivatives) + ", expected 0 to " +
      std::to_string(kMaxOrder - wanted.max_order) + " of energies up to order " +
      std::to_string(wanted.max_order));
  }
  const py::ssize_t dimensions = motion.ndim();
  if (dimensions < 2 || dimensions > 3 || motion.shape(dimensions - 1) != robot.dof())
  {
    throw Error(
      "motion: found shape " + std::string(py::str(motion.attr("shape"))) + ", expected (rows, " +
      std::to_string(robot.dof()) + ") or (states, rows, " + std::to_string(robot.dof()) + ")");
  }
  const py::ssize_t rows = motion.shape(dimensions - 2);
  const int highest = wanted.together() + 1;
  if (rows < highest + 1)
  {
    throw Error(
      "motion: found " + std::to_string(rows) + " rows, expected " + std::to_string(highest + 1) +
      " (q and its derivatives up to order " + std::to_string(highest) +
      ") for energies up to order " + std::to_string(wanted.max_order) +
      (wanted.derivatives > 0 ? " with " + std::to_string(wanted.derivatives) + " derivatives"
                              : ""));
  }
}

/// Calls `each(motion, result)` for every state.
template <typename Each>
void for_each_state(
  const Robot & robot, const NumberArray & motion, const Wanted & wanted, py::ssize_t columns,
  double * results, Each && each)
{
  const py::ssize_t dimensions = motion.ndim();
  const py::ssize_t rows = motion.shape(dimensions - 2);
  const py::ssize_t states = dimensions == 3 ? motion.shape(0) : 1;
  const double * data = motion.data();
  const py::gil_scoped_release others_may_run;
  for (py::ssize_t state = 0; state < states; ++state)
  {
    const Eigen::Map<const RowMatrix> given(data + state * rows * robot.dof(), rows, robot.dof());
    Eigen::Map<RowMatrix> result(results + state * wanted.rows() * columns, wanted.rows(), columns);
    each(given, result);
  }
}

/// (states,) if there are many, (derivatives + 1,) if they were asked for, orders, (links,).
std::vector<py::ssize_t> shape_of(
  const NumberArray & motion, const Wanted & wanted, bool with_derivatives, bool per_link,
  py::ssize_t links)
{
  std::vector<py::ssize_t> shape;
  if (motion.ndim() == 3)
  {
    shape.push_back(motion.shape(0));
  }
  if (with_derivatives)
  {
    shape.push_back(wanted.derivatives + 1);
  }
  shape.push_back(wanted.max_order + 1);
  if (per_link)
  {
    shape.push_back(links);
  }
  return shape;
}

NumberArray python_energies(
  const Robot & robot, py::handle argument, int max_order, bool per_link,
  std::optional<int> derivatives)
{
  const NumberArray motion = number_array(argument, "motion");
  const Wanted wanted{max_order, derivatives.value_or(0)};
  check(robot, motion, wanted);
  const auto links = static_cast<py::ssize_t>(robot.links().size());
  NumberArray results(shape_of(motion, wanted, derivatives.has_value(), per_link, links));
  bool good = true;
  if (per_link)
  {
    LinkEnergies each_link(robot, wanted);
    for_each_state(
      robot, motion, wanted, links, results.mutable_data(),
      [&](const auto & given, auto & result) { good = each_link.evaluate(given, result) && good; });
  }
  else
  {
    Workspace workspace(robot, wanted.together());
    for_each_state(
      robot, motion, wanted, 1, results.mutable_data(), [&](const auto & given, auto & result) {
        good =
          energies(workspace, given, max_order, wanted.derivatives) == Result::ok && good;
        result.col(0) = by_body(workspace, wanted).rowwise().sum();
      });
  }
  if (!good)
  {
    throw Error("motion: found one that does not fit the robot, expected one that does");
  }
  return results;
}

}  // namespace

void bind_energies(py::module_ & module)
{
  module.def(
    "energies", &python_energies, py::arg("robot"), py::arg("motion"), py::arg("max_order") = 4,
    py::arg("per_link") = false, py::arg("derivatives") = py::none());
}

}  // namespace hod
