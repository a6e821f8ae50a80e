// SPDX-License-Identifier: Apache-2.0
// What the sensors of a known motion read, and all that is computed from it short of a recovery:
// resampling, integration, observability, noise, deviations, and fits with settings built in code.
#include <Eigen/Dense>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz.hpp"
#include "hod/accelerometer/instant.hpp"
#include "hod/accelerometer/motion_covariance.hpp"
#include "hod/accelerometer/observability.hpp"
#include "hod/accelerometer/recording_fit.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using Eigen::Index;
using fuzz::Bytes;
using fuzz::require;
using fuzz::taken;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kStep = 0.01;  // of readings [s]

/// Chains and trees of up to four joints, which encoders can follow.
const Robot & robot_number(int number)
{
  static const std::vector<Robot> robots = [] {
    std::vector<Robot> all;
    for (std::uint64_t seed = 0; seed < 16; ++seed)
    {
      const int joints = static_cast<int>(seed % 5);
      const double mimic = seed % 3 == 0 ? 0.4 : 0.0;
      all.emplace_back(reference::random_robot(seed, {joints, 0.2, 0.3, mimic, 0.2, 0.0, false}));
    }
    return all;
  }();
  return robots[static_cast<std::size_t>(number) % robots.size()];
}

/// A cubic per joint, so that resampling and splines have it without an error of their own.
class Truth
{
public:
  Truth(Bytes & bytes, int dof) : coefficients_(4, dof)
  {
    for (double & coefficient : coefficients_.reshaped())
    {
      coefficient = (bytes.byte() - 128.0) / 256.0;
    }
  }

  RowMatrix at(double t) const
  {
    Eigen::Matrix<double, 3, 4> powers;
    powers << 1.0, t, t * t, t * t * t, 0.0, 1.0, 2.0 * t, 3.0 * t * t, 0.0, 0.0, 2.0, 6.0 * t;
    return powers * coefficients_;
  }

private:
  RowMatrix coefficients_;
};

class Session
{
public:
  explicit Session(Bytes & bytes)
  : bytes_(bytes),
    robot_(robot_number(bytes.byte())),
    truth_(bytes, robot_.dof()),
    count_(bytes.integer(10, 40)),
    origin_(bytes.byte() % 8 == 0 ? 1e9 : 0.0)
  {}

  void step()
  {
    switch (bytes_.integer(0, 8))
    {
      case 0:
        return resample();
      case 1:
        return read();
      case 2:
        return integrate();
      case 3:
        return observe();
      case 4:
        return deviate();
      case 5:
        return estimate_noise();
      case 6:
        return find_common_times();
      default:
        return fit();
    }
  }

private:
  bool rarely() { return bytes_.byte() % 64 == 63; }
  double share() { return bytes_.byte() / 255.0; }

  std::vector<double> times()
  {
    std::vector<double> times;
    const bool uneven = bytes_.byte() % 4 == 3;
    for (int i = 0; i < count_; ++i)
    {
      times.push_back(origin_ + kStep * (i + (uneven ? 0.4 * share() : 0.0)));
    }
    return times;
  }

  /// Rarely unsorted, repeated, not finite, none, or fewer or more than the readings.
  bool spoil(Recording & recording)
  {
    if (!rarely())
    {
      return false;
    }
    auto & times = recording.times;
    switch (bytes_.integer(0, 7))
    {
      case 0:
        times.clear();
        break;
      case 1:
        times.resize(1);
        break;
      case 2:
        std::swap(times[1], times[2]);
        break;
      case 3:
        times[1] = times[0];
        break;
      case 4:
        times[bytes_.byte() % times.size()] = NAN;
        break;
      case 5:
        times.push_back(times.back() + kStep);
        break;
      case 6:
        recording.values = RowMatrix(0, recording.values.cols());
        break;
      default:
        recording = {};
    }
    return true;
  }

