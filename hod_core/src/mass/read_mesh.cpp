// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>

#include "hod/error.hpp"
#include "hod/mass/triangle_mesh.hpp"
#include "io/text.hpp"
#include "vertex_merger.hpp"

namespace hod::mass
{

namespace
{

constexpr std::size_t kLargestFile = std::size_t{1} << 30U;
constexpr std::size_t kStlHeader = 80;
constexpr std::size_t kStlTriangle = 50;  // normal, three corners (4-byte floats) and 2 bytes

std::string read_file(const std::filesystem::path & path)
{
  std::error_code no_such_file;
  const bool is_file = std::filesystem::is_regular_file(path, no_such_file);
  std::ifstream file;
  if (is_file)
  {
    file.open(path, std::ios::binary | std::ios::ate);
  }
  if (!file.is_open())
  {
    throw Error(path.string() + ": cannot be read; expected an STL or OBJ file");
  }
  const auto size = static_cast<std::size_t>(file.tellg());
  if (size > kLargestFile)
  {
    throw Error(
      path.string() + ": found " + std::to_string(size) +
      " bytes, expected a mesh of at most 1 GiB");
  }
  std::string content(size, '\0');
  file.seekg(0);
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  return content;
}

Eigen::Vector3d corner_of_binary(const char * bytes, const std::string & source, std::size_t number)
{
  float values[3];
  std::memcpy(values, bytes, sizeof values);
  const Eigen::Vector3d corner(values[0], values[1], values[2]);
  if (!corner.allFinite())
  {
    throw Error(
      source + ": triangle " + std::to_string(number) + " has a corner that is not finite");
  }
  return corner;
}

TriangleMesh parse_binary_stl(std::string_view content, const std::string & source)
{
  std::uint32_t count = 0;
  if (content.size() >= kStlHeader + sizeof count)
  {
    std::memcpy(&count, content.data() + kStlHeader, sizeof count);
  }
  const std::size_t expected = kStlHeader + sizeof count + count * kStlTriangle;
  if (content.size() < expected)
  {
    throw Error(
      source + ": the file is cut off: " + std::to_string(content.size()) + " bytes; expected " +
      std::to_string(expected) + " for " + std::to_string(count) + " triangles");
  }
  TriangleMesh mesh;
  mesh.triangles.reserve(count);
  VertexMerger merger(mesh.vertices, count / 2 + 2);
  const char * bytes = content.data() + kStlHeader + sizeof count;
  for (std::size_t i = 0; i < count; ++i, bytes += kStlTriangle)
  {
    std::array<std::uint32_t, 3> corners;
    for (std::size_t k = 0; k < 3; ++k)
    {
      corners[k] = merger.index(corner_of_binary(bytes + 12 * (k + 1), source, i));
    }
    mesh.triangles.push_back(corners);
  }
  return mesh;
}

/// Independent of the locale, and inlined: most of the time for a text file is spent here.
bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string in_small_letters(std::string_view text)
{
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return small;
}

/// The standard's own examples have STL keywords in upper case; `keyword` is in lower case.
bool is_keyword(std::string_view word, std::string_view keyword)
{
  return word.size() == keyword.size() &&
         std::equal(word.begin(), word.end(), keyword.begin(), [](char c, char small) {
           return c == small || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == small);
         });
}

/// Takes words off the front of a text and counts lines.
class Words
{
public:
  Words(std::string_view text, const std::string & source) : text_(text), source_(source) {}

  /// The next word of the whole text; empty at its end.
  std::string_view next()
  {
    skip(is_space);
    return word();
  }
  /// The next word of this line; empty at its end.
  std::string_view next_in_line()
  {
    skip([](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    return word();
  }
  void skip_line() { position_ = std::min(text_.find('\n', position_), text_.size()); }
  bool at_end() const { return position_ >= text_.size(); }

  double number(std::string_view word) const
  {
    double value = 0.0;
    const char * begin = word.data() + (!word.empty() && word.front() == '+' ? 1 : 0);
    const char * end = word.data() + word.size();
    const auto result = std::from_chars(begin, end, value);
    if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value))
    {
      fail("found " + detail::in_quotes(word, '\'') + ", expected a finite number");
    }
    return value;
  }

  [[noreturn]] void fail(const std::string & what) const
  {
    throw Error(source_ + ":" + std::to_string(line_) + ": " + what);
  }

private:
  template <typename Predicate>
  void skip(Predicate predicate)
  {
    while (position_ < text_.size() && predicate(text_[position_]))
    {
      line_ += text_[position_++] == '\n' ? 1 : 0;
    }
  }
  std::string_view word()
  {
    const std::size_t start = position_;
    while (position_ < text_.size() && !is_space(text_[position_]))
    {
      ++position_;
    }
    return text_.substr(start, position_ - start);
  }

