// SPDX-License-Identifier: Apache-2.0
#include "mass/read_bodies.hpp"

#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>

#include "hod/mass/dimensions.hpp"

namespace hod::detail
{
namespace
{

/// The keys of one body, before it is known which of them its shape uses.
struct BodyKeys
{
  std::string shape;
  mass::Dimensions dimensions;
  mass::HomogeneousBody body;
};

int read_sign(const YamlItem & item)
{
  const double value = item.number();
  if (std::abs(value) != 1.0)
  {
    item.fail("found " + item.found() + ", expected 1 or -1 (a cavity)");
  }
  return value > 0.0 ? 1 : -1;
}

bool leaves_its_folder(const std::filesystem::path & relative)
{
  return relative.empty() || relative.begin()->string() == "..";
}

/// The nearest folder at or above this one with a package.xml, as in ROS packages; empty if there
/// is none.
std::filesystem::path enclosing_package(std::filesystem::path folder)
{
  std::error_code unreadable;
  for (;; folder = folder.parent_path())
  {
    if (std::filesystem::is_regular_file(folder / "package.xml", unreadable))
    {
      return folder;
    }
    if (folder == folder.parent_path())
    {
      return {};
    }
  }
}

/// A definition from another source must not make HOD open files outside its author's package.
/// Folders are compared by name, not by link target: colcon links installed files to sources.
std::string read_file_name(const YamlItem & item, const std::filesystem::path & directory)
{
  std::string name = item.text();
  const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
  if (!path.is_absolute())
  {
    if (!leaves_its_folder(path))
    {
      return name;
    }
    const std::filesystem::path folder =
      (directory.empty() ? std::filesystem::current_path() : std::filesystem::absolute(directory))
        .lexically_normal();
    const std::filesystem::path package = enclosing_package(folder);
    std::filesystem::path file = (folder / path).lexically_normal();
    if (!package.empty() && !leaves_its_folder(file.lexically_relative(package)))
    {
      return file.string();  // without "..", which a symbolic link would redirect
    }
  }
  item.fail(
    "found " + item.found() +
    ", expected a file in the folder of this file, below it, or in the ROS package around it");
}

void read_key(
  const std::string & key, const YamlItem & value, const std::filesystem::path & directory,
  BodyKeys & keys)
{
  if (key == "shape")
  {
    keys.shape = value.text();
  }
  else if (key == "density")
  {
    keys.body.density = value.number();
  }
  else if (key == "mass")
  {
    keys.body.mass = value.number();
  }
  else if (key == "xyz")
  {
    keys.body.xyz = value.vector();
  }
  else if (key == "rpy")
  {
    keys.body.rpy = value.vector();
  }
  else if (key == "sign")
  {
    keys.body.sign = read_sign(value);
  }
  else if (key == "file")
  {
    keys.dimensions.emplace(key, read_file_name(value, directory));
  }
  else if (value.is_list())
  {
    keys.dimensions.emplace(key, value.vector());
  }
  else
  {
    keys.dimensions.emplace(key, value.number());
  }
}

/// The key that a sentence is about, or the body if it has no such key.
const YamlItem & key_of(const YamlMap & body, const std::string & name)
{
  for (const YamlEntry & entry : body)
  {
    if (entry.name == name)
    {
      return entry.key;
    }
  }
  return body.whole();
}

mass::HomogeneousBody read_body(const YamlItem & item, const std::filesystem::path & directory)
{
  if (!item.is_map())
  {
    item.fail("found " + item.found() + ", expected a body {shape: …, …}");
  }
  const YamlMap entries = item.map();
  BodyKeys keys;
  for (const YamlEntry & entry : entries)
  {
    read_key(entry.name, entry.value, directory, keys);
  }
  if (keys.shape.empty())
  {
    item.fail("'shape' is missing");
  }
  try
  {
    keys.body.shape = mass::make_shape(keys.shape, keys.dimensions, directory);
    check(keys.body);
  }
  catch (const mass::DimensionError & error)
  {
    key_of(entries, error.dimension()).fail(error.what());
  }
  return keys.body;
}

}  // namespace

std::vector<mass::HomogeneousBody> read_bodies(
  const YamlItem & list, const std::filesystem::path & directory)
{
  const std::vector<YamlItem> items = list.is_list() ? list.list() : std::vector<YamlItem>{};
  if (items.empty())
  {
    list.fail(
      "found " + (list.is_list() ? "an empty list" : list.found()) + ", expected a list of bodies");
  }
  std::vector<mass::HomogeneousBody> bodies;
  for (const YamlItem & item : items)
  {
    const std::string number = std::to_string(bodies.size() + 1);
    bodies.push_back(read_body(item.numbered("body " + number), directory));
  }
  return bodies;
}

}  // namespace hod::detail