  Accelerometer next_sensor(int number)
  {
    Accelerometer sensor;
    const auto & links = robot_.links();
    sensor.name = "sensor " + std::to_string(number);
    sensor.link = links[bytes_.byte() % links.size()].name;
    sensor.position = {0.1 * bytes_.integer(-3, 3), 0.07, 0.1 * bytes_.integer(-3, 3)};
    sensor.axes = Eigen::Matrix3d::Identity().topRows(3 - bytes_.byte() % 8 / 6);
    sensor.quantity = static_cast<SensorQuantity>(bytes_.byte() % 16 / 7);
    sensor.misalignment = misalignment_from_angles(
      Eigen::Vector3d(share(), share(), share()) - 0.5 * Eigen::Vector3d::Ones());
    sensor.scale *= 1.0 + 0.1 * share();
    sensor.bias.setConstant(0.1 * share());
    sensor.time_offset = bytes_.byte() % 4 == 0 ? 0.5 * share() : 0.0;
    sensor.noise = 1e-3;
    return sensor;
  }

  Recording recorded(const Accelerometer & sensor, std::vector<double> instants)
  {
    Recording recording;
    recording.values = predicted_readings(robot_, sensor, motions_at(instants));
    for (double & time : instants)
    {
      time += sensor.time_offset;
    }
    recording.times = std::move(instants);
    return recording;
  }

  RowMatrix motions_at(const std::vector<double> & instants) const
  {
    RowMatrix motions(3 * static_cast<Index>(instants.size()), robot_.dof());
    for (std::size_t i = 0; i < instants.size(); ++i)
    {
      motions.middleRows(3 * static_cast<Index>(i), 3) = truth_.at(instants[i] - origin_);
    }
    return motions;
  }

  /// A cubic through all readings is what resampling finds, at any time.
  void resample()
  {
    Accelerometer sensor;
    sensor.time_offset = bytes_.byte() % 2 == 0 ? 0.3 : 0.0;
    Recording recording;
    recording.times = times();
    const Eigen::Vector4d cubic(share(), share(), share(), share());
    const auto value = [&](double time) {
      const double t = time - origin_;
      return cubic[0] + t * (cubic[1] + t * (cubic[2] + t * cubic[3]));
    };
    recording.values.resize(count_, bytes_.integer(0, 3));
    for (int i = 0; i < count_; ++i)
    {
      recording.values.row(i).setConstant(value(recording.times[static_cast<std::size_t>(i)]));
    }
    const std::vector<double> given = recording.times;
    for (double & time : recording.times)
    {
      time += sensor.time_offset;
    }
    std::vector<double> wanted;
    for (int i = bytes_.integer(0, 8); i > 0; --i)
    {
      wanted.push_back(
        rarely() ? bytes_.number() : origin_ + kStep * count_ * (1.1 * share() - 0.05));
    }
    const bool is_spoilt = spoil(recording);
    RowMatrix found;
    const bool is_taken = taken([&] { found = resampled(sensor, recording, wanted); });
    const bool single = recording.times.size() == 1 && recording.values.rows() == 1;
    require(is_taken || is_spoilt, "readings that cannot be resampled");
    require(!is_taken || !is_spoilt || single, "spoilt readings that were resampled");
    if (!is_taken || is_spoilt)
    {
      return;
    }
    const double rounding = origin_ == 0.0 ? 1e-9 : 1e-3;
    for (std::size_t i = 0; i < wanted.size(); ++i)
    {
      const double t = wanted[i] - origin_;
      if (t > -0.1 && t < 0.5)
      {
        const auto row = found.row(static_cast<Index>(i));
        require(
          row.size() == 0 || (row.array() - value(wanted[i])).abs().maxCoeff() < rounding,
          "resampled beside the cubic");
      }
    }
  }

  void find_common_times()
  {
    std::vector<Accelerometer> sensors(static_cast<std::size_t>(bytes_.integer(0, 3)));
    std::vector<Recording> recordings(rarely() ? 1U : sensors.size());
    bool is_spoilt = sensors.size() != recordings.size() || sensors.empty();
    double start = -kInfinity;
    double end = kInfinity;
    for (std::size_t i = 0; i < recordings.size(); ++i)
    {
      recordings[i].times = times();
      recordings[i].values = RowMatrix::Zero(count_, 3);
      const bool this_one = spoil(recordings[i]);
      is_spoilt = is_spoilt || this_one;
      if (!is_spoilt)
      {
        sensors[i].time_offset = 0.2 * share();
        start = std::max(start, recordings[i].times.front() - sensors[i].time_offset);
        end = std::min(end, recordings[i].times.back() - sensors[i].time_offset);
      }
    }
    std::vector<double> common;
    if (!taken([&] { common = common_times(sensors, recordings); }))
    {
      require(is_spoilt || end - start < 3.0 * kStep, "no common times");
      return;
    }
    require(common.size() >= 2 && std::is_sorted(common.begin(), common.end()), "no common times");
    require(
      is_spoilt || (common.front() >= start && common.back() <= end), "times that are not common");
  }

