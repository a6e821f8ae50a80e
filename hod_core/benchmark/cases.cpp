// SPDX-License-Identifier: Apache-2.0
#include "cases.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "dynamics/batch_call.hpp"
#include "hod/dynamics/batch.hpp"
#include "hod/dynamics/energies.hpp"
#include "hod/dynamics/forces.hpp"
#include "hod/dynamics/terms.hpp"
#include "hod/io/urdf.hpp"
#include "robots.hpp"
#include "solver.hpp"

namespace hod::speed
{
namespace
{

constexpr std::size_t kBatchStates = 100000;
constexpr int kBatchOrder = 2;
constexpr int kBatchRows = kBatchOrder + 3;
constexpr int kEnergyOrder = 4;

using Step = std::function<void()>;

/// A robot with states to be computed in turn.
struct Subject
{
  explicit Subject(const std::string & name)
  : model(make_robot(name)), states(random_states(model.dof()))
  {}

  const RowMatrix & next() { return states[++index_ % states.size()]; }

  Model model;
  std::vector<RowMatrix> states;

private:
  std::size_t index_ = 0;
};

using SharedSubject = std::shared_ptr<Subject>;

Step forces_step(const SharedSubject & subject, int order)
{
  const auto workspace = std::make_shared<Workspace>(subject->model, order);
  return [subject, workspace, order] {
    (void)forces(subject->model, *workspace, subject->next(), order);
  };
}

Step forces_and_energies_step(const SharedSubject & subject)
{
  const auto workspace = std::make_shared<Workspace>(subject->model, kEnergyOrder);
  return [subject, workspace] {
    (void)forces_and_energies(
      subject->model, *workspace, subject->next(), kEnergyOrder, kEnergyOrder);
  };
}

void set_load(const Model & model, Workspace & workspace)
{
  const int last = static_cast<int>(model.links().size()) - 1;
  const Load load = constant_load(last, LoadFrame::world, {1.0, 2.0, 3.0}, {4.0, 5.0, 6.0});
  workspace.set_loads(model, {load});
}

void set_friction(const Model & model, Workspace & workspace)
{
  const JointFriction joint{1.0, 2.0, 0.5, 0.05, 0.1, 0.02, 0.01, 0.01};
  workspace.set_friction(model, {static_cast<std::size_t>(model.dof()), joint});
}

/// A call that counts one term more than inertia and gravity, or gives each in rows of its own.
Step terms_step(const SharedSubject & subject, const std::string & term)
{
  constexpr int kOrder = 2;
  const Model & model = subject->model;
  const auto workspace = std::make_shared<Workspace>(model, kOrder);
  if (term == "load")
  {
    set_load(model, *workspace);
  }
  if (term == "friction")
  {
    set_friction(model, *workspace);
  }
  const auto call = term == "apart" ? &force_terms : &driving_forces;
  return
    [subject, workspace, call] { (void)call(subject->model, *workspace, subject->next(), kOrder); };
}

/// Many states one after the other in memory, and room for their forces.
struct BatchTable
{
  explicit BatchTable(const Subject & subject)
  : dof(static_cast<std::size_t>(subject.model.dof())),
    motion(kBatchStates * kBatchRows * dof),
    force(kBatchStates * (kBatchOrder + 1) * dof)
  {
    for (std::size_t state = 0; state < kBatchStates; ++state)
    {
      const RowMatrix & source = subject.states[state % subject.states.size()];
      std::copy_n(source.data(), kBatchRows * dof, motion.data() + state * kBatchRows * dof);
    }
  }

