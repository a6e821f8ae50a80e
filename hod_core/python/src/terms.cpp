// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces/forces.hpp"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "bindings.hpp"
#include "forces_arguments.hpp"
#include "hod/dynamics/forces/load_table.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

constexpr const char * kTermNames[] = {"inertia", "gravity", "load", "friction", "rotor"};
constexpr std::size_t kTerms = std::size(kTermNames);
constexpr std::size_t kStatesPerThread = 64;  // below, a thread costs more than it saves

/// A load whose link is still a name.
struct NamedLoad
{
  std::string link;
  Load load;
  std::optional<LoadTable> table;
};

NamedLoad make_load(
  std::string link, bool world, py::handle point, const RowMatrix & rows,
  std::optional<std::vector<double>> times)
{
  NamedLoad result{std::move(link), {}, {}};
  result.load.frame = world ? LoadFrame::world : LoadFrame::link;
  result.load.point = vector3(point, "point");
  if (times)
  {
    result.table.emplace(*std::move(times), rows);
    return result;
  }
  if (rows.rows() > Load::kRows)
  {
    throw Error(
      "derivatives: found " + std::to_string(rows.rows() - 1) + " rows, expected at most " +
      std::to_string(Load::kRows - 1));
  }
  result.load.wrench.topRows(rows.rows()) = rows;
  return result;
}

/// All that a workspace is told of before it computes terms.
class Setting
{
public:
  Setting(
    const Robot & robot, const std::vector<NamedLoad> & loads,
    const std::optional<RowMatrix> & friction, const std::optional<RowMatrix> & rotors,
    const std::vector<std::pair<std::string, MassProperties>> & payloads)
  : robot_(robot)
  {
    for (const NamedLoad & named : loads)
    {
      loads_.push_back(named.load);
      loads_.back().link = link_of(robot, named.link);
      tables_.push_back(named.table);
    }
    for (const auto & [link, mass] : payloads)
    {
      const auto index = static_cast<std::size_t>(link_of(robot, link));
      payloads_.resize(robot.links().size());
      payloads_[index] = payloads_[index] + mass;
    }
    if (friction)
    {
      friction_ = friction_of(*friction);
    }
    if (rotors)
    {
      for (Eigen::Index column = 0; column < rotors->cols(); ++column)
      {
        rotors_.push_back({(*rotors)(0, column), (*rotors)(1, column)});
      }
    }
  }

  const Robot & robot() const { return robot_; }

  Workspace make_workspace(int order) const
  {
    Workspace workspace(robot_, order);
    workspace.set_loads(robot_, loads_);
    for (std::size_t link = 0; link < payloads_.size(); ++link)
    {
      workspace.set_payload(static_cast<int>(link), payloads_[link]);
    }
    if (!friction_.empty())
    {
      workspace.set_friction(robot_, friction_);
    }
    if (!rotors_.empty())
    {
      workspace.set_rotors(robot_, rotors_);
    }
    return workspace;
  }

  /// Throws unless there is a time for every state and every table covers them.
  void check_times(const std::optional<std::vector<double>> & times, std::size_t states) const
  {
    const bool needed = std::any_of(
      tables_.begin(), tables_.end(), [](const auto & table) { return table.has_value(); });
    if (!times && !needed)
    {
      return;
    }
    if (!times || times->size() != states)
    {
      throw Error(
        "times: found " + (times ? std::to_string(times->size()) : "none") + ", expected " +
        std::to_string(states) + ", one per state of the motion" +
        (needed ? ", because a load is a table" : ""));
    }
    for (const auto & table : tables_)
    {
      for (std::size_t state = 0; table && state < states; ++state)
      {
        table->check_covers((*times)[state], (*times)[state]);
      }
    }
  }

  /// The wrenches of an instant.
  void set_instant(Workspace & workspace, double time) const
  {
    for (std::size_t load = 0; load < tables_.size(); ++load)
    {
      if (tables_[load])
      {
        workspace.set_wrench(static_cast<int>(load), tables_[load]->at(time));
      }
    }
  }

private:
  static std::vector<JointFriction> friction_of(const RowMatrix & rows)
  {
    std::vector<JointFriction> friction;
    for (Eigen::Index column = 0; column < rows.cols(); ++column)
    {
      const auto number = [&](Eigen::Index row) { return rows(row, column); };
      friction.push_back(
        {number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7)});
    }
    return friction;
  }

  const Robot & robot_;
  std::vector<Load> loads_;
  std::vector<std::optional<LoadTable>> tables_;
  std::vector<MassProperties> payloads_;
  std::vector<JointFriction> friction_;
  std::vector<Rotor> rotors_;
};

