// SPDX-License-Identifier: Apache-2.0
#include "effort_at_speed.hpp"

#include <cmath>
#include <utility>

#include "dry_friction.hpp"
#include "hod/orders.hpp"
#include "motor_torque.hpp"

namespace hod::detail
{
namespace
{

/// Collects summands factor · λᵖ · row k of something.
class PowerSum
{
public:
  explicit PowerSum(std::size_t samples) : samples_(samples) {}

  void add(int power, double factor, const SpeedRows & rows, int row)
  {
    // A base with its own motion changes the efforts of an arm at rest; between samples it is held.
    if (power < 0 || row >= rows.rows || factor == 0.0)
    {
      return;
    }
    PowerRows & sum = powers_[power];
    sum.values.resize(samples_, 0.0);
    sum.slopes.resize(samples_, 0.0);
    for (std::size_t i = 0; i < samples_; ++i)
    {
      sum.values[i] += factor * rows.at(i, row);
      sum.slopes[i] += factor * rows.at(i, row + 1);
    }
  }

  std::map<int, PowerRows> take() { return std::move(powers_); }

private:
  std::size_t samples_;
  std::map<int, PowerRows> powers_;
};

/// The drive in units of the original motion's time, for a motion that is run λ times as fast.
JointDrive at_speed(JointDrive drive, double speed)
{
  drive.motor_inertia *= speed * speed;
  drive.damping *= speed;
  drive.viscous_friction *= speed;
  drive.smoothing_speed /= speed;
  return drive;
}

}  // namespace

EffortAtSpeed::EffortAtSpeed(EffortSource source, std::size_t samples)
: source_(std::move(source)), samples_(samples)
{}

/// Behind a spring the motor carries Q + b θ' + B θ'' with θ = q + Σᵢ (−D/K)ⁱ Q⁽ⁱ⁾/K.
std::map<int, PowerRows> EffortAtSpeed::powers(int row) const
{
  PowerSum sum(samples_);
  if (is_dry_motor())
  {
    return sum.take();
  }
  for (const SpeedRows & force : source_.forces)
  {
    sum.add(row + force.shift, 1.0, force, row);
  }
  if (source_.motor == nullptr)
  {
    return sum.take();
  }
  const JointDrive & motor = *source_.motor;
  const std::array<double, 3> resistance{0.0, motor.viscous_friction, motor.inertia()};
  for (int k = 1; k <= 2; ++k)
  {
    const double factor = resistance[static_cast<std::size_t>(k)];
    sum.add(row + k, factor, source_.position, row + k);
    const int last = motor.rigid() ? -1 : motor.damped() ? source_.order : 0;
    double share = factor / motor.stiffness;
    for (int i = 0; i <= last; ++i)
    {
      for (const SpeedRows & force : source_.forces)
      {
        sum.add(row + force.shift + k + i, share, force, row + k + i);
      }
      share *= -motor.damping / motor.stiffness;
    }
  }
  return sum.take();
}

void EffortAtSpeed::rest(
  int row, double speed, std::size_t first, std::size_t count, double * values, double * slopes)
{
  const bool is_all = first == 0 && count == samples_;
  if (is_all && last_speed_ != speed)
  {
    last_.resize(samples_);
    for (std::size_t i = 0; i < samples_; ++i)
    {
      last_[i] = rest_of(i, speed);
    }
    last_speed_ = speed;
  }
  const double factor = row == 0 ? 1.0 : speed;
  const auto index = static_cast<std::size_t>(row);
  for (std::size_t i = 0; i < count; ++i)
  {
    const Rows rows = is_all ? last_[i] : rest_of(first + i, speed);
    values[i] = factor * rows[index];
    if (slopes != nullptr)
    {
      slopes[i] = factor * rows[index + 1];
    }
  }
}

EffortAtSpeed::Rows EffortAtSpeed::rest_of(std::size_t sample, double speed) const
{
  return source_.order <= 2   ? rest_to_order<3>(sample, speed)
         : source_.order <= 4 ? rest_to_order<5>(sample, speed)
                              : rest_to_order<kMaxOrder + 1>(sample, speed);
}

template <int K>
EffortAtSpeed::Rows EffortAtSpeed::rest_to_order(std::size_t sample, double speed) const
{
  const auto series_of = [sample](const SpeedRows & rows, int first) {
    std::array<double, K> derivatives{};
    for (int k = 0; k < K; ++k)
    {
      derivatives[static_cast<std::size_t>(k)] = rows.at(sample, first + k);
    }
    return Series<K>::from_derivatives(derivatives.data());
  };
  Series<K> sum;
  for (const DryJoint & dry : source_.dry)
  {
    std::array<Series<K>, 2> pressure{};
    for (std::size_t i = 0; i < dry.pressures.size(); ++i)
    {
      const SpeedRows & part = dry.pressures[i];
      pressure[i % 2] += std::pow(speed, part.shift) * series_of(part, 0);
    }
    sum += dry.factor *
           dry_friction(*dry.joint, speed, series_of(dry.position, 1), pressure[0], pressure[1]);
  }
  std::array<double, kMaxOrder + 1> force{};
  for (int k = 0; k < K; ++k)
  {
    force[static_cast<std::size_t>(k)] = sum.derivative(k);
  }
  if (source_.motor == nullptr)
  {
    return {force[0], force[1], force[2]};
  }
  return through_motor(sample, speed, force.data());
}

/// For a motor without dry friction, the contribution of the given force to its torque; otherwise
/// the whole torque.
EffortAtSpeed::Rows EffortAtSpeed::through_motor(
  std::size_t sample, double speed, const double * force) const
{
  constexpr int kSize = kMaxOrder + 1;
  std::array<double, kSize> carried{};
  std::array<double, kSize> position{};
  std::array<double, kSize> torque{};
  const int order = source_.order;
  for (int k = 0; k <= order; ++k)
  {
    const auto index = static_cast<std::size_t>(k);
    carried[index] = force[k];
    if (is_dry_motor())
    {
      position[index] = source_.position.at(sample, k);
      for (const SpeedRows & rows : source_.forces)
      {
        carried[index] += std::pow(speed, rows.shift) * rows.at(sample, k);
      }
    }
  }
  const JointDrive motor = at_speed(*source_.motor, speed);
  const Eigen::Map<const RowMatrix> Q(carried.data(), order + 1, 1);
  const Eigen::Map<RowMatrix> theta(position.data(), order + 1, 1);
  const Eigen::Map<RowMatrix> tau(torque.data(), order - 1, 1);
  RowMatrixRef motion(theta);
  RowMatrixRef result(tau);
  for (int k = 0; k <= order; ++k)
  {
    motion(k, 0) += series_deflection(motor, Q, 0, k, order);
  }
  write_motor_torque(motor, 0, order, Q, motion, result);
  return {torque[0], torque[1], torque[2]};
}

}  // namespace hod::detail
