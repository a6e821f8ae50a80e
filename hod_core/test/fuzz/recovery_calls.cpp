// SPDX-License-Identifier: Apache-2.0
// Motions recovered from any sensors, encoders and options, and from readings that may be spoilt.
#include <optional>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "hod/accelerometer/recovery.hpp"
#include "known_motion.hpp"
#include "robots.hpp"

namespace hod
{
namespace
{

using Eigen::Index;
using fuzz::Bytes;
using fuzz::KnownMotion;
using fuzz::kStep;
using fuzz::rarely;
using fuzz::require;

constexpr int kRows = 5;
/// Far beyond what rounding and the splines can do to readings without an error, in rad or m.
constexpr double kFar = 0.05;

/// Power by power; small, so that no motion beside it explains the readings as well.
RowMatrix cubics_by_power(Bytes & bytes, int dof)
{
  RowMatrix coefficients(4, dof);
  for (Index i = 0; i < coefficients.size(); ++i)
  {
    coefficients.data()[i] = (bytes.byte() - 128.0) / 256.0;
  }
  return coefficients;
}

/// What a call is given, and whether all of it is true of the robot.
struct Case
{
  std::vector<Accelerometer> sensors;
  std::vector<Recording> recordings;
  RecoveryOptions options;
  bool honest = true;
  bool encoded = true;  ///< all joints, from the first reading to the last
};

class Maker
{
public:
  Maker(Bytes & bytes, const Robot & robot)
  : bytes_(bytes),
    robot_(robot),
    truth_(cubics_by_power(bytes, robot.dof())),
    count_(bytes.integer(12, 60))
  {}

  Case make()
  {
    const int sensors = bytes_.integer(0, 3);
    for (int i = 0; i < sensors; ++i)
    {
      add_sensor(i);
    }
    for (int joint = 0; joint < robot_.dof(); ++joint)
    {
      add_encoder(joint);
    }
    choose_options();
    return std::move(case_);
  }

  const KnownMotion & truth() const { return truth_; }
  double end() const { return kStep * (count_ - 1); }

private:
  /// The number itself, or rarely any other one.
  double spoilt(double number)
  {
    if (!rarely(bytes_))
    {
      return number;
    }
    case_.honest = false;
    return bytes_.number();
  }

  std::vector<double> times()
  {
    std::vector<double> times;
    const bool is_spoilt = rarely(bytes_);
    for (int i = 0; i < count_; ++i)
    {
      times.push_back(is_spoilt ? spoilt(kStep * i) : kStep * i);
    }
    return times;
  }

  void spoil(RowMatrix & values)
  {
    if (!rarely(bytes_))
    {
      return;
    }
    case_.honest = false;
    if (bytes_.byte() % 8 == 0)
    {
      values = bytes_.matrix(static_cast<int>(values.rows()), static_cast<int>(values.cols()));
    }
    for (int i = bytes_.integer(1, 8); i > 0 && values.size() > 0; --i)
    {
      values.data()[bytes_.byte() % values.size()] = bytes_.number();
    }
  }

  void add_sensor(int number)
  {
    Accelerometer sensor;
    const auto & links = robot_.links();
    sensor.name = "sensor " + std::to_string(number);
    sensor.link = links[bytes_.byte() % links.size()].name;
    sensor.position = {0.1 * bytes_.integer(-3, 3), 0.07, 0.1 * bytes_.integer(-3, 3)};
    sensor.quantity = static_cast<SensorQuantity>(bytes_.integer(0, 2));
    sensor.axes = Eigen::Matrix3d::Identity().topRows(bytes_.integer(1, 3));
    const Index axes = sensor.axes.rows();
    sensor.noise = 1e-3;
    Recording recording;
    recording.times = times();
    recording.values = RowMatrix::Zero(static_cast<Index>(recording.times.size()), axes);
    RowMatrix motions(3 * recording.values.rows(), robot_.dof());
    for (Index i = 0; i < recording.values.rows(); ++i)
    {
      motions.middleRows(3 * i, 3) = truth_.at(kStep * static_cast<double>(i));
    }
    recording.values = predicted_readings(robot_, sensor, motions);
    spoil(recording.values);
    sensor.noise = spoilt(sensor.noise);
    sensor.time_offset = spoilt(0.0);
    sensor.range = rarely(bytes_) ? 1e3 : 0.0;
    sensor.bias_wander = rarely(bytes_) ? std::abs(spoilt(1e-4)) : 0.0;
    sensor.bias[0] = spoilt(0.0);
    sensor.scale[0] = spoilt(1.0);
    sensor.position[1] = spoilt(sensor.position[1]);
    if (rarely(bytes_))
    {
      sensor.link = "nowhere";
    }
    case_.sensors.push_back(sensor);
    case_.recordings.push_back(recording);
  }

