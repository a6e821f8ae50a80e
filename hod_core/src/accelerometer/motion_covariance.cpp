// SPDX-License-Identifier: Apache-2.0
#include "motion_covariance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "hod/error.hpp"
#include "recording_checks.hpp"
#include "spline_basis.hpp"
#include "threads.hpp"

namespace hod
{
namespace
{

using detail::BandedLeastSquares;
using detail::in_threads;
using detail::index;
using detail::SplineBasis;

constexpr int kAbreast = BandedLeastSquares::kAbreast;
constexpr int kSamples = 12 * kAbreast;
constexpr std::size_t kPointsPerThread = 100;
constexpr std::size_t kInstantsPerThread = 1000;
constexpr std::size_t kSampledPerThread = 50;

constexpr int kHighestDegree = 15;  // that a SplineBasis has

[[noreturn]] void refuse(const std::string & what)
{
  throw Error("covariances of a motion: " + what);
}

/// What both the deviations and the samples of a motion depend on.
void check_spline(const MotionCovariance & motion)
{
  if (motion.knots.size() < 2 || motion.degree < 1 || motion.degree > kHighestDegree)
  {
    refuse(
      "found " + std::to_string(motion.knots.size()) + " knots of degree " +
      std::to_string(motion.degree) + ", expected at least 2 of degree 1 to " +
      std::to_string(kHighestDegree));
  }
  for (const int column : motion.columns)
  {
    if (column < 0 || column >= motion.joints)
    {
      refuse(
        "found the column " + std::to_string(column) + ", expected one of " +
        std::to_string(motion.joints) + " joints");
    }
  }
}

std::size_t points_of(const MotionCovariance & motion)
{
  return motion.knots.size() - 1 + static_cast<std::size_t>(motion.degree);
}

/// Checks what the deviations depend on, and that there is room for `each` rows per time.
void check_deviations(
  const MotionCovariance & motion, const RowMatrixRef & rows, std::size_t times, Eigen::Index each)
{
  if (rows.cols() != motion.joints || rows.rows() != index(times) * each)
  {
    refuse(
      "found room for " + std::to_string(rows.rows()) + " rows of " + std::to_string(rows.cols()) +
      " columns, expected as many rows for each time and " + std::to_string(motion.joints) +
      " columns");
  }
  check_spline(motion);
  const std::size_t expected =
    points_of(motion) * motion.columns.size() * (static_cast<std::size_t>(motion.degree) + 1);
  if (motion.band.size() != expected)
  {
    refuse(
      "found " + std::to_string(motion.band.size()) + " covariances, expected " +
      std::to_string(expected));
  }
}

void check_samples(const MotionCovariance & motion)
{
  if (
    motion.samples.rows() != index(points_of(motion)) ||
    motion.samples.cols() % index(motion.columns.size()) != 0)
  {
    refuse(
      "found samples of " + std::to_string(motion.samples.rows()) + " rows and " +
      std::to_string(motion.samples.cols()) + " columns, expected " +
      std::to_string(points_of(motion)) + " rows and as many columns for each moving joint");
  }
}

/// The segment between knots that contains a time; times outside belong to the first and the last.
std::size_t segment_at(const std::vector<double> & knots, double time)
{
  const auto after = std::upper_bound(knots.begin() + 1, knots.end() - 1, time);
  return static_cast<std::size_t>(after - knots.begin()) - 1;
}

/// Uncertainty of the motion at consecutive times: the data of a segment are gathered once for all
/// of its times.
class SegmentSpread
{
public:
  /// @param rows number of rows q, q' … requested
  SegmentSpread(const MotionCovariance & motion, Eigen::Index rows)
  : motion_(motion),
    known_(std::min<Eigen::Index>(rows, motion.degree)),
    shares_(known_, motion.degree + 1),
    seen_(motion.columns.size(), Eigen::MatrixXd(motion.degree + 1, motion.degree + 1)),
    basis_(SplineBasis::clamped_segment(motion.knots, motion.degree, 0))
  {
    gather(0);
  }

