// SPDX-License-Identifier: Apache-2.0
// Robots from descriptions made by a program, whole and flawed: what is plainly worthless is
// refused, what is whole is taken, and its forces are those of the same robot in other words.
#include <optional>
#include <set>

#include "descriptions.hpp"
#include "evaluation.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/mass/distribution.hpp"
#include "hod/robot/apply_distribution.hpp"
#include "hod/robot/robot.hpp"
#include "same_robot.hpp"
#include "use_robot.hpp"

namespace hod
{
namespace
{

using fuzz::Bytes;
using fuzz::require;
using fuzz::Verdict;
using reference::Random;

constexpr double kTime = 0.4;

bool is_moderate(const MassProperties & mass)
{
  return mass.mass <= 20.0 && fuzz::is_moderate(mass.center) && fuzz::is_moderate(mass.inertia) &&
         is_possible(mass);
}

bool is_moderate(const JointDescription & joint)
{
  const JointFriction & friction = joint.friction;
  const JointDrive & drive = joint.drive;
  const double largest = std::max(
    {friction.viscous, friction.coulomb, friction.stribeck, friction.bearing_coefficient,
     friction.bearing_radius, friction.smoothing_force, friction.smoothing_speed});
  const double least =
    std::min({friction.smoothing_force, friction.smoothing_speed, friction.stribeck_speed});
  const Eigen::Matrix3d square = joint.origin.rotation * joint.origin.rotation.transpose();
  return fuzz::is_moderate(joint.origin.translation) && square.isIdentity(1e-14) &&
         largest <= 10.0 && least >= 0.1 && drive.inertia() <= 10.0 &&
         (!joint.mimic ||
          (std::abs(joint.mimic->multiplier) <= 3.0 && std::abs(joint.mimic->offset) <= 10.0));
}

bool is_moderate(const Load & load)
{
  bool steps = true;
  for (std::size_t i = 1; i < load.times.size(); ++i)
  {
    steps = steps && load.times[i] - load.times[i - 1] >= 0.1 &&
            load.times[i] - load.times[i - 1] <= 10.0;
  }
  return steps && fuzz::is_moderate(load.point) && fuzz::is_moderate(load.wrench) &&
         fuzz::is_moderate(load.table);
}

bool is_moderate(const BaseMotion & base)
{
  bool moderate = base.rotation.determinant() > 0.0 && fuzz::is_moderate(base.velocity) &&
                  (base.rotation * base.rotation.transpose()).isIdentity(1e-14);
  for (std::size_t k = 0; k < base.acceleration.size(); ++k)
  {
    moderate = moderate && fuzz::is_moderate(base.acceleration[k]) &&
               fuzz::is_moderate(base.angular_velocity[k]);
  }
  return moderate;
}

/// Whether rounding alone can neither overflow a force nor take its digits.
bool is_moderate(const RobotDescription & robot)
{
  const auto moderate = [](const auto & item) { return is_moderate(item); };
  const auto has_moderate_mass = [](const auto & item) { return is_moderate(item.mass); };
  return fuzz::is_moderate(robot.gravity) && is_moderate(robot.base) &&
         std::all_of(robot.links.begin(), robot.links.end(), has_moderate_mass) &&
         std::all_of(robot.payloads.begin(), robot.payloads.end(), has_moderate_mass) &&
         std::all_of(robot.joints.begin(), robot.joints.end(), moderate) &&
         std::all_of(robot.loads.begin(), robot.loads.end(), moderate);
}

/// Forces, and for every order the largest of what they are made of, to judge differences by.
struct Answer
{
  RowMatrix force;
  std::vector<double> size;
};

/// Empty if a load is unknown at this time.
std::optional<Answer> answer_of(
  const Robot & robot, const RowMatrix & motion, int order, double time = kTime)
{
  Workspace workspace(robot, order);
  if (robot.depends_on_time() && workspace.set_time(time) != Result::ok)
  {
    return std::nullopt;
  }
  require(reactions(workspace, motion, order) == Result::ok, "reactions of an accepted robot");
  require(forces(workspace, motion, order) == Result::ok, "forces of an accepted robot");
  Answer answer{workspace.force(), {}};
  for (int k = 0; k <= order; ++k)
  {
    double size = robot.dof() > 0 ? answer.force.row(k).cwiseAbs().maxCoeff() : 0.0;
    for (Eigen::Index row = k; row < workspace.reaction().rows(); row += order + 1)
    {
      size = std::max(size, workspace.reaction().row(row).cwiseAbs().maxCoeff());
    }
    answer.size.push_back(size);
  }
  require(answer.force.allFinite(), "forces that are not finite");
  return answer;
}

void require_near(
  const RowMatrix & found, const RowMatrix & expected, const std::vector<double> & size,
  const char * what)
{
  constexpr double kRounding = 1e-9;
  for (Eigen::Index k = 0; k < expected.rows() && expected.cols() > 0; ++k)
  {
    const double error = (found.row(k) - expected.row(k)).cwiseAbs().maxCoeff();
    const double scale = size[static_cast<std::size_t>(k)] + 1.0;
    if (!(error <= kRounding * scale))
    {
      std::fprintf(stderr, "order %d: off by %g of %g\n", static_cast<int>(k), error, scale);
    }
    require(error <= kRounding * scale, what);
  }
}

/// A robot, a motion of it, and all that must hold for its forces.
class Truths
{
public:
  Truths(Bytes & bytes, const Robot & robot)
  : bytes_(bytes),
    robot_(robot),
    random_(bytes.byte()),
    // Friction has corners, of which high derivatives are large and badly conditioned.
    order_(bytes.integer(0, robot.has_friction() ? 2 : 4)),
    motion_(reference::random_motion(bytes.byte(), order_ + 3, robot.dof()))
  {
    for (double & value : motion_.reshaped())
    {
      value = bytes.byte() % 8 == 7 ? 0.0 : value;
    }
    answer_ = answer_of(robot, motion_, order_);
  }

