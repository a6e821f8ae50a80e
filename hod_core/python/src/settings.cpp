// SPDX-License-Identifier: Apache-2.0
// YAML settings for the Python parts of hod: values and maps with file and line; internal.
#include <pybind11/eigen.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "io/names.hpp"
#include "io/yaml.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

using detail::NumberRange;
using detail::YamlEntry;
using detail::YamlItem;
using detail::YamlMap;
using Names = std::vector<std::string>;

constexpr double kInfinity = NumberRange::kInfinity;

NumberArray array_of(const std::vector<double> & values)
{
  return NumberArray(static_cast<py::ssize_t>(values.size()), values.data());
}

NumberRange between(double low, double high)
{
  return {low, -kInfinity, high, false};
}

/// A map of a settings file, whose reader requests every key that it knows.
class Section
{
public:
  Section(YamlMap map, std::filesystem::path folder)
  : map_(std::move(map)), folder_(std::move(folder))
  {}

  const std::filesystem::path & folder() const { return folder_; }

  Names keys() const
  {
    Names names;
    for (const YamlEntry & entry : map_)
    {
      names.push_back(entry.name);
    }
    return names;
  }

  const YamlItem * item(const std::string & key)
  {
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
    {
      known_.push_back(key);
    }
    return map_.find(key);
  }

  /// The value of a key; null if there is none and a default may replace it.
  const YamlItem * item_or(const std::string & key, bool has_default)
  {
    const YamlItem * const found = item(key);
    return found != nullptr || has_default ? found : &map_.required(key);
  }

  [[noreturn]] void fail(const std::string & sentence, const std::optional<std::string> & key) const
  {
    const YamlItem * const about = key ? map_.find(*key) : nullptr;
    (about == nullptr ? map_.whole() : *about).fail(sentence);
  }

  Section section(const std::string & key)
  {
    item(key);
    return {map_.map_or_empty(key), folder_};
  }

  std::vector<Section> sections(const std::string & key)
  {
    std::vector<Section> result;
    const YamlItem * const list = item(key);
    for (const YamlItem & entry : list == nullptr ? std::vector<YamlItem>{} : list->list())
    {
      result.emplace_back(entry.map(), folder_);
    }
    return result;
  }

  void finish() const
  {
    for (const YamlEntry & entry : map_)
    {
      if (std::find(known_.begin(), known_.end(), entry.name) == known_.end())
      {
        Names known = known_;
        std::sort(known.begin(), known.end());
        entry.value.fail("found an unknown key, expected " + detail::suggestion(entry.name, known));
      }
    }
  }

private:
  YamlMap map_;
  std::filesystem::path folder_;
  Names known_;
};

std::string text(Section & self, const std::string & key, const std::optional<std::string> & other)
{
  const YamlItem * const item = self.item_or(key, other.has_value());
  return item == nullptr ? *other : item->text();
}

std::string choice(
  Section & self, const std::string & key, const Names & choices,
  const std::optional<std::string> & other)
{
  const YamlItem * const item = self.item_or(key, other.has_value());
  return item == nullptr ? *other : item->choice(choices);
}

double number(
  Section & self, const std::string & key, std::optional<double> other, double low, double high)
{
  const YamlItem * const item = self.item_or(key, other.has_value());
  return item == nullptr ? *other : item->number(between(low, high));
}

long long integer(
  Section & self, const std::string & key, std::optional<long long> other, double low)
{
  const YamlItem * const item = self.item_or(key, other.has_value());
  if (item == nullptr)
  {
    return *other;
  }
  constexpr double kLargest = 9007199254740992.0;  // every whole number up to 2⁵³ is a double
  const double value = item->number(between(low, kLargest));
  if (value != std::floor(value))
  {
    item->fail("found " + item->found() + ", expected a whole number");
  }
  return static_cast<long long>(value);
}

NumberArray numbers(
  Section & self, const std::string & key, std::size_t count,
  const std::optional<ArrayLike> & other)
{
  const YamlItem * const item = self.item_or(key, other.has_value());
  return item == nullptr ? number_array(*other, key) : array_of(item->numbers(count));
}