  void write(double time, RowMatrixRef rows)
  {
    const std::size_t segment = segment_at(motion_.knots, time);
    if (segment != segment_)
    {
      gather(segment);
    }
    const double local = (time - motion_.knots[segment]) / basis_.length(0);
    basis_.evaluate(0, local, shares_);
    rows.setZero();
    for (std::size_t i = 0; rows.size() > 0 && i < motion_.columns.size(); ++i)
    {
      auto column = rows.col(motion_.columns[i]);
      product_.noalias() = shares_ * seen_[i];
      column.head(known_) =
        product_.cwiseProduct(shares_).rowwise().sum().cwiseMax(0.0).cwiseSqrt();
      column.tail(rows.rows() - known_).setConstant(std::numeric_limits<double>::infinity());
      if (known_ > 0)
      {
        column[0] = std::hypot(column[0], motion_.common_deviation(i, time));
      }
    }
  }

private:
  void gather(std::size_t segment)
  {
    segment_ = segment;
    basis_ = SplineBasis::clamped_segment(motion_.knots, motion_.degree, static_cast<int>(segment));
    const std::size_t width = static_cast<std::size_t>(motion_.degree) + 1;
    for (std::size_t i = 0; i < seen_.size(); ++i)
    {
      for (std::size_t point = 0; point < width; ++point)
      {
        const double * const with =
          motion_.band.data() + ((segment + point) * seen_.size() + i) * width;
        for (std::size_t after = 0; point + after < width; ++after)
        {
          seen_[i](index(point), index(point + after)) = with[after];
          seen_[i](index(point + after), index(point)) = with[after];
        }
      }
    }
  }

