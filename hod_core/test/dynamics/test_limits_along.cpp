// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/limits_along.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "hod/error.hpp"
#include "limit_cases.hpp"

namespace hod
{
namespace
{

using reference::Bruteforce;
using reference::Random;
using reference::Samples;
using reference::SineMotion;
using testing::HasSubstr;

constexpr double kEnd = 4.0;
constexpr std::size_t kDense = 1201;

double dense_time(std::size_t i)
{
  return kEnd * static_cast<double>(i) / static_cast<double>(kDense - 1);
}

/// What acts on a robot in a test.
struct Terms
{
  bool friction = false;
  bool bearings = false;
  bool loads = false;
  bool table = false;
  bool rotors = false;
  bool elastic = false;
  bool damped = false;
  bool motor_friction = false;
  bool moving_base = false;
};

void add_friction(Random & random, const Terms & terms, RobotDescription & description)
{
  description.has_friction = true;
  for (JointDescription & joint : description.joints)
  {
    if (joint.mimic) continue;  // TEMP
    joint.friction.viscous = random.uniform(0.1, 1.0);
    joint.friction.coulomb = random.uniform(0.1, 1.0);
    joint.friction.stribeck = random.uniform(0.1, 1.0);
    joint.friction.stribeck_speed = random.uniform(0.5, 1.5);
    joint.friction.smoothing_speed = random.uniform(0.3, 0.8);
    if (terms.bearings)
    {
      joint.friction.bearing_coefficient = random.uniform(0.0, 0.1);
      joint.friction.bearing_radius = random.uniform(0.05, 0.2);
      joint.friction.smoothing_force = random.uniform(1.0, 5.0);
    }
  }
}

/// With a base that turns, world axes turn from sample to sample, of which a robot knows nothing.
void add_loads(Random & random, const Terms & terms, const Robot & robot, RobotDescription & other)
{
  const LoadFrame outside = terms.moving_base ? LoadFrame::link : LoadFrame::world;
  other.loads = {
    reference::random_load(random, robot, LoadFrame::link, 1),
    reference::random_load(random, robot, outside, 1)};
  if (terms.table)
  {
    Load load = reference::random_load(random, robot, outside, 1);
    constexpr int kInstants = 401;
    load.table.resize(kInstants, 3 * Load::kColumns);
    for (int i = 0; i < kInstants; ++i)
    {
      const double time = kEnd * i / (kInstants - 1.0);
      load.times.push_back(time);
      for (int k = 0; k < 3; ++k)
      {
        load.table.row(i).segment(Load::kColumns * k, Load::kColumns).setConstant(
          3.0 * std::sin(time + k * M_PI_2));
      }
    }
    other.loads.push_back(load);
  }
}

void add_drives(Random & random, const Terms & terms, RobotDescription & description)
{
  description.is_elastic = terms.elastic;
  for (JointDescription & joint : description.joints)
  {
    joint.drive.motor_inertia = random.uniform(0.5e-3, 2e-3);
    joint.drive.gear_ratio = random.uniform(-12.0, -8.0);
    if (terms.elastic && !joint.mimic)
    {
      joint.drive.stiffness = random.uniform(500.0, 2000.0);
      joint.drive.damping = terms.damped ? 0.001 * joint.drive.stiffness : 0.0;
      joint.drive.viscous_friction = random.uniform(0.1, 0.5);
      joint.drive.coulomb_friction = terms.motor_friction ? random.uniform(0.0, 1.0) : 0.0;
      joint.drive.smoothing_speed = 0.5;
    }
  }
}

Robot robot_with(const Terms & terms, std::uint64_t seed, const reference::RobotTraits & traits)
{
  const Robot plain(reference::random_robot(seed, traits));
  Random random(seed + 100);
  return plain.with([&](RobotDescription & description) {
    description.payloads.push_back({description.links.back().name, reference::random_mass(random)});
    if (terms.friction)
    {
      add_friction(random, terms, description);
    }
    if (terms.loads)
    {
      add_loads(random, terms, plain, description);
    }
    if (terms.rotors || terms.elastic)
    {
      add_drives(random, terms, description);
    }
    description.base.rotation = random.rotation();
    if (terms.moving_base)
    {
      // What a centrifuge has: the base's own axes see no change.
      description.base.angular_velocity[0] =
        description.base.rotation.transpose() * Eigen::Vector3d(0.0, 0.0, 0.7);
      description.base.acceleration[0] = Eigen::Vector3d(0.0, 0.0, 1.5);
    }
  });
}

using Numbers = std::map<std::pair<std::size_t, LimitKind>, double>;

/// The largest absolute values of all numbers of a motion run at a speed.
Numbers largest_values(const Robot & robot, const SineMotion & motion, double speed)
{
  Bruteforce brute(robot, motion, speed);
  Numbers largest;
  for (std::size_t i = 0; i < kDense; ++i)
  {
    for (std::size_t joint = 0; joint < robot.joints().size(); ++joint)
    {
      for (const LimitKind kind : {LimitKind::velocity, LimitKind::effort, LimitKind::effort_rate})
      {
        double & value = largest[{joint, kind}];
        value = std::max(value, std::abs(brute.value(joint, kind, dense_time(i))));
      }
    }
  }
  return largest;
}

/// Limits that a motion keeps, some of them by little.
Robot with_limits(const Robot & robot, const Numbers & largest, std::uint64_t seed)
{
  Random random(seed);
  return robot.with([&](RobotDescription & description) {
    for (std::size_t joint = 0; joint < robot.joints().size(); ++joint)
    {
      const auto limit = [&](LimitKind kind) {
        return largest.at({joint, kind}) * random.uniform(1.2, 4.0);
      };
      const std::string & name = robot.joints()[joint].name;
      auto & limits = std::find_if(
                        description.joints.begin(), description.joints.end(),
                        [&name](const JointDescription & one) { return one.name == name; })
                        ->limits;
      limits.velocity = 3.0 * limit(LimitKind::velocity);
      limits.effort = limit(LimitKind::effort);
      limits.effort_rate = limit(LimitKind::effort_rate);
    }
  });
}

double limit_of(const Robot & robot, std::size_t joint, LimitKind kind)
{
  const JointLimits & limits = robot.joints()[joint].limits;
  return kind == LimitKind::velocity ? limits.velocity
         : kind == LimitKind::effort ? limits.effort
                                     : limits.effort_rate;
}

/// How much of its limit anything takes.
double largest_ratio(const Robot & robot, const SineMotion & motion, double speed)
{
  double ratio = 0.0;
  for (const auto & [place, value] : largest_values(robot, motion, speed))
  {
    ratio = std::max(ratio, value / limit_of(robot, place.first, place.second));
  }
  return ratio;
}

struct Case
{
  const char * name;
  Terms terms;
};

Terms terms_of(std::initializer_list<bool Terms::*> fields)
{
  Terms terms;
  for (const auto field : fields)
  {
    terms.*field = true;
  }
  return terms;
}

class LimitsAlongRobots : public testing::TestWithParam<Case>
{
protected:
  static constexpr reference::RobotTraits kTraits{4, 0.3, 0.3, 0.3, 0.2, 0.0, false};
};

const Case kCases[] = {
  {"bare", {}},
  {"loads_and_rotors", terms_of({&Terms::loads, &Terms::table, &Terms::rotors})},
  {"friction", terms_of({&Terms::friction, &Terms::rotors})},
  {"bearings", terms_of({&Terms::friction, &Terms::bearings, &Terms::loads, &Terms::table})},
  {"elastic", terms_of({&Terms::elastic, &Terms::loads, &Terms::table})},
  {"elastic_damped", terms_of({&Terms::elastic, &Terms::damped})},
  {"elastic_friction", terms_of({&Terms::elastic, &Terms::friction, &Terms::bearings})},
  {"motor_friction", terms_of({&Terms::elastic, &Terms::motor_friction})},
  {"all_friction",
   terms_of({&Terms::elastic, &Terms::motor_friction, &Terms::friction, &Terms::loads})},
  {"moving_base", terms_of({&Terms::moving_base, &Terms::loads, &Terms::rotors})},
  {"moving_base_all", terms_of(
                        {&Terms::moving_base, &Terms::loads, &Terms::table, &Terms::friction,
                         &Terms::bearings, &Terms::elastic, &Terms::motor_friction})},
};

TEST_P(LimitsAlongRobots, WorstPointsAreTheLargestOfADenseEvaluation)
{
  for (const std::uint64_t seed : {1U, 2U, 3U})
  {
    const Robot plain = robot_with(GetParam().terms, seed, kTraits);
    const SineMotion motion = SineMotion::random(seed, plain.dof());
    const Numbers largest = largest_values(plain, motion, 1.0);
    const Robot robot = with_limits(plain, largest, seed);
    const Samples samples(motion, kEnd, 401, 7);
    const LimitCheck check = check_limits(robot, samples.states());
    EXPECT_TRUE(check.kept());
    ASSERT_EQ(check.worst.size(), 3 * robot.joints().size());
    Bruteforce brute(robot, motion);
    for (const LimitPoint & worst : check.worst)
    {
      const double size = largest.at({worst.joint, worst.kind});
      const double tolerance = GetParam().terms.damped ? 2e-3 : 1e-4;
      EXPECT_NEAR(std::abs(worst.value), size, tolerance * size)
        << seed << " " << robot.joints()[worst.joint].name << " " << static_cast<int>(worst.kind);
      EXPECT_NEAR(
        worst.value, brute.value(worst.joint, worst.kind, worst.time), tolerance * size);
      EXPECT_NEAR(worst.ratio, std::abs(worst.value / worst.limit), 1e-12);
    }
  }
}

TEST_P(LimitsAlongRobots, TheLargestSpeedUpReachesALimitAndNoHigherSpeedKeepsAll)
{
  for (const std::uint64_t seed : {1U, 2U, 3U})
  {
    const Robot plain = robot_with(GetParam().terms, seed, kTraits);
    const SineMotion motion = SineMotion::random(seed, plain.dof());
    const Robot robot = with_limits(plain, largest_values(plain, motion, 1.0), seed);
    const Samples samples(motion, kEnd, 401, 7);
    const LimitSpeedUp speed = largest_speed_up(robot, samples.states());
    ASSERT_TRUE(speed.possible);
    EXPECT_GE(speed.largest, 1.0);
    ASSERT_TRUE(speed.limit);
    EXPECT_NEAR(largest_ratio(robot, motion, speed.largest), 1.0, 3e-4) << seed;
    EXPECT_NEAR(std::abs(speed.limit->value), std::abs(speed.limit->limit), 1e-8);
    Bruteforce brute(robot, motion, speed.largest);
    EXPECT_NEAR(
      brute.value(speed.limit->joint, speed.limit->kind, speed.limit->time), speed.limit->value,
      3e-4 * std::abs(speed.limit->limit));
    for (const double more : {1.002, 1.05, 1.2, 1.6, 2.5})
    {
      EXPECT_GT(largest_ratio(robot, motion, more * speed.largest), 1.0) << seed << " " << more;
    }
  }
}

TEST_P(LimitsAlongRobots, NeitherThreadsNorStretchesChangeTheResult)
{
  const Robot plain = robot_with(GetParam().terms, 2, kTraits);
  const SineMotion motion = SineMotion::random(2, plain.dof());
  const Robot robot = with_limits(plain, largest_values(plain, motion, 1.0), 2);
  const Samples coarse(motion, kEnd, 2001, 7);
  const LimitSpeedUp one = largest_speed_up(robot, coarse.states(), 1);
  const LimitSpeedUp four = largest_speed_up(robot, coarse.states(), 4);
  EXPECT_EQ(one.largest, four.largest);
  EXPECT_EQ(one.limit->time, four.limit->time);
  const LimitCheck check = check_limits(robot, coarse.states(), 1);
  const LimitCheck threaded = check_limits(robot, coarse.states(), 3);
  for (std::size_t i = 0; i < check.worst.size(); ++i)
  {
    EXPECT_EQ(check.worst[i].value, threaded.worst[i].value);
  }
}

INSTANTIATE_TEST_SUITE_P(
  Terms, LimitsAlongRobots, testing::ValuesIn(kCases),
  [](const auto & one) { return one.param.name; });

}  // namespace
}  // namespace hod
