// SPDX-License-Identifier: Apache-2.0
#include "cases.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/forces/batch.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/robot/urdf.hpp"
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
  : robot(make_robot(name)), states(random_states(robot.dof()))
  {}

  const RowMatrix & next() { return states[++index_ % states.size()]; }

  Robot robot;
  std::vector<RowMatrix> states;

private:
  std::size_t index_ = 0;
};

using SharedSubject = std::shared_ptr<Subject>;

Step forces_step(const SharedSubject & subject, int order)
{
  const auto workspace = std::make_shared<Workspace>(subject->robot, order);
  return [subject, workspace, order] { (void)forces(*workspace, subject->next(), order); };
}

Step forces_and_energies_step(const SharedSubject & subject)
{
  const auto workspace = std::make_shared<Workspace>(subject->robot, kEnergyOrder);
  return [subject, workspace] {
    (void)forces_and_energies(*workspace, subject->next(), kEnergyOrder, kEnergyOrder);
  };
}

/// The robot with a load in the world's axes, friction of every kind, or both.
Robot with_terms(const Robot & robot, bool has_load, bool has_friction)
{
  return robot.with([&](RobotDescription & description) {
    if (has_load)
    {
      description.loads = {constant_load(
        robot.links().back().name, LoadFrame::world, {1.0, 2.0, 3.0}, {4.0, 5.0, 6.0})};
    }
    description.has_friction = has_friction;
    for (JointDescription & joint : description.joints)
    {
      joint.friction = {1.0, 2.0, 0.5, 0.05, 0.1, 0.02, 0.01, 0.01};
    }
  });
}

/// A call that counts one term more than inertia and gravity, or gives each in rows of its own.
Step terms_step(const SharedSubject & subject, const std::string & term)
{
  constexpr int kOrder = 2;
  const auto workspace = std::make_shared<Workspace>(
    with_terms(subject->robot, term == "load", term == "friction"), kOrder);
  const auto call = term == "apart" ? &force_terms : &forces;
  return [subject, workspace, call] { (void)call(*workspace, subject->next(), kOrder); };
}

