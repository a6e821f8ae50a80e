// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__FORCES__BASE_SERIES_HPP_
#define HOD__SRC__DYNAMICS__FORCES__BASE_SERIES_HPP_

#include <Eigen/Core>

#include "dynamics/kernel/pass_arguments.hpp"
#include "hod/robot/base_motion.hpp"

namespace hod::detail
{

/// A base's motion in the form that the passes need: Taylor coefficients in the kernel frame, whose
/// axes (columns) in the base's are `frame`. An upward acceleration of the base replaces gravity.
BaseSeries make_base_series(
  const BaseMotion & motion, const Eigen::Vector3d & gravity, const Eigen::Matrix3d & frame);

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__FORCES__BASE_SERIES_HPP_
