// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/limits_along.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "hod/error.hpp"
#include "hod/motion/limits.hpp"
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
        load.table.row(i)
          .segment(Load::kColumns * k, Load::kColumns)
          .setConstant(3.0 * std::sin(time + k * M_PI_2));
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
      EXPECT_NEAR(worst.value, brute.value(worst.joint, worst.kind, worst.time), tolerance * size);
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

INSTANTIATE_TEST_SUITE_P(Terms, LimitsAlongRobots, testing::ValuesIn(kCases), [](const auto & one) {
  return one.param.name;
});

/// Two fingers on slides, the second of which follows the first.
Robot gripper(double multiplier, bool is_elastic)
{
  reference::RobotTraits traits;
  traits.joints = 3;
  traits.prismatic = 1.0;
  return Robot(reference::random_robot(6, traits)).with([&](RobotDescription & description) {
    description.has_friction = true;
    description.is_elastic = is_elastic;
    description.joints[2].mimic = Mimic{"j0", multiplier, 0.02};
    for (JointDescription & joint : description.joints)
    {
      joint.friction.viscous = 2.0;
      joint.friction.coulomb = 1.0;
      joint.friction.smoothing_speed = 0.5;
      joint.friction.bearing_coefficient = 0.1;
      joint.friction.smoothing_force = 2.0;
      joint.drive.motor_inertia = 1e-3;
      joint.drive.gear_ratio = 20.0;
      joint.drive.stiffness =
        is_elastic && !joint.mimic ? 5e4 : std::numeric_limits<double>::infinity();
    }
  });
}

Robot with_limit(const Robot & robot, const std::string & name, LimitKind kind, double limit)
{
  return robot.with([&](RobotDescription & description) {
    JointLimits limits;
    limits.upper = kind == LimitKind::position ? limit : limits.upper;
    limits.lower = -limits.upper;
    limits.velocity = kind == LimitKind::velocity ? limit : limits.velocity;
    limits.effort = kind == LimitKind::effort ? limit : limits.effort;
    limits.effort_rate = kind == LimitKind::effort_rate ? limit : limits.effort_rate;
    for (JointDescription & joint : description.joints)
    {
      joint.limits = joint.name == name ? limits : JointLimits{};
    }
  });
}

constexpr LimitKind kKinds[] = {
  LimitKind::position, LimitKind::velocity, LimitKind::effort, LimitKind::effort_rate};

TEST(LimitsAlong, AMimicHasLimitsOfItsOwn)
{
  for (const bool is_elastic : {false, true})
  {
    for (const double multiplier : {-0.7, 50.0})
    {
      const Robot robot = gripper(multiplier, is_elastic);
      const SineMotion motion = SineMotion::random(9, robot.dof(), 0.1);
      const Samples samples(motion, kEnd, 401, 7);
      for (std::size_t joint = 0; joint < robot.joints().size(); ++joint)
      {
        for (const LimitKind kind : kKinds)
        {
          Bruteforce brute(robot, motion);
          double largest = 0.0;
          for (std::size_t i = 0; i < kDense; ++i)
          {
            largest = std::max(largest, std::abs(brute.value(joint, kind, dense_time(i))));
          }
          const std::string & name = robot.joints()[joint].name;
          const auto check = [&](double share) {
            return check_limits(with_limit(robot, name, kind, share * largest), samples.states());
          };
          EXPECT_TRUE(check(1.001).kept()) << name << " " << static_cast<int>(kind);
          EXPECT_FALSE(check(0.999).kept()) << name << " " << static_cast<int>(kind);
          const LimitCheck far = check(1.0 / 90.0);
          ASSERT_EQ(far.worst.size(), 1U);
          EXPECT_EQ(far.worst[0].joint, joint);
          EXPECT_EQ(far.worst[0].kind, kind);
          EXPECT_NEAR(std::abs(far.worst[0].value), largest, 1e-4 * largest);
        }
      }
    }
  }
}