/// Many states one after the other in memory, and room for their forces.
struct BatchTable
{
  explicit BatchTable(const Subject & subject)
  : dof(static_cast<std::size_t>(subject.robot.dof())),
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

Step batch_step(const Robot & robot, const SharedSubject & subject)
{
  const auto table = std::make_shared<BatchTable>(*subject);
  return [robot, table] {
    const States states{table->motion.data(), kBatchStates, kBatchRows};
    batch_forces(robot, states, kBatchOrder, table->force.data(), 1);
  };
}

/// The same with inertia and gravity in rows of their own besides.
Step batch_apart_step(const SharedSubject & subject)
{
  const auto table = std::make_shared<BatchTable>(*subject);
  const auto inertia = std::make_shared<std::vector<double>>(table->force.size());
  const auto gravity = std::make_shared<std::vector<double>>(table->force.size());
  return [robot = subject->robot, table, inertia, gravity] {
    TermArrays terms;
    terms.force = table->force.data();
    terms.inertia = inertia->data();
    terms.gravity = gravity->data();
    const States states{table->motion.data(), kBatchStates, kBatchRows};
    batch_force_terms(robot, states, kBatchOrder, terms, 1);
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
  Workspace workspace(subject.robot, peer.order);
  RowMatrix force(peer.order + 1, subject.robot.dof());
  for (const RowMatrix & motion : subject.states)
  {
    // Generated code and differences take exactly the rows they need.
    const RowMatrix needed = motion.topRows(peer.order + 3);
    (void)forces(workspace, needed, peer.order);
    solver.compute(needed, force);
    for (int row = 0; row <= peer.order; ++row)
    {
      const double error = relative_error(force, workspace.force(), row);
      if (!(error <= peer.tolerance))
      {
        throw std::runtime_error(
          peer.name + " differs from HOD by " + std::to_string(error) + " in derivative " +
          std::to_string(row) + " of the force of " + subject.robot.name());
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
  const auto force = std::make_shared<RowMatrix>(peer.order + 1, subject->robot.dof());
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
void add_rnea_rows(const std::string & name, const Peer & rnea, std::vector<Case> & cases)
{
  const auto step = [name, rnea] {
    const auto subject = std::make_shared<Subject>(name);
    return peer_step(rnea, subject, rnea.make(subject->robot));
  };
  for (const char * row :
       {"forces_order0", "forces_order1", "forces_order2", "forces_order2_scalar", "forces_order4"})
  {
    cases.push_back({std::string(row) + "/" + name + "/" + rnea.name, 1.0, step});
  }
  cases.push_back({"forces_order2_batch/" + name + "/" + rnea.name, kBatchStates, [name, rnea] {
                     const auto subject = std::make_shared<Subject>(name);
                     return peer_batch_step(subject, rnea.make(subject->robot));
                   }});
}

void add_hod_rows(const std::string & name, std::vector<Case> & cases)
{
  const std::vector<std::pair<std::string, int>> rows = {
    {"forces_order0", 0},
    {"forces_order1", 1},
    {"forces_order2", 2},
    {"forces_order2_scalar", 2},
    {"forces_order4", 4}};
  for (const auto & [row, order] : rows)
  {
    cases.push_back({row + "/" + name + "/hod", 1.0, [name, order = order] {
                       return forces_step(std::make_shared<Subject>(name), order);
                     }});
  }
  cases.push_back({"forces_order2_batch/" + name + "/hod", kBatchStates, [name] {
                     const auto subject = std::make_shared<Subject>(name);
                     return batch_step(subject->robot, subject);
                   }});
  cases.push_back({"energies_order4_extra/" + name + "/hod", 1.0, [name] {
                     return forces_and_energies_step(std::make_shared<Subject>(name));
                   }});
  cases.push_back({"energies_order4_extra/" + name + "/forces_alone", 1.0, [name] {
                     return forces_step(std::make_shared<Subject>(name), kEnergyOrder);
                   }});
}

/// What terms cost, beside the forces without them.
void add_term_rows(const std::string & name, std::vector<Case> & cases)
{
  for (const std::string term : {"load", "friction", "apart"})
  {
    const std::string row = "forces_order2_" + term + "/" + name + "/";
    cases.push_back({row + "hod", 1.0, [name, term] {
                       return terms_step(std::make_shared<Subject>(name), term);
                     }});
    cases.push_back({row + "forces_order2", 1.0, [name] {
                       return forces_step(std::make_shared<Subject>(name), 2);
                     }});
  }
  const std::string row = "forces_order2_batch_terms/" + name + "/";
  for (const bool loaded : {true, false})
  {
    cases.push_back({row + (loaded ? "hod" : "forces_order2_batch"), kBatchStates, [name, loaded] {
                       const auto subject = std::make_shared<Subject>(name);
                       return batch_step(with_terms(subject->robot, loaded, loaded), subject);
                     }});
  }
  cases.push_back({"forces_order2_batch_apart/" + name + "/hod", kBatchStates, [name] {
                     return batch_apart_step(std::make_shared<Subject>(name));
                   }});
  cases.push_back(
    {"forces_order2_batch_apart/" + name + "/forces_order2_batch", kBatchStates, [name] {
       const auto subject = std::make_shared<Subject>(name);
       return batch_step(subject->robot, subject);
     }});
}

void add_peer_row(const std::string & name, const Peer & peer, std::vector<Case> & cases)
{
  const std::string row = "peer_" + peer.name + "/" + name + "/";
  cases.push_back({row + "hod", 1.0, [name, peer] {
                     return forces_step(std::make_shared<Subject>(name), peer.order);
                   }});
  cases.push_back({row + peer.name, 1.0, [name, peer] {
                     const auto subject = std::make_shared<Subject>(name);
                     return peer_step(peer, subject, peer.make(subject->robot));
                   }});
}

void add_load_row(int joints, std::vector<Case> & cases)
{
  const std::string name = "load_urdf/chain_" + std::to_string(joints) + "/hod";
  cases.push_back({name, 1.0, [joints] {
                     return [urdf = random_urdf(joints)] { const Robot robot(parse_urdf(urdf)); };
                   }});
}

}  // namespace

std::vector<Case> cases_of(const std::string & name)
{
  const Robot robot = make_robot(name);
  std::vector<Case> cases;
  add_hod_rows(name, cases);
  add_term_rows(name, cases);
  if (name.rfind("chain_", 0) == 0)
  {
    add_load_row(robot.dof(), cases);
  }
  for (const Peer & peer : all_peers())
  {
    if (robot.dof() > peer.highest_dof || !peer.suits(robot))
    {
      continue;
    }
    if (peer.name == "pinocchio_rnea")
    {
      add_rnea_rows(name, peer, cases);
    }
    else
    {
      add_peer_row(name, peer, cases);
    }
  }
  return cases;
}

}  // namespace hod::speed
