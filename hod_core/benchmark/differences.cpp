// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "solver.hpp"

namespace hod::speed
{
namespace
{

constexpr double kStep = 2e-3;  ///< [s], where truncation and rounding of Q'' are about equal

class Differences : public Solver
{
public:
  Differences(const Robot & robot, int order, ForceOfState force)
  : order_(order), force_(std::move(force)), state_(3, robot.dof()), samples_(5, robot.dof())
  {}

  void compute(const RowMatrix & motion, RowMatrix & force) override
  {
    for (int point = 0; point < 5; ++point)
    {
      move(motion, (point - 2) * kStep);
      force_(
        state_.row(0).data(), state_.row(1).data(), state_.row(2).data(),
        samples_.row(point).data());
    }
    force.row(0) = samples_.row(2);
    force.row(1) = (samples_.row(0) - samples_.row(4) + 8.0 * (samples_.row(3) - samples_.row(1))) /
                   (12.0 * kStep);
    if (order_ > 1)
    {
      force.row(2) = (16.0 * (samples_.row(1) + samples_.row(3)) - samples_.row(0) -
                      samples_.row(4) - 30.0 * samples_.row(2)) /
                     (12.0 * kStep * kStep);
    }
  }

private:
  /// q, q', q'' a time later, from the polynomial with these derivatives now.
  void move(const RowMatrix & motion, double time)
  {
    for (int row = 0; row < 3; ++row)
    {
      state_.row(row) = motion.row(row);
      double weight = 1.0;
      for (Eigen::Index k = row + 1; k < motion.rows(); ++k)
      {
        weight *= time / static_cast<double>(k - row);
        state_.row(row) += weight * motion.row(k);
      }
    }
  }

  int order_;
  ForceOfState force_;
  RowMatrix state_;
  RowMatrix samples_;
};

}  // namespace

std::unique_ptr<Solver> make_differences(const Robot & robot, int order, ForceOfState force)
{
  return std::make_unique<Differences>(robot, order, std::move(force));
}

}  // namespace hod::speed
