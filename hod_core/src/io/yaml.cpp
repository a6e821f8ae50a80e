// SPDX-License-Identifier: Apache-2.0
#include "io/yaml.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <sstream>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "hod/error.hpp"
#include "io/names.hpp"
#include "io/text.hpp"
#include "io/text_file.hpp"

namespace hod::detail
{

struct YamlNode
{
  enum class Kind
  {
    nothing,
    scalar,
    list,
    map
  };
  Kind kind = Kind::nothing;
  bool is_plain = false;  ///< a scalar without quotes and tags
  int line = 1;
  std::string text;
  std::vector<const YamlNode *> children;  ///< of a map: key, value, key, value, …
};

struct YamlDocument
{
  std::string source;
  std::deque<YamlNode> nodes;  ///< the first is the document's own value
};

namespace
{

using Kind = YamlNode::Kind;

/// Collects the nodes of one document.
class Builder : public YAML::EventHandler
{
public:
  explicit Builder(YamlDocument & document) : document_(document) {}

  void OnDocumentStart(const YAML::Mark &) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark & mark, YAML::anchor_t anchor) override
  {
    YamlNode & node = add(Kind::nothing, mark, anchor);
    const bool is_value =
      !open_.empty() && open_.back()->kind == Kind::map && open_.back()->children.size() % 2 == 0;
    if (is_value)
    {
      node.line = open_.back()->children.end()[-2]->line;  // yaml-cpp names the next line
    }
  }
  void OnAlias(const YAML::Mark & mark, YAML::anchor_t anchor) override
  {
    const YamlNode * const node = anchors_.at(anchor - 1);
    if (std::find(open_.begin(), open_.end(), node) != open_.end())
    {
      fail(mark, "found an alias inside the value that it stands for, expected one after it");
    }
    if (++aliases_ > kMostAliases)
    {
      fail(mark, "found more than 1000 aliases, expected the values themselves");
    }
    attach(node);
  }
  void OnScalar(
    const YAML::Mark & mark, const std::string & tag, YAML::anchor_t anchor,
    const std::string & value) override
  {
    YamlNode & node = add(Kind::scalar, mark, anchor);
    node.is_plain = tag == "?";
    node.text = value;
  }
  void OnSequenceStart(
    const YAML::Mark & mark, const std::string &, YAML::anchor_t anchor,
    YAML::EmitterStyle::value) override
  {
    open_.push_back(&add(Kind::list, mark, anchor));
  }
  void OnMapStart(
    const YAML::Mark & mark, const std::string &, YAML::anchor_t anchor,
    YAML::EmitterStyle::value) override
  {
    open_.push_back(&add(Kind::map, mark, anchor));
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapEnd() override { open_.pop_back(); }

private:
  /// Each alias may expand to as much as the whole document.
  static constexpr int kMostAliases = 1000;

  [[noreturn]] void fail(const YAML::Mark & mark, const std::string & sentence) const
  {
    throw Error(document_.source + ":" + std::to_string(mark.line + 1) + ": " + sentence);
  }

  YamlNode & add(Kind kind, const YAML::Mark & mark, YAML::anchor_t anchor)
  {
    YamlNode & node = document_.nodes.emplace_back();
    node.kind = kind;
    node.line = mark.line + 1;
    if (anchor > 0)
    {
      anchors_.resize(std::max(anchors_.size(), anchor), nullptr);
      anchors_[anchor - 1] = &node;
    }
    attach(&node);
    return node;
  }

  void attach(const YamlNode * node)
  {
    if (!open_.empty())
    {
      open_.back()->children.push_back(node);
    }
  }

  YamlDocument & document_;
  std::vector<YamlNode *> open_;
  std::vector<const YamlNode *> anchors_;
  int aliases_ = 0;
};

/// yaml-cpp would decode UTF-16 and accept invalid UTF-8; no other reader of the file does.
void check_encoding(std::string_view text, const std::string & source)
{
  const std::string_view mark = text.substr(0, 2);
  const bool is_utf16 = mark == "\xFF\xFE" || mark == "\xFE\xFF";
  if (is_utf16 || text.find('\0') != std::string_view::npos)
  {
    throw Error(
      source + ": found " + (is_utf16 ? "text in UTF-16" : "binary data") +
      ", expected YAML in UTF-8");
  }
  const std::size_t place = first_outside_utf8(text);
  if (place != std::string_view::npos)
  {
    const auto line = 1 + std::count(text.begin(), text.begin() + place, '\n');
    throw Error(
      source + ":" + std::to_string(line) +
      ": found a letter that is not in UTF-8, expected YAML in UTF-8");
  }
}

/// The first line of those up to the given one that tabs indent.
std::optional<int> line_with_tab(std::string_view text, int last)
{
  for (int line = 1; line <= last && !text.empty(); ++line)
  {
    const std::size_t indentation = std::min(text.find_first_not_of(" \t"), text.size());
    if (text.substr(0, indentation).find('\t') != std::string_view::npos)
    {
      return line;
    }
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return std::nullopt;
}

std::string with_line(const std::string & source, int line)
{
  return source + ":" + std::to_string(line) + ": ";
}

/// Without a final document separator that no document follows, as `ros2 topic echo` writes it.
std::string without_last_mark(std::string_view text)
{
  constexpr std::string_view kMark = "\n---";
  const std::string_view end = trimmed(text);
  const bool is_marked =
    end.size() > kMark.size() && end.substr(end.size() - kMark.size()) == kMark;
  return std::string(is_marked ? end.substr(0, end.size() - kMark.size() + 1) : text);
}

void load(const std::string & text, YamlDocument & document)
{
  check_encoding(text, document.source);
  std::istringstream stream(without_last_mark(text));
  Builder builder(document);
  try
  {
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    YamlDocument more;
    Builder another(more);
    if (parser.HandleNextDocument(another))
    {
      const int line = more.nodes.empty() ? 1 : more.nodes.front().line;
      throw Error(with_line(document.source, line) + "found a second document, expected one");
    }
  }
  catch (const YAML::DeepRecursion & error)
  {
    throw Error(
      with_line(document.source, error.mark.line + 1) +
      "found values nested more than 500 deep, expected fewer levels");
  }
  catch (const YAML::Exception & error)
  {
    const int line = std::max(error.mark.line, 0) + 1;
    if (const auto tab = line_with_tab(text, line))
    {
      throw Error(
        with_line(document.source, *tab) + "found a tab in the indentation, expected spaces");
    }
    throw Error(
      with_line(document.source, line) + "found no YAML (" + printable(error.msg, 200) +
      "), expected a map with keys");
  }
  if (document.nodes.empty())
  {
    document.nodes.emplace_back();
  }
}

/// Exact and independent of the locale; NaN for anything that is not a number.
double parse_yaml_number(std::string_view text)
{
  const bool signs = !text.empty() && (text[0] == '+' || text[0] == '-');
  const std::string_view rest = text.substr(signs ? 1 : 0);
  for (const std::string_view word : {".inf", ".Inf", ".INF", "inf"})
  {
    if (rest == word)
    {
      return text[0] == '-' ? -NumberRange::kInfinity : NumberRange::kInfinity;
    }
  }
  const auto value = parse_number(text);
  return value && std::isfinite(*value) ? *value : NAN;
}

}  // namespace

YamlItem::YamlItem(
  std::shared_ptr<const YamlDocument> document, const YamlNode * node, std::string what)
: document_(std::move(document)), node_(node), what_(std::move(what))
{}

YamlItem YamlItem::parse(const std::string & text, const std::string & source)
{
  auto document = std::make_shared<YamlDocument>();
  document->source = source;
  load(text, *document);
  const YamlNode * root = &document->nodes.front();
  return {std::move(document), root, {}};
}

YamlItem YamlItem::read(const std::filesystem::path & path, const std::string & expected)
{
  return parse(read_text_file(path, expected), path.string());
}

const std::string & YamlItem::source() const
{
  return document_->source;
}

std::string YamlItem::place() const
{
  return source() + ":" + std::to_string(node_->line);
}

std::string YamlItem::found() const
{
  switch (node_->kind)
  {
    case Kind::scalar:
      return node_->text.empty() ? "nothing" : in_quotes(node_->text, '\'');
    case Kind::list:
      return "a list";
    case Kind::map:
      return "a map";
    default:
      return "nothing";
  }
}

void YamlItem::fail(const std::string & sentence) const
{
  throw Error(place() + ": " + what_ + sentence);
}

YamlItem YamlItem::named(const std::string & what) const
{
  return {document_, node_, what + ": "};
}

YamlItem YamlItem::numbered(const std::string & what) const
{
  const std::string whole = what_.substr(0, what_.rfind(": "));
  return {document_, node_, (whole.empty() ? "" : whole + ", ") + what + ": "};
}

bool YamlItem::is_map() const
{
  return node_->kind == Kind::map;
}

bool YamlItem::is_list() const
{
  return node_->kind == Kind::list;
}

YamlMap YamlItem::map() const
{
  return entries("key");
}

YamlMap YamlItem::map(const std::vector<std::string> & known, const std::string & kind) const
{
  const YamlMap result = entries(kind);
  const std::unordered_set<std::string> allowed(known.begin(), known.end());
  for (const YamlEntry & entry : result)
  {
    if (allowed.count(entry.name) == 0)
    {
      entry.key.fail(
        "found the " + kind + " " + in_quotes(entry.name, '\'') + ", expected " +
        suggestion(entry.name, known));
    }
  }
  return result;
}

YamlMap YamlItem::entries(const std::string & kind) const
{
  if (!is_map())
  {
    fail("found " + found() + ", expected a map");
  }
  YamlMap result(*this);
  std::unordered_set<std::string> names;
  for (std::size_t i = 0; i + 1 < node_->children.size(); i += 2)
  {
    const YamlItem key(document_, node_->children[i], what_);
    if (key.node_->kind != Kind::scalar || key.node_->text.empty())
    {
      key.fail("found " + key.found() + " as a key, expected a name");
    }
    const std::string & name = key.node_->text;
    if (name == "<<" && key.node_->is_plain)
    {
      key.fail("found the merge key '<<', expected the keys that it stands for");
    }
    if (has_control_characters(name))
    {
      key.fail("found " + key.found() + " with a control character in it, expected a name");
    }
    key.check_length("a key");
    const std::string quoted = in_quotes(name, '\'');
    if (!names.insert(name).second)
    {
      key.fail("found the " + kind + " " + quoted + " twice, expected it once");
    }
    result.entries_.push_back(
      {name, key, YamlItem(document_, node_->children[i + 1], what_ + quoted + ": ")});
  }
  return result;
}

std::vector<YamlItem> YamlItem::list() const
{
  if (!is_list())
  {
    fail("found " + found() + ", expected a list");
  }
  std::vector<YamlItem> items;
  for (const YamlNode * child : node_->children)
  {
    items.push_back(YamlItem(document_, child, what_));
  }
  return items;
}

std::string YamlItem::text() const
{
  if (node_->kind != Kind::scalar || node_->text.empty())
  {
    fail("found " + found() + ", expected text");
  }
  if (has_control_characters(node_->text))
  {
    fail("found " + found() + " with a control character in it, expected text on one line");
  }
  check_length("text");
  return node_->text;
}

void YamlItem::check_length(const std::string & noun) const
{
  constexpr std::size_t kLongest = 1000;
  if (node_->text.size() > kLongest)
  {
    fail(
      "found " + found() + " of " + std::to_string(node_->text.size()) + " bytes, expected " +
      noun + " of at most " + std::to_string(kLongest));
  }
}

std::string YamlItem::choice(const std::vector<std::string> & known) const
{
  std::string word = text();
  if (std::find(known.begin(), known.end(), word) == known.end())
  {
    fail("found " + found() + ", expected " + suggestion(word, known));
  }
  return word;
}

double YamlItem::number(const NumberRange & range) const
{
  const bool is_word = node_->kind == Kind::scalar && node_->is_plain;
  const double value = is_word ? parse_yaml_number(node_->text) : NAN;
  if (std::isnan(value) || !(range.may_be_infinite || std::isfinite(value)))
  {
    fail(
      "found " + found() + ", expected a " + (range.may_be_infinite ? "" : "finite ") + "number");
  }
  const auto expect = [&](bool fits, const char * what, double bound) {
    if (!fits)
    {
      fail("found " + printable(node_->text, 60) + ", expected " + what + shortest(bound));
    }
  };
  expect(value > range.above || std::isinf(range.above), "a number above ", range.above);
  expect(value >= range.at_least, "at least ", range.at_least);
  expect(value <= range.at_most, "at most ", range.at_most);
  return value;
}

std::vector<double> YamlItem::numbers(std::size_t count) const
{
  const std::vector<YamlItem> items = list();
  if (items.size() != count)
  {
    fail("found " + std::to_string(items.size()) + " numbers, expected " + std::to_string(count));
  }
  std::vector<double> values;
  for (const YamlItem & item : items)
  {
    values.push_back(item.number());
  }
  return values;
}

Eigen::Vector3d YamlItem::vector() const
{
  if (!is_list() || node_->children.size() != 3)
  {
    const std::string size = std::to_string(node_->children.size());
    fail(
      "found " + (is_list() ? "a list of " + size : found()) +
      ", expected a list of three numbers");
  }
  return Eigen::Vector3d(numbers(3).data());
}

const YamlItem * YamlMap::find(const std::string & key) const
{
  const auto found = std::find_if(
    entries_.begin(), entries_.end(),
    [&key](const YamlEntry & entry) { return entry.name == key; });
  return found == entries_.end() ? nullptr : &found->value;
}

const YamlItem & YamlMap::required(const std::string & key) const
{
  const YamlItem * const item = find(key);
  if (item == nullptr)
  {
    whole_.fail("found no '" + key + "', expected one");
  }
  return *item;
}

YamlMap YamlMap::map_or_empty(const std::string & key) const
{
  const YamlItem * const item = find(key);
  const auto empty = [&] {
    return YamlMap({whole_.document_, whole_.node_, whole_.what_ + "'" + key + "': "});
  };
  return item == nullptr ? empty() : item->map();
}

}  // namespace hod::detail