  std::string_view text_;
  const std::string & source_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

std::array<std::uint32_t, 3> parse_facet(Words & words, VertexMerger & merger)
{
  std::array<std::uint32_t, 3> corners;
  for (std::uint32_t & corner : corners)
  {
    std::string_view word = words.next();
    while (!word.empty() && !is_keyword(word, "vertex") && !is_keyword(word, "endfacet"))
    {
      word = words.next();
    }
    if (!is_keyword(word, "vertex"))
    {
      words.fail("the facet ends before its third vertex; is the file cut off?");
    }
    Eigen::Vector3d position;
    for (double & coordinate : position)
    {
      coordinate = words.number(words.next());
    }
    corner = merger.index(position);
  }
  return corners;
}

/// From the line after "solid" up to and including the one of "endsolid".
void parse_text_solid(Words & words, VertexMerger & merger, TriangleMesh & mesh)
{
  words.skip_line();  // "solid" and a name that may contain any word
  for (std::string_view word = words.next(); !is_keyword(word, "endsolid"); word = words.next())
  {
    if (word.empty())
    {
      words.fail("the file ends without 'endsolid'; is it cut off?");
    }
    if (!is_keyword(word, "facet"))
    {
      words.fail("found " + detail::in_quotes(word, '\'') + ", expected 'facet' or 'endsolid'");
    }
    mesh.triangles.push_back(parse_facet(words, merger));
    for (word = words.next(); !word.empty() && !is_keyword(word, "endfacet");)
    {
      word = words.next();
    }
  }
  words.skip_line();  // the name again
}

/// A file may contain several consecutive solids; they become one mesh.
TriangleMesh parse_text_stl(std::string_view content, const std::string & source)
{
  TriangleMesh mesh;
  VertexMerger merger(mesh.vertices, content.size() / 512);
  Words words(content, source);
  for (std::string_view word = words.next(); !word.empty(); word = words.next())
  {
    if (!is_keyword(word, "solid"))
    {
      words.fail(
        "found " + detail::in_quotes(word, '\'') + ", expected 'solid' or the end of the file");
    }
    parse_text_solid(words, merger, mesh);
  }
  return mesh;
}

/// A binary file may also begin with "solid"; only in text does a facet or the end follow.
bool is_text_stl(std::string_view content)
{
  const std::string head = in_small_letters(content.substr(0, 1024));
  return head.substr(0, 5) == "solid" &&
         (head.find("facet") != std::string::npos || head.find("endsolid") != std::string::npos);
}

/// A corner of an OBJ face, "7", "7/1/2" or "-1" counted from the last vertex so far.
std::uint32_t face_corner(
  const Words & words, std::string_view word, const std::vector<std::uint32_t> & vertices)
{
  const std::string_view digits = word.substr(0, word.find('/'));
  long long index = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const auto count = static_cast<long long>(vertices.size());
  const long long position = index < 0 ? count + index : index - 1;
  if (
    result.ec != std::errc() || result.ptr != digits.data() + digits.size() || position < 0 ||
    position >= count)
  {
    words.fail(
      "found corner " + detail::in_quotes(word, '\'') + ", expected a number between 1 and " +
      std::to_string(count));
  }
  return vertices[static_cast<std::size_t>(position)];
}

/// Faces with more than three corners are split into a fan.
void parse_face(Words & words, const std::vector<std::uint32_t> & vertices, TriangleMesh & mesh)
{
  std::vector<std::uint32_t> corners;
  for (auto word = words.next_in_line(); !word.empty(); word = words.next_in_line())
  {
    corners.push_back(face_corner(words, word, vertices));
  }
  if (corners.size() < 3)
  {
    words.fail("the face has " + std::to_string(corners.size()) + " corners, expected 3 or more");
  }
  for (std::size_t i = 2; i < corners.size(); ++i)
  {
    mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
}

/// "x y z", "x y z w" or "x y z red green blue". The weight w belongs to rational curves; some
/// programs divide by it and some do not, so that only w = 1 defines the position of the vertex.
Eigen::Vector3d parse_vertex(Words & words)
{
  Eigen::Vector3d position;
  for (double & coordinate : position)
  {
    coordinate = words.number(words.next_in_line());
  }
  const auto ends = [](std::string_view word) { return word.empty() || word.front() == '#'; };
  const std::string_view fourth = words.next_in_line();
  const bool is_weight = !ends(fourth) && ends(words.next_in_line());
  if (is_weight && words.number(fourth) != 1.0)
  {
    words.fail(
      "found a vertex with the weight " + detail::in_quotes(fourth, '\'') + ", expected 1 or none");
  }
  return position;
}

TriangleMesh parse_obj(std::string_view content, const std::string & source)
{
  TriangleMesh mesh;
  std::vector<std::uint32_t> vertices;  // the file's numbering → merged vertices
  VertexMerger merger(mesh.vertices, content.size() / 128);
  Words words(content, source);
  for (std::string_view word = words.next(); !word.empty(); word = words.next())
  {
    if (word == "v")
    {
      vertices.push_back(merger.index(parse_vertex(words)));
    }
    else if (word == "f")
    {
      parse_face(words, vertices, mesh);
    }
    words.skip_line();
  }
  return mesh;
}

}  // namespace

TriangleMesh read_mesh(const std::filesystem::path & path)
{
  const std::string extension = in_small_letters(path.extension().string());
  if (extension != ".stl" && extension != ".obj")
  {
    throw Error(
      path.string() + ": found a file of type '" + extension + "', expected .stl or .obj");
  }
  const std::string content = read_file(path);
  if (extension == ".obj")
  {
    return parse_obj(content, path.string());
  }
  return is_text_stl(content) ? parse_text_stl(content, path.string())
                              : parse_binary_stl(content, path.string());
}

}  // namespace hod::mass