TEST(LimitsAlong, AMimicLimitsTheSpeed)
{
  for (const double multiplier : {-0.7, 50.0})
  {
    const Robot plain = gripper(multiplier, multiplier < 0.0);
    const SineMotion motion = SineMotion::random(9, plain.dof(), 0.1);
    const Samples samples(motion, kEnd, 401, 7);
    for (const LimitKind kind : {LimitKind::velocity, LimitKind::effort, LimitKind::effort_rate})
    {
      std::size_t mimic = 0;
      while (!plain.joints()[mimic].is_mimic)
      {
        ++mimic;
      }
      const double largest = largest_values(plain, motion, 1.0).at({mimic, kind});
      const std::string & name = plain.joints()[mimic].name;
      const Robot robot = with_limit(plain, name, kind, 2.0 * largest);
      const LimitSpeedUp speed = largest_speed_up(robot, samples.states());
      ASSERT_TRUE(speed.possible && speed.limit);
      EXPECT_EQ(speed.limit->joint, mimic);
      EXPECT_NEAR(
        largest_values(plain, motion, speed.largest).at({mimic, kind}), 2.0 * largest,
        2e-4 * largest);
    }
  }
}

TEST(LimitsAlong, PartsOfAMotionMakeNoDifference)
{
  reference::RobotTraits traits;
  traits.joints = 1;
  const Robot plain(reference::random_robot(3, traits));
  const SineMotion motion = SineMotion::random(4, 1);
  const Samples samples(motion, 200.0, 60000, 3);
  const Robot robot =
    with_limit(plain, "j0", LimitKind::velocity, 0.4 * std::abs(motion.numbers(0)));
  SampledCurve curve{samples.times, {}, {}};
  for (std::size_t i = 0; i < samples.times.size(); ++i)
  {
    curve.values.push_back(samples.motion[3 * i + 1]);
    curve.slopes.push_back(samples.motion[3 * i + 2]);
  }
  const double limit = robot.joints()[0].limits.velocity;
  const auto expected = find_violations(curve, {-limit, limit});
  ASSERT_GT(expected.size(), 20U);
  const LimitCheck check = check_limits(robot, samples.states());
  ASSERT_EQ(check.violations.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    EXPECT_EQ(check.violations[i].begin, expected[i].begin);
    EXPECT_EQ(check.violations[i].end, expected[i].end);
    EXPECT_EQ(check.violations[i].peak.value, expected[i].peak.value);
    EXPECT_EQ(check.violations[i].peak.time, expected[i].peak.time);
  }
  EXPECT_EQ(check.worst[0].value, worst_point(curve, {-limit, limit}).value);
  const LimitSpeedUp speed = largest_speed_up(robot, samples.states());
  EXPECT_NEAR(speed.largest, limit / std::abs(check.worst[0].value), 1e-9);
}

TEST(LimitsAlong, NoSpeedKeepsALimitBelowTheWeight)
{
  const Robot plain(reference::random_robot(3, {}));
  const SineMotion motion = SineMotion::random(4, plain.dof());
  const Samples samples(motion, kEnd, 201, 5);
  const Robot robot = with_limit(plain, "j0", LimitKind::effort, 1e-3);
  const LimitSpeedUp speed = largest_speed_up(robot, samples.states());
  EXPECT_FALSE(speed.possible);
  EXPECT_TRUE(std::isnan(speed.largest));
  ASSERT_TRUE(speed.limit);
  RowMatrix still = motion.at(speed.limit->time, 3);
  still.bottomRows(2).setZero();
  EXPECT_NEAR(speed.limit->value, reference::fast_forces(plain, still, 0)(0, 0), 1e-3);
}

TEST(LimitsAlong, NothingLimitsARobotWithoutLimits)
{
  const Robot robot = Robot(reference::random_robot(3, {})).with([](RobotDescription & one) {
    for (JointDescription & joint : one.joints)
    {
      joint.limits.velocity = joint.limits.effort = joint.limits.effort_rate = 0.0;
    }
  });
  const Samples samples(SineMotion::random(4, robot.dof()), kEnd, 21, 3);
  EXPECT_TRUE(check_limits(robot, samples.states()).worst.empty());
  EXPECT_EQ(
    largest_speed_up(robot, samples.states()).largest, std::numeric_limits<double>::infinity());
}