  void check()
  {
    if (!answer_)
    {
      return;
    }
    switch (bytes_.integer(0, 11))
    {
      case 0:
        return require_same(fuzz::reordered(source(), random_), "in another order");
      case 1:
        return require_same(fuzz::with_moved_frames(source(), random_), "with other link frames");
      case 2:
        return require_same(fuzz::with_cut_links(source(), random_), "with links cut in two");
      case 3:
        return require_same(fuzz::without_fixed_joints(source()), "without fixed joints");
      case 4:
        return turn_axis();
      case 5:
        return expand_mimics();
      case 6:
        return require_same(fuzz::without_payloads(source()), "with payloads as parts of links");
      case 7:
        return fix_base();
      case 8:
        return tabulate_loads();
      case 9:
        return evaluate_definition();
      case 10:
        return require_linear_in_gravity();
      default:
        return follow_motion();
    }
  }

private:
  const RobotDescription & source() const { return robot_.description(); }

  /// @param turned a joint whose position and force have the opposite sign
  void require_same(
    const RobotDescription & words, const char * what, const JointDescription * turned = nullptr)
  {
    const Robot other(words);
    require(other.dof() == robot_.dof(), what);
    std::vector<int> columns;
    Eigen::RowVectorXd signs(robot_.dof());
    for (const std::string & name : robot_.joint_names())
    {
      signs[static_cast<Eigen::Index>(columns.size())] =
        turned != nullptr && name == turned->name ? -1.0 : 1.0;
      columns.push_back(other.dof_index(name));
      require(columns.back() >= 0, what);
    }
    RowMatrix motion(motion_.rows(), motion_.cols());
    motion(Eigen::all, columns) = motion_.array().rowwise() * signs.array();
    const auto answer = answer_of(other, motion, order_);
    require(answer.has_value(), what);
    const RowMatrix force =
      (answer->force(Eigen::all, columns).array().rowwise() * signs.array()).matrix();
    require_near(force, answer_->force, answer_->size, what);
  }

  void turn_axis()
  {
    if (!source().joints.empty())
    {
      const auto index = static_cast<std::size_t>(random_.integer(int(source().joints.size())));
      require_same(
        fuzz::with_turned_axis(source(), index), "with an axis the other way",
        &source().joints[index]);
    }
  }

