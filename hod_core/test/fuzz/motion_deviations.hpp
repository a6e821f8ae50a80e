// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__MOTION_DEVIATIONS_HPP_
#define HOD__TEST__FUZZ__MOTION_DEVIATIONS_HPP_

#include <vector>

#include "hod/accelerometer/motion_covariance.hpp"
#include "sensed_motion.hpp"

namespace hod::fuzz
{

inline void write_band(MotionCovariance & motion)
{
  const auto moving = static_cast<Eigen::Index>(motion.columns.size());
  const Eigen::Index points = motion.samples.rows();
  const Eigen::Index count = motion.samples.cols() / moving;
  for (Eigen::Index point = 0; point < points; ++point)
  {
    for (Eigen::Index joint = 0; joint < moving; ++joint)
    {
      for (Eigen::Index after = 0; after <= motion.degree; ++after)
      {
        const auto one = motion.samples.row(point).segment(joint * count, count).cast<double>();
        motion.band.push_back(
          point + after < points
            ? one.dot(
                motion.samples.row(point + after).segment(joint * count, count).cast<double>()) /
                static_cast<double>(count)
            : 0.0);
      }
    }
  }
}

/// True if anything the calls depend on is wrong.
inline bool damage(SensedMotion & sensed, MotionCovariance & motion)
{
  switch (sensed.bytes.integer(0, 9))
  {
    case 0:
      motion.knots.clear();
      return true;
    case 1:
      motion.knots.pop_back();
      return true;
    case 2:
      motion.columns.push_back(sensed.bytes.integer(-2, 8));
      return true;
    case 3:
      motion.band.resize(motion.band.size() / 2);
      return true;
    case 4:
      motion.degree = sensed.bytes.integer(-2, 40);
      return true;
    case 5:
      motion.samples.conservativeResize(motion.samples.rows() - 1, Eigen::NoChange);
      return true;
    case 6:
      motion.common[0].times.push_back(sensed.origin + 1e3);
      return true;
    case 7:
      motion.common[0].deviations.clear();
      return true;
    case 8:
      motion.joints = sensed.bytes.byte() % 2 == 0 ? 0 : -1;
      return true;
    default:
      motion = MotionCovariance();
      return true;
  }
}

inline void compare_spread(
  const MotionCovariance & motion, const std::vector<double> & instants, int rows,
  const RowMatrix & deviations, const std::vector<double> & samples)
{
  if (deviations.cols() != motion.joints)
  {
    return;
  }
  const auto moving = static_cast<Eigen::Index>(motion.columns.size());
  const Eigen::Index count = motion.samples.cols() / moving;
  const int known = std::min(rows, motion.degree);
  for (std::size_t i = 0; i < instants.size(); ++i)
  {
    if (!(std::abs(instants[i] - motion.knots.front()) <= 2.0))
    {
      continue;
    }
    RowMatrix squares = RowMatrix::Zero(rows, motion.joints);
    for (Eigen::Index sample = 0; sample < count; ++sample)
    {
      const Eigen::Index begin =
        (static_cast<Eigen::Index>(i) * count + sample) * rows * motion.joints;
      const Eigen::Map<const RowMatrix> one(samples.data() + begin, rows, motion.joints);
      squares += one.cwiseAbs2() / static_cast<double>(count);
    }
    for (int k = 0; k < known; ++k)
    {
      const auto found = deviations.row(static_cast<Eigen::Index>(i) * rows + k);
      const Eigen::RowVectorXd expected = squares.row(k).cwiseSqrt();
      const double rounding = 1e-6 * std::pow(60.0, k) + 1e-6 * expected.maxCoeff();
      require((found - expected).cwiseAbs().maxCoeff() <= rounding, "deviations beside the spread");
    }
    for (const int column : motion.columns)
    {
      for (int k = known; k < rows; ++k)
      {
        require(
          std::isinf(deviations(static_cast<Eigen::Index>(i) * rows + k, column)),
          "known to no order");
      }
    }
  }
}

/// Deviations are the spread of the samples if the band was computed from them.
inline void try_deviations(SensedMotion & sensed)
{
  MotionCovariance motion;
  motion.joints = sensed.bytes.integer(1, 4);
  motion.degree = sensed.bytes.integer(1, 7);
  const int segments = sensed.bytes.integer(1, 5);
  for (int i = 0; i <= segments; ++i)
  {
    motion.knots.push_back(sensed.origin + 0.25 * i);
  }
  for (int joint = 0; joint < motion.joints; joint += sensed.bytes.integer(1, 2))
  {
    motion.columns.push_back(joint);
  }
  constexpr Eigen::Index kSamples = 6;
  const auto moving = static_cast<Eigen::Index>(motion.columns.size());
  motion.samples.resize(segments + motion.degree, kSamples * moving);
  for (float & sample : motion.samples.reshaped())
  {
    sample = static_cast<float>(sensed.share() - 0.5);
  }
  write_band(motion);
  motion.common.resize(motion.columns.size());
  motion.common[0].times = {sensed.origin + 0.1, sensed.origin + 0.2};
  motion.common[0].deviations = {0.0};
  const bool damaged = sensed.bytes.byte() % 4 == 0 && damage(sensed, motion);
  std::vector<double> instants;
  for (int i = sensed.bytes.integer(0, 5); i > 0; --i)
  {
    instants.push_back(
      sensed.rarely() ? sensed.bytes.number() : sensed.origin + 0.25 * segments * sensed.share());
  }
  const int rows =
    sensed.rarely()
      ? sensed.bytes.integer(-1, 12)
      : sensed.bytes.integer(1, motion.degree > 0 && motion.degree < 9 ? motion.degree + 1 : 2);
  RowMatrix deviations = RowMatrix::Zero(
    std::max(0, rows) * static_cast<Eigen::Index>(instants.size()),
    sensed.rarely() ? 3 : std::max(0, std::min(9, motion.joints)));
  const bool is_taken = taken([&] { motion.deviations(instants, deviations); });
  require(is_taken || damaged || deviations.cols() != motion.joints, "no deviations");
  for (const double time : instants)
  {
    RowMatrix one = RowMatrix::Zero(std::max(0, rows), deviations.cols());
    taken([&] { motion.deviations(time, one); });
    taken([&] { motion.common_deviation(sensed.bytes.byte() % 4U, time); });
    if (std::isnan(time) && is_taken && one.size() > 0)
    {
      require(!(one.row(0).array() == 0.0).all() || motion.columns.empty(), "exact at no time");
    }
  }
  if (motion.samples.size() > 10000 || rows > 100)
  {
    return;
  }
  const auto each = static_cast<std::size_t>(std::max(0, rows)) *
                    static_cast<std::size_t>(std::max(0, std::min(9, motion.joints)));
  const Eigen::Index count =
    motion.columns.empty()
      ? 0
      : motion.samples.cols() / static_cast<Eigen::Index>(motion.columns.size());
  std::vector<double> samples(each * instants.size() * static_cast<std::size_t>(count) + 1, 0.0);
  const bool sampled = taken([&] { motion.sample_motions(instants, rows, samples.data()); });
  require(sampled || damaged || rows < 0, "no samples");
  if (sampled && is_taken && !damaged && rows > 0)
  {
    compare_spread(motion, instants, rows, deviations, samples);
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__MOTION_DEVIATIONS_HPP_