  /// The derivatives of a reading are those of differences.
  void read()
  {
    Accelerometer sensor = next_sensor(0);
    const bool is_odd = bytes_.byte() % 8 == 7;
    if (is_odd)
    {
      sensor.position.x() = bytes_.number();
      sensor.axes(0, 0) = bytes_.byte() % 2 == 0 ? bytes_.number() : 1.0;
      sensor.scale[0] = bytes_.number();
      sensor.noise = bytes_.number();
      sensor.misalignment(1, 1) = bytes_.number();
      sensor.link = rarely() ? "nowhere" : sensor.link;
    }
    std::optional<MountedAccelerometer> mounted;
    const bool is_taken = taken([&] { mounted.emplace(robot_, sensor); });
    require(is_taken || is_odd, "a sensor that is possible was refused");
    if (!is_taken)
    {
      return;
    }
    const RowMatrix motion = bytes_.matrix(3, robot_.dof());
    KinematicsWorkspace workspace(robot_, bytes_.byte() % 16 == 15 ? bytes_.integer(0, 3) : 2);
    ReadingEquation equation(bytes_.byte() % 16 == 15 ? bytes_.integer(0, 6) : robot_.dof());
    equation.component.setConstant(7.0);
    const bool fitted = motion.rows() >= 3 && motion.cols() == robot_.dof() &&
                        workspace.max_order() >= 2 && equation.by_position.cols() == robot_.dof();
    const Result result = mounted->evaluate(workspace, motion, equation);
    require((result == Result::ok) == fitted, "a reading: ok or not, wrongly");
    require(fitted || (equation.component.array() == 7.0).all(), "a refused call has written");
    const RowMatrix other = bytes_.matrix(3, robot_.dof());
    const Result again = mounted->evaluate_there(workspace, other, equation);
    require(
      again != Result::ok || (other.rows() >= 3 && other.cols() == robot_.dof()), "there: wrongly");
    Eigen::Vector3d component = Eigen::Vector3d::Constant(7.0);
    const Result alone = mounted->component(workspace, component);
    require(
      alone == Result::ok || (component.array() == 7.0).all(), "a refused component has written");
    if (fitted && !is_odd && fuzz::is_moderate(motion))
    {
      compare_derivatives(*mounted, motion);
    }
  }

  void compare_derivatives(const MountedAccelerometer & mounted, const RowMatrix & motion)
  {
    constexpr double kDifference = 1e-5;
    KinematicsWorkspace workspace(robot_, 2);
    ReadingEquation here(robot_.dof());
    ReadingEquation there(robot_.dof());
    ReadingEquation back(robot_.dof());
    require(mounted.evaluate(workspace, motion, here) == Result::ok, "a motion that fits");
    Eigen::Vector3d component;
    require(mounted.component(workspace, component) == Result::ok, "a component that fits");
    const Index axes = mounted.axes();
    const double scale = 1e-6 * std::pow(2.0 + motion.cwiseAbs().sum(), 4);
    const auto farthest = [axes](const Eigen::Vector3d & difference) {
      double most = 0.0;
      for (Index axis = 0; axis < axes; ++axis)
      {
        most = std::max(most, std::abs(difference[axis]));
      }
      return most;
    };
    require(farthest(component - here.component) <= 1e-6 * scale, "a component of its own");
    for (int row = 0; row < 3; ++row)
    {
      const RowMatrix & derivative = row == 0   ? here.by_position
                                     : row == 1 ? here.by_velocity
                                                : here.by_acceleration;
      for (int joint = 0; joint < robot_.dof(); ++joint)
      {
        RowMatrix moved = motion;
        moved(row, joint) += kDifference;
        require(mounted.evaluate(workspace, moved, there) == Result::ok, "a motion that fits");
        moved(row, joint) -= 2.0 * kDifference;
        require(mounted.evaluate(workspace, moved, back) == Result::ok, "a motion that fits");
        const Eigen::Vector3d expected = (there.component - back.component) / (2.0 * kDifference);
        require(farthest(expected - derivative.col(joint)) <= scale, "derivatives of a reading");
      }
    }
  }