  void add_encoder(int joint)
  {
    if (bytes_.byte() % 4 == 0)
    {
      case_.encoded = false;
      return;
    }
    JointRecording encoder;
    encoder.joint =
      rarely(bytes_) ? "nobody" : robot_.joint_names()[static_cast<std::size_t>(joint)];
    encoder.noise = spoilt(1e-4);
    encoder.derivative = rarely(bytes_) ? bytes_.integer(-1, 4) : 0;
    case_.encoded = case_.encoded && encoder.derivative == 0;
    encoder.times = times();
    RowMatrix values(static_cast<Index>(encoder.times.size()), 1);
    for (Index i = 0; i < values.rows(); ++i)
    {
      const RowMatrix motion = truth_.at(kStep * static_cast<double>(i));
      values(i, 0) = motion(std::min(2, std::max(0, encoder.derivative)), joint);
    }
    case_.honest = case_.honest && encoder.derivative >= 0 && encoder.derivative <= 2;
    spoil(values);
    encoder.values.assign(values.data(), values.data() + values.size());
    case_.options.joint_recordings.push_back(std::move(encoder));
  }

  Eigen::VectorXd known(int row, double time)
  {
    if (bytes_.byte() % 2 == 0)
    {
      return {};
    }
    Eigen::VectorXd known = truth_.at(time).row(row).transpose();
    known[0] = spoilt(known[0]);
    return rarely(bytes_) ? Eigen::VectorXd(known.head(known.size() - 1)) : known;
  }

  void choose_options()
  {
    RecoveryOptions & options = case_.options;
    options.start = known(0, 0.0);
    options.start_velocity = known(1, 0.0);
    options.end = known(0, end());
    options.end_velocity = known(1, end());
    options.degree = rarely(bytes_) ? bytes_.integer(1, 14) : 5;
    options.knot_spacing = bytes_.byte() % 4 == 0 ? std::abs(spoilt(0.1)) : 0.0;
    options.smoothing = rarely(bytes_) ? bytes_.number() : 0.0;
    options.max_iterations = rarely(bytes_) ? bytes_.integer(-1, 3) : 60;
    options.recording.bridge_gaps = bytes_.byte() % 2 == 0;
    options.recording.drop_saturated = bytes_.byte() % 2 == 0;
    for (int i = bytes_.byte() % 4 == 0 ? bytes_.integer(1, 3) : 0; i > 0; --i)
    {
      const int last = std::max(0, static_cast<int>(case_.sensors.size()) - 1);
      const auto kind = static_cast<SensorUnknown>(bytes_.integer(0, rarely(bytes_) ? 6 : 5));
      options.estimates.push_back({kind, bytes_.integer(0, last + (rarely(bytes_) ? 1 : 0))});
    }
    if (rarely(bytes_))
    {
      options.held.push_back({robot_.joint_names().front(), bytes_.number()});
      case_.honest = false;
    }
    if (rarely(bytes_))
    {
      options.recording.rests.push_back({bytes_.number(), bytes_.number()});
      case_.honest = false;
    }
    case_.honest = case_.honest && options.smoothing == 0.0 && options.max_iterations == 60;
  }

  Bytes & bytes_;
  const Robot & robot_;
  KnownMotion truth_;
  int count_;
  Case case_;
};

void require_whole(const Recovery & found, const Robot & robot, const Case & given)
{
  require(found.motion.channels() == robot.dof(), "a motion of other joints");
  require(found.sensors.size() == given.sensors.size(), "other sensors");
  require(found.residuals.size() == found.readings.size(), "residuals of other readings");
  RowMatrix rows(kRows, robot.dof());
  for (const double time : {found.motion.start(), found.motion.end()})
  {
    found.motion.evaluate(time, rows);
    require(rows.allFinite(), "a motion that is not finite");
    found.covariance.deviations(time, rows);
    require(!rows.array().isNaN().any() && rows.minCoeff() >= 0.0, "deviations that are none");
  }
  require(std::isfinite(found.noise_ratio), "a ratio of noise that is not finite");
  for (const EstimatedUnknown & unknown : found.unknowns)
  {
    require(std::isfinite(unknown.value) && unknown.deviation >= 0.0, "an unknown without value");
  }
}

void require_true(const Recovery & found, const KnownMotion & truth, double end)
{
  RowMatrix row(1, found.motion.channels());
  for (const double time : {0.0, 0.25 * end, 0.5 * end, 0.75 * end, end})
  {
    found.motion.evaluate(time, row);
    require(
      (row - truth.at(time).topRows(1)).cwiseAbs().maxCoeff() < kFar,
      "a motion far from where encoders without error were");
  }
}

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  const hod::Robot & robot = hod::fuzz::robot_number(bytes.byte());
  if (robot.dof() == 0)
  {
    return 0;
  }
  hod::Maker maker(bytes, robot);
  const hod::Case given = maker.make();
  std::optional<hod::Recovery> found;
  const bool is_taken = hod::fuzz::taken(
    [&] { found = hod::recover_motion(robot, given.sensors, given.recordings, given.options); });
  if (is_taken)
  {
    hod::require_whole(*found, robot, given);
    if (given.honest && given.encoded)
    {
      hod::require_true(*found, maker.truth(), maker.end());
    }
  }
  return 0;
}
