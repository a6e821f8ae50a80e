// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/energies.hpp"

#include <vector>

#include "bindings.hpp"
#include "hod/error.hpp"
#include "hod/model/model.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

/// Energies of single links: the pass gives those of bodies, which may be several links joined. So
/// it runs as often as the richest body has links, each time with the mass of one of them on every
/// body.
class LinkEnergies
{
public:
  LinkEnergies(const Model & model, int max_order) : model_(model), workspace_(model, max_order)
  {
    std::vector<std::size_t> links_of_body(model.bodies().size(), 0);
    for (std::size_t link = 0; link < model.links().size(); ++link)
    {
      const auto turn = links_of_body[static_cast<std::size_t>(model.links()[link].body)]++;
      turns_.resize(std::max(turns_.size(), turn + 1));
      turns_[turn].push_back(link);
    }
  }

  /// Column of a link: its index. Row: the order.
  bool evaluate(const ConstRowMatrixRef & motion, int max_order, RowMatrixRef result)
  {
    for (const auto & turn : turns_)
    {
      for (int body = 0; body < static_cast<int>(model_.bodies().size()); ++body)
      {
        workspace_.set_mass(body, MassProperties{});
      }
      for (const std::size_t link : turn)
      {
        const LinkPlacement & place = model_.links()[link];
        workspace_.set_mass(place.body, transformed(place.mass, place.pose));
      }
      if (energies(model_, workspace_, motion, max_order) != Result::ok)
      {
        return false;
      }
      for (const std::size_t link : turn)
      {
        result.col(static_cast<Eigen::Index>(link)) =
          workspace_.energy.row(model_.links()[link].body).head(max_order + 1).transpose();
      }
    }
    return true;
  }

private:
  const Model & model_;
  Workspace workspace_;
  std::vector<std::vector<std::size_t>> turns_;
};

void check(const Model & model, const NumberArray & motion, int max_order)
{
  if (max_order < 0 || max_order > Workspace::kMaxOrder)
  {
    throw Error(
      "max_order: found " + std::to_string(max_order) + ", expected 0 to " +
      std::to_string(Workspace::kMaxOrder));
  }
  const py::ssize_t dimensions = motion.ndim();
  if (dimensions < 2 || dimensions > 3 || motion.shape(dimensions - 1) != model.dof())
  {
    throw Error(
      "motion: found shape " + std::string(py::str(motion.attr("shape"))) + ", expected (rows, " +
      std::to_string(model.dof()) + ") or (states, rows, " + std::to_string(model.dof()) + ")");
  }
  const py::ssize_t rows = motion.shape(dimensions - 2);
  if (rows < max_order + 2)
  {
    throw Error(
      "motion: found " + std::to_string(rows) + " rows, expected " + std::to_string(max_order + 2) +
      " (q and its derivatives up to order " + std::to_string(max_order + 1) +
      ") for energies up to order " + std::to_string(max_order));
  }
}

/// Calls `each(motion, result)` for every state; the result has max_order + 1 rows.
template <typename Each>
void for_each_state(
  const Model & model, const NumberArray & motion, int max_order, py::ssize_t columns,
  double * results, Each && each)
{
  const py::ssize_t dimensions = motion.ndim();
  const py::ssize_t rows = motion.shape(dimensions - 2);
  const py::ssize_t states = dimensions == 3 ? motion.shape(0) : 1;
  const double * data = motion.data();
  const py::gil_scoped_release others_may_run;
  for (py::ssize_t state = 0; state < states; ++state)
  {
    const Eigen::Map<const RowMatrix> given(data + state * rows * model.dof(), rows, model.dof());
    Eigen::Map<RowMatrix> result(
      results + state * (max_order + 1) * columns, max_order + 1, columns);
    each(given, result);
  }
}

NumberArray python_energies(const Model & model, py::handle argument, int max_order, bool per_link)
{
  const NumberArray motion = number_array(argument, "motion");
  check(model, motion, max_order);
  const auto columns = per_link ? static_cast<py::ssize_t>(model.links().size()) : 1;
  std::vector<py::ssize_t> shape;
  if (motion.ndim() == 3)
  {
    shape.push_back(motion.shape(0));
  }
  shape.push_back(max_order + 1);
  if (per_link)
  {
    shape.push_back(columns);
  }
  NumberArray results(shape);
  bool good = true;
  if (per_link)
  {
    LinkEnergies links(model, max_order);
    for_each_state(
      model, motion, max_order, columns, results.mutable_data(),
      [&](const auto & given, auto & result) {
        good = links.evaluate(given, max_order, result) && good;
      });
  }
  else
  {
    Workspace workspace(model, max_order);
    for_each_state(
      model, motion, max_order, columns, results.mutable_data(),
      [&](const auto & given, auto & result) {
        good = energies(model, workspace, given, max_order) == Result::ok && good;
        result.col(0) = workspace.energy.leftCols(max_order + 1).colwise().sum().transpose();
      });
  }
  if (!good)
  {
    throw Error("motion: found one that does not fit the model, expected one that does");
  }
  return results;
}

}  // namespace

void bind_energies(py::module_ & module)
{
  module.def(
    "energies", &python_energies, py::arg("model"), py::arg("motion"), py::arg("max_order") = 4,
    py::arg("per_link") = false);
}

}  // namespace hod