  void integrate()
  {
    std::vector<Accelerometer> sensors;
    std::vector<Recording> recordings;
    bool honest = true;
    const std::vector<double> instants = times();
    for (int joint = 0; joint < robot_.dof(); ++joint)
    {
      for (int i = 0; i < 2; ++i)  // two on each link that moves: they see all joints, mostly
      {
        sensors.push_back(next_sensor(2 * joint + i));
        sensors.back().quantity = SensorQuantity::specific_force;
        sensors.back().axes = Eigen::Matrix3d::Identity();
        sensors.back().link =
          robot_.links()[robot_.links().size() - 1 - static_cast<std::size_t>(joint)].name;
        recordings.push_back(recorded(sensors.back(), instants));
        const bool is_spoilt = spoil(recordings.back());
        honest = honest && !is_spoilt;
        if (rarely() && recordings.back().values.size() > 0)
        {
          recordings.back().values.data()[bytes_.byte() % recordings.back().values.size()] =
            bytes_.number();
          honest = false;
        }
      }
    }
    std::vector<int> moving;
    for (int joint = 0; joint < robot_.dof(); ++joint)
    {
      moving.push_back(rarely() ? bytes_.integer(-2, 5) : joint);
      honest = honest && moving.back() == joint;
    }
    const RowMatrix begin = truth_.at(instants.front() - origin_);
    Eigen::VectorXd start = begin.row(0).transpose();
    Eigen::VectorXd velocity = begin.row(1).transpose();
    if (rarely() && start.size() > 0)
    {
      start[0] = bytes_.number();
      velocity.conservativeResize(bytes_.integer(0, 3));
      honest = false;
    }
    if (rarely())
    {
      recordings.resize(static_cast<std::size_t>(bytes_.integer(0, 9)));
      honest = honest && recordings.size() == sensors.size();
    }
    InstantMotion found;
    if (!taken(
          [&] { found = integrated_motion(robot_, sensors, recordings, moving, start, velocity); }))
    {
      return;
    }
    const bool finite =
      found.position.allFinite() && found.velocity.allFinite() && found.acceleration.allFinite();
    require(finite, "an integrated motion that is not finite");
    require(found.position.rows() == static_cast<Index>(found.times.size()), "rows without times");
    if (honest)
    {
      compare_integrated(found, sensors);
    }
    hold_all_but_one(sensors, recordings, start, velocity);
  }

  void compare_integrated(const InstantMotion & found, const std::vector<Accelerometer> & sensors)
  {
    // What sensors see but weakly integrates to anything: only well-conditioned ones count.
    std::vector<MountedAccelerometer> mounted;
    for (const Accelerometer & sensor : sensors)
    {
      mounted.emplace_back(robot_, sensor);
    }
    std::vector<int> all;
    for (int joint = 0; joint < robot_.dof(); ++joint)
    {
      all.push_back(joint);
    }
    const Observability seen =
      observability(robot_, mounted, found.times, motions_at(found.times), all, {});
    if (*std::max_element(seen.condition.begin(), seen.condition.end()) > 20.0)
    {
      return;
    }
    for (std::size_t i = 0; i < found.times.size(); ++i)
    {
      const RowMatrix expected = truth_.at(found.times[i] - origin_);
      const auto row = static_cast<Index>(i);
      require(
        (found.position.row(row) - expected.row(0)).cwiseAbs().maxCoeff() < 0.01,
        "an integrated motion far from the true one");
    }
  }

  /// "The others stay at their start."
  void hold_all_but_one(
    const std::vector<Accelerometer> & sensors, const std::vector<Recording> & recordings,
    const Eigen::VectorXd & start, const Eigen::VectorXd & velocity)
  {
    InstantMotion found;
    const int last = robot_.dof() - 1;
    if (!taken(
          [&] { found = integrated_motion(robot_, sensors, recordings, {last}, start, velocity); }))
    {
      return;
    }
    const auto others = found.position.leftCols(last);
    require(
      (others.rowwise() - start.head(last).transpose()).isZero(0.0), "a held joint that moves");
  }

