// SPDX-License-Identifier: Apache-2.0
// Descriptions of robots as a program makes them: whole ones, and ones with a flaw.
#ifndef HOD__TEST__FUZZ__DESCRIPTIONS_HPP_
#define HOD__TEST__FUZZ__DESCRIPTIONS_HPP_

#include <string>
#include <utility>
#include <vector>

#include "fuzz.hpp"
#include "hod/robot/description.hpp"
#include "random_robot.hpp"

namespace hod::fuzz
{

template <class Items>
auto & any_of(Bytes & bytes, Items & items)
{
  return items[static_cast<std::size_t>(bytes.integer(0, static_cast<int>(items.size()) - 1))];
}

inline Eigen::Vector3d vector_of(Bytes & bytes)
{
  const double x = bytes.number();
  const double y = bytes.number();
  const double z = bytes.number();
  return {x, y, z};
}

inline bool moves(const JointDescription & joint)
{
  return joint.type != JointType::fixed;
}

/// Numbers of joints within which neither a sharp corner nor a large number takes digits.
inline void add_joint_numbers(reference::Random & random, RobotDescription & robot)
{
  for (JointDescription & joint : robot.joints)
  {
    joint.axis *= std::pow(10.0, random.integer(7) - 3);
    joint.friction.viscous = random.uniform(0.0, 1.0);
    joint.friction.coulomb = random.uniform(0.0, 1.0);
    joint.friction.stribeck = random.uniform(0.0, 1.0);
    joint.friction.stribeck_speed = random.uniform(1.0, 2.0);
    joint.friction.smoothing_speed = random.uniform(0.5, 2.0);
    joint.friction.smoothing_force = random.uniform(1.0, 5.0);
    joint.friction.bearing_coefficient = random.uniform(0.0, 0.1);
    joint.friction.bearing_radius = random.uniform(0.0, 0.1);
    joint.drive.motor_inertia = random.uniform(0.0, 1e-3);
    joint.drive.gear_ratio = random.uniform(-50.0, -1.0);
  }
}

inline Load load_of(reference::Random & random, const std::string & link, bool has_table)
{
  Load load;
  load.link = link;
  load.frame = random.integer(2) == 0 ? LoadFrame::link : LoadFrame::world;
  load.point = random.vector(0.3);
  for (int row = 0; row < Load::kRows; ++row)
  {
    load.wrench.row(row) << random.vector(5.0).transpose(), random.vector(1.0).transpose();
  }
  if (has_table)
  {
    load.times = {-1.0, 0.0, 1.0};
    load.table = RowMatrix::Zero(3, Load::kColumns * (1 + random.integer(3)));
    for (double & value : load.table.reshaped())
    {
      value = random.uniform(-3.0, 3.0);
    }
  }
  return load;
}

inline BaseMotion base_of(reference::Random & random, bool turns)
{
  BaseMotion base;
  base.rotation = random.rotation();
  base.velocity = random.vector(1.0);
  for (std::size_t k = 0; k < base.acceleration.size(); ++k)
  {
    base.acceleration[k] = random.vector(2.0);
    base.angular_velocity[k] = turns ? random.vector(1.0) : Eigen::Vector3d::Zero();
  }
  return base;
}

inline void make_elastic(RobotDescription & robot)
{
  for (JointDescription & joint : robot.joints)
  {
    joint.drive.stiffness = joint.mimic || !moves(joint) ? joint.drive.stiffness : 5000.0;
    robot.is_elastic = robot.is_elastic || !joint.drive.rigid();
  }
}

/// A robot that nobody has a reason to refuse, with moderate numbers throughout.
inline RobotDescription description_of(Bytes & bytes)
{
  const std::uint64_t seed = bytes.byte();
  const std::uint8_t kind = bytes.byte();
  reference::RobotTraits traits;
  traits.joints = bytes.integer(0, 7);
  traits.branching = kind % 2 == 0 ? 0.4 : 0.0;
  traits.prismatic = 0.3;
  traits.mimic = kind / 2 % 2 == 0 ? 0.4 : 0.0;
  traits.fixed = kind / 4 % 2 == 0 ? 0.4 : 0.0;
  traits.massless = 0.1;
  traits.axes_along_z = kind / 8 % 4 == 0;
  RobotDescription robot = reference::random_robot(seed, traits);
  reference::Random random(seed + 1000);
  add_joint_numbers(random, robot);
  robot.has_friction = kind / 32 % 2 == 0;
  robot.gravity = random.vector(9.81);
  const std::uint8_t more = bytes.byte();
  for (int i = more % 3; i > 0; --i)
  {
    const std::string link = any_of(bytes, robot.links).name;
    robot.payloads.push_back({link, reference::random_mass(random)});
  }
  for (int i = more / 3 % 3; i > 0; --i)
  {
    const std::string link = any_of(bytes, robot.links).name;
    robot.loads.push_back(load_of(random, link, more / 9 % 3 == 0));
  }
  if (more / 27 % 3 != 0)
  {
    robot.base = base_of(random, more / 27 % 3 == 1);
  }
  if (more >= 162)
  {
    make_elastic(robot);
  }
  return robot;
}

enum class Verdict
{
  good,  ///< must be taken
  bad,   ///< must be refused
  open   ///< may be either
};

inline Verdict good_if(bool good)
{
  return good ? Verdict::good : Verdict::bad;
}

/// A change of a description of `description_of`, and whether it is one that makes it worthless.
class Flaw
{
public:
  Flaw(Bytes & bytes, RobotDescription & robot) : bytes_(bytes), robot_(robot) {}