  /// By virtual work, the force of a column is the sum over its joints, times their multipliers.
  /// The motors of an elastic robot belong to its columns, and these are others.
  void expand_mimics()
  {
    const Robot free = robot_.without_mimics();
    require(free.joints().size() == robot_.joints().size(), "other joints without mimics");
    require(free.dof() == static_cast<int>(free.joints().size()), "a mimic without mimics");
    if (robot_.is_elastic())
    {
      return;
    }
    RowMatrix motion(motion_.rows(), free.dof());
    for (int i = 0; i < free.dof(); ++i)
    {
      const Joint & joint = robot_.joints()[static_cast<std::size_t>(i)];
      require(free.joint_names()[static_cast<std::size_t>(i)] == joint.name, "another order");
      motion.col(i) = joint.multiplier * motion_.col(joint.dof);
      motion(0, i) += joint.offset;
    }
    const auto answer = answer_of(free, motion, order_);
    RowMatrix force = RowMatrix::Zero(order_ + 1, robot_.dof());
    for (int i = 0; i < free.dof(); ++i)
    {
      const Joint & joint = robot_.joints()[static_cast<std::size_t>(i)];
      force.col(joint.dof) += joint.multiplier * answer->force.col(i);
    }
    require_near(force, answer_->force, answer_->size, "mimics against their expansion");
  }

  /// A base that moves in a straight line is a base at rest under another gravity, in its own axes;
  /// for one instant, since gravity does not change.
  void fix_base()
  {
    const BaseMotion & base = robot_.base();
    bool changes = fuzz::turns(base);
    for (std::size_t k = 1; k < base.acceleration.size(); ++k)
    {
      changes = changes || (static_cast<int>(k) <= order_ && !base.acceleration[k].isZero(0.0));
    }
    if (changes)
    {
      return;
    }
    RobotDescription other = source();
    other.base = BaseMotion{};
    other.gravity = base.rotation.transpose() * (source().gravity - base.acceleration[0]);
    for (Load & load : other.loads)
    {
      if (load.frame == LoadFrame::world)
      {
        for (auto row : load.wrench.rowwise())
        {
          fuzz::turn_wrench(base.rotation.transpose(), row);
        }
        for (auto row : load.table.rowwise())
        {
          fuzz::turn_wrench(base.rotation.transpose(), row);
        }
      }
    }
    require_same(other, "with gravity in place of a base");
  }

  /// A load whose derivatives are known is, near one instant, a table of its polynomial.
  void tabulate_loads()
  {
    RobotDescription other = source();
    for (Load & load : other.loads)
    {
      if (!load.changes())
      {
        load.times = {kTime, kTime + 1.0};
        load.table.resize(2, Load::kColumns * Load::kRows);
        for (int i = 0; i < 2; ++i)
        {
          const Load::Wrench wrench = advanced(load.wrench, i);
          load.table.row(i) = Eigen::Map<const Eigen::Matrix<double, 1, Eigen::Dynamic>>(
            wrench.data(), wrench.size());
        }
      }
    }
    require_same(other, "with tables of loads");
  }

  /// The rows of a polynomial's derivatives after a time.
  template <class Rows>
  static Rows advanced(const Rows & rows, double time)
  {
    Rows result = rows;
    for (Eigen::Index k = 0; k < rows.rows(); ++k)
    {
      double factor = 1.0;
      for (Eigen::Index i = k + 1; i < rows.rows(); ++i)
      {
        factor *= time / static_cast<double>(i - k);
        result.row(k) += factor * rows.row(i);
      }
    }
    return result;
  }

  void evaluate_definition()
  {
    RobotDescription plain = source();
    plain.has_friction = false;
    plain.is_elastic = false;
    plain.loads.clear();
    plain.base = BaseMotion{};
    for (JointDescription & joint : plain.joints)
    {
      joint.drive = JointDrive{};
    }
    const Robot robot(plain);
    const auto answer = answer_of(robot, motion_, order_);
    const auto exact = reference::Evaluation<long double>(robot, motion_).force();
    require_near(
      answer->force, exact.topRows(order_ + 1).cast<double>(), answer->size,
      "forces against their definition");
  }

  void require_linear_in_gravity()
  {
    if (robot_.has_friction())
    {
      return;
    }
    const Eigen::Vector3d more = random_.vector(5.0);
    const auto with = answer_of(robot_.with_gravity(robot_.gravity() + more), motion_, order_);
    const auto without = answer_of(robot_.with_gravity(robot_.gravity() - more), motion_, order_);
    const RowMatrix mean = 0.5 * (with->force + without->force);
    require_near(mean, answer_->force, with->size, "forces that are not linear in gravity");
  }