  /// Ranks and unseen joints against singular values of differences of readings.
  void observe()
  {
    std::vector<MountedAccelerometer> mounted;
    const int count = bytes_.integer(0, 2);
    for (int i = 0; i < count; ++i)
    {
      mounted.emplace_back(robot_, next_sensor(i));
    }
    std::vector<int> moving;
    std::vector<int> encoded;
    bool fitted = true;
    for (int joint = 0; joint < robot_.dof(); ++joint)
    {
      moving.push_back(rarely() ? bytes_.integer(-2, 5) : joint);
      fitted = fitted && moving.back() >= 0 && moving.back() < robot_.dof();
      if (bytes_.byte() % 4 == 0)
      {
        encoded.push_back(rarely() ? bytes_.integer(-2, 5) : joint);
        fitted = fitted && encoded.back() >= 0 && encoded.back() < robot_.dof();
      }
    }
    std::vector<double> instants(static_cast<std::size_t>(bytes_.integer(0, 3)));
    RowMatrix motions = bytes_.matrix(3 * static_cast<int>(instants.size()), robot_.dof());
    fitted = fitted && motions.rows() == 3 * static_cast<Index>(instants.size()) &&
             motions.cols() == robot_.dof() && !moving.empty() &&
             mounted.size() + encoded.size() > 0;
    Observability found;
    const bool is_taken =
      taken([&] { found = observability(robot_, mounted, instants, motions, moving, encoded); });
    const bool moderate = fuzz::is_moderate(motions);
    require(!is_taken || fitted, "observability of what does not fit");
    require(is_taken || !fitted || !moderate, "no observability of what fits");
    if (!is_taken)
    {
      return;
    }
    require(found.singular_values.allFinite(), "singular values that are not finite");
    require(
      taken([&] { require_observed(found); }) == found.unseen.empty(), "unseen, and yet observed");
    const bool is_plain = std::is_sorted(moving.begin(), moving.end()) &&
                          std::adjacent_find(moving.begin(), moving.end()) == moving.end();
    if (moderate && is_plain)
    {
      compare_ranks(found, mounted, motions, moving, encoded);
    }
  }

  void compare_ranks(
    const Observability & found, const std::vector<MountedAccelerometer> & mounted,
    const RowMatrix & motions, const std::vector<int> & moving, const std::vector<int> & encoded)
  {
    constexpr double kRate = 10.0;
    const auto columns = static_cast<Index>(moving.size());
    int rank = 0;
    int most = 0;
    for (Index i = 0; i < motions.rows() / 3; ++i)
    {
      Eigen::MatrixXd stack = Eigen::MatrixXd::Zero(0, columns);
      for (const MountedAccelerometer & sensor : mounted)
      {
        stack.conservativeResize(stack.rows() + sensor.axes(), Eigen::NoChange);
        for (Index column = 0; column < columns; ++column)
        {
          stack.col(column).tail(sensor.axes()) = response(
            sensor, motions.middleRows(3 * i, 3), moving[static_cast<std::size_t>(column)], kRate);
        }
      }
      for (const int joint : encoded)
      {
        const auto where = std::find(moving.begin(), moving.end(), joint) - moving.begin();
        if (where < columns)
        {
          stack.conservativeResize(stack.rows() + 1, Eigen::NoChange);
          stack.row(stack.rows() - 1) = kRate * kRate * Eigen::RowVectorXd::Unit(columns, where);
        }
      }
      if (stack.rows() == 0)
      {
        continue;
      }
      const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(stack).singularValues();
      // Differences have fewer digits: what lies between is counted as they may.
      const auto surely = static_cast<int>((values.array() > 1e-4 * values[0]).count());
      const auto least = static_cast<int>((values.array() > 1e-11 * values[0]).count());
      rank = std::max(rank, surely);
      most = std::max(most, least);
      require(found.rank >= surely, "a rank lower than that of differences");
    }
    require(found.rank <= most, "a rank higher than that of differences");
    require(rank < columns || found.unseen.empty(), "unseen joints at full rank");
    require(found.rank == columns || !found.unseen.empty(), "no unseen joint without full rank");
  }

  Eigen::VectorXd response(
    const MountedAccelerometer & sensor, const RowMatrix & motion, int joint, double rate) const
  {
    constexpr double kDifference = 1e-5;
    const Eigen::Vector3d direction(1.0, rate, rate * rate);
    RowMatrix there = motion;
    there.col(joint) += kDifference * direction;
    RowMatrix back = motion;
    back.col(joint) -= kDifference * direction;
    const Accelerometer & plain = sensor.sensor();
    const RowMatrix difference =
      predicted_readings(robot_, plain, there) - predicted_readings(robot_, plain, back);
    return (difference.row(0).transpose().array() / plain.scale.head(sensor.axes()).array()) /
           (2.0 * kDifference);
  }

