// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__LOAD_CONSTANTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__LOAD_CONSTANTS_HPP_

#include "link_constants.hpp"

namespace hod::detail
{

constexpr int kLoadRows = 7;

/// A wrench on one body as Taylor coefficients in the layout of the rotations (see PairSeries).
/// One in the body's own axes is about the body's origin; one in the world's axes is given in those
/// of the base's kernel frame at rest, about its point.
struct LoadConstants
{
  int body;
  bool world;
  int rows;  ///< coefficients from here on are zero
  double plane[kLoadRows][4], axis[kLoadRows][4];
  // For a load in the world's axes:
  const int * path;  ///< bodies from the base's child to `body`
  int path_length;
  LeverConstants lever;            ///< of its point in the body's kernel frame
  double turned[kLoadRows][2][4];  ///< scratch: plane and axis in the body's axes
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__LOAD_CONSTANTS_HPP_