py::array matrix(Section & self, const std::string & key, std::size_t columns)
{
  const YamlItem & item = *self.item_or(key, false);
  const std::vector<YamlItem> rows = item.list();
  if (rows.empty())
  {
    item.fail("found an empty list, expected lists of " + std::to_string(columns) + " numbers");
  }
  py::array result = NumberArray({rows.size(), columns});
  auto * next = static_cast<double *>(result.mutable_data());
  for (const YamlItem & row : rows)
  {
    const std::vector<double> values = row.numbers(columns);
    next = std::copy(values.begin(), values.end(), next);
  }
  return result;
}

Names texts(Section & self, const std::string & key, const std::optional<Names> & choices)
{
  Names result;
  const YamlItem * const list = self.item(key);
  for (const YamlItem & item : list == nullptr ? std::vector<YamlItem>{} : list->list())
  {
    result.push_back(choices ? item.choice(*choices) : item.text());
  }
  return result;
}

void bind_item(py::module_ & module)
{
  using namespace py::literals;
  py::class_<YamlItem>(module, "SettingsItem", "A value of a settings file.")
    .def_property_readonly("is_map", &YamlItem::is_map)
    .def_property_readonly("is_list", &YamlItem::is_list)
    .def("fail", &YamlItem::fail, "sentence"_a, "Raise an error with this sentence, file and line.")
    .def("text", &YamlItem::text)
    .def("number", [](const YamlItem & self) { return self.number(); }, "A finite number.");
}

std::optional<YamlItem> optional_item(Section & self, const std::string & key)
{
  const YamlItem * const item = self.item(key);
  return item == nullptr ? std::nullopt : std::optional(*item);
}

void bind_section(py::module_ & module)
{
  using namespace py::literals;
  py::class_<Section>(
    module, "SettingsSection",
    "A map of a settings file, read key by key; finish() rejects keys that were never requested.")
    .def_property_readonly(
      "folder", &Section::folder, "Folder of the file; names of other files are relative to it.")
    .def_property_readonly("keys", &Section::keys, "Keys in the order of the file.")
    .def(
      "__contains__",
      [](Section & self, const std::string & key) { return self.item(key) != nullptr; })
    .def("item", &optional_item, "key"_a, "The value, for keys with several kinds of values.")
    .def(
      "fail", &Section::fail, "sentence"_a, "key"_a = py::none(),
      "Raise an error with a sentence about this map, or about one of its keys.")
    .def("text", &text, "key"_a, "default"_a = py::none())
    .def("choice", &choice, "key"_a, "choices"_a, "default"_a = py::none())
    .def(
      "number", &number, "key"_a, "default"_a = py::none(), "low"_a = -kInfinity,
      "high"_a = kInfinity, "A finite number between `low` and `high`.")
    .def("integer", &integer, "key"_a, "default"_a = py::none(), "low"_a = 0.0)
    .def(
      "numbers", &numbers, "key"_a, "count"_a, "default"_a = py::none(),
      "A list of `count` finite numbers.")
    .def("matrix", &matrix, "key"_a, "columns"_a, "Rows of finite numbers, at least one.")
    .def("texts", &texts, "key"_a, "choices"_a = py::none(), "A list of words, empty if missing.")
    .def("section", &Section::section, "key"_a, "A nested map, empty if missing.")
    .def("sections", &Section::sections, "key"_a, "A list of nested maps, empty if missing.")
    .def(
      "path",
      [](Section & self, const std::string & key) {
        return self.folder() / self.item_or(key, false)->text();
      },
      "key"_a, "A file name, relative to the settings file.")
    .def("finish", &Section::finish, "Reject keys that were never requested.");
}

}  // namespace

void bind_settings(py::module_ & module)
{
  using namespace py::literals;
  bind_item(module);
  bind_section(module);
  module.def(
    "read_settings",
    [](const PathLike & path) {
      const std::filesystem::path file = path_from(path, "path");
      const YamlItem document = [&] {
        const py::gil_scoped_release others_may_run;
        return YamlItem::read(file, "settings in YAML");
      }();
      return Section(document.map(), file.parent_path());
    },
    "path"_a, "Read a settings file (YAML).");
}

}  // namespace hod
