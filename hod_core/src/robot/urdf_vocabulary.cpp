// SPDX-License-Identifier: Apache-2.0
#include "urdf_vocabulary.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "io/names.hpp"
#include "io/text.hpp"

namespace hod::detail
{
namespace
{

using pugi::xml_node;
using Names = std::vector<std::string>;

struct Element
{
  Names attributes;
  Names children;
};

/// The elements whose numbers affect the dynamics.
const std::map<std::string_view, Element> & vocabulary()
{
  static const std::map<std::string_view, Element> elements = {
    {"link", {{"name"}, {"inertial", "visual", "collision"}}},
    {"inertial", {{}, {"origin", "mass", "inertia"}}},
    {"mass", {{"value"}, {}}},
    {"inertia", {{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}, {}}},
    {"origin", {{"xyz", "rpy", "quat_xyzw"}, {}}},
    {"joint",
     {{"name", "type"},
      {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "safety_controller",
       "calibration"}}},
    {"parent", {{"link"}, {}}},
    {"child", {{"link"}, {}}},
    {"axis", {{"xyz"}, {}}},
    {"limit", {{"lower", "upper", "effort", "velocity"}, {}}},
    {"dynamics", {{"damping", "friction"}, {}}},
    {"mimic", {{"joint", "multiplier", "offset"}, {}}},
  };
  return elements;
}

/// Collects unknown names with the links and joints that have them.
class Finder
{
public:
  /// @param owner the link or joint, as a sentence names it
  /// @param place of the node in it, " in <origin>"
  void search(xml_node node, const std::string & owner, const std::string & place)
  {
    const auto element = vocabulary().find(node.name());
    if (element == vocabulary().end())
    {
      return;
    }
    const auto & [attributes, children] = element->second;
    for (const pugi::xml_attribute attribute : node.attributes())
    {
      compare(attribute.name(), attributes, "the attribute ", owner, place);
    }
    for (const xml_node child : node.children())
    {
      if (child.type() == pugi::node_element)
      {
        compare(child.name(), children, "the element ", owner, place);
        search_known(child, children, owner, place);
      }
    }
  }

  std::vector<std::string> sentences() const
  {
    std::vector<std::string> result;
    for (const auto & [key, owners] : found_)
    {
      if (result.size() == kMost)
      {
        result.push_back(
          "found " + std::to_string(found_.size() - kMost) +
          " more names in links and joints that URDF does not define");
        break;
      }
      const auto & [place, kind, name, expected] = key;
      result.push_back(
        "found " + kind + name + place + " of " + enumeration(owners) +
        ", which does not count, expected " + expected);
    }
    return result;
  }

private:
  static constexpr std::size_t kMost = 20;

  void search_known(
    xml_node child, const Names & known, const std::string & owner, const std::string & place)
  {
    if (std::find(known.begin(), known.end(), child.name()) != known.end())
    {
      search(child, owner, " in <" + std::string(child.name()) + ">" + place);
    }
  }

  void compare(
    std::string_view name, const Names & known, const char * kind, const std::string & owner,
    const std::string & place)
  {
    const bool is_foreign =
      name.find(':') != std::string_view::npos || name.substr(0, 5) == "xmlns";
    if (!is_foreign && std::find(known.begin(), known.end(), name) == known.end())
    {
      found_[{place, kind, in_quotes(name, '\''), suggestion(name, known)}].push_back(owner);
    }
  }

  /// By place, kind, name and what was expected.
  std::map<std::tuple<std::string, std::string, std::string, std::string>, Names> found_;
};

}  // namespace

std::vector<std::string> unknown_names(const XmlDocument & xml)
{
  Finder finder;
  for (const char * const tag : {"link", "joint"})
  {
    for (const xml_node node : xml.root().children(tag))
    {
      const std::string name = in_quotes(node.attribute("name").value(), '\'');
      finder.search(node, tag + (" " + name), "");
    }
  }
  return finder.sentences();
}

}  // namespace hod::detail
