// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/urdf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <locale>
#include <string>
#include <utility>
#include <vector>

#include "hod/error.hpp"
#include "hod/robot/robot.hpp"

namespace
{

using hod::parse_urdf;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr double kPi = 3.14159265358979323846;

/// A robot of links a, b and c whose elements are exactly the given ones.
std::string robot(const std::string & elements)
{
  return "<robot name=\"r\">\n<link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>\n" + elements +
         "\n</robot>";
}

std::string joint(const std::string & inside, const std::string & type = "revolute")
{
  return robot(
    "<joint name=\"j\" type=\"" + type + "\"><parent link=\"a\"/><child link=\"b\"/>" + inside +
    "</joint>");
}

std::string inertial(const std::string & inside)
{
  return "<robot name=\"r\"><link name=\"a\"><inertial>" + inside + "</inertial></link></robot>";
}

std::vector<std::string> warnings(const std::string & xml)
{
  return hod::Robot(parse_urdf(xml, "robot.urdf")).warnings();
}

constexpr char kInertia[] =
  "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"2\" iyz=\"0\" izz=\"2.5\"/>";

/// The sentence that refuses a text; empty if nothing does.
std::string refusal(const std::string & xml)
{
  try
  {
    parse_urdf(xml, "robot.urdf");
  }
  catch (const hod::Error & error)
  {
    return error.what();
  }
  return {};
}

hod::JointDescription only_joint(const std::string & inside, const std::string & type = "revolute")
{
  return parse_urdf(joint(inside, type)).joints.at(0);
}

TEST(Urdf, NumbersThatAreHardlyInMetresOrRadiansAreNamed)
{
  const auto arm = [](const std::string & height, const std::string & limit) {
    return "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" "
           "type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/><origin xyz=\"0 0 " +
           height + "\"/><limit lower=\"-" + limit + "\" upper=\"" + limit +
           "\" effort=\"1\" velocity=\"1\"/></joint></robot>";
  };
  EXPECT_TRUE(warnings(arm("15", "30")).empty());
  EXPECT_THAT(
    warnings(arm("400", "3")),
    testing::Contains(HasSubstr("the origin, over 20 m away, of joint j: are its numbers in m")));
  EXPECT_THAT(
    warnings(arm("0.4", "170")), testing::Contains(HasSubstr("limits beyond 40 rad of joint j")));
  const auto body = [](const std::string & center, const std::string & moment) {
    return inertial(
      "<origin xyz=\"" + center + "\"/><mass value=\"3\"/><inertia ixx=\"" + moment + "\" iyy=\"" +
      moment + "\" izz=\"" + moment + "\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>");
  };
  EXPECT_TRUE(warnings(body("0 0 2", "20")).empty());
  for (const auto & xml : {body("0 0 200", "0.02"), body("0 0 0.2", "20000")})
  {
    EXPECT_THAT(warnings(xml), testing::Contains(HasSubstr("over 20 m from its link's frame")));
  }
}

TEST(Urdf, ReadsEveryPartOfAJoint)
{
  const auto j = only_joint(
    "<origin xyz=\"1 -2e-1 +.5\" rpy=\"0 0 1.5707963267948966\"/><axis xyz=\"0 0 2\"/>"
    "<limit lower=\"-1\" upper=\"2\" effort=\"30\" velocity=\"4\"/>"
    "<dynamics damping=\"0.1\" friction=\"0.2\"/><mimic joint=\"j\" multiplier=\"-2\" "
    "offset=\"3\"/>"
    "<safety_controller k_velocity=\"oops\"/>");
  EXPECT_EQ(j.name, "j");
  EXPECT_EQ(j.type, hod::JointType::revolute);
  EXPECT_EQ(j.parent, "a");
  EXPECT_EQ(j.child, "b");
  EXPECT_EQ(j.origin.translation, Eigen::Vector3d(1.0, -0.2, 0.5));
  EXPECT_TRUE((j.origin.rotation * Eigen::Vector3d::UnitX()).isApprox(Eigen::Vector3d::UnitY()));
  EXPECT_EQ(j.axis, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(j.limits.lower, -1.0);
  EXPECT_EQ(j.limits.upper, 2.0);
  EXPECT_EQ(j.limits.effort, 30.0);
  EXPECT_EQ(j.limits.velocity, 4.0);
  EXPECT_EQ(j.friction.viscous, 0.1);
  EXPECT_EQ(j.friction.coulomb, 0.2);
  ASSERT_TRUE(j.mimic);
  EXPECT_EQ(j.mimic->joint, "j");
  EXPECT_EQ(j.mimic->multiplier, -2.0);
  EXPECT_EQ(j.mimic->offset, 3.0);
}

TEST(Urdf, AnglesTurnAboutFixedAxesFirstXThenYThenZ)
{
  const Eigen::Matrix3d turn = only_joint("<origin rpy=\"0.1 0.2 0.3\"/>").origin.rotation;
  const double sx = std::sin(0.1), cx = std::cos(0.1), sy = std::sin(0.2), cy = std::cos(0.2),
               sz = std::sin(0.3), cz = std::cos(0.3);
  Eigen::Matrix3d expected;
  expected << cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx,  //
    sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx,            //
    -sy, cy * sx, cy * cx;
  EXPECT_LT((turn - expected).norm(), 1e-15);
}

/// The same robot in URDF 1.1, which has quaternions.
std::string newer(std::string xml)
{
  return xml.replace(xml.find("<robot"), 6, "<robot version=\"1.1\"");
}

TEST(Urdf, ReadsQuaternions)
{
  const auto turned = [](const std::string & origin) {
    return parse_urdf(newer(joint(origin))).joints.at(0).origin;
  };
  const hod::Pose found =
    turned("<origin xyz=\"1 2 3\" quat_xyzw=\"0 0.6 0 0.8\"/>");  // 2 atan 0.75 about y
  const double angle = 2.0 * std::atan2(0.6, 0.8);
  const hod::Pose expected = turned("<origin rpy=\"0 " + std::to_string(angle) + " 0\"/>");
  EXPECT_LT((found.rotation - expected.rotation).norm(), 1e-6);
  EXPECT_EQ(found.translation, Eigen::Vector3d(1.0, 2.0, 3.0));
  EXPECT_LT(
    (turned("<origin quat_xyzw=\"0.707 0 0 0.707\"/>").rotation -
     turned("<origin rpy=\"1.5707963267948966 0 0\"/>").rotation)
      .norm(),
    1e-15);
}

TEST(Urdf, NamesWhatItDoesNotKnow)
{
  EXPECT_THAT(
    parse_urdf(joint("<orgin xyz=\"1 2 3\"/><axis xzy=\"0 0 1\"/>")).unread,
    testing::ElementsAre(
      "found the element 'orgin' of joint 'j', which does not count, expected 'origin' "
      "perhaps",
      "found the attribute 'xzy' in <axis> of joint 'j', which does not count, "
      "expected "
      "'xyz' perhaps"));
  EXPECT_THAT(
    warnings(inertial(
      std::string("<origin xyz=\"0 0 0\" quat=\"0 0 0 1\"/><mass value=\"5\" unit=\"g\"/>") +
      kInertia)),
    testing::ElementsAre(
      "robot.urdf: found the attribute 'unit' in <mass> in <inertial> of link 'a', which does not "
      "count, expected value",
      "robot.urdf: found the attribute 'quat' in <origin> in <inertial> of link 'a', which does "
      "not "
      "count, expected one of xyz, rpy, quat_xyzw"));
  EXPECT_THAT(
    parse_urdf(
      robot(
        "<joint name=\"j\" type=\"fixed\" gz:x=\"1\"><parent link=\"a\"/><child link=\"b\"/>"
        "<drake:stop/></joint><joint name=\"k\" type=\"fixed\"><parent link=\"b\"/>"
        "<child link=\"c\"/><calibration rising=\"0\"/></joint>"))
      .unread,
    testing::IsEmpty());
}

/// One sentence for what many joints have, and no more sentences than anybody reads.
TEST(Urdf, NamesWhatItDoesNotKnowInFewWords)
{
  std::string attributes;
  for (int i = 0; i < 50; ++i)
  {
    attributes += " a" + std::to_string(i) + "=\"1\"";
  }
  EXPECT_EQ(parse_urdf(joint("<dynamics" + attributes + "/>")).unread.size(), 21U);
  std::string joints, links;
  for (int i = 0; i < 20; ++i)
  {
    const std::string name = "l" + std::to_string(i);
    links += "<link name=\"" + name + "\"/>";
    joints += "<joint name=\"j" + name + "\" type=\"revolute\"><parent link=\"a\"/><child link=\"" +
              name + "\"/><dynamics D=\"1\"/></joint>";
  }
  EXPECT_THAT(
    warnings("<robot name=\"r\"><link name=\"a\"/>" + links + joints + "</robot>"),
    testing::ElementsAre(AllOf(
      HasSubstr("the attribute 'D' in <dynamics> of joint 'jl0', joint 'jl1'"),
      HasSubstr(" and 12 more, which does not count, expected one of damping, friction"))));
}

TEST(Urdf, LeavesDefaultsWhereNothingIsSaid)
{
  const auto j = only_joint("");
  EXPECT_EQ(j.axis, Eigen::Vector3d::UnitX());
  EXPECT_EQ(j.origin.rotation, Eigen::Matrix3d::Identity());
  EXPECT_EQ(j.limits.lower, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(j.limits.effort, std::numeric_limits<double>::infinity());
  EXPECT_EQ(j.friction.viscous, 0.0);
  EXPECT_FALSE(j.mimic);
}

TEST(Urdf, OneBoundAloneLeavesTheOtherAtZero)
{
  EXPECT_EQ(only_joint("<limit upper=\"2\"/>").limits.lower, 0.0);
  EXPECT_EQ(only_joint("<limit lower=\"-2\"/>").limits.upper, 0.0);
  EXPECT_TRUE(std::isinf(only_joint("<limit effort=\"2\"/>").limits.upper));
  EXPECT_TRUE(std::isinf(only_joint("<limit upper=\"2\"/>", "continuous").limits.upper));
}

TEST(Urdf, KnowsEveryJointType)
{
  using hod::JointType;
  const std::pair<const char *, JointType> types[] = {
    {"revolute", JointType::revolute},   {"continuous", JointType::continuous},
    {"prismatic", JointType::prismatic}, {"fixed", JointType::fixed},
    {"floating", JointType::floating},   {"planar", JointType::planar}};
  for (const auto & [name, type] : types)
  {
    EXPECT_EQ(only_joint("", name).type, type) << name;
  }
}

TEST(Urdf, FixedJointsNeedNoSensibleAxis)
{
  EXPECT_EQ(refusal(joint("<axis xyz=\"0 0 0\"/>", "fixed")), "");
}

TEST(Urdf, TurnsTheInertiaIntoTheLinksAxes)
{
  const auto description = parse_urdf(inertial(
    "<origin xyz=\"1 2 3\" rpy=\"0 0 " + std::to_string(kPi / 2) + "\"/><mass value=\"4\"/>" +
    kInertia));
  const hod::MassProperties & mass = description.links.at(0).mass;
  EXPECT_EQ(mass.mass, 4.0);
  EXPECT_EQ(mass.center, Eigen::Vector3d(1, 2, 3));
  const Eigen::Matrix3d expected = Eigen::Vector3d(2, 1, 2.5).asDiagonal();
  EXPECT_LT((mass.inertia - expected).norm(), 1e-6);
}

TEST(Urdf, ALinkWithoutInertialIsMassless)
{
  const auto description = parse_urdf(robot(""));
  EXPECT_EQ(description.name, "r");
  EXPECT_EQ(description.links.size(), 3U);
  EXPECT_EQ(description.links[1].mass.mass, 0.0);
  EXPECT_TRUE(description.links[1].mass.inertia.isZero(0.0));
}

TEST(Urdf, IgnoresWhatIsNotKinematicsOrMass)
{
  EXPECT_EQ(
    refusal(robot(
      "<transmission name=\"t\"><joint name=\"nowhere\"/></transmission><gazebo><link/></gazebo>"
      "<ros2_control name=\"c\" type=\"system\"><joint name=\"x\"/></ros2_control><material/>")),
    "");
}

TEST(Urdf, NumbersDoNotDependOnTheLocale)
{
  struct Comma : std::numpunct<char>
  {
    char do_decimal_point() const override { return ','; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  const double damping = only_joint("<dynamics damping=\"1.5\"/>").friction.viscous;
  std::locale::global(before);
  EXPECT_EQ(damping, 1.5);
}

TEST(Urdf, ARobotNeedsNoName)
{
  EXPECT_EQ(parse_urdf("<robot><link name=\"a\"/></robot>").name, "");
}

TEST(Urdf, ReadsWhatAWindowsEditorLeaves)
{
  EXPECT_EQ(
    refusal("\xEF\xBB\xBF<?xml version=\"1.0\"?>\r\n<robot name=\"r\">\r\n</robot>\r\n"), "");
}

struct Refusal
{
  const char * name;
  std::string xml;
  int line;
  std::string found;
};

class UrdfRefusal : public testing::TestWithParam<Refusal>
{};

TEST_P(UrdfRefusal, SaysWhereWhatWasFoundAndWhatWasExpected)
{
  const std::string sentence = refusal(GetParam().xml);
  const std::string place = "robot.urdf:" + std::to_string(GetParam().line) + ": ";
  EXPECT_THAT(
    sentence, AllOf(StartsWith(place), HasSubstr(GetParam().found), HasSubstr("expected")));
  EXPECT_EQ(sentence.find('\n'), std::string::npos);
}

const Refusal kRefusals[] = {
  {"not_closed", "<robot name=\"r\">\n<link name=\"a\">\n</robot>", 3, "malformed XML"},
  {"cut_off", "<robot name=\"r\">\n<link na", 2, "malformed XML"},
  {"sdf", "<?xml version=\"1.0\"?>\n<sdf version=\"1.7\"/>", 2, "found <sdf>"},
  {"xacro_element", "<robot name=\"r\">\n<xacro:macro name=\"m\"/></robot>", 2, "run xacro"},
  {"xacro_value", joint("<dynamics damping=\"${d}\"/>"), 3, "run xacro"},
  {"link_without_name", robot("<link/>"), 3, "<link>: found no attribute \"name\""},
  {"joint_without_name", robot("<joint type=\"fixed\"/>"), 3, "<joint>: found no attribute"},
  {"joint_without_type", robot("<joint name=\"j\"/>"), 3, "no attribute \"type\""},
  {"joint_without_parent", robot("<joint name=\"j\" type=\"fixed\"/>"), 3, "no <parent>"},
  {"joint_without_child", robot("<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint>"), 3,
   "no <child>"},
  {"parent_without_link",
   robot("<joint name=\"j\" type=\"fixed\"><parent/><child link=\"b\"/></joint>"), 3,
   "<parent> of joint \"j\": found no attribute \"link\""},
  {"unknown_parent",
   robot("<joint name=\"j\" type=\"fixed\">\n<parent link=\"x\"/><child link=\"b\"/></joint>"), 4,
   "joint \"j\": found <parent link=\"x\">"},
  {"unknown_child",
   robot("<joint name=\"j\" type=\"fixed\">\n<parent link=\"a\"/>\n<child link=\"y\"/></joint>"), 5,
   "found <child link=\"y\">"},
  {"unknown_master", joint("\n<mimic joint=\"nobody\"/>"), 4, "found <mimic joint=\"nobody\">"},
  {"mimic_of_nothing", joint("<mimic/>"), 3, "no attribute \"joint\""},
  {"same_link", robot("<link name=\"b\"/>"), 3, "a second link \"b\""},
  {"same_joint", joint("").insert(joint("").find("<joint"), "<joint name=\"j\"/>"), 3,
   "a second joint \"j\""},
  {"joint_type", joint("", "ball"), 3, "type=\"ball\""},
  {"two_numbers", joint("<origin xyz=\"1 2\"/>"), 3, "<origin> of joint \"j\": found xyz=\"1 2\""},
  {"four_numbers", joint("<origin xyz=\"1 2 3 4\"/>"), 3, "xyz=\"1 2 3 4\""},
  {"words", joint("<origin rpy=\"1 2 three\"/>"), 3, "rpy=\"1 2 three\""},
  {"comma", joint("<origin xyz=\"1,2,3\"/>"), 3, "xyz=\"1,2,3\""},
  {"empty_vector", joint("<origin xyz=\"\"/>"), 3, "xyz=\"\""},
  {"nan_vector", joint("<origin xyz=\"0 nan 0\"/>"), 3, "xyz=\"0 nan 0\""},
  {"zero_axis", joint("<axis xyz=\"0 0 0\"/>"), 3, "xyz=\"0 0 0\""},
  {"infinite_axis", joint("<axis xyz=\"0 0 inf\"/>"), 3, "xyz=\"0 0 inf\""},
  {"trailing_letters", joint("<dynamics damping=\"1.0f\"/>"), 3, "damping=\"1.0f\""},
  {"huge_number", joint("<dynamics friction=\"1e999\"/>"), 3, "friction=\"1e999\""},
  {"nan_limit", joint("<limit lower=\"nan\"/>"), 3, "lower=\"nan\""},
  {"two_origins", joint("<origin/><origin/>"), 3, "two <origin>"},
  {"no_mass", inertial(kInertia), 1, "<inertial> of link \"a\": found no <mass>"},
  {"no_mass_value", inertial("<mass/>"), 1, "no attribute \"value\""},
  {"no_inertia", inertial("<mass value=\"1\"/>"), 1, "no <inertia>"},
  {"no_iyz", inertial("<mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\"/>"), 1,
   "no attribute \"iyz\""},
  {"negative_mass", inertial(std::string("\n<mass value=\"-1\"/>") + kInertia), 2,
   "<mass> of <inertial> of link \"a\": found value=\"-1\""},
  {"old_quaternion", joint("\n<origin quat_xyzw=\"0 0 0 1\"/>"), 4,
   "<origin> of joint \"j\": found quat_xyzw in a URDF older than 1.1"},
  {"quaternion_and_angles", newer(joint("<origin quat_xyzw=\"0 0 0 1\" rpy=\"0 0 0\"/>")), 3,
   "<origin> of joint \"j\": found quat_xyzw beside rpy"},
  {"quaternion_of_three", newer(joint("<origin quat_xyzw=\"0 0 1\"/>")), 3,
   "found quat_xyzw=\"0 0 1\", expected four finite numbers"},
  {"long_quaternion", newer(joint("<origin quat_xyzw=\"0 0 1 90\"/>")), 3,
   "found quat_xyzw=\"0 0 1 90\", expected four numbers whose squares have the sum 1"},
  {"nan_mass", inertial(std::string("<mass value=\"nan\"/>") + kInertia), 1, "value=\"nan\""},
};

INSTANTIATE_TEST_SUITE_P(
  Urdf, UrdfRefusal, testing::ValuesIn(kRefusals),
  [](const auto & instance) { return std::string(instance.param.name); });

TEST(UrdfFile, RefusesWhatIsNoXmlAtAll)
{
  EXPECT_EQ(refusal(""), "robot.urdf: found no XML element, expected <robot>");
  EXPECT_EQ(refusal("hello"), "robot.urdf: found no XML element, expected <robot>");
}

TEST(UrdfFile, RefusesAMissingFileAndADirectory)
{
  EXPECT_THROW(hod::read_urdf("/nowhere/robot.urdf"), hod::Error);
  EXPECT_THROW(hod::read_urdf("/"), hod::Error);
}

TEST(UrdfFile, LongValuesAreCutInSentences)
{
  const std::string sentence = refusal(joint("", std::string(1000, 'x')));
  EXPECT_LT(sentence.size(), 250U);
  EXPECT_THAT(sentence, HasSubstr("…"));
}

/// Links in a row, or all of them on the first.
std::string many_links(int count, bool in_a_row)
{
  std::string text = "<robot name='r'><link name='0'/>";
  for (int i = 1; i < count; ++i)
  {
    const std::string name = std::to_string(i);
    text += "<link name='" + name + "'/><joint name='" + name + "' type='revolute'><parent link='" +
            std::to_string(in_a_row ? i - 1 : 0) + "'/><child link='" + name + "'/></joint>";
  }
  return text + "</robot>";
}

TEST(UrdfFile, HasAHundredThousandLinksAtMost)
{
  for (const bool in_a_row : {true, false})
  {
    const hod::Robot robot(parse_urdf(many_links(100000, in_a_row)));
    EXPECT_EQ(robot.joint_names().size(), 99999U);
    EXPECT_EQ(
      refusal(many_links(100001, in_a_row)),
      "robot.urdf:1: found more than 100000 elements <link>, expected no more");
  }
}

/// Looked up one after the other, each among all, they took half a minute.
TEST(UrdfFile, AHundredThousandLinksCarryOneThingEach)
{
  hod::RobotDescription description = parse_urdf(many_links(100000, true));
  const hod::MassProperties ball{2.0, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Identity()};
  for (const hod::LinkDescription & link : description.links)
  {
    description.payloads.push_back({link.name, ball});
  }
  const hod::Robot robot(std::move(description));
  for (const int place : {0, 1, 50000, 99999})
  {
    const std::string name = std::to_string(place);
    EXPECT_EQ(robot.link_index(name), place);
    EXPECT_EQ(robot.dof_index(name), place - 1);
    EXPECT_EQ(robot.bodies()[static_cast<std::size_t>(place)].mass.mass, 2.0);
  }
  EXPECT_EQ(robot.link_index("100000"), -1);
}

/// Joints on one link, each of which but the last mimics the next.
std::string chain_of_mimics(int count, const std::string & multiplier)
{
  std::string text = "<robot name='r'><link name='base'/>";
  for (int i = 0; i < count; ++i)
  {
    const std::string name = std::to_string(i);
    text += "<link name='" + name + "'/><joint name='" + name +
            "' type='revolute'><parent link='base'/><child link='" + name + "'/>";
    text += i + 1 == count ? ""
                           : "<mimic joint='" + std::to_string(i + 1) + "' multiplier='" +
                               multiplier + "' offset='1'/>";
    text += "</joint>";
  }
  return text + "</robot>";
}

TEST(UrdfMimic, FollowsWhatTheMimickedJointFollows)
{
  const hod::Robot robot(parse_urdf(chain_of_mimics(4, "2")));
  const std::vector<std::pair<double, double>> expected = {{8, 7}, {4, 3}, {2, 1}, {1, 0}};
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    EXPECT_EQ(robot.joints()[i].multiplier, expected[i].first) << i;
    EXPECT_EQ(robot.joints()[i].offset, expected[i].second) << i;
    EXPECT_EQ(robot.joints()[i].dof, 0) << i;
  }
}

// In time in proportion to their number: squared, this would take minutes.
TEST(UrdfMimic, HasAHundredThousandInARow)
{
  const hod::Robot robot(parse_urdf(chain_of_mimics(99999, "-1")));
  EXPECT_EQ(robot.dof(), 1);
  EXPECT_EQ(robot.joints()[0].multiplier, 1.0);
}

TEST(UrdfMimic, WhoseMultipliersExceedADoubleIsRefused)
{
  EXPECT_THAT(
    [] { hod::Robot(parse_urdf(chain_of_mimics(4, "1e150"))); },
    testing::ThrowsMessage<hod::Error>(HasSubstr("numbers beyond a double's range")));
}

TEST(UrdfNames, OfMoreThanTwoHundredAndFiftyBytesAreRefused)
{
  const auto two_links = [](std::size_t length) {
    return "<robot name='r'><link name='" + std::string(length, 'a') +
           "'/><link name='b'/></robot>";
  };
  EXPECT_NO_THROW(parse_urdf(two_links(250)));
  EXPECT_THAT(
    [&] { parse_urdf(two_links(251)); },
    testing::ThrowsMessage<hod::Error>(HasSubstr("of 251 bytes, expected at most 250")));
  const std::string tag(10000, 't');
  EXPECT_LT(refusal("<" + tag + "/>").size(), 400U);
}

TEST(UrdfNames, OfTheRobotIsCutAndPrintable)
{
  const auto description =
    parse_urdf("<robot name='&#27;" + std::string(10000, 'a') + "'><link name='a'/></robot>");
  EXPECT_EQ(description.name, " " + std::string(246, 'a') + "…");
  EXPECT_EQ(hod::Robot(description).name(), description.name);
}

// What a name could do to a log or a terminal.
TEST(UrdfNames, WithControlCharactersAreRefused)
{
  for (const char * name : {"a&#10;b", "a&#27;[2J", "a&#127;", "a&#155;"})
  {
    const std::string text = "<robot name='r'><link name='" + std::string(name) + "'/></robot>";
    EXPECT_THAT(
      [&] { hod::Robot(parse_urdf(text)); },
      testing::ThrowsMessage<hod::Error>(
        HasSubstr("control character in it, expected a name that can be printed")))
      << name;
  }
  // Python and tables would show both as the same name.
  EXPECT_THAT(
    [&] {
      hod::Robot(parse_urdf("<robot name='r'><link name='j\xE4'/><link name='j\xF6'/></robot>"));
    },
    testing::ThrowsMessage<hod::Error>(HasSubstr("expected a name in UTF-8")));
  // Refused before a sentence about something else shows them.
  const std::string planar =
    "<robot name='r'><link name='a'/><link name='b'/><joint name='c&#10;d' type='planar'>"
    "<parent link='a'/><child link='b'/></joint></robot>";
  EXPECT_THAT(
    [&] { parse_urdf(planar); },
    testing::ThrowsMessage<hod::Error>(HasSubstr("found a joint named \"c d\" with a control")));
  EXPECT_NO_THROW(
    hod::Robot(parse_urdf("<robot name='r'><link name='\u00e9paule \u5de6'/></robot>")));
}

}  // namespace
