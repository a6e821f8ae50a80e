// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MASS__DIMENSIONS_HPP_
#define HOD__MASS__DIMENSIONS_HPP_

#include <Eigen/Core>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hod/error.hpp"
#include "hod/mass/shape.hpp"

namespace hod::mass
{

/// A length or angle [m, rad], a point or scale [m, –], or a file name.
using Dimension = std::variant<double, Eigen::Vector3d, std::string>;
using Dimensions = std::map<std::string, Dimension>;

/// An error in a shape, and the dimension that it is about (may be empty).
class DimensionError : public Error
{
public:
  DimensionError(const std::string & sentence, std::string dimension)
  : Error(sentence), dimension_(std::move(dimension))
  {}
  const std::string & dimension() const { return dimension_; }

private:
  std::string dimension_;
};

/// A shape from its name and named dimensions, checked. A mesh file is read relative to
/// `directory`. Throws DimensionError.
Shape make_shape(
  const std::string & name, const Dimensions & dimensions,
  const std::filesystem::path & directory = {});

/// The named dimensions of a shape; optional ones only if they differ from their defaults.
Dimensions dimensions_of(const Shape & shape);

/// Throws DimensionError for sizes that are not positive, a bore wider than its cylinder, corners
/// in one plane, a mesh that encloses no volume and the like. It does not look for other flaws of a
/// mesh: see solid_flaw().
void check(const Shape & shape);

/// All names that make_shape knows: lines first, then surfaces, then solids.
std::vector<std::string_view> shape_names();

}  // namespace hod::mass

#endif  // HOD__MASS__DIMENSIONS_HPP_
