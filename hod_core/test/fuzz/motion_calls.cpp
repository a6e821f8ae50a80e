// SPDX-License-Identifier: Apache-2.0
// Motions through any samples at any times: interpolation of every kind, waypoints, smoothing.
#include <optional>
#include <vector>

#include "fuzz.hpp"
#include "hod/motion/interpolation.hpp"
#include "hod/motion/smoothing.hpp"

namespace hod
{
namespace
{

using Eigen::Index;
using fuzz::Bytes;
using fuzz::require;

/// What the samples, and all that is known beside them, ask of a motion.
struct Samples
{
  std::vector<double> times;
  RowMatrix values;

  /// Whether rounding alone can neither overflow a result nor take its digits.
  bool moderate() const
  {
    bool moderate = fuzz::is_moderate(values);
    for (std::size_t i = 1; i < times.size(); ++i)
    {
      const double interval = times[i] - times[i - 1];
      moderate = moderate && interval >= 1e-3 && interval <= 10.0;
    }
    return moderate && std::abs(times.front()) <= 10.0;
  }
};

/// Mostly increasing, from a microsecond to a hundred seconds apart.
std::vector<double> times_of(Bytes & bytes, int count)
{
  std::vector<double> times;
  double time = bytes.number();
  for (int i = 0; i < count; ++i)
  {
    times.push_back(time);
    const std::uint8_t kind = bytes.byte();
    time += kind == 255  ? bytes.number()
            : kind < 128 ? 0.1
                         : std::pow(10.0, bytes.integer(-6, 2)) * (1 + kind % 9);
  }
  return times;
}

Samples samples_of(Bytes & bytes, int least)
{
  const int count = bytes.integer(0, 24) == 0 ? bytes.integer(0, 3) : bytes.integer(least, 40);
  Samples samples;
  samples.times = times_of(bytes, count);
  samples.values = bytes.matrix(count, bytes.integer(1, 2));
  return samples;
}

EndCondition end_of(Bytes & bytes, int room, int channels)
{
  EndCondition end;
  end.kind = static_cast<EndKind>(bytes.integer(0, 4));
  if (end.kind == EndKind::given || end.kind == EndKind::top)
  {
    end.values = bytes.matrix(bytes.integer(1, std::max(1, room)), channels);
  }
  return end;
}

Eigen::RowVectorXd row_of(Bytes & bytes, int channels)
{
  if (bytes.byte() % 4 != 0)
  {
    return {};
  }
  const RowMatrix row = bytes.matrix(1, channels);
  return row.rows() > 0 ? Eigen::RowVectorXd(row.row(0)) : Eigen::RowVectorXd();
}

std::vector<KnotDerivative> given_of(Bytes & bytes, const Samples & samples, int room)
{
  std::vector<KnotDerivative> given;
  for (int i = bytes.byte() % 4 == 0 ? bytes.integer(1, 6) : 0; i > 0; --i)
  {
    KnotDerivative derivative;
    derivative.knot = bytes.integer(0, static_cast<int>(samples.times.size()));
    derivative.derivative = bytes.integer(1, std::max(1, room + 1));
    derivative.values = row_of(bytes, static_cast<int>(samples.values.cols()));
    given.push_back(std::move(derivative));
  }
  return given;
}

bool is_moderate(const EndCondition & end)
{
  return fuzz::is_moderate(end.values);
}

/// The largest of q⁽ᵈ⁾ over all segments, at some instants of each.
RowMatrix largest(const PiecewisePolynomial & motion)
{
  RowMatrix sum = RowMatrix::Zero(motion.degree() + 1, motion.channels());
  RowMatrix rows(motion.degree() + 1, motion.channels());
  for (int s = 0; s < motion.segments(); ++s)
  {
    const double begin = motion.knots()[static_cast<std::size_t>(s)];
    const double end = motion.knots()[static_cast<std::size_t>(s) + 1];
    for (const double share : {0.0, 0.1, 0.3, 0.55, 0.8, 1.0})
    {
      motion.evaluate_on(s, begin + share * (end - begin), rows);
      sum = sum.cwiseMax(rows.cwiseAbs());
    }
  }
  return sum;
}

/// The derivatives that are continuous go on at every knot, whatever its neighbours.
void require_continuous(const PiecewisePolynomial & motion, int derivatives)
{
  const RowMatrix scale = largest(motion);
  require(scale.allFinite(), "a motion that is not finite");
  RowMatrix before(derivatives + 1, motion.channels());
  RowMatrix after(derivatives + 1, motion.channels());
  for (int s = 0; s + 1 < motion.segments(); ++s)
  {
    const double knot = motion.knots()[static_cast<std::size_t>(s) + 1];
    motion.evaluate_on(s, knot, before);
    motion.evaluate_on(s + 1, knot, after);
    const RowMatrix leap = (after - before).cwiseAbs();
    const auto segment = static_cast<std::size_t>(s);
    const double length = std::min(
      motion.knots()[segment + 1] - motion.knots()[segment],
      motion.knots()[segment + 2] - motion.knots()[segment + 1]);
    double rounding = 1e-13 * scale.row(0).maxCoeff();  // of a coefficient, in its derivative
    for (Index k = 0; k <= derivatives; ++k)
    {
      rounding *= k > 0 ? static_cast<double>(k) / length : 1.0;
      require(
        (leap.row(k).array() <= 1e-3 * scale.row(k).array() + rounding + 1e-9).all(),
        "a derivative that leaps at a knot");
    }
  }
}

void require_through(const PiecewisePolynomial & motion, const Samples & samples, int derivative)
{
  const double scale = std::max(1.0, largest(motion).row(derivative).maxCoeff());
  RowMatrix rows(derivative + 1, motion.channels());
  for (std::size_t i = 0; i < samples.times.size(); ++i)
  {
    motion.evaluate(samples.times[i], rows);
    const Eigen::RowVectorXd miss =
      rows.row(derivative) - samples.values.row(static_cast<Index>(i));
    require(miss.cwiseAbs().maxCoeff() <= 1e-5 * scale, "a motion beside its samples");
  }
}

void try_positions(Bytes & bytes)
{
  PositionOptions options;
  options.order = bytes.integer(1, 13);
  const Samples samples = samples_of(bytes, 8);
  const int channels = static_cast<int>(samples.values.cols());
  const int room = options.order / 2;
  options.start = end_of(bytes, room, channels);
  options.end =
    options.start.kind == EndKind::periodic ? options.start : end_of(bytes, room, channels);
  options.given = given_of(bytes, samples, room);
  std::optional<Interpolation> found;
  if (!fuzz::taken([&] { found = interpolate_positions(samples.times, samples.values, options); }))
  {
    return;
  }
  bool moderate = samples.moderate() && is_moderate(options.start) && is_moderate(options.end);
  int continuous = options.order;
  for (const KnotDerivative & given : options.given)
  {
    moderate = moderate && fuzz::is_moderate(given.values);
    continuous = std::min(continuous, options.order - given.derivative);
  }
  if (moderate)
  {
    require_through(found->motion, samples, 0);
    require_continuous(found->motion, continuous);
  }
}

void try_accelerations(Bytes & bytes)
{
  AccelerationOptions options;
  options.order = bytes.integer(1, 13);
  const Samples samples = samples_of(bytes, 8);
  const int channels = static_cast<int>(samples.values.cols());
  const int room = options.order / 2 - 1;
  options.start = end_of(bytes, room, channels);
  options.end =
    options.start.kind == EndKind::periodic ? options.start : end_of(bytes, room, channels);
  options.position = row_of(bytes, channels);
  options.velocity = row_of(bytes, channels);
  const bool is_open = bytes.byte() % 2 == 0;
  options.end_position = is_open ? Eigen::RowVectorXd() : row_of(bytes, channels);
  options.end_velocity = is_open ? Eigen::RowVectorXd() : row_of(bytes, channels);
  std::optional<Interpolation> found;
  if (!fuzz::taken(
        [&] { found = interpolate_accelerations(samples.times, samples.values, options); }))
  {
    return;
  }
  const bool moderate =
    samples.moderate() && is_moderate(options.start) && is_moderate(options.end) &&
    fuzz::is_moderate(options.position) && fuzz::is_moderate(options.velocity) &&
    fuzz::is_moderate(options.end_position) && fuzz::is_moderate(options.end_velocity);
  if (moderate)
  {
    if (found->correction.rows() == 0)
    {
      require_through(found->motion, samples, 2);
    }
    require_continuous(found->motion, options.order);
  }
}

void try_waypoints(Bytes & bytes)
{
  const int derivative = bytes.integer(1, 8);
  const Samples samples = samples_of(bytes, 2);
  const std::vector<KnotDerivative> given = given_of(bytes, samples, derivative - 1);
  std::optional<Interpolation> found;
  if (
    !fuzz::taken(
      [&] { found = interpolate_waypoints(samples.times, samples.values, derivative, given); }) ||
    !samples.moderate() || !given.empty())
  {
    return;
  }
  require_through(found->motion, samples, 0);
  require_continuous(found->motion, 2 * derivative - 2);
  RowMatrix rows(derivative, found->motion.channels());
  const RowMatrix scale = largest(found->motion).topRows(derivative);
  for (const double time : {samples.times.front(), samples.times.back()})
  {
    found->motion.evaluate(time, rows);
    require(
      (rows.bottomRows(derivative - 1).cwiseAbs().array() <=
       1e-3 * scale.bottomRows(derivative - 1).array() + 1e-9)
        .all(),
      "waypoints whose motion is not at rest at its ends");
  }
}

SmoothingRule rule_of(Bytes & bytes, int channels)
{
  const double number = bytes.byte() % 4 == 0 ? bytes.number() : 0.5;
  const std::vector<double> numbers(bytes.byte() % 2 == 0 ? 1U : std::size_t(channels), number);
  switch (bytes.integer(0, 4))
  {
    case 0:
      return CrossValidation{};
    case 1:
      return StatedNoise{numbers};
    case 2:
      return StatedResidual{numbers};
    case 3:
      return CutOff{number};
    default:
      return SmoothnessWeight{number};
  }
}

/// A constant is as smooth as can be, so nothing is farther from the samples than their mean.
void require_nearer_than_mean(const Smoothed & smoothed, const RowMatrix & values)
{
  const std::vector<double> & residual = smoothed.report().residual;
  require(residual.size() == static_cast<std::size_t>(values.cols()), "residuals of channels");
  for (Index c = 0; c < values.cols(); ++c)
  {
    const double spread = std::sqrt((values.col(c).array() - values.col(c).mean()).square().mean());
    require(
      residual[static_cast<std::size_t>(c)] <= 1.000001 * spread + 1e-9,
      "a smoothed signal farther from its samples than their mean");
  }
}

void try_smoothing(Bytes & bytes)
{
  Samples given = samples_of(bytes, 12);
  const int channels = static_cast<int>(given.values.cols());
  SmoothingOptions options;
  const bool is_odd = bytes.byte() % 4 == 3;
  options.signal = bytes.integer(0, is_odd ? 4 : 2);
  options.penalty = is_odd ? bytes.integer(-1, 16) : options.signal + bytes.integer(1, 5);
  options.degree = is_odd ? bytes.integer(-1, 18) : 0;
  options.knot_spacing = is_odd ? bytes.number() : 0.0;
  options.largest_gap = is_odd ? bytes.number() : 1e9;
  options.varying = bytes.byte() % 2 == 0;
  const SmoothingRule rule = rule_of(bytes, channels);
  SmoothingSamples samples{given.times, given.values, {}, {}};
  const bool weighted = bytes.byte() % 4 == 0;
  if (weighted)
  {
    for (std::size_t i = 0; i < given.times.size(); ++i)
    {
      samples.weights.push_back(bytes.number());
    }
  }
  std::optional<Smoothed> found;
  if (!fuzz::taken([&] { found.emplace(smooth(samples, rule, options)); }) || !given.moderate())
  {
    return;
  }
  const PiecewisePolynomial & motion = found->polynomial();
  require_continuous(motion, std::max(0, motion.degree() - 2));
  RowMatrix deviations(options.penalty, motion.channels());
  const double middle = 0.5 * (motion.start() + motion.end());
  for (const double time : {motion.start(), middle, motion.end()})
  {
    found->deviations(time, deviations);
    require(
      deviations.allFinite() && deviations.minCoeff() >= 0.0, "deviations that are no numbers");
  }
  if (!weighted)
  {
    require_nearer_than_mean(*found, given.values);
  }
}

void try_any(Bytes & bytes)
{
  switch (bytes.integer(0, 3))
  {
    case 0:
      return try_positions(bytes);
    case 1:
      return try_accelerations(bytes);
    case 2:
      return try_waypoints(bytes);
    default:
      return try_smoothing(bytes);
  }
}

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  for (int call = 0; call < 4 && !bytes.empty(); ++call)
  {
    hod::try_any(bytes);
  }
  return 0;
}