  std::size_t dof;
  std::vector<double> motion;
  std::vector<double> force;
};

Step batch_step(const SharedSubject & subject)
{
  const auto table = std::make_shared<BatchTable>(*subject);
  return [subject, table] {
    batch_forces(
      subject->model, table->motion.data(), kBatchStates, kBatchRows, kBatchOrder,
      table->force.data(), 1);
  };
}

/// The same with a load and friction of every kind, or with every term in rows of its own.
Step batch_terms_step(const SharedSubject & subject, const std::string & term)
{
  const auto table = std::make_shared<BatchTable>(*subject);
  const auto workspace = std::make_shared<Workspace>(subject->model, kBatchOrder);
  if (term == "loaded")
  {
    set_load(subject->model, *workspace);
    set_friction(subject->model, *workspace);
  }
  const auto tables = std::make_shared<detail::BatchTables>();
  const auto inertia = std::make_shared<std::vector<double>>(table->force.size());
  const auto gravity = std::make_shared<std::vector<double>>(table->force.size());
  if (term == "apart")
  {
    tables->terms[detail::kInertiaTerm] = inertia->data();
    tables->terms[detail::kGravityTerm] = gravity->data();
  }
  return [workspace, table, tables, inertia, gravity] {
    detail::batch_driving_forces(
      workspace->data(),
      {table->motion.data(), kBatchStates, kBatchRows, kBatchOrder, table->force.data()}, *tables,
      1);
  };
}

/// The largest error of a row relative to its largest entry.
double relative_error(const RowMatrix & force, const RowMatrix & expected, Eigen::Index row)
{
  const double size = expected.row(row).cwiseAbs().maxCoeff();
  return (force.row(row) - expected.row(row)).cwiseAbs().maxCoeff() / size;
}

/// Every row of a peer must be HOD's before its time counts.
void check(const Peer & peer, Solver & solver, const Subject & subject)
{
  Workspace workspace(subject.model, peer.order);
  RowMatrix force(peer.order + 1, subject.model.dof());
  for (const RowMatrix & motion : subject.states)
  {
    // Generated code and differences take exactly the rows they need.
    const RowMatrix needed = motion.topRows(peer.order + 3);
    (void)forces(subject.model, workspace, needed, peer.order);
    solver.compute(needed, force);
    for (int row = 0; row <= peer.order; ++row)
    {
      const double error = relative_error(force, workspace.force, row);
      if (!(error <= peer.tolerance))
      {
        throw std::runtime_error(
          peer.name + " differs from HOD by " + std::to_string(error) + " in derivative " +
          std::to_string(row) + " of the force of " + subject.model.name());
      }
    }
  }
}

Step peer_step(const Peer & peer, const SharedSubject & subject, std::shared_ptr<Solver> solver)
{
  check(peer, *solver, *subject);
  for (RowMatrix & motion : subject->states)
  {
    motion = motion.topRows(peer.order + 3).eval();
  }
  const auto force = std::make_shared<RowMatrix>(peer.order + 1, subject->model.dof());
  return [subject, solver = std::move(solver), force] { solver->compute(subject->next(), *force); };
}

/// A peer's loop over the states of a batch: the same memory to read, one force row to write.
Step peer_batch_step(const SharedSubject & subject, std::shared_ptr<Solver> solver)
{
  const auto table = std::make_shared<BatchTable>(*subject);
  const auto dof = static_cast<Eigen::Index>(table->dof);
  const auto motion = std::make_shared<RowMatrix>(kBatchRows, dof);
  const auto force = std::make_shared<RowMatrix>(1, dof);
  return [solver = std::move(solver), table, motion, force] {
    const std::size_t size = kBatchRows * table->dof;
    for (std::size_t state = 0; state < kBatchStates; ++state)
    {
      std::copy_n(table->motion.data() + state * size, size, motion->data());
      solver->compute(*motion, *force);
      std::copy_n(force->data(), table->dof, table->force.data() + state * table->dof);
    }
  };
}

std::vector<Peer> all_peers()
{
  std::vector<Peer> peers;
#ifdef HOD_HAS_PINOCCHIO
  add_pinocchio_peers(peers);
#endif
#ifdef HOD_HAS_KDL
  add_kdl_peers(peers);
#endif
#ifdef HOD_HAS_MUJOCO
  add_mujoco_peers(peers);
#endif
  add_casadi_peers(peers);
  return peers;
}

/// Rows of the table whose peer is one call of rnea.
void add_rnea_rows(const std::string & robot, const Peer & rnea, std::vector<Case> & cases)
{
  const auto step = [robot, rnea] {
    const auto subject = std::make_shared<Subject>(robot);
    return peer_step(rnea, subject, rnea.make(subject->model));
  };
  for (const char * row :
       {"forces_order0", "forces_order1", "forces_order2", "forces_order2_scalar", "forces_order4"})
  {
    cases.push_back({std::string(row) + "/" + robot + "/" + rnea.name, 1.0, step});
  }
  cases.push_back({"forces_order2_batch/" + robot + "/" + rnea.name, kBatchStates, [robot, rnea] {
                     const auto subject = std::make_shared<Subject>(robot);
                     return peer_batch_step(subject, rnea.make(subject->model));
                   }});
}

void add_hod_rows(const std::string & robot, std::vector<Case> & cases)
{
  const std::vector<std::pair<std::string, int>> rows = {
    {"forces_order0", 0},
    {"forces_order1", 1},
    {"forces_order2", 2},
    {"forces_order2_scalar", 2},
    {"forces_order4", 4}};
  for (const auto & [row, order] : rows)
  {
    cases.push_back({row + "/" + robot + "/hod", 1.0, [robot, order = order] {
                       return forces_step(std::make_shared<Subject>(robot), order);
                     }});
  }
  cases.push_back({"forces_order2_batch/" + robot + "/hod", kBatchStates, [robot] {
                     return batch_step(std::make_shared<Subject>(robot));
                   }});
  cases.push_back({"energies_order4_extra/" + robot + "/hod", 1.0, [robot] {
                     return forces_and_energies_step(std::make_shared<Subject>(robot));
                   }});
  cases.push_back({"energies_order4_extra/" + robot + "/forces_alone", 1.0, [robot] {
                     return forces_step(std::make_shared<Subject>(robot), kEnergyOrder);
                   }});
}

/// What terms cost, beside the forces without them.
void add_term_rows(const std::string & robot, std::vector<Case> & cases)
{
  for (const std::string term : {"load", "friction", "apart"})
  {
    const std::string row = "forces_order2_" + term + "/" + robot + "/";
    cases.push_back({row + "hod", 1.0, [robot, term] {
                       return terms_step(std::make_shared<Subject>(robot), term);
                     }});
    cases.push_back({row + "forces_order2", 1.0, [robot] {
                       return forces_step(std::make_shared<Subject>(robot), 2);
                     }});
  }
}

/// The same for batches.
void add_batch_term_rows(const std::string & robot, std::vector<Case> & cases)
{
  for (const std::string term : {"loaded", "apart"})
  {
    const std::string row = "forces_order2_batch_" + term + "/" + robot + "/";
    cases.push_back({row + "hod", kBatchStates, [robot, term] {
                       return batch_terms_step(std::make_shared<Subject>(robot), term);
                     }});
    cases.push_back({row + "forces_order2_batch", kBatchStates, [robot] {
                       return batch_step(std::make_shared<Subject>(robot));
                     }});
  }
}

void add_peer_row(const std::string & robot, const Peer & peer, std::vector<Case> & cases)
{
  const std::string row = "peer_" + peer.name + "/" + robot + "/";
  cases.push_back({row + "hod", 1.0, [robot, peer] {
                     return forces_step(std::make_shared<Subject>(robot), peer.order);
                   }});
  cases.push_back({row + peer.name, 1.0, [robot, peer] {
                     const auto subject = std::make_shared<Subject>(robot);
                     return peer_step(peer, subject, peer.make(subject->model));
                   }});
}

void add_load_row(int joints, std::vector<Case> & cases)
{
  const std::string name = "load_urdf/chain_" + std::to_string(joints) + "/hod";
  cases.push_back({name, 1.0, [joints] {
                     return [urdf = random_urdf(joints)] { const Model model(parse_urdf(urdf)); };
                   }});
}

}  // namespace

std::vector<Case> cases_of(const std::string & robot)
{
  const Model model = make_robot(robot);
  std::vector<Case> cases;
  add_hod_rows(robot, cases);
  add_term_rows(robot, cases);
  add_batch_term_rows(robot, cases);
  if (robot.rfind("chain_", 0) == 0)
  {
    add_load_row(model.dof(), cases);
  }
  for (const Peer & peer : all_peers())
  {
    if (model.dof() > peer.highest_dof || !peer.suits(model))
    {
      continue;
    }
    if (peer.name == "pinocchio_rnea")
    {
      add_rnea_rows(robot, peer, cases);
    }
    else
    {
      add_peer_row(robot, peer, cases);
    }
  }
  return cases;
}

}  // namespace hod::speed
