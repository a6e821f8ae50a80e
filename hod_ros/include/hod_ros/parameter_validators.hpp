// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__PARAMETER_VALIDATORS_HPP_
#define HOD_ROS__PARAMETER_VALIDATORS_HPP_

#include <cmath>
#include <limits>
#include <rclcpp/parameter.hpp>
#include <sstream>
#include <string>
#include <tl/expected.hpp>

/// Checks that generate_parameter_library calls by name; each error states what was found and what
/// was expected.
namespace hod_ros
{

/// A number, integer or not, from `least` to `most`.
inline tl::expected<void, std::string> between(
  const rclcpp::Parameter & parameter, double least, double most)
{
  const bool whole = parameter.get_type() == rclcpp::ParameterType::PARAMETER_INTEGER;
  const double value = whole ? static_cast<double>(parameter.as_int()) : parameter.as_double();
  if (value >= least && value <= most)
  {
    return {};
  }
  std::ostringstream sentence;
  sentence << "parameter " << parameter.get_name() << ": is " << value << ", expected " << least;
  if (most < std::numeric_limits<double>::max())
  {
    sentence << " to " << most;
  }
  else
  {
    sentence << " or more" << (std::isfinite(most) ? ", but finite" : "");
  }
  return tl::make_unexpected(sentence.str());
}

/// A number that is not below `least`; may be infinite, which stands for none.
inline tl::expected<void, std::string> at_least(const rclcpp::Parameter & parameter, double least)
{
  return between(parameter, least, std::numeric_limits<double>::infinity());
}

/// A finite number that is not below zero.
inline tl::expected<void, std::string> finite(const rclcpp::Parameter & parameter)
{
  return between(parameter, 0.0, std::numeric_limits<double>::max());
}

/// A finite number above zero.
inline tl::expected<void, std::string> positive(const rclcpp::Parameter & parameter)
{
  const auto not_negative = finite(parameter);
  if (!not_negative || parameter.as_double() > 0.0)
  {
    return not_negative;
  }
  return tl::make_unexpected("parameter " + parameter.get_name() + ": is 0, expected more");
}

/// Three finite numbers, or none.
inline tl::expected<void, std::string> vector_in_space_or_empty(const rclcpp::Parameter & parameter)
{
  const auto & values = parameter.as_double_array();
  bool good = values.size() == 3 || values.empty();
  for (const double value : values)
  {
    good = good && std::isfinite(value);
  }
  if (good)
  {
    return {};
  }
  return tl::make_unexpected(
    "parameter " + parameter.get_name() + ": is " +
    (values.size() < 10 ? parameter.value_to_string()
                        : "a list of " + std::to_string(values.size()) + " numbers") +
    ", expected three finite numbers");
}

}  // namespace hod_ros

#endif  // HOD_ROS__PARAMETER_VALIDATORS_HPP_