  Verdict operator()()
  {
    const int kind = bytes_.integer(0, 15);
    if (robot_.joints.empty() && kind < 10)
    {
      return Verdict::good;
    }
    switch (kind)
    {
      case 0:
        return connection();
      case 1:
        return joint_name();
      case 2:
        return axis();
      case 3:
        return rotation();
      case 4:
        return translation();
      case 5:
        return type();
      case 6:
        return limits();
      case 7:
        return friction();
      case 8:
        return drive();
      case 9:
        return mimic();
      case 10:
        return link_name();
      case 11:
        return link_mass();
      case 12:
        return payload();
      case 13:
        return load();
      case 14:
        return surroundings();
      default:
        return elasticity();
    }
  }

private:
  JointDescription & joint() { return any_of(bytes_, robot_.joints); }

  std::string any_name()
  {
    static const std::vector<std::string> names = {
      "",
      "a\nb",
      "\x1b[31m",
      "\xff\xfe",
      std::string(251, 'n'),
      std::string(250, 'n'),
      "é",
      "a b",
      "nobody",
      std::string("a\0b", 3)};
    return any_of(bytes_, names);
  }

  static bool is_printable(const std::string & name)
  {
    return name == "" || name == "é" || name == "a b" || name == "nobody" ||
           name == std::string(250, 'n');
  }

  bool is_joint(const std::string & name) const
  {
    return std::any_of(robot_.joints.begin(), robot_.joints.end(), [&](const auto & joint) {
      return joint.name == name;
    });
  }

  Verdict connection()
  {
    JointDescription & changed = joint();
    switch (bytes_.integer(0, 5))
    {
      case 0:
        changed.parent = any_name();
        return Verdict::bad;
      case 1:
        changed.child = any_name();
        return Verdict::bad;
      case 2:  // of another joint, or of its own: a child that two have, or a child of itself
        changed.child =
          changed.child == robot_.joints[0].child ? changed.parent : robot_.joints[0].child;
        return Verdict::bad;
      case 3:
        changed.parent = changed.child;
        return Verdict::bad;
      case 4:
        std::swap(changed.parent, changed.child);
        return Verdict::open;  // a chain may be turned about
      default:
        robot_.joints.erase(robot_.joints.begin() + (&changed - robot_.joints.data()));
        return Verdict::bad;
    }
  }

  Verdict joint_name()
  {
    JointDescription & changed = joint();
    if (bytes_.byte() % 2 == 0)
    {
      const std::string name = joint().name;
      const bool same = name == changed.name;
      changed.name = name;
      return same ? Verdict::good : Verdict::bad;
    }
    const std::string name = any_name(), before = std::exchange(changed.name, name);
    for (JointDescription & follower : robot_.joints)
    {
      if (follower.mimic && follower.mimic->joint == before)
      {
        follower.mimic->joint = name;
      }
    }
    return name.empty() ? Verdict::open : good_if(is_printable(name));
  }

  /// "in the child frame, any length but zero".
  Verdict axis()
  {
    JointDescription & changed = joint();
    if (bytes_.byte() % 2 == 0)
    {
      changed.axis = vector_of(bytes_);
    }
    else
    {
      changed.axis *= std::pow(10.0, bytes_.integer(-120, 120) * 2.5);
    }
    return good_if(!moves(changed) || (changed.axis.allFinite() && !changed.axis.isZero(0.0)));
  }

  Verdict rotation()
  {
    Eigen::Matrix3d & changed = joint().origin.rotation;
    switch (bytes_.integer(0, 3))
    {
      case 0:  // a mirror
        changed.col(bytes_.integer(0, 2)) *= -1.0;
        return Verdict::bad;
      case 1:
        changed *= bytes_.byte() % 2 == 0 ? 1.01 : -1.0;
        return Verdict::bad;
      case 2:
        std::swap(changed(0, 0), changed(1, 0));
        return Verdict::open;
      default:
        changed(bytes_.integer(0, 2), bytes_.integer(0, 2)) = bytes_.number();
        return changed.allFinite() ? Verdict::open : Verdict::bad;
    }
  }

