// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/messages.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <ament_index_cpp/get_package_prefix.hpp>
#include <cmath>
#include <exception>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hod/error.hpp"
#include "hod/mass/dimensions.hpp"
#include "hod/mass/distribution.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"
#include "hod/types.hpp"

namespace hod_ros
{
namespace
{

using hod_msgs::msg::LinkMassDistribution;
using hod_msgs::msg::MassBody;
using Tensor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using PseudoTensor = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;

geometry_msgs::msg::Point point_of(const Eigen::Vector3d & vector)
{
  geometry_msgs::msg::Point point;
  point.x = vector.x();
  point.y = vector.y();
  point.z = vector.z();
  return point;
}

hod::mass::Dimension dimension_of(const hod_msgs::msg::ShapeDimension & message)
{
  const auto & values = message.values;
  if (values.size() == 1)
  {
    return values[0];
  }
  if (values.size() == 3)
  {
    return Eigen::Vector3d(values[0], values[1], values[2]);
  }
  throw hod::Error(
    "dimension '" + message.name + "' has " + std::to_string(values.size()) +
    " values, expected one, or the three coordinates of a point");
}

/// A message may come from anywhere: it names no file but one of a package that is installed here.
std::string file_of(const std::string & name)
{
  constexpr std::string_view kScheme = "package://";
  const auto refuse = [&name]() {
    return hod::Error(
      "mesh_file is '" + name + "', expected package://PACKAGE/FILE, of a package that is " +
      "installed where the node runs");
  };
  const std::size_t slash = name.find('/', kScheme.size());
  if (name.compare(0, kScheme.size(), kScheme) != 0 || slash == std::string::npos)
  {
    throw refuse();
  }
  const std::filesystem::path file =
    std::filesystem::path(name.substr(slash + 1)).lexically_normal();
  const std::string package = name.substr(kScheme.size(), slash - kScheme.size());
  const bool leaves = file.empty() || file.is_absolute() || file.begin()->string() == "..";
  if (leaves || package.substr(0, 1) == ".")
  {
    throw refuse();
  }
  try
  {
    const std::filesystem::path prefix = ament_index_cpp::get_package_prefix(package);
    return (prefix / "share" / package / file).string();
  }
  catch (const std::exception &)  // no such package, or no name of one
  {
    throw refuse();
  }
}

hod::mass::Dimensions dimensions_of(const MassBody & message)
{
  hod::mass::Dimensions dimensions;
  for (const auto & dimension : message.dimensions)
  {
    if (!dimensions.emplace(dimension.name, dimension_of(dimension)).second)
    {
      throw hod::Error("dimension '" + dimension.name + "' comes twice, expected once");
    }
  }
  if (!message.mesh_file.empty())
  {
    dimensions["file"] = file_of(message.mesh_file);
  }
  return dimensions;
}

std::optional<double> given(double value)
{
  return value == 0.0 ? std::nullopt : std::make_optional(value);
}

Eigen::Vector3d roll_pitch_yaw(const geometry_msgs::msg::Quaternion & message)
{
  const Eigen::Quaterniond rotation(message.w, message.x, message.y, message.z);
  if (!(std::abs(rotation.norm() - 1.0) < 1e-3))
  {
    throw hod::Error(
      "the norm of the orientation is " + std::to_string(rotation.norm()) + ", expected 1");
  }
  return hod::rpy_from_rotation(rotation.normalized().toRotationMatrix());
}

hod::MassProperties tensors_of(const LinkMassDistribution & message)
{
  hod::MassProperties mass;
  mass.mass = message.mass;
  mass.center << message.center_of_mass.x, message.center_of_mass.y, message.center_of_mass.z;
  mass.inertia = Eigen::Map<const Tensor>(message.inertia.data());
  if (!mass.inertia.isApprox(mass.inertia.transpose(), 1e-9))
  {
    throw hod::Error("inertia is not a symmetric tensor, expected one");
  }
  return mass;
}

/// Numbers beyond any body's leave what is computed with them beyond a double's range.
void require_computable(const hod::MassProperties & mass)
{
  constexpr double kLargest = 1e12;  // [kg, m, kg m²]
  const double largest =
    std::max({mass.mass, mass.center.cwiseAbs().maxCoeff(), mass.inertia.cwiseAbs().maxCoeff()});
  if (!(largest <= kLargest))
  {
    throw hod::Error("has a mass, a centre or an inertia beyond 1e12, expected those of a body");
  }
}

}  // namespace

LinkMassDistribution link_message(const std::string & link, const hod::MassProperties & mass)
{
  LinkMassDistribution message;
  message.link = link;
  message.mass = mass.mass;
  message.center_of_mass = point_of(mass.center);
  Eigen::Map<Tensor>(message.inertia.data()) = mass.inertia;
  Eigen::Map<Tensor>(message.planar.data()) = hod::planar_from_axial(mass.inertia);
  Eigen::Map<PseudoTensor>(message.pseudo_inertia.data()) = hod::pseudo_inertia(mass);
  return message;
}

hod::mass::HomogeneousBody body_of(const MassBody & message)
{
  hod::mass::HomogeneousBody body;
  body.shape = hod::mass::make_shape(message.shape, dimensions_of(message));
  body.density = given(message.density);
  body.mass = given(message.mass);
  const auto & position = message.pose.position;
  body.xyz << position.x, position.y, position.z;
  body.rpy = roll_pitch_yaw(message.pose.orientation);
  body.sign = message.sign;  // NOLINT(*-signed-char-misuse,cert-str34-c): a number, no character
  hod::mass::check(body);
  return body;
}

hod::MassProperties mass_of(const LinkMassDistribution & message)
{
  try
  {
    hod::MassProperties mass;
    if (message.bodies.empty())
    {
      mass = tensors_of(message);
    }
    else
    {
      std::vector<hod::mass::HomogeneousBody> bodies;
      std::transform(
        message.bodies.begin(), message.bodies.end(), std::back_inserter(bodies), body_of);
      hod::mass::Distribution distribution;
      hod::mass::add_link(distribution, message.link, std::move(bodies), "bodies");
      mass = distribution.links.back().mass;
    }
    if (const auto flaw = hod::physical_flaw(mass))
    {
      throw hod::Error(*flaw);
    }
    require_computable(mass);
    return mass;
  }
  catch (const hod::Error & error)
  {
    throw hod::Error("link '" + message.link + "': " + error.what());
  }
}

MassBody body_message(const hod::mass::HomogeneousBody & body)
{
  MassBody message;
  message.shape = hod::mass::name(body.shape);
  for (const auto & [name, value] : hod::mass::dimensions_of(body.shape))
  {
    if (const auto * file = std::get_if<std::string>(&value))
    {
      message.mesh_file = *file;
      continue;
    }
    hod_msgs::msg::ShapeDimension & dimension = message.dimensions.emplace_back();
    dimension.name = name;
    if (const auto * point = std::get_if<Eigen::Vector3d>(&value))
    {
      dimension.values = {point->x(), point->y(), point->z()};
    }
    else
    {
      dimension.values = {std::get<double>(value)};
    }
  }
  message.density = body.density.value_or(0.0);
  message.mass = body.mass.value_or(0.0);
  const Eigen::Quaterniond orientation(hod::rotation_from_rpy(body.rpy));
  message.pose.position = point_of(body.xyz);
  message.pose.orientation.w = orientation.w();
  message.pose.orientation.x = orientation.x();
  message.pose.orientation.y = orientation.y();
  message.pose.orientation.z = orientation.z();
  message.sign = static_cast<std::int8_t>(body.sign);
  return message;
}

hod::Payload payload_of(const hod_msgs::srv::SetPayload::Request & request)
{
  LinkMassDistribution distribution;
  distribution.link = request.link;
  distribution.bodies = request.bodies;
  if (request.bodies.empty() && request.mass != 0.0)
  {
    distribution.mass = request.mass;
    distribution.center_of_mass = request.center_of_mass;
    distribution.inertia = request.inertia;
  }
  return {request.link, mass_of(distribution)};
}

hod_msgs::srv::SetPayload::Request payload_request(const hod::Payload & payload)
{
  hod_msgs::srv::SetPayload::Request request;
  request.link = payload.link;
  request.mass = payload.mass.mass;
  request.center_of_mass = point_of(payload.mass.center);
  Eigen::Map<Tensor>(request.inertia.data()) = payload.mass.inertia;
  return request;
}

}  // namespace hod_ros
