// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "hod/accelerometer/recovery.hpp"
#include "recovery_scene.hpp"

namespace hod
{
namespace
{

using test::add_noise;
using test::kDuration;
using test::Scene;
using testing::HasSubstr;

constexpr double kNoise = 0.05;
constexpr double kTurn = 6.283185307179586;

/// Two joints with a sensor each, knots found automatically.
Scene noisy_scene(std::uint64_t seed)
{
  Scene scene(seed, 2);
  scene.options = {};
  for (auto & sensor : scene.sensors)
  {
    sensor.noise = kNoise;
    sensor.position = {0.3, 0.2, 0.1};
  }
  return scene;
}

void take(Scene & scene, double rate, double noise = kNoise)
{
  scene.take(rate);
  add_noise(scene.recordings, noise);
}

/// Encoders of all joints, rounded to whole steps if there are steps.
void add_encoders(Scene & scene, double rate, double noise, double step)
{
  std::mt19937_64 engine(8);
  std::normal_distribution<double> normal(0.0, noise);
  for (int joint = 0; joint < 2; ++joint)
  {
    JointRecording encoder;
    encoder.joint = scene.robot.joint_names()[static_cast<std::size_t>(joint)];
    encoder.noise = std::max(noise, step / std::sqrt(12.0));
    for (int i = 0; i <= static_cast<int>(kDuration * rate); ++i)
    {
      const double value = scene.motion.at(i / rate, 1)(0, joint) + normal(engine);
      encoder.times.push_back(i / rate);
      encoder.values.push_back(step > 0.0 ? step * std::round(value / step) : value);
    }
    scene.options.joint_recordings.push_back(encoder);
  }
}

/// Mean square of each derivative's errors in units of its deviation.
Eigen::ArrayXd normalized_squares(const Scene & scene, const Recovery & found)
{
  constexpr int kInstants = 1000;
  RowMatrix rows(5, 2);
  RowMatrix deviations(5, 2);
  Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(5);
  for (int i = 0; i < kInstants; ++i)
  {
    const double time = kDuration * (i + 0.5) / kInstants;
    found.motion.evaluate(time, rows);
    found.covariance.deviations(time, deviations);
    const RowMatrix errors = (rows - scene.motion.at(time, 5)).cwiseQuotient(deviations);
    squares += errors.rowwise().squaredNorm().array() / (2 * kInstants);
  }
  return squares;
}

/// The second sine of the second joint becomes a vibration.
Scene vibrating_scene(double amplitude, double frequency)
{
  Scene scene = noisy_scene(20);
  scene.motion.amplitude(1, 1) = amplitude;
  scene.motion.rate(1, 1) = kTurn * frequency;
  take(scene, 1000.0);
  add_encoders(scene, 100.0, 1e-4, 0.0);
  return scene;
}

/// A slow motion needs few knots, and what these do not follow would pass for noise.
TEST(RecoveryOfVibrations, FindsThoseOfMicroradians)
{
  for (const auto & [amplitude, frequency] : {std::pair(2e-6, 60.0), {1e-5, 20.0}, {1e-6, 100.0}})
  {
    const Scene scene = vibrating_scene(amplitude, frequency);
    const Recovery found = scene.recover();
    EXPECT_LE(normalized_squares(scene, found).sqrt().maxCoeff(), 1.3) << frequency;
    EXPECT_NEAR(found.noise_ratio, 1.0, 0.05) << frequency;
    EXPECT_THAT(found.warnings, testing::IsEmpty()) << frequency;
  }
}

TEST(RecoveryOfVibrations, WarnsWhereTheStatedKnotsAreTooFew)
{
  Scene scene = vibrating_scene(2e-6, 60.0);
  scene.options.knot_spacing = 0.05;
  EXPECT_THAT(
    scene.recover().warnings,
    testing::Contains(
      testing::AllOf(
        HasSubstr("'imu_1'"), HasSubstr("too fast for knots 0.05 s apart"),
        HasSubstr("knot_spacing of 0.003 s"))));
}

TEST(RecoveryOfVibrations, AreNotTakenFromNoiseThatIsLargerThanStated)
{
  Scene scene = noisy_scene(20);
  take(scene, 1000.0, 1.8 * kNoise);
  add_encoders(scene, 100.0, 1e-4, 0.0);
  const Recovery found = scene.recover();
  EXPECT_THAT(found.warnings, testing::IsEmpty());
  EXPECT_LE(found.motion.knots().size(), 60U);
}

/// The errors of neighbouring readings of a slow joint are alike.
TEST(RecoveryWithQuantizedEncoders, IsAsGoodAsItsBandsSayAtHighRates)
{
  for (const auto & [rate, step] : {std::pair(1000.0, 1e-3), {500.0, 3e-3}, {1000.0, 1.5e-3}})
  {
    Eigen::ArrayXd squares = Eigen::ArrayXd::Zero(5);
    constexpr int kSeeds = 6;
    for (std::uint64_t seed = 30; seed < 30 + kSeeds; ++seed)
    {
      Scene scene = noisy_scene(seed);
      take(scene, 200.0);
      add_encoders(scene, rate, 1e-7, step);
      const Recovery found = scene.recover();
      EXPECT_NEAR(found.noise_ratio, 1.0, 0.06) << rate << ", " << step;
      squares += normalized_squares(scene, found) / kSeeds;
    }
    EXPECT_LE(squares.sqrt().maxCoeff(), 1.3) << rate << ", " << step << ": " << squares.sqrt();
  }
}

}  // namespace
}  // namespace hod