  /// All that acts on the robot after a time: what is given by derivatives is a polynomial.
  RobotDescription later(double time) const
  {
    RobotDescription robot = source();
    for (Load & load : robot.loads)
    {
      load.wrench = advanced(load.wrench, time);
    }
    using Rows = Eigen::Matrix<double, BaseMotion::kOrders, 3>;
    Rows rates, accelerations;
    for (int k = 0; k < BaseMotion::kOrders; ++k)
    {
      rates.row(k) = robot.base.angular_velocity[static_cast<std::size_t>(k)].transpose();
      accelerations.row(k) = robot.base.acceleration[static_cast<std::size_t>(k)].transpose();
    }
    constexpr int kSteps = 64;
    for (int i = 0; i < kSteps; ++i)  // the rate in the middle is the mean but for third powers
    {
      const Eigen::Vector3d turn =
        time / kSteps * advanced(rates, (i + 0.5) / kSteps * time).row(0).transpose();
      robot.base.rotation *=
        Eigen::AngleAxisd(turn.norm(), turn.stableNormalized()).toRotationMatrix();
    }
    rates = advanced(rates, time);
    accelerations = advanced(accelerations, time);
    for (int k = 0; k < BaseMotion::kOrders; ++k)
    {
      robot.base.angular_velocity[static_cast<std::size_t>(k)] = rates.row(k).transpose();
      robot.base.acceleration[static_cast<std::size_t>(k)] = accelerations.row(k).transpose();
    }
    return robot;
  }

  /// Whether no table has a knot so near.
  bool is_smooth_until(double time) const
  {
    for (const Load & load : robot_.loads())
    {
      for (const double knot : load.times)
      {
        if (std::abs(knot - kTime) <= std::abs(time))
        {
          return false;
        }
      }
    }
    return true;
  }

  /// Q, Q' … a little later are those of the Taylor polynomial.
  void follow_motion()
  {
    RowMatrix motion = RowMatrix::Zero(kMaxOrder + 3, robot_.dof());
    motion.topRows(order_ + 3) = motion_;
    const auto now = answer_of(robot_, motion, kMaxOrder);
    double time = 0.05;
    double step = 1.0;
    for (int k = 1; k <= kMaxOrder; ++k)
    {
      // Terms that fall like this leave a remainder of far less than the tolerance.
      const auto index = static_cast<std::size_t>(k);
      const double growth = (now->size[index] + 1.0) / (now->size[0] + 1.0);
      step *= k;
      time = std::min(time, 0.02 * std::pow(step / growth, 1.0 / k));
    }
    if (time < 1e-5 || !is_smooth_until(time))
    {
      return;
    }
    const auto then =
      answer_of(Robot(later(time)), advanced(motion, time), kMaxOrder, kTime + time);
    const RowMatrix predicted = advanced(now->force, time);
    for (int k = 0; k < 3 && robot_.dof() > 0; ++k)
    {
      const double error = (then->force.row(k) - predicted.row(k)).cwiseAbs().maxCoeff();
      const double scale = std::max(now->size[std::size_t(k)], then->size[std::size_t(k)]) + 1.0;
      if (!(error <= 1e-4 * scale))
      {
        std::fprintf(stderr, "order %d after %g: off by %g of %g\n", k, time, error, scale);
      }
      require(error <= 1e-4 * scale, "forces beside their Taylor polynomial");
    }
  }