  Verdict translation()
  {
    Eigen::Vector3d & changed = joint().origin.translation;
    changed = vector_of(bytes_);
    return good_if(changed.allFinite());
  }

  Verdict type()
  {
    JointDescription & changed = joint();
    const bool moved = moves(changed);
    changed.type = static_cast<JointType>(bytes_.integer(0, 5));
    if (changed.type == JointType::floating || changed.type == JointType::planar)
    {
      return Verdict::bad;
    }
    return moves(changed) == moved ? Verdict::good : Verdict::open;  // others may follow it
  }

  Verdict limits()
  {
    JointLimits & changed = joint().limits;
    const double value = bytes_.number();
    switch (bytes_.integer(0, 4))
    {
      case 0:
        changed.effort = value;
        return good_if(value >= 0.0);
      case 1:
        changed.velocity = value;
        return good_if(value >= 0.0);
      case 2:
        changed.effort_rate = value;
        return good_if(value >= 0.0);
      default:
        changed.lower = value;
        changed.upper = bytes_.number();
        return good_if(
          changed.lower <= changed.upper && changed.lower < JointLimits::kNone &&
          changed.upper > -JointLimits::kNone);
    }
  }

  Verdict friction()
  {
    JointFriction & changed = joint().friction;
    const std::array<double *, 8> fields = {&changed.viscous,         &changed.coulomb,
                                            &changed.stribeck,        &changed.stribeck_speed,
                                            &changed.smoothing_speed, &changed.smoothing_force,
                                            &changed.bearing_radius,  &changed.bearing_coefficient};
    const int field = bytes_.integer(0, 7);
    const double value = *fields[static_cast<std::size_t>(field)] = bytes_.number();
    const bool above_zero = field >= 3 && field <= 5;
    return good_if(std::isfinite(value) && (above_zero ? value > 0.0 : value >= 0.0));
  }

  Verdict drive()
  {
    JointDescription & owner = joint();
    JointDrive & changed = owner.drive;
    const std::array<double *, 7> fields = {&changed.motor_inertia,    &changed.damping,
                                            &changed.viscous_friction, &changed.coulomb_friction,
                                            &changed.gear_ratio,       &changed.smoothing_speed,
                                            &changed.stiffness};
    const int field = bytes_.integer(0, 6);
    const double value = *fields[static_cast<std::size_t>(field)] = bytes_.number();
    switch (field)
    {
      case 4:
        return good_if(std::isfinite(value) && value != 0.0);
      case 5:
        return good_if(std::isfinite(value) && value > 0.0);
      case 6:
        return !(value > 0.0) ? Verdict::bad : robot_.is_elastic ? Verdict::open : Verdict::good;
      default:
        return good_if(std::isfinite(value) && value >= 0.0);
    }
  }

  Verdict mimic()
  {
    JointDescription & changed = joint();
    const std::string name = bytes_.byte() % 2 == 0 ? joint().name : any_name();
    const double multiplier = bytes_.number();
    changed.mimic = Mimic{name, multiplier, bytes_.number()};
    if (!moves(changed))
    {
      return Verdict::open;
    }
    if (changed.mimic->joint == changed.name || !is_joint(name))
    {
      return Verdict::bad;
    }
    const bool finite = std::isfinite(multiplier) && std::isfinite(changed.mimic->offset);
    return finite ? Verdict::open : Verdict::bad;
  }

  Verdict link_name()
  {
    LinkDescription & changed = any_of(bytes_, robot_.links);
    const std::string other = any_of(bytes_, robot_.links).name;
    switch (bytes_.integer(0, 3))
    {
      case 0:
        if (changed.name == other)
        {
          return Verdict::good;
        }
        changed.name = other;
        return Verdict::bad;
      case 1:
        robot_.name = any_name();
        return good_if(is_printable(robot_.name));
      case 2:
        robot_.links.clear();
        return Verdict::bad;
      default:
        changed.name = any_name();
        return is_printable(changed.name) ? Verdict::open : Verdict::bad;
    }
  }

  /// Says what is_possible() says, by the moments about the principal axes.
  Verdict link_mass()
  {
    MassProperties & changed = any_of(bytes_, robot_.links).mass;
    switch (bytes_.integer(0, 3))
    {
      case 0:
        changed.mass = bytes_.number();
        break;
      case 1:
        changed.center = vector_of(bytes_);
        break;
      case 2:
        changed.inertia = vector_of(bytes_).asDiagonal();
        break;
      default:
        changed.inertia(bytes_.integer(0, 2), bytes_.integer(0, 2)) = bytes_.number();
    }
    return good_if(
      std::isfinite(changed.mass) && changed.mass >= 0.0 && changed.center.allFinite() &&
      changed.inertia.allFinite());
  }

