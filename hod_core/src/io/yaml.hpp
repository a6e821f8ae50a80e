// SPDX-License-Identifier: Apache-2.0
#ifndef IO__YAML_HPP_
#define IO__YAML_HPP_

#include <Eigen/Core>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace hod::detail
{

struct YamlDocument;
struct YamlNode;
class YamlMap;

/// The numbers that a value may have; never NaN.
struct NumberRange
{
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double at_least = -kInfinity;
  double above = -kInfinity;  ///< exclusive lower bound
  double at_most = kInfinity;
  bool may_be_infinite = false;
};

/// A value of a YAML document. Requesting a type that it does not have throws a hod::Error that
/// states file, line, what the value is for, what was found and what was expected.
///
/// Stricter than YAML: one UTF-8 document, at most 500 levels deep and with at most 1000 aliases,
/// and keys that are names and occur once. Numbers are decimal (1e-3 is one), and a number in
/// quotes is text.
class YamlItem
{
public:
  /// The document's own value.
  /// @param source used in place of the file name in error sentences
  static YamlItem parse(const std::string & text, const std::string & source);
  /// @param expected what the file should contain, such as "a robot file"
  static YamlItem read(const std::filesystem::path & path, const std::string & expected);

  const std::string & source() const;
  /// Source and line, such as "arm.yaml:3".
  std::string place() const;
  /// The value in a few words: "'word'", "a list", "a map" or "nothing".
  std::string found() const;
  /// Throws "arm.yaml:3: ", what the value is for, and the sentence.
  [[noreturn]] void fail(const std::string & sentence) const;
  /// The same value, described differently, such as "friction of 'elbow'".
  YamlItem named(const std::string & what) const;
  /// The same value, described as part of what it was: "link 'a', body 2".
  YamlItem numbered(const std::string & what) const;

  bool is_map() const;
  bool is_list() const;

  /// The entries of a map, whatever their keys.
  YamlMap map() const;
  /// The entries of a map that may have only these keys.
  /// @param kind what they are called, such as "joint"
  YamlMap map(const std::vector<std::string> & known, const std::string & kind = "key") const;
  std::vector<YamlItem> list() const;
  std::string text() const;
  /// One of some words.
  std::string choice(const std::vector<std::string> & known) const;
  double number(const NumberRange & range = {}) const;
  /// This many finite numbers.
  std::vector<double> numbers(std::size_t count) const;
  Eigen::Vector3d vector() const;

private:
  friend class YamlMap;
  YamlItem(std::shared_ptr<const YamlDocument> document, const YamlNode * node, std::string what);
  YamlMap entries(const std::string & kind) const;
  /// Names and texts are quoted in sentences: longer ones are rejected.
  void check_length(const std::string & noun) const;

  std::shared_ptr<const YamlDocument> document_;
  const YamlNode * node_;
  std::string what_;
};

/// A key of a map and its value; failures of `key` name the line of the key.
struct YamlEntry
{
  std::string name;
  YamlItem key;
  YamlItem value;
};

/// The entries of a map in the order of the document.
class YamlMap
{
public:
  explicit YamlMap(YamlItem whole) : whole_(std::move(whole)) {}

  /// The map as one value.
  const YamlItem & whole() const { return whole_; }
  std::size_t size() const { return entries_.size(); }
  std::vector<YamlEntry>::const_iterator begin() const { return entries_.begin(); }
  std::vector<YamlEntry>::const_iterator end() const { return entries_.end(); }

  /// The value of a key; null if there is none.
  const YamlItem * find(const std::string & key) const;
  /// The value of a required key.
  const YamlItem & required(const std::string & key) const;
  /// The map under a key, empty if there is no such key.
  YamlMap map_or_empty(const std::string & key) const;

private:
  friend class YamlItem;
  YamlItem whole_;
  std::vector<YamlEntry> entries_;
};

}  // namespace hod::detail

#endif  // IO__YAML_HPP_
