// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/dimensions.hpp"

#include <algorithm>
#include <sstream>

#include "io/text.hpp"
#include "shape_fields.hpp"

namespace hod::mass
{

namespace
{

bool is_optional(Field kind)
{
  return kind == Field::optional_size || kind == Field::scale;
}

template <typename Body>
std::string takes()
{
  std::string required, optional;
  Body body;
  visit_fields(body, [&](const char * name, const auto &, Field kind) {
    std::string & list = is_optional(kind) ? optional : required;
    list += (list.empty() ? "" : ", ") + std::string(name);
  });
  return "a " + std::string(Body::kName) + " takes " + required +
         (optional.empty() ? "" : " and optionally " + optional);
}

/// Copies named dimensions into the members of one shape.
template <typename Body>
class Filler
{
public:
  explicit Filler(const Dimensions & dimensions) : dimensions_(dimensions) {}

  template <typename Member>
  void operator()(const char * name, Member & member, Field kind)
  {
    known_.emplace_back(name);
    const auto found = dimensions_.find(name);
    if (found != dimensions_.end())
    {
      assign(name, found->second, member, kind);
    }
    else if (!is_optional(kind))
    {
      throw DimensionError("'" + known_.back() + "' is missing; " + takes<Body>(), "");
    }
  }

  void refuse_others() const
  {
    for (const auto & [name, value] : dimensions_)
    {
      if (std::find(known_.begin(), known_.end(), name) == known_.end())
      {
        throw DimensionError(
          "found " + detail::in_quotes(name, '\'') + ", but " + takes<Body>(), name);
      }
    }
  }

private:
  template <typename Member>
  void assign(const char * name, const Dimension & value, Member & member, Field kind)
  {
    if (const auto * const same = std::get_if<Member>(&value))
    {
      member = *same;
      return;
    }
    if constexpr (std::is_same_v<Member, Eigen::Vector3d>)
    {
      const auto * const number = std::get_if<double>(&value);
      if (kind == Field::scale && number != nullptr)
      {
        member.setConstant(require_positive(name, *number));
        return;
      }
    }
    throw DimensionError(
      "'" + std::string(name) + "' of a " + std::string(Body::kName) + " must be " + form(kind),
      name);
  }

  static double require_positive(const char * name, double value)
  {
    if (!(value > 0.0))
    {
      std::ostringstream text;
      text << "'" << name << "' is " << value << ", expected more than 0";
      throw DimensionError(text.str(), name);
    }
    return value;
  }

  static std::string form(Field kind)
  {
    switch (kind)
    {
      case Field::point:
        return "three coordinates";
      case Field::scale:
        return "a number or three";
      case Field::file:
        return "a file name";
      default:
        return "a number";
    }
  }

  const Dimensions & dimensions_;
  std::vector<std::string> known_;
};

template <typename Body>
void finish(Body &, const std::filesystem::path &)
{}

void finish(Mesh & mesh, const std::filesystem::path & directory)
{
  mesh.surface = std::make_shared<const TriangleMesh>(read_solid(directory / mesh.file));
}

template <typename Body>
Shape build(const Dimensions & dimensions, const std::filesystem::path & directory)
{
  Body body;
  Filler<Body> filler(dimensions);
  visit_fields(body, filler);
  filler.refuse_others();
  try
  {
    finish(body, directory);
  }
  catch (const Error & error)
  {
    throw DimensionError(error.what(), "file");
  }
  check(body);
  return body;
}

using Builder = Shape (*)(const Dimensions &, const std::filesystem::path &);

/// Name and builder of each alternative of Shape, in its order.
template <std::size_t... Index>
const std::vector<std::pair<std::string_view, Builder>> & builders(std::index_sequence<Index...>)
{
  static const std::vector<std::pair<std::string_view, Builder>> list{
    {std::variant_alternative_t<Index, Shape>::kName,
     &build<std::variant_alternative_t<Index, Shape>>}...};
  return list;
}

const std::vector<std::pair<std::string_view, Builder>> & builders()
{
  return builders(std::make_index_sequence<std::variant_size_v<Shape>>());
}

}  // namespace

Shape make_shape(
  const std::string & name, const Dimensions & dimensions, const std::filesystem::path & directory)
{
  for (const auto & [known, builder] : builders())
  {
    if (known == name)
    {
      return builder(dimensions, directory);
    }
  }
  std::string known;
  for (const std::string_view shape : shape_names())
  {
    known += (known.empty() ? "" : ", ") + std::string(shape);
  }
  throw DimensionError("unknown shape '" + name + "', expected one of " + known, "shape");
}

Dimensions dimensions_of(const Shape & shape)
{
  Dimensions dimensions;
  std::visit(
    [&dimensions](auto body) {
      visit_fields(body, [&dimensions](const char * name, const auto & member, Field kind) {
        dimensions.emplace(name, member);
        const Dimension & value = dimensions.at(name);
        const bool is_default =
          (kind == Field::optional_size && value == Dimension(0.0)) ||
          (kind == Field::scale && value == Dimension(Eigen::Vector3d(Eigen::Vector3d::Ones())));
        if (is_default)
        {
          dimensions.erase(name);
        }
      });
    },
    shape);
  return dimensions;
}

std::vector<std::string_view> shape_names()
{
  std::vector<std::string_view> names;
  for (const auto & [name, builder] : builders())
  {
    names.push_back(name);
  }
  return names;
}

}  // namespace hod::mass
