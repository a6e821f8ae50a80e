// SPDX-License-Identifier: Apache-2.0
// Any calls in any order on workspaces, fitting or not: what does not fit is refused and changes
// nothing, what is answered `ok` fitted, and moderate numbers give finite results.
#include <optional>
#include <utility>

#include "fuzz.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/forces/batch.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "robots.hpp"

namespace hod
{
namespace
{

using fuzz::Bytes;
using fuzz::is_moderate;
using fuzz::require;

MassProperties mass_of(Bytes & bytes)
{
  MassProperties mass;
  mass.mass = bytes.number();
  mass.center = {bytes.number(), bytes.number(), bytes.number()};
  const double moment = bytes.number();
  mass.inertia =
    Eigen::Vector3d(moment, moment, bytes.byte() % 4 == 0 ? bytes.number() : moment).asDiagonal();
  return mass;
}

BaseMotion base_of(Bytes & bytes)
{
  BaseMotion base;
  base.angular_velocity[0] = {bytes.number(), bytes.number(), bytes.number()};
  base.acceleration[0] = {bytes.number(), 0.0, 0.0};
  base.velocity.x() = bytes.number();
  base.rotation(0, 0) = bytes.byte() % 8 == 7 ? bytes.number() : 1.0;
  return base;
}

/// A workspace and what has been said to it so far.
class Session
{
public:
  explicit Session(Bytes & bytes)
  : bytes_(bytes),
    robot_(fuzz::robot_number(bytes.byte())),
    order_(bytes.integer(0, kMaxOrder)),
    workspace_(std::in_place, robot_, order_)
  {}

  void step()
  {
    switch (bytes_.integer(0, 13))
    {
      case 0:
      case 1:
        return compute_forces(false);
      case 2:
        return compute_forces(true);
      case 3:
        return compute_reactions();
      case 4:
        return compute_energies();
      case 5:
        return compute_both();
      case 6:
        return set_mass();
      case 7:
        return set_wrench();
      case 8:
        return set_time();
      case 9:
        return set_scales();
      case 10:
        return set_gravity();
      case 11:
        return set_base();
      case 12:
        return compute_batch();
      default:
        return move();
    }
  }

private:
  bool fits(const RowMatrix & motion, int rows) const
  {
    return !moved_ && motion.cols() == robot_.dof() && motion.rows() >= rows;
  }
  bool order_fits(int order) const { return order >= 0 && order <= order_; }
  int any_order() { return bytes_.byte() % 16 == 15 ? bytes_.integer(-2, 9) : order_; }

  /// What a call that answers anything but `ok` must leave alone.
  RowMatrix snapshot() const { return workspace_->force(); }
  void require_unchanged(const RowMatrix & before) const
  {
    const ConstRowMatrixMap now = workspace_->force();
    const bool same =
      now.rows() == before.rows() && now.cols() == before.cols() &&
      (now.size() == 0 ||
       std::memcmp(
         now.data(), before.data(), sizeof(double) * static_cast<std::size_t>(now.size())) == 0);
    require(same, "a refused call has changed the results");
  }

  void compute_forces(bool with_terms)
  {
    const int order = any_order();
    const RowMatrix motion = bytes_.matrix(order + 3, robot_.dof());
    const RowMatrix before = snapshot();
    const Result result =
      with_terms ? force_terms(*workspace_, motion, order) : forces(*workspace_, motion, order);
    const bool fitted = order_fits(order) && fits(motion, order + 3);
    const bool known = has_time_ || !robot_.depends_on_time();
    require((result == Result::ok) == (fitted && known), "forces: ok or not, wrongly");
    if (result != Result::ok)
    {
      return require_unchanged(before);
    }
    const ConstRowMatrixMap force = workspace_->force();
    require(force.rows() == order + 1 && force.cols() == robot_.dof(), "forces of another shape");
    require(!moderate_ || !is_moderate(motion) || force.allFinite(), "forces that are not finite");
  }

  void compute_reactions()
  {
    const int order = any_order();
    const RowMatrix motion = bytes_.matrix(order + 3, robot_.dof());
    const Result result = reactions(*workspace_, motion, order);
    const bool known = has_time_ || !robot_.depends_on_time();
    require(
      (result == Result::ok) == (order_fits(order) && fits(motion, order + 3) && known),
      "reactions: ok or not, wrongly");
    if (result == Result::ok && moderate_ && is_moderate(motion))
    {
      require(workspace_->reaction().allFinite(), "reactions that are not finite");
    }
  }

  void compute_energies()
  {
    const int order = any_order();
    const int derivatives = bytes_.integer(-1, 3);
    const RowMatrix motion = bytes_.matrix(order + derivatives + 2, robot_.dof());
    const Result result = energies(*workspace_, motion, order, derivatives);
    const bool fitted = order >= 0 && derivatives >= 0 && order + derivatives <= order_ + 1 &&
                        fits(motion, order + derivatives + 2);
    require((result == Result::ok) == fitted, "energies: ok or not, wrongly");
    if (fitted && moderate_ && is_moderate(motion))
    {
      require(workspace_->energy().allFinite(), "energies that are not finite");
      require(workspace_->energy_derivative().allFinite(), "derivatives that are not finite");
    }
  }

  void compute_both()
  {
    const int order = any_order();
    const RowMatrix motion = bytes_.matrix(order + 3, robot_.dof());
    const Result result = forces_and_energies(*workspace_, motion, order, order, 0);
    const bool known = has_time_ || !robot_.depends_on_time();
    require(
      (result == Result::ok) == (order_fits(order) && fits(motion, order + 3) && known),
      "forces and energies: ok or not, wrongly");
  }

