// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/robot.hpp"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "hod/error.hpp"
#include "hod/robot/urdf.hpp"
#include "hod/mass/distribution.hpp"
#include "hod/robot/apply_distribution.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

using SharedRobot = std::shared_ptr<Robot>;

/// A string whose first character that is not blank is "<", or that has lines, is a document; any
/// other is a path.
bool is_document(py::handle source)
{
  if (!py::isinstance<py::str>(source))
  {
    return false;
  }
  const py::object stripped = source.attr("lstrip")(" \t\r\n\xEF\xBB\xBF");
  return py::cast<bool>(stripped.attr("startswith")("<")) ||
         py::cast<bool>(source.attr("__contains__")("\n"));
}

RobotDescription describe(py::handle source)
{
  if (is_document(source))
  {
    const py::bytes text = source.attr("encode")("utf-8", "replace");
    return parse_urdf(std::string_view(text), "URDF string");
  }
  return read_urdf(path_from(source, "path_or_xml"));
}

SharedRobot build(RobotDescription description, py::handle gravity, py::handle distribution)
{
  if (!distribution.is_none())
  {
    if (py::isinstance<mass::Distribution>(distribution))
    {
      apply_distribution(py::cast<const mass::Distribution &>(distribution), description);
    }
    else
    {
      apply_distribution(
        mass::read_distribution(path_from(distribution, "mass_distribution")), description);
    }
  }
  return std::make_shared<Robot>(description, vector3(gravity, "gravity"));
}

SharedRobot from_urdf(py::handle source, py::handle gravity, py::handle distribution)
{
  return build(describe(source), gravity, distribution);
}

SharedRobot from_pinocchio(py::handle pinocchio_model, py::object gravity, py::handle distribution)
{
  const auto reader = py::module_::import("hod._pinocchio");
  const py::object description = reader.attr("describe")(pinocchio_model);
  if (gravity.is_none())
  {
    gravity = reader.attr("gravity")(pinocchio_model);
  }
  return build(py::cast<RobotDescription>(description), gravity, distribution);
}

JointType joint_type(const std::string & name)
{
  const std::pair<const char *, JointType> types[] = {
    {"revolute", JointType::revolute},   {"continuous", JointType::continuous},
    {"prismatic", JointType::prismatic}, {"fixed", JointType::fixed},
    {"floating", JointType::floating},   {"planar", JointType::planar}};
  for (const auto & [known, type] : types)
  {
    if (name == known)
    {
      return type;
    }
  }
  throw Error("joint type: found \"" + name + "\", expected one of those of a URDF");
}

void bind_description(py::module_ & module)
{
  py::class_<JointDescription>(module, "JointDescription")
    .def(
      py::init(
        [](std::string name, const std::string & type, std::string parent, std::string child) {
          JointDescription joint;
          joint.name = std::move(name);
          joint.type = joint_type(type);
          joint.parent = std::move(parent);
          joint.child = std::move(child);
          return joint;
        }),
      py::arg("name"), py::arg("type"), py::arg("parent"), py::arg("child"))
    .def_readwrite("axis", &JointDescription::axis)
    .def_readwrite("damping", &JointDescription::damping)
    .def_readwrite("friction", &JointDescription::friction)
    .def(
      "set_origin",
      [](
        JointDescription & joint, const Eigen::Matrix3d & rotation,
        const Eigen::Vector3d & translation) { joint.origin = {rotation, translation}; })
    .def(
      "set_limits",
      [](JointDescription & joint, double lower, double upper, double effort, double velocity) {
        joint.limits = {lower, upper, effort, velocity};
      })
    .def(
      "set_mimic",
      [](JointDescription & joint, std::string master, double multiplier, double offset) {
        joint.mimic = Mimic{std::move(master), multiplier, offset};
      });
  py::class_<RobotDescription>(module, "RobotDescription")
    .def(
      py::init([](std::string source, std::string name) {
        return RobotDescription{std::move(source), std::move(name), {}, {}};
      }),
      py::arg("source"), py::arg("name"))
    .def(
      "add_link",
      [](RobotDescription & description, std::string name, const MassProperties & mass) {
        description.links.push_back({std::move(name), mass});
      })
    .def("add_joint", [](RobotDescription & description, const JointDescription & joint) {
      description.joints.push_back(joint);
    });
}

/// One number of every column of the motion.
template <typename Read>
Eigen::VectorXd of_each_dof(const Robot & robot, const Read & read)
{
  Eigen::VectorXd numbers(robot.dof());
  for (int i = 0; i < robot.dof(); ++i)
  {
    numbers[i] = read(robot.dofs()[static_cast<std::size_t>(i)]);
  }
  return numbers;
}

py::list texts(const std::vector<std::string> & strings)
{
  py::list result;
  for (const std::string & string : strings)
  {
    result.append(text_of(string));
  }
  return result;
}

py::list link_names(const Robot & robot)
{
  py::list result;
  for (const LinkPlacement & link : robot.links())
  {
    result.append(text_of(link.name));
  }
  return result;
}

}  // namespace

void bind_model(py::module_ & module)
{
  bind_description(module);
  const py::tuple down = py::make_tuple(0.0, 0.0, -Robot::kStandardGravity);
  py::class_<Robot, SharedRobot> robot(module, "Robot");
  robot.attr("__module__") = "hod";
  robot
    .def_static(
      "from_urdf", &from_urdf, py::arg("path_or_xml"), py::arg("gravity") = down,
      py::arg("mass_distribution") = py::none())
    .def_static(
      "from_pinocchio", &from_pinocchio, py::arg("pinocchio_model"),
      py::arg("gravity") = py::none(), py::arg("mass_distribution") = py::none())
    .def(
      "with_gravity",
      [](const Robot & self, py::handle gravity) {
        return std::make_shared<Robot>(self.with_gravity(vector3(gravity, "gravity")));
      },
      py::arg("gravity"))
    .def_property_readonly("name", [](const Robot & self) { return text_of(self.name()); })
    .def_property_readonly("dof", &Robot::dof)
    .def_property_readonly(
      "joint_names", [](const Robot & self) { return texts(self.joint_names()); })
    .def_property_readonly("link_names", &link_names)
    .def_property_readonly(
      "prismatic",
      [](const Robot & self) {
        std::vector<bool> result;
        for (const Dof & dof : self.dofs())
        {
          result.push_back(dof.prismatic);
        }
        return result;
      })
    .def_property_readonly("warnings", [](const Robot & self) { return texts(self.warnings()); })
    .def_property_readonly(
      "gravity", [](const Robot & self) { return Eigen::Vector3d(self.gravity()); })
    .def("__repr__", [](const Robot & self) {
      return text_of(
        "<hod.Robot '" + self.name() + "', " + std::to_string(self.dof()) + " joints>");
    });
  const auto number = [&robot](const char * name, auto read) {
    robot.def_property_readonly(
      name, [read](const Robot & self) { return of_each_dof(self, read); });
  };
  number("lower_limits", [](const Dof & dof) { return dof.limits.lower; });
  number("upper_limits", [](const Dof & dof) { return dof.limits.upper; });
  number("velocity_limits", [](const Dof & dof) { return dof.limits.velocity; });
  number("effort_limits", [](const Dof & dof) { return dof.limits.effort; });
  number("damping", [](const Dof & dof) { return dof.damping; });
  number("friction", [](const Dof & dof) { return dof.friction; });
}

}  // namespace hod
