// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/robot_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "hod/error.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"
#include "hod/robot/robot.hpp"
#include "hod/robot/urdf.hpp"

namespace hod
{
namespace
{

using Eigen::Vector3d;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr char kUrdf[] = R"(<robot name="arm">
<link name="base"/><link name="upper"/><link name="fore"/><link name="hand"/><link name="finger"/>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
  <limit lower="-2" upper="2" effort="30" velocity="3"/><dynamics damping="0.5" friction="2"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
  <limit lower="-1" upper="1" effort="0" velocity="0"/></joint>
<joint name="wrist" type="fixed"><parent link="fore"/><child link="hand"/></joint>
<joint name="grip" type="prismatic"><parent link="hand"/><child link="finger"/>
  <limit lower="0" upper="1" effort="5" velocity="1"/><mimic joint="elbow" multiplier="2"/></joint>
</robot>)";

constexpr char kWhole[] = R"(urdf: arm.urdf
mass_distribution: mass.yaml
gravity: [0, 1, -9]
base: {rpy: [0.1, 0, 0.2], velocity: [1, 0, 0], angular_velocity: [[0, 0, 1], [0, 0, 2]],
       acceleration: [0, 0, 3]}
loads:
  - {link: hand, frame: world, point: [0, 0, 0.1], force: [1, 0, -5], moment: [0, 1e-1, 0]}
  - link: fore
    table: wrench.csv
payload: {link: hand, mass: 0.5, center: [0, 0, 0.2], inertia: [0.01, 0, 0.001, 0.02, 0, 0.02]}
friction:
  shoulder: {viscous: 0.7, stribeck: 1, stribeck_speed: 0.02}
  elbow: {coulomb: 0.4, smoothing_speed: 2e-3, bearing_coefficient: 0.01, bearing_radius: 0.02,
          smoothing_force: 0.1}
  grip: {coulomb: 58}
drive: elastic
drives:
  shoulder: {stiffness: 2e4, damping: 10, motor_inertia: 1e-4, gear_ratio: -100}
  elbow: {stiffness: .inf, viscous_friction: 0.3, coulomb_friction: 0.2, smoothing_speed: 0.05}
limits:
  elbow: {lower: -1.5, upper: .inf, velocity: 3, effort: 20, effort_rate: 1e3}
  grip: {effort: .inf}
)";