  void set_mass()
  {
    const int index = bytes_.integer(-1, 12);
    const MassProperties mass = mass_of(bytes_);
    const bool is_body = bytes_.byte() % 2 == 0;
    const Result result =
      is_body ? workspace_->set_mass(index, mass) : workspace_->set_payload(index, mass);
    const std::size_t count = is_body ? robot_.bodies().size() : robot_.links().size();
    const bool exists = index >= 0 && index < static_cast<int>(count);
    require(
      (result == Result::ok) == (!moved_ && exists && is_possible(mass)),
      "a mass: ok or not, wrongly");
    // A body that is possible may still be of numbers whose products are none.
    moderate_ =
      moderate_ && (result != Result::ok ||
                    (mass.mass <= 10.0 && is_moderate(mass.center) && is_moderate(mass.inertia)));
  }

  void set_wrench()
  {
    const int load = bytes_.integer(-1, 3);
    const RowMatrix rows = bytes_.matrix(1, Load::kColumns);
    const Result result = workspace_->set_wrench(load, rows);
    const auto & loads = robot_.loads();
    const bool exists = load >= 0 && load < static_cast<int>(loads.size()) &&
                        !loads[static_cast<std::size_t>(load)].changes();
    const bool fitted = rows.cols() == Load::kColumns && rows.rows() <= Load::kRows;
    require(
      (result == Result::ok) == (!moved_ && exists && fitted && rows.allFinite()),
      "a wrench: ok or not, wrongly");
    moderate_ = moderate_ && (result != Result::ok || is_moderate(rows));
  }

  void set_time()
  {
    const double time = bytes_.number();
    const Result result = workspace_->set_time(time);
    const bool covered = !robot_.depends_on_time() || (time >= 0.0 && time <= 1.0);
    require(
      (result == Result::ok) == (!moved_ && std::isfinite(time) && covered),
      "a time: ok or not, wrongly");
    has_time_ = has_time_ || result == Result::ok;
  }

  void set_scales()
  {
    const TermScales scales{
      bytes_.number(), bytes_.number(), bytes_.number(), bytes_.number(), bytes_.number()};
    const Eigen::Matrix<double, 5, 1> values{
      {scales.inertia, scales.gravity, scales.load, scales.friction, scales.rotor}};
    const Result result = workspace_->set_scales(scales);
    require(
      (result == Result::ok) == (!moved_ && values.allFinite()), "scales: ok or not, wrongly");
    moderate_ = moderate_ && (result != Result::ok || is_moderate(values));
  }

  void set_gravity()
  {
    const Eigen::Vector3d gravity(bytes_.number(), bytes_.number(), bytes_.number());
    const Result result = workspace_->set_gravity(gravity);
    require(
      (result == Result::ok) == (!moved_ && gravity.allFinite()), "gravity: ok or not, wrongly");
    moderate_ = moderate_ && (result != Result::ok || is_moderate(gravity));
  }

  void set_base()
  {
    const BaseMotion base = base_of(bytes_);
    const Result result = workspace_->set_base_motion(base);
    require((result == Result::ok) == (!moved_ && is_possible(base)), "a base: ok or not, wrongly");
    moderate_ = moderate_ && (result != Result::ok || (is_moderate(base.angular_velocity[0]) &&
                                                       is_moderate(base.acceleration[0]) &&
                                                       std::abs(base.velocity.x()) < 10.0));
  }

  void compute_batch()
  {
    const int order = any_order();
    const RowMatrix motion = bytes_.matrix(2 * (order + 3), robot_.dof());
    const int rows = bytes_.byte() % 8 == 7 ? bytes_.integer(-1, 12) : order + 3;
    if (motion.cols() != robot_.dof() || rows < 0 || motion.rows() < 2 * rows || order > 9)
    {
      return;  // pointers say nothing of what is behind them
    }
    const std::array<double, 2> times = {0.25, 0.5};
    const States states{motion.data(), 2, rows, times.data(), nullptr};
    RowMatrix force(2 * std::max(order + 1, 0), robot_.dof());
    const bool done = fuzz::taken(
      [&] { batch_forces(robot_, states, order, force.data(), bytes_.integer(-1, 3)); });
    require(
      !done || (order >= 0 && order <= kMaxOrder && rows >= order + 3), "a batch that did not fit");
    require(!done || !is_moderate(motion) || force.allFinite(), "a batch that is not finite");
  }

  void move()
  {
    Workspace other(std::move(*workspace_));
    require(workspace_->dof() == 0 && workspace_->max_order() == -1, "moved, and yet there");
    require(workspace_->force().size() == 0 && workspace_->reaction().size() == 0, "ghosts");
    require(workspace_->energy().size() == 0 && workspace_->terms().rotor.size() == 0, "ghosts");
    if (bytes_.byte() % 4 == 0)
    {
      moved_ = true;
      return;
    }
    *workspace_ = std::move(other);
    moved_ = moved_ && workspace_->max_order() < 0;
  }

  Bytes & bytes_;
  const Robot & robot_;
  int order_;
  std::optional<Workspace> workspace_;
  bool moved_ = false;
  bool has_time_ = false;
  bool moderate_ = true;  ///< whether all that has been set is
};

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  hod::Session session(bytes);
  for (int step = 0; step < 50 && !bytes.empty(); ++step)
  {
    session.step();
  }
  return 0;
}