  const MotionCovariance & motion_;
  Eigen::Index known_;
  RowMatrix shares_;  // of the control points in each derivative
  RowMatrix product_;
  std::vector<Eigen::MatrixXd> seen_;  // covariances of what the segment sees, joint by joint
  SplineBasis basis_;
  std::size_t segment_ = 0;
};

/// The covariances of a control point with itself and those after it, joint by joint, from samples.
void write_band(Eigen::Index point, MotionCovariance & into)
{
  const auto joints = static_cast<Eigen::Index>(into.columns.size());
  const Eigen::Index count = into.samples.cols() / joints;
  const Eigen::Index width = into.degree + 1;
  const Eigen::Index seen = std::min(width, into.samples.rows() - point);
  for (Eigen::Index joint = 0; joint < joints; ++joint)
  {
    const auto some = into.samples.block(point, joint * count, seen, count).cast<double>();
    Eigen::Map<Eigen::VectorXd>(into.band.data() + (point * joints + joint) * width, seen) =
      some * some.row(0).transpose() / static_cast<double>(count);
  }
}

/// Deviations of control points that the readings allow. Computed a few at a time, as all of them
/// in double precision would dominate the memory. The same readings give the same samples, whatever
/// the number of threads.
void write_samples(const BandedLeastSquares & solver, double noise_ratio, MotionCovariance & into)
{
  const auto joints = index(into.columns.size());
  const Eigen::Index points = into.samples.rows();
  in_threads(kSamples / kAbreast, 1, 0, [&](std::size_t begin, std::size_t end) {
    BandedLeastSquares::Columns some(points * joints, kAbreast);
    for (std::size_t i = begin; i < end; ++i)
    {
      std::mt19937_64 engine(i + 1);
      solver.sample(engine, some);
      for (Eigen::Index row = 0; row < some.rows(); ++row)
      {
        const Eigen::Index column = row % joints * kSamples + index(i) * kAbreast;
        into.samples.row(row / joints).segment<kAbreast>(column) =
          (noise_ratio * some.row(row)).cast<float>();
      }
    }
  });
}

}  // namespace

MotionCovariance detail::motion_covariance(
  const Robot & robot, const RecoveryPlan & plan, const BandedLeastSquares & solver,
  double noise_ratio)
{
  MotionCovariance result;
  result.knots = plan.knots;
  result.columns = plan.moving;
  result.joints = robot.dof();
  result.degree = plan.degree;
  result.samples.resize(plan.points(), plan.joints() * kSamples);
  plan.report_progress();
  write_samples(solver, noise_ratio, result);
  plan.report_progress();
  result.band.resize(static_cast<std::size_t>(plan.points() * plan.joints() * (plan.degree + 1)));
  result.common.resize(plan.moving.size());
  for (const auto & error : plan.common_errors)
  {
    auto & common = result.common[static_cast<std::size_t>(error.joint)];
    common.times.insert(common.times.end(), {error.start, error.end});
    common.deviations.push_back(error.deviation);
  }
  in_threads(
    static_cast<std::size_t>(plan.points()), kPointsPerThread, 0,
    [&](std::size_t begin, std::size_t end) {
      for (std::size_t point = begin; point < end; ++point)
      {
        write_band(index(point), result);
      }
    });
  return result;
}

double MotionCovariance::common_deviation(std::size_t joint, double time) const
{
  if (joint >= common.size())
  {
    return 0.0;
  }
  const std::vector<double> & times = common[joint].times;
  if (times.size() != 2 * common[joint].deviations.size())
  {
    refuse(
      "found " + std::to_string(times.size()) + " times of " +
      std::to_string(common[joint].deviations.size()) +
      " common deviations, expected two for each");
  }
  const auto before = std::lower_bound(times.begin(), times.end(), time) - times.begin();
  const bool at_start = before < static_cast<std::ptrdiff_t>(times.size()) &&
                        times[static_cast<std::size_t>(before)] == time;
  return before % 2 == 1 || at_start
           ? common[joint].deviations[static_cast<std::size_t>(before / 2)]
           : 0.0;
}

void MotionCovariance::sample_motions(
  const std::vector<double> & times, int rows, double * motions) const
{
  if (columns.empty())
  {
    return;
  }
  check_spline(*this);
  check_samples(*this);
  if (rows < 0)
  {
    refuse("found " + std::to_string(rows) + " rows, expected none or more");
  }
  const auto moving = static_cast<Eigen::Index>(columns.size());
  const Eigen::Index count = samples.cols() / moving;
  const int known = std::min(rows, degree);
  const Eigen::Index width = degree + 1;
  const auto write = [&](double time, double * motion) {
    const std::size_t segment = segment_at(knots, time);
    const SplineBasis basis =
      SplineBasis::clamped_segment(knots, degree, static_cast<int>(segment));
    RowMatrix shares(known, width);
    basis.evaluate(0, (time - knots[segment]) / basis.length(0), shares);
    const RowMatrix found =
      shares * samples.middleRows(static_cast<Eigen::Index>(segment), width).cast<double>();
    for (Eigen::Index sample = 0; sample < count; ++sample, motion += Eigen::Index{rows} * joints)
    {
      Eigen::Map<RowMatrix> one(motion, rows, joints);
      one.topRows(known).setZero();
      one.bottomRows(rows - known).setConstant(std::numeric_limits<double>::infinity());
      for (Eigen::Index i = 0; known > 0 && i < moving; ++i)
      {
        one.col(columns[static_cast<std::size_t>(i)]).head(known) = found.col(i * count + sample);
      }
    }
  };
  const Eigen::Index size = count * rows * joints;
  in_threads(times.size(), kSampledPerThread, 0, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
    {
      write(times[i], motions + static_cast<Eigen::Index>(i) * size);
    }
  });
}

void MotionCovariance::deviations(const std::vector<double> & times, RowMatrixRef rows) const
{
  const Eigen::Index each =
    times.empty() ? 0 : rows.rows() / static_cast<Eigen::Index>(times.size());
  check_deviations(*this, rows, times.size(), each);
  in_threads(times.size(), kInstantsPerThread, 0, [&](std::size_t begin, std::size_t end) {
    SegmentSpread spread(*this, each);
    for (std::size_t i = begin; i < end; ++i)
    {
      spread.write(times[i], rows.middleRows(index(i) * each, each));
    }
  });
}

void MotionCovariance::deviations(double time, RowMatrixRef rows) const
{
  check_deviations(*this, rows, 1, rows.rows());
  SegmentSpread(*this, rows.rows()).write(time, rows);
}

}  // namespace hod