/// Motions of consecutive states and room for their terms.
struct States
{
  const double * motion;
  Eigen::Index rows;
  const double * times;  ///< null if not needed
  std::size_t count;
  double * terms[kTerms];

  States part(std::size_t first, std::size_t last, Eigen::Index dof, int order) const
  {
    States result = *this;
    result.motion += static_cast<Eigen::Index>(first) * rows * dof;
    result.times = times == nullptr ? nullptr : times + first;
    result.count = last - first;
    for (double *& term : result.terms)
    {
      term += static_cast<Eigen::Index>(first) * (order + 1) * dof;
    }
    return result;
  }
};

bool compute(const Setting & setting, const States & states, int order)
{
  Workspace workspace = setting.make_workspace(order);
  const int dof = workspace.dof();
  const RowMatrix * results[] = {
    &workspace.terms().inertia, &workspace.terms().gravity, &workspace.terms().load,
    &workspace.terms().friction, &workspace.terms().rotor};
  bool good = true;
  for (std::size_t state = 0; state < states.count; ++state)
  {
    if (states.times != nullptr)
    {
      setting.set_instant(workspace, states.times[state]);
    }
    const States here = states.part(state, state + 1, dof, order);
    const Eigen::Map<const RowMatrix> motion(here.motion, here.rows, dof);
    good = force_terms(workspace, motion, order) == Result::ok && good;
    for (std::size_t term = 0; term < kTerms; ++term)
    {
      Eigen::Map<RowMatrix>(here.terms[term], order + 1, dof) = *results[term];
    }
  }
  return good;
}

void compute_all(const Setting & setting, const States & states, int order, int threads)
{
  const std::size_t most = threads > 0 ? static_cast<std::size_t>(threads)
                                       : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t count = std::clamp<std::size_t>(states.count / kStatesPerThread, 1, most);
  // What could be wrong with the setting was checked before: no worker throws.
  std::vector<std::thread> workers;
  const auto part = [&](std::size_t worker) {
    return states.part(
      states.count * worker / count, states.count * (worker + 1) / count, setting.robot().dof(),
      order);
  };
  for (std::size_t worker = 1; worker < count; ++worker)
  {
    workers.emplace_back([&, worker] { compute(setting, part(worker), order); });
  }
  compute(setting, part(0), order);
  for (auto & worker : workers)
  {
    worker.join();
  }
}

py::dict python_force_terms(
  const Robot & robot, py::handle argument, int order, const std::vector<NamedLoad> & loads,
  const std::optional<RowMatrix> & friction, const std::optional<RowMatrix> & rotors,
  const std::vector<std::pair<std::string, MassProperties>> & payloads,
  const std::optional<std::vector<double>> & times, int threads)
{
  const NumberArray motion = checked_motion(robot, argument, order, 3);
  const bool single = motion.ndim() == 2;
  const Setting setting(robot, loads, friction, rotors, payloads);
  States states{motion.data(), motion.shape(single ? 0 : 1), nullptr, 1, {}};
  std::vector<py::ssize_t> shape = {py::ssize_t{order} + 1, py::ssize_t{robot.dof()}};
  if (!single)
  {
    states.count = static_cast<std::size_t>(motion.shape(0));
    shape.insert(shape.begin(), motion.shape(0));
  }
  setting.check_times(times, states.count);
  (void)setting.make_workspace(order);
  if (times)
  {
    states.times = times->data();
  }
  py::dict terms;
  for (std::size_t term = 0; term < kTerms; ++term)
  {
    NumberArray rows(shape);
    states.terms[term] = rows.mutable_data();
    terms[kTermNames[term]] = rows;
  }
  const py::gil_scoped_release others_may_run;
  compute_all(setting, states, order, threads);
  return terms;
}

}  // namespace

void bind_terms(py::module_ & module)
{
  py::class_<NamedLoad>(module, "Load")
    .def(
      py::init(&make_load), py::arg("link"), py::arg("world"), py::arg("point"), py::arg("rows"),
      py::arg("times"));
  module.def(
    "force_terms", &python_force_terms, py::arg("robot"), py::arg("motion"), py::arg("order"),
    py::arg("loads"), py::arg("friction"), py::arg("rotors"), py::arg("payloads"), py::arg("times"),
    py::arg("threads"));
}

}  // namespace hod