  /// Deviations are the spread of the samples if the band was computed from them.
  void deviate()
  {
    MotionCovariance motion;
    motion.joints = bytes_.integer(1, 4);
    motion.degree = bytes_.integer(1, 7);
    const int segments = bytes_.integer(1, 5);
    for (int i = 0; i <= segments; ++i)
    {
      motion.knots.push_back(origin_ + 0.25 * i);
    }
    for (int joint = 0; joint < motion.joints; joint += bytes_.integer(1, 2))
    {
      motion.columns.push_back(joint);
    }
    constexpr Index kSamples = 6;
    const auto moving = static_cast<Index>(motion.columns.size());
    motion.samples.resize(segments + motion.degree, kSamples * moving);
    for (float & sample : motion.samples.reshaped())
    {
      sample = static_cast<float>(share() - 0.5);
    }
    write_band(motion);
    motion.common.resize(motion.columns.size());
    motion.common[0].times = {origin_ + 0.1, origin_ + 0.2};
    motion.common[0].deviations = {0.0};
    const bool damaged = bytes_.byte() % 4 == 0 && damage(motion);
    std::vector<double> instants;
    for (int i = bytes_.integer(0, 5); i > 0; --i)
    {
      instants.push_back(rarely() ? bytes_.number() : origin_ + 0.25 * segments * share());
    }
    const int rows =
      rarely() ? bytes_.integer(-1, 12)
               : bytes_.integer(1, motion.degree > 0 && motion.degree < 9 ? motion.degree + 1 : 2);
    RowMatrix deviations = RowMatrix::Zero(
      std::max(0, rows) * static_cast<Index>(instants.size()),
      rarely() ? 3 : std::max(0, std::min(9, motion.joints)));
    const bool is_taken = taken([&] { motion.deviations(instants, deviations); });
    require(is_taken || damaged || deviations.cols() != motion.joints, "no deviations");
    for (const double time : instants)
    {
      RowMatrix one = RowMatrix::Zero(std::max(0, rows), deviations.cols());
      taken([&] { motion.deviations(time, one); });
      taken([&] { motion.common_deviation(bytes_.byte() % 4U, time); });
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
    const Index count = motion.columns.empty()
                          ? 0
                          : motion.samples.cols() / static_cast<Index>(motion.columns.size());
    std::vector<double> samples(each * instants.size() * static_cast<std::size_t>(count) + 1, 0.0);
    const bool sampled = taken([&] { motion.sample_motions(instants, rows, samples.data()); });
    require(sampled || damaged || rows < 0, "no samples");
    if (sampled && is_taken && !damaged && rows > 0)
    {
      compare_spread(motion, instants, rows, deviations, samples);
    }
  }

  static void write_band(MotionCovariance & motion)
  {
    const auto moving = static_cast<Index>(motion.columns.size());
    const Index points = motion.samples.rows();
    const Index count = motion.samples.cols() / moving;
    for (Index point = 0; point < points; ++point)
    {
      for (Index joint = 0; joint < moving; ++joint)
      {
        for (Index after = 0; after <= motion.degree; ++after)
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
  bool damage(MotionCovariance & motion)
  {
    switch (bytes_.integer(0, 9))
    {
      case 0:
        motion.knots.clear();
        return true;
      case 1:
        motion.knots.pop_back();
        return true;
      case 2:
        motion.columns.push_back(bytes_.integer(-2, 8));
        return true;
      case 3:
        motion.band.resize(motion.band.size() / 2);
        return true;
      case 4:
        motion.degree = bytes_.integer(-2, 40);
        return true;
      case 5:
        motion.samples.conservativeResize(motion.samples.rows() - 1, Eigen::NoChange);
        return true;
      case 6:
        motion.common[0].times.push_back(origin_ + 1e3);
        return true;
      case 7:
        motion.common[0].deviations.clear();
        return true;
      case 8:
        motion.joints = bytes_.byte() % 2 == 0 ? 0 : -1;
        return true;
      default:
        motion = MotionCovariance();
        return true;
    }
  }

  void compare_spread(
    const MotionCovariance & motion, const std::vector<double> & instants, int rows,
    const RowMatrix & deviations, const std::vector<double> & samples)
  {
    if (deviations.cols() != motion.joints)
    {
      return;
    }
    const auto moving = static_cast<Index>(motion.columns.size());
    const Index count = motion.samples.cols() / moving;
    const int known = std::min(rows, motion.degree);
    for (std::size_t i = 0; i < instants.size(); ++i)
    {
      if (!(std::abs(instants[i] - motion.knots.front()) <= 2.0))
      {
        continue;
      }
      RowMatrix squares = RowMatrix::Zero(rows, motion.joints);
      for (Index sample = 0; sample < count; ++sample)
      {
        const Index begin = (static_cast<Index>(i) * count + sample) * rows * motion.joints;
        const Eigen::Map<const RowMatrix> one(samples.data() + begin, rows, motion.joints);
        squares += one.cwiseAbs2() / static_cast<double>(count);
      }
      for (int k = 0; k < known; ++k)
      {
        const auto found = deviations.row(static_cast<Index>(i) * rows + k);
        const Eigen::RowVectorXd expected = squares.row(k).cwiseSqrt();
        const double rounding = 1e-6 * std::pow(60.0, k) + 1e-6 * expected.maxCoeff();
        require(
          (found - expected).cwiseAbs().maxCoeff() <= rounding, "deviations beside the spread");
      }
      for (const int column : motion.columns)
      {
        for (int k = known; k < rows; ++k)
        {
          require(
            std::isinf(deviations(static_cast<Index>(i) * rows + k, column)), "known to no order");
        }
      }
    }
  }

  void estimate_noise()
  {
    RecordedSensor sensor;
    sensor.sensor.quantity = static_cast<SensorQuantity>(bytes_.integer(0, 2));
    const int kind = bytes_.integer(0, 3);
    sensor.noise = kind == 0 ? std::optional<double>(0.25) : std::nullopt;
    sensor.noise_density = kind == 1 ? std::optional<double>(100.0) : std::nullopt;
    Recording readings;
    readings.times = times();
    readings.values.resize(count_, bytes_.integer(1, 3));
    double largest = 0.0;
    for (double & value : readings.values.reshaped())
    {
      value = rarely() ? bytes_.number() : share();
      largest = std::max(largest, std::abs(value));
    }
    const bool is_spoilt = spoil(readings);
    const bool finite = readings.values.allFinite();
    double found = 0.0;
    const bool is_taken = taken([&] { found = noise_of(sensor, readings); });
    require(is_taken || is_spoilt || !finite, "no noise of fair readings");
    if (is_taken && (kind > 0 || is_spoilt))
    {
      require(found > 0.0 && std::isfinite(found), "a noise that is none");
    }
    if (is_taken && !is_spoilt && kind == 1 && origin_ == 0.0)
    {
      const double unit = sensor.sensor.quantity == SensorQuantity::angular_velocity
                            ? 3.14159265358979 / 180.0
                            : 9.80665e-6;
      require(std::abs(found / (100.0 * unit * std::sqrt(0.5 / kStep)) - 1.0) < 0.5, "a density");
    }
    if (is_taken && kind > 1 && finite && largest < 1e100)
    {
      require(found <= 3.0 * largest + 1e-8, "more noise than reading");
    }
    RecordedJoint joint;
    joint.noise = kind == 0 ? std::optional<double>(0.25) : std::nullopt;
    taken([&] { noise_of(joint, readings); });
  }

  double next_known(double value) { return rarely() ? bytes_.number() : value; }

  void fit()
  {
    if (fits_ >= 2 || robot_.dof() == 0)
    {
      return;
    }
    ++fits_;
    RecordingSettings settings{robot_};
    std::vector<Recording> sensors;
    std::vector<Recording> joints;
    bool honest = origin_ == 0.0;
    bool encoded = true;
    const std::vector<double> instants = times();
    const int count = bytes_.byte() % 4 == 0 ? bytes_.integer(1, 2) : 0;
    for (int i = 0; i < count; ++i)
    {
      RecordedSensor sensor;
      sensor.sensor = next_sensor(i);
      sensor.sensor.time_offset = 0.0;
      sensor.signal.name = sensor.sensor.name;
      sensor.noise = 1e-3;
      settings.sensors.push_back(sensor);
      sensors.push_back(recorded(sensor.sensor, instants));
      const bool is_spoilt = spoil(sensors.back());
      honest = honest && !is_spoilt;
    }
    for (int joint = 0; joint < robot_.dof(); ++joint)
    {
      RecordedJoint encoder;
      encoder.joint = rarely() ? "nobody" : robot_.joint_names()[static_cast<std::size_t>(joint)];
      encoder.signal.name = "encoder " + std::to_string(joint);
      encoder.derivative = rarely() ? bytes_.integer(-1, 4) : 0;
      encoder.noise = rarely() ? bytes_.number() : 1e-5;
      encoded =
        encoded && encoder.derivative == 0 && encoder.noise == 1e-5 && encoder.joint != "nobody";
      settings.joints.push_back(encoder);
      joints.push_back({instants, RowMatrix(count_, 1)});
      for (int i = 0; i < count_; ++i)
      {
        const double t = instants[static_cast<std::size_t>(i)] - origin_;
        joints.back().values(i, 0) = truth_.at(t)(std::clamp(encoder.derivative, 0, 2), joint);
      }
      const bool is_spoilt = spoil(joints.back());
      honest = honest && !is_spoilt;
    }
    if (rarely())
    {
      sensors.resize(static_cast<std::size_t>(bytes_.integer(0, 2)));
      joints.resize(static_cast<std::size_t>(bytes_.integer(0, 4)));
      honest = false;
    }
    honest = honest && set_others(settings);
    std::optional<RecordingFit> found;
    if (!taken([&] { found = fit_recording(settings, sensors, joints); }))
    {
      require(!honest || !encoded || !settings.sensors.empty(), "a fair recording was refused");
      return;
    }
    require_whole(*found);
    if (honest && encoded)
    {
      compare_fit(*found);
    }
  }

  /// True if all of it is as it should be.
  bool set_others(RecordingSettings & settings)
  {
    settings.bridge_gaps = bytes_.byte() % 2 == 0;
    settings.drop_saturated = bytes_.byte() % 2 == 0;
    if (bytes_.byte() % 2 == 0)
    {
      settings.start = settings.start_velocity = settings.end = settings.end_velocity =
        Eigen::VectorXd::Constant(robot_.dof(), NAN);
    }
    if (!rarely() && !rarely())
    {
      return true;
    }
    switch (bytes_.integer(0, 6))
    {
      case 0:
        settings.order = bytes_.integer(-1, 12);
        break;
      case 1:
        settings.segments = bytes_.integer(-2, 4);
        break;
      case 2:
        settings.knot_spacing = bytes_.number();
        break;
      case 3:
        settings.held.push_back({rarely() ? "nobody" : robot_.joint_names()[0], bytes_.number()});
        break;
      case 4:
        settings.start = Eigen::VectorXd::Zero(bytes_.integer(0, 6));
        break;
      case 5:
        settings.estimates.push_back(static_cast<SensorUnknown>(bytes_.integer(0, 6)));
        break;
      default:
        settings.interpolate = true;
    }
    return false;
  }

  void require_whole(const RecordingFit & found)
  {
    for (const auto * sentences : {&found.sentences, &found.warnings})
    {
      for (const std::string & sentence : *sentences)
      {
        fuzz::require_sentence(sentence);
      }
    }
    require(found.start < found.end, "a fit of no time");
    RowMatrix rows(4, robot_.dof());
    for (const double time : {found.start, 0.5 * (found.start + found.end), found.end})
    {
      found.motion.evaluate(time, rows);
      require(rows.allFinite(), "a fit that is not finite");
    }
    RowMatrix other = bytes_.matrix(bytes_.integer(0, 3), robot_.dof());
    taken([&] { found.motion.evaluate(found.start, other); });
  }

  void compare_fit(const RecordingFit & found)
  {
    RowMatrix rows(3, robot_.dof());
    for (const double part : {0.0, 0.3, 0.7, 1.0})
    {
      const double time = found.start + part * (found.end - found.start);
      found.motion.evaluate(time, rows);
      const RowMatrix expected = truth_.at(time);
      require((rows - expected).row(0).cwiseAbs().maxCoeff() < 1e-3, "a fit beside its readings");
    }
  }

  Bytes & bytes_;
  const Robot & robot_;
  Truth truth_;
  int count_;
  double origin_;
  int fits_ = 0;
};

}  // namespace
}  // namespace hod

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  hod::Session session(bytes);
  for (int step = 0; step < 8 && !bytes.empty(); ++step)
  {
    session.step();
  }
  return 0;
}