template <class Call>
std::string refusal_of(const Call & call)
{
  try
  {
    call();
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return "";
}

TEST(LimitsAlong, RefusesWhatDoesNotFit)
{
  const Robot plain(reference::random_robot(3, {}));
  const SineMotion motion = SineMotion::random(4, plain.dof());
  const Samples good(motion, kEnd, 21, 5);
  const Robot robot = with_limit(plain, "j0", LimitKind::effort_rate, 1.0);
  const auto refusals = [&](const Robot & limited, const States & states) {
    const std::string one = refusal_of([&] { check_limits(limited, states); });
    EXPECT_EQ(one, refusal_of([&] { largest_speed_up(limited, states); }));
    return one;
  };
  States states = good.states();
  states.times = nullptr;
  EXPECT_THAT(refusals(robot, states), HasSubstr("times: found none"));
  states = good.states();
  states.count = 0;
  EXPECT_THAT(refusals(robot, states), HasSubstr("times: found none"));
  for (const double time : {0.0, -1.0, std::nan("")})
  {
    Samples bad = good;
    bad.times[1] = time;
    EXPECT_THAT(refusals(robot, bad.states()), HasSubstr("at place 1, expected finite times that"));
  }
  EXPECT_THAT(
    refusals(robot, Samples(motion, kEnd, 21, 3).states()),
    HasSubstr(
      "found 3 rows, expected 4, q and its derivatives to order 3, for limits of the effort"));
  EXPECT_THAT(
    refusals(robot, Samples(motion, kEnd, 21, 2).states()), HasSubstr("expected at least 3"));
  Samples bad = good;
  bad.motion[static_cast<std::size_t>(7 * 5 * plain.dof())] = std::nan("");
  EXPECT_THAT(
    refusals(robot, bad.states()), HasSubstr("joint 'j0' at 1.4 s: found an effort that is not"));
  const Robot loaded = robot.with([](RobotDescription & description) {
    Load load;
    load.link = "l0";
    load.times = {0.0, 3.0};
    load.table = RowMatrix::Zero(2, 6);
    description.loads.push_back(load);
  });
  EXPECT_THAT(
    refusals(loaded, good.states()),
    HasSubstr("from 0 to 3 s, expected one that covers the motion"));
}

// One instant of a base that tumbles says nothing of the next.
TEST(LimitsAlong, RefusesABaseThatChanges)
{
  const Robot plain(reference::random_robot(3, {}));
  const Samples samples(SineMotion::random(4, plain.dof()), kEnd, 21, 5);
  BaseMotion turning;
  turning.angular_velocity[0] = {0.0, 2.0, 0.0};
  const auto on_base = [&plain](const BaseMotion & base, LimitKind kind) {
    return with_limit(plain, "j0", kind, 1.0).with([&](RobotDescription & description) {
      description.base = base;
    });
  };
  const Robot robot = on_base(turning, LimitKind::effort);
  const char * const expected = "found a base at one instant of a motion that changes";
  EXPECT_THAT(refusal_of([&] { check_limits(robot, samples.states()); }), HasSubstr(expected));
  EXPECT_THAT(refusal_of([&] { largest_speed_up(robot, samples.states()); }), HasSubstr(expected));

  States states = samples.states();
  const std::vector<BaseMotion> bases(states.count, turning);
  states.bases = bases.data();
  EXPECT_EQ(refusal_of([&] { check_limits(robot, states); }), "");
  states = samples.states();
  states.count = 1;
  EXPECT_EQ(refusal_of([&] { check_limits(robot, states); }), "");
  EXPECT_EQ(refusal_of([&] { largest_speed_up(robot, states); }), "");
  states = samples.states();
  for (const Robot & other :
       {on_base(turning, LimitKind::velocity),
        on_base(steadied(turning, plain.gravity()), LimitKind::effort)})
  {
    EXPECT_EQ(refusal_of([&] { check_limits(other, states); }), "");
    EXPECT_EQ(refusal_of([&] { largest_speed_up(other, states); }), "");
  }
}

}  // namespace
}  // namespace hod