class RobotFile : public testing::Test
{
protected:
  void SetUp() override
  {
    const auto * const test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->test_suite_name()) + test->name();
    std::replace(name.begin(), name.end(), '/', '_');
    folder = std::filesystem::path(testing::TempDir()) / name;
    std::filesystem::create_directories(folder);
    write("arm.urdf", kUrdf);
    write("mass.yaml", "links: {upper: [{shape: sphere, radius: 0.1, mass: 4}]}");
    write("wrench.csv", "time,fx,d1fx,mz,d1mz\n0,1,2,3,4\n2,5,4,11,4\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::filesystem::path write(const std::string & name, const std::string & text) const
  {
    std::ofstream(folder / name, std::ios::binary) << text;
    return folder / name;
  }

  Robot read(const std::string & text) const
  {
    return Robot(read_robot_file(write("arm.yaml", text)));
  }

  std::string refusal(const std::string & text) const
  {
    try
    {
      read(text);
    }
    catch (const Error & error)
    {
      return error.what();
    }
    return {};
  }

  std::filesystem::path folder;
};

const Joint & joint(const Robot & robot, const std::string & name)
{
  for (const Joint & one : robot.joints())
  {
    if (one.name == name)
    {
      return one;
    }
  }
  throw Error(name);
}

TEST_F(RobotFile, GivesWhatActsOnTheRobot)
{
  const Robot robot = read(kWhole);
  EXPECT_EQ(robot.name(), "arm");
  EXPECT_EQ(robot.gravity(), Vector3d(0.0, 1.0, -9.0));
  EXPECT_EQ(robot.base().rotation, rotation_from_rpy({0.1, 0.0, 0.2}));
  EXPECT_EQ(robot.base().velocity, Vector3d::UnitX());
  EXPECT_EQ(robot.base().angular_velocity[1], Vector3d(0.0, 0.0, 2.0));
  EXPECT_EQ(robot.base().angular_velocity[2], Vector3d::Zero());
  EXPECT_EQ(robot.base().acceleration[0], Vector3d(0.0, 0.0, 3.0));
  EXPECT_NEAR(robot.links()[1].mass.mass, 4.0, 1e-15);

  ASSERT_EQ(robot.payloads().size(), 1u);
  EXPECT_EQ(robot.payloads()[0].link, "hand");
  EXPECT_EQ(robot.payloads()[0].mass.mass, 0.5);
  EXPECT_EQ(robot.payloads()[0].mass.center, Vector3d(0.0, 0.0, 0.2));
  EXPECT_EQ(robot.payloads()[0].mass.inertia.diagonal(), Vector3d(0.01, 0.02, 0.02));
  EXPECT_EQ(robot.payloads()[0].mass.inertia(0, 2), 0.001);
  EXPECT_EQ(robot.payloads()[0].mass.inertia(2, 0), 0.001);

  ASSERT_EQ(robot.loads().size(), 2u);
  const Load & constant = robot.loads()[0];
  EXPECT_EQ(constant.frame, LoadFrame::world);
  EXPECT_EQ(constant.point, Vector3d(0.0, 0.0, 0.1));
  EXPECT_THAT(
    std::vector<double>(constant.wrench.data(), constant.wrench.data() + 6),
    ElementsAre(1, 0, -5, 0, 0.1, 0));
  const Load & table = robot.loads()[1];
  EXPECT_EQ(table.frame, LoadFrame::link);
  EXPECT_THAT(table.times, ElementsAre(0.0, 2.0));
  EXPECT_THAT(
    std::vector<double>(table.table.data(), table.table.data() + table.table.size()),
    ElementsAre(1, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 4, 5, 0, 0, 0, 0, 11, 4, 0, 0, 0, 0, 4));
}

TEST_F(RobotFile, ChangesFrictionDrivesAndLimitsOfTheUrdf)
{
  const Robot robot = read(kWhole);
  EXPECT_TRUE(robot.has_friction());
  const JointFriction shoulder = joint(robot, "shoulder").friction;
  EXPECT_EQ(shoulder.viscous, 0.7);
  EXPECT_EQ(shoulder.coulomb, 2.0) << "what is not said is as in the URDF";
  EXPECT_EQ(shoulder.stribeck_speed, 0.02);
  EXPECT_EQ(joint(robot, "elbow").friction.bearing_radius, 0.02);
  EXPECT_EQ(joint(robot, "grip").friction.coulomb, 58.0) << "mimics have their own";

  EXPECT_TRUE(robot.is_elastic());
  EXPECT_EQ(joint(robot, "shoulder").drive.stiffness, 2e4);
  EXPECT_EQ(joint(robot, "shoulder").drive.inertia(), 1.0);
  EXPECT_TRUE(joint(robot, "elbow").drive.rigid());
  EXPECT_EQ(joint(robot, "elbow").drive.coulomb_friction, 0.2);

  const JointLimits elbow = joint(robot, "elbow").limits;
  EXPECT_EQ(elbow.lower, -1.5);
  EXPECT_EQ(elbow.upper, kInfinity);
  EXPECT_EQ(elbow.velocity, 3.0);
  EXPECT_EQ(elbow.effort_rate, 1000.0);
  EXPECT_EQ(joint(robot, "grip").limits.effort, kInfinity);
  EXPECT_EQ(joint(robot, "grip").limits.velocity, 1.0);
  EXPECT_TRUE(robot.warnings().empty()) << robot.warnings()[0];
  EXPECT_TRUE(robot.uncounted().empty()) << robot.uncounted()[0];
}

TEST_F(RobotFile, MayLeaveEverythingOutButTheUrdf)
{
  const Robot robot = read("urdf: arm.urdf");
  EXPECT_FALSE(robot.has_friction());
  EXPECT_FALSE(robot.is_elastic());
  EXPECT_TRUE(robot.loads().empty());
  EXPECT_TRUE(robot.payloads().empty());
  EXPECT_EQ(robot.gravity(), Vector3d(0.0, 0.0, -9.81));
  EXPECT_TRUE(read("{urdf: arm.urdf, loads: [], payload: [], friction: {}}").loads().empty());
}

TEST_F(RobotFile, SaysWhatDoesNotCount)
{
  const Robot bare = read("{urdf: arm.urdf, drives: {elbow: {stiffness: 5}}}");
  EXPECT_THAT(
    bare.warnings(), ElementsAre(
                       HasSubstr("arm.urdf: the velocity limit 0 of joint elbow counts as none"),
                       HasSubstr("the effort limit 0 of joint elbow counts as none")));
  EXPECT_THAT(
    bare.uncounted(),
    ElementsAre(
      HasSubstr("the friction of joint shoulder does not count; 'friction: urdf' in a robot file"),
      HasSubstr("springs and motor friction of joint elbow do not count; 'drive: elastic'")));
  const Robot robot = read("{urdf: arm.urdf, friction: urdf}");
  EXPECT_TRUE(robot.has_friction());
  EXPECT_TRUE(robot.uncounted().empty());
  EXPECT_EQ(joint(robot, "elbow").limits.velocity, kInfinity);
}

TEST_F(RobotFile, SaysThatDampingWithoutASpringDoesNotCount)
{
  const Robot robot = read(
    "{urdf: arm.urdf, friction: urdf, drive: elastic, "
    "drives: {elbow: {damping: 5}, shoulder: {stiffness: 9, damping: 1}}}");
  EXPECT_THAT(
    robot.uncounted(), ElementsAre(HasSubstr("the damping of joint elbow does not count")));
}

TEST_F(RobotFile, GivesARobotThatStaysWholeWhenItIsMoved)
{
  Robot robot = read("{urdf: arm.urdf}");
  const Robot other = std::move(robot);
  EXPECT_EQ(robot.dof(), other.dof());  // NOLINT(bugprone-use-after-move): what it is about
}

TEST_F(RobotFile, GoesOnTopOfADescriptionFromElsewhere)
{
  const auto path = write("cell.yaml", "{urdf: no_such.urdf, payload: {link: hand, mass: 2}}");
  const RobotDescription description = read_robot_file(path, parse_urdf(kUrdf));
  ASSERT_EQ(description.payloads.size(), 1u);
  EXPECT_EQ(description.payloads[0].mass.mass, 2.0);
  EXPECT_NO_THROW(read_robot_file(write("none.yaml", "gravity: [0, 0, 0]"), parse_urdf(kUrdf)));
}

TEST_F(RobotFile, ReadsAUrdfAsThat)
{
  EXPECT_EQ(Robot(read_robot_file(folder / "arm.urdf")).name(), "arm");
  EXPECT_EQ(
    Robot(read_robot_file(write("b.urdf", std::string("\xEF\xBB\xBF\n") + kUrdf))).dof(), 2);
  EXPECT_THROW(read_robot_file(folder / "arm.urdf", parse_urdf(kUrdf)), Error);
}

/// ISO-8859-1 in characters of several bytes, after a byte order mark.
std::string widened(const std::string & text, std::size_t bytes, bool is_big_endian)
{
  const std::size_t low = is_big_endian ? bytes - 1 : 0;
  std::string wide(bytes * (text.size() + 1), '\0');
  wide[low] = '\xFF';
  wide[is_big_endian ? low - 1 : 1] = '\xFE';
  for (std::size_t i = 0; i < text.size(); ++i)
  {
    wide[bytes * (i + 1) + low] = text[i];
  }
  return wide;
}

TEST_F(RobotFile, ReadsAUrdfInWideCharacters)
{
  for (const std::size_t bytes : {std::size_t{2}, std::size_t{4}})
  {
    for (const bool is_big_endian : {false, true})
    {
      const auto path = write("wide.urdf", widened(kUrdf, bytes, is_big_endian));
      EXPECT_EQ(Robot(read_robot_file(path)).dof(), 2) << bytes << " bytes, " << is_big_endian;
      EXPECT_THROW(read_robot_file(path, parse_urdf(kUrdf)), Error);
      EXPECT_THROW(
        read_robot_file(write("wide.yaml", widened("urdf: arm.urdf", bytes, is_big_endian))),
        Error);
    }
  }
}

TEST_F(RobotFile, NamesTheLineOfAUrdfInWideCharacters)
{
  for (const std::size_t bytes : {std::size_t{2}, std::size_t{4}})
  {
    for (const bool is_big_endian : {false, true})
    {
      // The value of 'é' is that of its lowest byte, too.
      const std::string text =
        "<robot>\n<!-- \xE9\xE9\xE9 -->\n\n<link name=\"a\"/>\n<link/></robot>";
      const auto path = write("wide.urdf", widened(text, bytes, is_big_endian));
      try
      {
        read_robot_file(path);
        ADD_FAILURE() << "accepted";
      }
      catch (const Error & error)
      {
        EXPECT_EQ(std::string(error.what()).find(path.string() + ":5: "), 0u) << error.what();
      }
    }
  }
}

TEST_F(RobotFile, MakesPayloadsOfShapes)
{
  const Robot shaped = read(
    "urdf: arm.urdf\npayload:\n  link: hand\n  bodies: [{shape: sphere, radius: 0.1, mass: 2}]");
  EXPECT_NEAR(shaped.payloads()[0].mass.inertia(1, 1), 0.008, 1e-15);
  const Robot several =
    read("{urdf: arm.urdf, payload: [{link: hand, mass: 2}, {link: fore, mass: 1e-3}]}");
  EXPECT_EQ(several.payloads().size(), 2u);
}

TEST_F(RobotFile, NamesWhatCannotBeRead)
{
  const auto refused = [](const std::filesystem::path & path) {
    try
    {
      read_robot_file(path);
    }
    catch (const Error & error)
    {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(refused(folder / "none.yaml"), HasSubstr("none.yaml: found no readable file"));
  EXPECT_THAT(refused(folder), HasSubstr(": found a directory, expected a robot file"));
  EXPECT_THAT(refusal("urdf: none.urdf"), HasSubstr("none.urdf: found no readable file"));
  EXPECT_THAT(
    refusal("{urdf: arm.urdf, mass_distribution: none.yaml}"), HasSubstr("none.yaml: found no"));
  EXPECT_THAT(
    refusal("{urdf: arm.urdf, loads: {link: hand, table: none.csv}}"),
    HasSubstr("none.csv: found no readable file, expected a table of loads"));
}

TEST_F(RobotFile, NeverListsThousandsOfNames)
{
  std::string urdf = "<robot name=\"long\"><link name=\"l0\"/>";
  for (int i = 1; i <= 3000; ++i)
  {
    const std::string number = std::to_string(i);
    urdf += "<link name=\"l" + number + "\"/><joint name=\"j" + number +
            "\" type=\"continuous\"><parent link=\"l" + std::to_string(i - 1) +
            "\"/><child link=\"l" + number + "\"/></joint>";
  }
  write("arm.urdf", urdf + "</robot>");
  const std::string sentence = refusal("{urdf: arm.urdf, friction: {elbow: {viscous: 1}}}");
  EXPECT_THAT(sentence, HasSubstr("and 2992 more"));
  EXPECT_LT(sentence.size(), 400u);
  EXPECT_THAT(
    refusal("{urdf: arm.urdf, payload: {link: hand, mass: 1}}"), HasSubstr("and 2993 more"));
  std::string friction;
  for (int i = 1; i <= 3000; ++i)
  {
    friction += "  j" + std::to_string(i) + ": {viscous: 1}\n";
  }
  EXPECT_TRUE(read("urdf: arm.urdf\nfriction:\n" + friction).has_friction());
}

struct Refusal
{
  std::string text, sentence;
};

class RefusedRobotFile : public RobotFile, public testing::WithParamInterface<Refusal>
{};

TEST_P(RefusedRobotFile, WithItsLine)
{
  const std::string sentence = refusal("urdf: arm.urdf\n" + GetParam().text);
  EXPECT_THAT(
    sentence, AllOf(StartsWith((folder / "arm.yaml").string()), HasSubstr(GetParam().sentence)));
  EXPECT_EQ(sentence.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
  Sections, RefusedRobotFile,
  testing::Values(
    Refusal{"loads: [", ":2: found no YAML"},
    Refusal{"frictoin: {}", ":2: found the key 'frictoin', expected 'friction' perhaps"},
    Refusal{"colour: {}", ":2: found the key 'colour', expected one of "},
    Refusal{"friction: {}\nfriction: {}", ":3: found the key 'friction' twice"},
    Refusal{"gravity: 9.81", "'gravity': found '9.81', expected a list"},
    Refusal{"gravity: [0, 0]", "'gravity': found a list of 2, expected a list of three numbers"},
    Refusal{"gravity: [0, 0, .nan]", "expected a finite number"},
    Refusal{"mass_distribution: [a]", "'mass_distribution': found a list, expected text"},
    Refusal{"friction: 3", "'friction': found '3', expected a map"},
    Refusal{"friction:", ":2: 'friction': found nothing, expected a map"},
    Refusal{"friction: yes", "found 'yes', expected a map of joints, or urdf"},
    Refusal{
      "friction:\n  elbo: {}", ":3: 'friction': found the joint 'elbo', expected 'elbow' perhaps"},
    Refusal{
      "friction: {J1: {viscous: 1}}", "found the joint 'J1', expected one of shoulder, elbow"},
    Refusal{"friction: {wrist: {viscous: 1}}", "found the joint 'wrist', which is fixed"},
    Refusal{
      "friction: {elbow: {viscuous: 1}}",
      ":2: friction of 'elbow': found the key 'viscuous', expected 'viscous' perhaps"},
    Refusal{"friction: {elbow: {viscous: -1}}", "'viscous': found -1, expected at least 0"},
    Refusal{"friction: {elbow: {viscous: much}}", "found 'much', expected a finite number"},
    Refusal{"friction: {elbow: {viscous: '1'}}", "found '1', expected a finite number"},
    Refusal{"friction: {elbow: {viscous: .nan}}", "expected a finite number"},
    Refusal{"friction: {elbow: {viscous: .inf}}", "expected a finite number"},
    Refusal{"friction: {elbow: }", "friction of 'elbow': found nothing, expected a map"},
    Refusal{
      "friction: {elbow: {smoothing_speed: 0}}",
      "friction of 'elbow': 'smoothing_speed': found 0, expected a number above 0"},
    Refusal{"friction: {elbow: {stribeck_speed: 0}}", "above 0"},
    Refusal{"drive: soft", "'drive': found 'soft', expected one of rigid, elastic"},
    Refusal{"drive: elastic", ":2: 'drive': found 'elastic', expected the stiffness of a joint"},
    Refusal{
      "drive: elastic\ndrives: {grip: {stiffness: 5}}",
      ":2: 'drive': found 'elastic' and a stiffness of 'grip', expected none: it follows 'elbow'"},
    Refusal{"drives: {elbow: {stiffness: 0}}", "found 0, expected a number above 0"},
    Refusal{"drives: {elbow: {stiffness: -5}}", "above 0"},
    Refusal{"drives: {elbow: {stifness: 5}}", "'stiffness' perhaps"},
    Refusal{"drives: {elbow: {gear_ratio: 0}}", "expected a number that is not zero"},
    Refusal{"drives: {elbow: {gear_ratio: .inf}}", "expected a finite number"},
    Refusal{"limits: {elbow: {effort: 0}}", "above 0"},
    Refusal{"limits: {elbow: {velocity: -.inf}}", "above 0"},
    Refusal{
      "limits: {elbow: {\n lower: 2,\n upper: 1}}",
      ":3: limits of 'elbow': 'lower': found '2', expected at most the upper limit, 1"},
    Refusal{"limits: {elbow: {upper: -3}}", "found '-3', expected at least the lower limit, -1"},
    Refusal{"limits: {elbow: {efort: 1}}", "'effort' perhaps"},
    Refusal{"loads: [{force: [1, 2, 3]}]", "load 1: found no 'link', expected one"},
    Refusal{
      "loads: [{link: hnd, force: [1, 2, 3]}]",
      "load 1: 'link': found 'hnd', expected 'hand' perhaps"},
    Refusal{"loads: [{link: hand}]", "load 1: found no wrench"},
    Refusal{"loads: {link: hand}", "load: found no wrench"},
    Refusal{"loads: [{link: hand, force: [1, 2]}]", "found a list of 2, expected a list of three"},
    Refusal{"loads: [{link: hand, force: 7}]", "found '7', expected a list"},
    Refusal{"loads: [{link: hand, frame: tool, force: [1, 2, 3]}]", "expected one of link, world"},
    Refusal{"loads: [{link: hand, table: wrench.csv, force: [1, 2, 3]}]", "expected one of them"},
    Refusal{"payload: {link: hand}", "payload: found no 'mass', expected one"},
    Refusal{"payload: {link: hand, mass: 0}", "above 0"},
    Refusal{"payload: {link: hand, mass: -1}", "above 0"},
    Refusal{
      "payload: {link: hand, mass: 1,\n inertia: [1, 0, 0, 1, 0, 9]}",
      ":3: payload: 'inertia': found "},
    Refusal{"payload: {link: hand, mass: 1, inertia: [1, 0, 0]}", "found 3 numbers, expected 6"},
    Refusal{"payload: {link: hand, mass: 1, bodies: []}", "found 'bodies' beside other keys"},
    Refusal{
      "payload: {link: hand, bodies: [{shape: spher}]}",
      "payload: 'bodies', body 1: unknown shape 'spher'"},
    Refusal{
      "payload: {link: hand, bodies: [{shape: sphere, radius: 1, mass: 1, sign: -1}]}",
      ":2: the cavities of link 'hand' take away 1 kg"},
    Refusal{"payload: 5", "'payload': found '5', expected a list"},
    Refusal{"base: {roll: 1}", "'base': found the key 'roll', expected one of rpy, velocity"},
    Refusal{
      "base: {acceleration: [[0, 0, 1], 2]}",
      "'acceleration': found '2', expected a list of three"},
    Refusal{
      "base: {acceleration: [[0,0,1],[0,0,1],[0,0,1],[0,0,1],[0,0,1],[0,0,1],[0,0,1],[0,0,1],"
      "[0,0,1]]}",
      "found 9 rows, expected at most 8"}));

TEST_F(RobotFile, NeedsAUrdfOfItsOwnOrFromElsewhere)
{
  const auto path = write("no_urdf.yaml", "gravity: [0, 0, 0]");
  try
  {
    read_robot_file(path);
    FAIL() << "accepted";
  }
  catch (const Error & error)
  {
    EXPECT_THAT(error.what(), HasSubstr("no_urdf.yaml:1: found no 'urdf', expected the name of"));
  }
}

class RefusedLoadTable : public RobotFile, public testing::WithParamInterface<Refusal>
{};

TEST_P(RefusedLoadTable, WithItsLine)
{
  write("wrench.csv", GetParam().text);
  EXPECT_THAT(
    refusal("{urdf: arm.urdf, loads: {link: hand, table: wrench.csv}}"),
    AllOf(StartsWith((folder / "wrench.csv:").string()), HasSubstr(GetParam().sentence)));
}

INSTANTIATE_TEST_SUITE_P(
  Tables, RefusedLoadTable,
  testing::Values(
    Refusal{"", ": found nothing, expected a table that begins with time,fx,fy"},
    Refusal{"t,fx\n0,1\n1,1\n", ":1: found no column \"time\""},
    Refusal{"time\n0\n1\n", ":1: found no column but the time"},
    Refusal{"time,fw\n0,1\n1,1\n", ":1: found column \"fw\", expected time, fx"},
    Refusal{"time,d7fx,fx\n0,1,1\n1,1,1\n", "found column \"d7fx\""},
    Refusal{"time,d0fx,fx\n0,1,1\n1,1,1\n", "found column \"d0fx\""},
    Refusal{"time,d1,fx\n0,1,1\n1,1,1\n", "found column \"d1\""},
    Refusal{"time,fx,fx\n0,1,1\n1,1,1\n", "found a second column \"fx\""},
    Refusal{"time,fx,d2fx\n0,1,1\n1,1,1\n", "found 2 columns of fx, expected 3"},
    Refusal{"time,fx,d1fx,fy\n0,1,1,1\n1,1,1,1\n", "found 1 columns of fy, expected 2"},
    Refusal{"time,fx\n0,1\n", "found 1 instant, expected at least two"},
    Refusal{"time,fx\n0,1\n0,1\n", ":3: found time 0 after 0"},
    Refusal{"time,fx\n0,1\n1\n", ":3: found 1 fields, expected 2"},
    Refusal{"time,fx\n0,1\n1,one\n", ":3: column \"fx\": found \"one\", expected a finite number"},
    Refusal{"time,fx\n0,1\n1,inf\n", ":3: column \"fx\": found \"inf\""}));

}  // namespace
}  // namespace hod