  Verdict payload()
  {
    Payload changed;
    changed.link = bytes_.byte() % 4 == 0 ? any_name() : any_of(bytes_, robot_.links).name;
    changed.mass.mass = bytes_.number();
    changed.mass.center = vector_of(bytes_);
    const Eigen::Vector3d moments = vector_of(bytes_);
    changed.mass.inertia = moments.asDiagonal();
    robot_.payloads.push_back(changed);
    const bool exists = std::any_of(
      robot_.links.begin(), robot_.links.end(),
      [&](const auto & link) { return link.name == changed.link; });
    if (!exists || !(changed.mass.mass >= 0.0) || !(moments.minCoeff() >= 0.0))
    {
      // A negative moment of a millionth of the largest one is taken for rounding.
      return !exists || !(changed.mass.mass >= 0.0) ? Verdict::bad : Verdict::open;
    }
    const bool is_body = changed.mass.mass > 0.0 && changed.mass.mass <= 10.0 &&
                         changed.mass.center.allFinite() && moments.allFinite() &&
                         2.0 * moments.maxCoeff() <= moments.sum();
    return is_body ? Verdict::good : Verdict::open;
  }

  Verdict load()
  {
    Load changed;
    changed.link = robot_.links.front().name;
    const int derivatives = bytes_.integer(0, 9);
    const int instants = bytes_.integer(0, 4);
    double time = bytes_.number();
    bool fits = instants >= 2;
    for (int i = 0; i < instants; ++i)
    {
      changed.times.push_back(time);
      const double step = bytes_.byte() % 4 == 0 ? bytes_.number() : 0.5;
      fits = fits && std::isfinite(time) && (i + 1 == instants || time < time + step);
      time += step;
    }
    changed.table = bytes_.matrix(instants, Load::kColumns * derivatives);
    const Eigen::Index columns = changed.table.cols();
    fits = fits && changed.table.rows() == instants && columns > 0 &&
           columns <= Load::kRows * Load::kColumns && columns % Load::kColumns == 0 &&
           changed.table.allFinite();
    const bool is_huge = fits && (std::abs(time) > 1e20 || std::abs(changed.times.front()) > 1e20 ||
                                  changed.table.cwiseAbs().maxCoeff() > 1e100);
    const bool is_constant = instants == 0 && changed.table.cols() == 0;
    changed.point = bytes_.byte() % 8 == 0 ? vector_of(bytes_) : Eigen::Vector3d::Zero();
    if (bytes_.byte() % 8 == 0)
    {
      changed.wrench(bytes_.integer(0, 6), bytes_.integer(0, 5)) = bytes_.number();
    }
    robot_.loads.push_back(changed);
    if (!changed.point.allFinite() || !changed.wrench.allFinite())
    {
      return is_constant || !changed.point.allFinite() ? Verdict::bad : Verdict::open;
    }
    return is_huge ? Verdict::open : good_if(fits || is_constant);
  }

  Verdict surroundings()
  {
    Eigen::Matrix3d & rotation = robot_.base.rotation;
    const auto row = static_cast<std::size_t>(bytes_.integer(0, BaseMotion::kOrders - 1));
    switch (bytes_.integer(0, 5))
    {
      case 0:
        robot_.gravity = vector_of(bytes_);
        return good_if(robot_.gravity.allFinite());
      case 1:
        robot_.base.angular_velocity[row] = vector_of(bytes_);
        return good_if(robot_.base.angular_velocity[row].allFinite());
      case 2:
        robot_.base.acceleration[row] = vector_of(bytes_);
        return good_if(robot_.base.acceleration[row].allFinite());
      case 3:
        robot_.base.velocity = vector_of(bytes_);
        return good_if(robot_.base.velocity.allFinite());
      case 4:
        rotation *= bytes_.byte() % 2 == 0 ? -1.0 : 1.0 + 1e-6;
        return Verdict::bad;
      default:
        rotation(0, 0) = bytes_.number();
        return rotation.allFinite() ? Verdict::open : Verdict::bad;
    }
  }

  Verdict elasticity()
  {
    bool has_spring = false, mimic_has_spring = false;
    robot_.is_elastic = true;
    const std::uint8_t where = bytes_.byte();
    int bit = 0;
    for (JointDescription & joint : robot_.joints)
    {
      const bool is_chosen = (where >> (bit++ % 8) & 1) != 0;
      joint.drive.stiffness = is_chosen ? 1000.0 : JointLimits::kNone;
      has_spring = has_spring || (is_chosen && moves(joint));
      mimic_has_spring = mimic_has_spring || (is_chosen && joint.mimic && moves(joint));
    }
    return good_if(has_spring && !mimic_has_spring);
  }

  Bytes & bytes_;
  RobotDescription & robot_;
};

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__DESCRIPTIONS_HPP_