  Bytes & bytes_;
  const Robot & robot_;
  Random random_;
  int order_;
  RowMatrix motion_;
  std::optional<Answer> answer_;
};

void require_names(const Robot & robot)
{
  for (int column = 0; column < robot.dof(); ++column)
  {
    const std::string & name = robot.joint_names()[static_cast<std::size_t>(column)];
    require(robot.dof_index(name) == column, "a joint that is not found by its name");
    require(robot.joint_of(column).name == name, "another joint of a column");
    require(!robot.joint_of(column).is_mimic, "a column of a mimic");
    require(robot.joint_of(column).dof == column, "a joint of another column");
  }
  for (std::size_t i = 0; i < robot.joints().size(); ++i)
  {
    const Joint & joint = robot.joints()[i];
    const Body & body = robot.bodies()[i + 1];
    require(body.joint == joint.name && body.dof == joint.dof, "a body of another joint");
    require(body.parent >= 0 && body.parent <= static_cast<int>(i), "a child before its parent");
    require(joint.is_mimic == (robot.dof_index(joint.name) < 0), "a mimic with a column");
  }
  for (std::size_t i = 0; i < robot.links().size(); ++i)
  {
    const LinkPlacement & link = robot.links()[i];
    require(robot.link_index(link.name) == static_cast<int>(i), "a link not found by its name");
    require(link.body >= 0 && link.body < int(robot.bodies().size()), "a link of no body");
  }
  require(robot.link_index("no such link") == -1, "a link that is not there");
  require(robot.dof_index("no such joint") == -1, "a joint that is not there");
}

void require_springs(const Robot & robot)
{
  const auto & joints = robot.joints();
  const bool springs = std::any_of(
    joints.begin(), joints.end(), [](const Joint & joint) { return !joint.drive.rigid(); });
  require(!robot.is_elastic() || springs, "an elastic robot without a spring");
}

/// Masses of links from shapes, of which a link may not be there.
void try_distribution(Bytes & bytes, RobotDescription & robot)
{
  mass::Distribution distribution;
  distribution.source = "shapes";
  bool exist = true;
  for (int i = bytes.integer(1, 3); i > 0; --i)
  {
    const bool exists = bytes.byte() % 8 != 7;
    exist = exist && exists;
    mass::HomogeneousBody body;
    body.shape = mass::Sphere{0.1};
    body.mass = 0.5 * i;
    const std::string link = exists ? fuzz::any_of(bytes, robot.links).name : "no such link";
    mass::add_link(distribution, link, {body}, "shapes");
  }
  RobotDescription changed = robot;
  const bool taken = fuzz::taken([&] { apply_distribution(distribution, changed); });
  require(taken == exist, "a distribution: taken or not, wrongly");
  for (std::size_t i = 0; i < robot.links.size(); ++i)
  {
    double expected = robot.links[i].mass.mass;
    for (const mass::LinkDistribution & part : distribution.links)
    {
      expected = taken && part.link == robot.links[i].name ? part.mass.mass : expected;
    }
    require(changed.links[i].mass.mass == expected, "masses of another distribution");
  }
  robot = changed;
}

/// A copy with a change that is refused leaves the robot as it was.
void try_changes(const Robot & robot)
{
  const bool taken = fuzz::taken(
    [&] { robot.with([](RobotDescription & description) { description.links.clear(); }); });
  require(!taken, "a robot without links");
  require(!fuzz::taken([&] { robot.with_gravity({NAN, 0.0, 0.0}); }), "a gravity that is none");
  require(robot.with_gravity({1.0, 2.0, 3.0}).gravity()[2] == 3.0, "another gravity");
  const BaseMotion steady = steadied(robot.base(), robot.gravity());
  require(
    !is_moderate(robot.base()) || !fuzz::is_moderate(robot.gravity()) ||
      is_steady(steady, robot.gravity()),
    "a steadied motion that is not steady");
}

void try_robot(Bytes & bytes)
{
  RobotDescription description = fuzz::description_of(bytes);
  const std::uint8_t kind = bytes.byte();
  const int flaws = kind % 4 == 3 ? kind / 4 % 4 : (kind % 4 + 1) / 2;
  Verdict verdict = Verdict::good;
  for (int i = 0; i < flaws && !description.links.empty(); ++i)
  {
    verdict = fuzz::Flaw(bytes, description)();
  }
  if (flaws == 0 && bytes.byte() % 4 == 0)
  {
    try_distribution(bytes, description);
  }
  std::optional<Robot> robot;
  const bool taken = fuzz::taken([&] { robot.emplace(description); });
  if (flaws <= 1)
  {
    require(taken || verdict != Verdict::good, "a good description has been refused");
    require(!taken || verdict != Verdict::bad, "a worthless description has been accepted");
  }
  if (!taken)
  {
    return;
  }
  fuzz::use(*robot);
  require_names(*robot);
  require_springs(*robot);
  try_changes(*robot);
  for (int i = 0; i < 2 && is_moderate(description); ++i)
  {
    Truths(bytes, *robot).check();
  }
}

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  hod::try_robot(bytes);
  return 0;
}
