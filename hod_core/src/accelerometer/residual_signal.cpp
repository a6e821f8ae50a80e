// SPDX-License-Identifier: Apache-2.0
#include "residual_signal.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/median.hpp"
#include "motion/smoothing_noise.hpp"
#include "recording_checks.hpp"
#include "text.hpp"
#include "threads.hpp"

namespace hod::detail
{
namespace
{

constexpr Eigen::Index kCubic = 4;      // coefficients
constexpr double kKnotsPerBlock = 4.0;  // as many unknowns as those
constexpr Eigen::Index kShortest = 8;   // readings of a block
constexpr double kUnlikely = 6.0;       // standard deviations
constexpr double kLeastNoise = 1e-4;    // of the readings' variation: smaller residuals are
                                        // rounding, or knots, of exact readings
constexpr double kPart = 2.0;           // [s] of a recording, examined by itself
constexpr double kWhite = 1.3;          // variance of all noise, in that among neighbours
constexpr double kLeastSignal = 0.1;    // of the noise: smaller ones are no news

/// An orthonormal basis of the cubics over so many readings.
Eigen::MatrixXd cubics(Eigen::Index count)
{
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(count, -1.0, 1.0);
  Eigen::MatrixXd powers(count, kCubic);
  powers.col(0).setOnes();
  for (Eigen::Index i = 1; i < kCubic; ++i)
  {
    powers.col(i) = powers.col(i - 1).cwiseProduct(x);
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> reflections(powers);
  return reflections.householderQ() * Eigen::MatrixXd::Identity(count, kCubic);
}

/// What cubics over blocks of readings find.
struct Explained
{
  double squares = 0.0;   ///< in units of the noise
  double unknowns = 0.0;  ///< and as many of these are expected of noise alone

  double beyond_noise() const { return squares - unknowns; }
  double chance() const { return kUnlikely * std::sqrt(2.0 * unknowns); }
};

/// @param values in units of the noise
Explained explained(const RowMatrix & values, Eigen::Index block)
{
  const Eigen::MatrixXd basis = cubics(block).transpose();
  Explained found;
  for (Eigen::Index first = 0; first + block <= values.rows(); first += block)
  {
    found.squares += (basis * values.middleRows(first, block)).squaredNorm();
    found.unknowns += static_cast<double>(kCubic * values.cols());
  }
  return found;
}

/// The noise of each axis among neighbouring residuals; not finite if there are too few.
Eigen::RowVectorXd noise_among(const std::vector<double> & times, const RowMatrix & residuals)
{
  const std::vector<double> variances =
    smoothing::variances_among_neighbours({times, residuals, {}, {}});
  if (variances.empty())
  {
    return Eigen::RowVectorXd::Constant(residuals.cols(), std::numeric_limits<double>::quiet_NaN());
  }
  return Eigen::Map<const Eigen::RowVectorXd>(variances.data(), residuals.cols()).cwiseSqrt();
}

/// The least noise that is told from rounding, and from what knots leave of exact readings.
double least_noise(const RowMatrix & readings)
{
  const RowMatrix centred = readings.rowwise() - readings.colwise().mean();
  return kLeastNoise * std::sqrt(centred.squaredNorm() / static_cast<double>(centred.size()));
}

/// A signal that blocks for denser knots explain, in units of the noise.
struct Found
{
  double size = 0.0;     ///< rms
  double spacing = 0.0;  ///< of these knots [s]
  bool is_clear = true;  ///< whether the rest is as white as the noise among neighbours
};

/// @param values in units of the noise
/// @param step between readings [s]
Found found_in(const RowMatrix & values, double step, double spacing)
{
  const auto size = static_cast<double>(values.size());
  const Eigen::Index longest = std::min(
    values.rows(), static_cast<Eigen::Index>(std::lround(kKnotsPerBlock * spacing / step)));
  if (longest <= kShortest)
  {
    return {};
  }
  const Explained before = explained(values, longest);
  double most = kLeastSignal * kLeastSignal * size;
  Found found;
  for (Eigen::Index block = longest; block > kShortest;)
  {
    block = std::max(kShortest, block / 2);
    const Explained now = explained(values, block);
    const double more = now.beyond_noise() - before.beyond_noise();
    if (more - now.chance() > most)
    {
      most = more - now.chance();
      const double left = (values.squaredNorm() - now.squares) / (size - now.unknowns);
      const double denser = static_cast<double>(block) * step / kKnotsPerBlock;
      found = {std::sqrt(more / size), denser, left < kWhite};
    }
  }
  return found;
}

/// The same for a part of a sensor's residuals.
ResidualSignal signal_in(
  std::size_t sensor, const std::vector<double> & times, const RowMatrix & residuals, double least,
  double spacing)
{
  const Eigen::RowVectorXd noise = noise_among(times, residuals).cwiseMax(least);
  if (!noise.allFinite() || !(noise.minCoeff() > 0.0))
  {
    return {sensor};
  }
  const RowMatrix values = residuals.array().rowwise() / noise.array();
  const Found found = found_in(values, median_interval(times), spacing);
  const double usual = noise.norm() / std::sqrt(static_cast<double>(noise.size()));
  return {sensor, found.size * usual, found.size, found.spacing, found.is_clear};
}

/// The largest signal in the residuals of a sensor, part by part, since joints may vibrate for a
/// while, and noise may change; of size zero if there is none.
ResidualSignal signal_left(
  const RecoveryPlan & plan, std::size_t sensor, const RowMatrix & residuals, double spacing)
{
  const std::vector<double> & times = plan.readings[sensor].times;
  const double least = least_noise(plan.readings[sensor].values);
  const auto parts =
    std::max<Eigen::Index>(1, static_cast<Eigen::Index>((times.back() - times.front()) / kPart));
  ResidualSignal largest{sensor};
  for (Eigen::Index part = 0; part < parts; ++part)
  {
    const Eigen::Index first = residuals.rows() * part / parts;
    const Eigen::Index end = residuals.rows() * (part + 1) / parts;
    const ResidualSignal found = signal_in(
      sensor, {times.begin() + first, times.begin() + end},
      residuals.middleRows(first, end - first), least, spacing);
    largest = found.relative > largest.relative ? found : largest;
  }
  return largest;
}

}  // namespace

std::vector<ResidualSignal> signals_left(
  const RecoveryPlan & plan, const std::vector<RowMatrix> & residuals, double spacing)
{
  std::vector<ResidualSignal> signals(residuals.size());
  in_threads(residuals.size(), 1, 0, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
    {
      signals[i] = signal_left(plan, i, residuals[i], spacing);
    }
  });
  const auto is_none = [](const ResidualSignal & signal) { return signal.relative == 0.0; };
  signals.erase(std::remove_if(signals.begin(), signals.end(), is_none), signals.end());
  return signals;
}

std::string sentence_about_signals(
  const RecoveryPlan & plan, const std::vector<RowMatrix> & residuals)
{
  const double spacing = median_interval(plan.knots);
  const std::vector<ResidualSignal> signals = signals_left(plan, residuals, spacing);
  if (signals.empty())
  {
    return {};
  }
  std::string sensors;
  double needed = spacing;
  for (const ResidualSignal & signal : signals)
  {
    const Accelerometer & sensor = plan.sensors[signal.sensor].mounted.sensor();
    sensors += (sensors.empty() ? "" : ", ") + sensor_text(sensor) + " (" + number(signal.size) +
               " " + unit_of(sensor) + " rms)";
    needed = std::min(needed, signal.spacing);
  }
  return "recovery: the residuals of " + sensors + " contain a signal that is too fast for knots " +
         number(spacing) +
         " s apart, so errors may be larger than their deviations: either joints vibrate, which a "
         "knot_spacing of " +
         number(needed) + " s or less finds, or the sensor does, or its errors are not independent";
}

}  // namespace hod::detail
