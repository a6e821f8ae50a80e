// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__IO__YAML_HPP_
#define HOD__SRC__IO__YAML_HPP_

#include <yaml-cpp/yaml.h>

#include <Eigen/Core>
#include <string>

namespace hod::mass
{

/// Takes values out of YAML nodes; every failure is a hod::Error that says source and line. `what`
/// begins the sentence: which value of which body.
class YamlValues
{
public:
  explicit YamlValues(std::string source) : source_(std::move(source)) {}

  /// Source and line, as "arm.yaml:3".
  std::string place(const YAML::Mark & mark) const;
  [[noreturn]] void fail(const YAML::Mark & mark, const std::string & sentence) const;

  /// A map none of whose keys comes twice.
  void require_map(const YAML::Node & node, const std::string & expected) const;
  std::string text(const YAML::Node & node, const std::string & what) const;
  double number(const YAML::Node & node, const std::string & what) const;
  Eigen::Vector3d three_numbers(const YAML::Node & node, const std::string & what) const;
  int sign(const YAML::Node & node, const std::string & what) const;

  /// A node in a few words, as "'word'" or "a list".
  static std::string description(const YAML::Node & node);

private:
  std::string source_;
};

}  // namespace hod::mass

#endif  // HOD__SRC__IO__YAML_HPP_
