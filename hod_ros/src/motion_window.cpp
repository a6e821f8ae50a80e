// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/motion_window.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "hod/error.hpp"

namespace hod_ros
{
namespace
{

constexpr double kRounding = 1e-6;         // of a window
constexpr double kLeastCondition = 1e-12;  // of the sums of squares

void check(const MotionWindowOptions & options)
{
  const bool good = options.length > 0.0 && std::isfinite(options.length) &&
                    options.latency >= 0.0 && options.latency <= options.length &&
                    options.degree >= 2 && options.degree <= 11;
  if (!good)
  {
    throw hod::Error(
      "window: found a length of " + std::to_string(options.length) + " s, a latency of " +
      std::to_string(options.latency) + " s and degree " + std::to_string(options.degree) +
      ", expected a positive length, a latency from zero to that and a degree of 2 to 11");
  }
  if (
    !(options.position_noise.array() > 0.0).all() || !(options.velocity_noise.array() > 0.0).all())
  {
    throw hod::Error("window: a noise is not positive, expected positive standard deviations");
  }
}

}  // namespace

Eigen::MatrixXd legendre(int degree, int derivatives, double x)
{
  Eigen::MatrixXd values = Eigen::MatrixXd::Zero(degree + 1, derivatives + 1);
  values(0, 0) = 1.0;
  for (int k = 0; k < degree; ++k)
  {
    for (int r = 0; r <= derivatives; ++r)
    {
      const double moved = x * values(k, r) + (r == 0 ? 0.0 : r * values(k, r - 1));
      const double before = k == 0 ? 0.0 : values(k - 1, r);
      values(k + 1, r) = ((2 * k + 1) * moved - k * before) / (k + 1);
    }
  }
  return values;
}

MotionWindow::MotionWindow(MotionWindowOptions options, WindowSensors * sensors)
: options_(std::move(options)), sensors_(sensors)
{
  check(options_);
}

void MotionWindow::reset()
{
  samples_.clear();
  problem_.clear();
  if (sensors_ != nullptr)
  {
    sensors_->clear();
  }
}

void MotionWindow::add(const JointReadings & readings)
{
  const double oldest = readings.time - options_.length * (1.0 + kRounding);
  while (!samples_.empty() && samples_.front().time < oldest)
  {
    samples_.pop_front();
  }
  if (samples_.empty())
  {
    start_ = readings.time;
  }
  samples_.push_back(readings);
  if (sensors_ != nullptr)
  {
    sensors_->forget(oldest);
  }
}

/// From -1 at the beginning of the window to 1 at its end.
double MotionWindow::place(double time) const
{
  return 2.0 * (time - end()) / options_.length + 1.0;
}

MotionWindow::Matrix MotionWindow::basis_at(double time, int derivatives) const
{
  Matrix basis = legendre(options_.degree, derivatives, place(time)).transpose();
  for (int k = 1; k <= derivatives; ++k)
  {
    basis.bottomRows(derivatives + 1 - k) *= 2.0 / options_.length;
  }
  return basis;
}

void MotionWindow::sum_up()
{
  const auto count = static_cast<Eigen::Index>(samples_.size());
  basis_.resize(count, terms());
  rate_.resize(count, terms());
  position_.resize(count, joints());
  velocity_.resize(count, joints());
  for (Eigen::Index i = 0; i < count; ++i)
  {
    const JointReadings & sample = samples_[static_cast<std::size_t>(i)];
    const Matrix basis = basis_at(sample.time, 1);
    basis_.row(i) = basis.row(0);
    rate_.row(i) = basis.row(1);
    position_.row(i) = sample.position.transpose();
    velocity_.row(i) = sample.velocity.transpose();
  }
  basis_gram_ = basis_.transpose() * basis_;
  rate_gram_ = rate_.transpose() * rate_;
}

/// The squares of what is left over would drown in those of positions far from zero.
void MotionWindow::count_from_nearby(Eigen::Index joint)
{
  double & origin = origin_[joint];
  origin = 0.0;
  for (Eigen::Index i = 0; i < position_.rows(); ++i)
  {
    origin = std::isfinite(position_(i, joint)) ? position_(i, joint) : origin;
  }
  position_.col(joint).array() -= origin;
}

MotionWindow::Normal MotionWindow::normal(Eigen::Index joint) const
{
  Normal sums;
  sums.gram.setZero(terms(), terms());
  sums.right.setZero(terms());
  const auto count =
    [&](const Matrix & basis, const Matrix & gram, const auto & values, double noise) {
      const double weight = 1.0 / (noise * noise);
      if (weight == 0.0)
      {
        return;
      }
      if (values.allFinite())
      {
        sums.gram += weight * gram;
        sums.right += weight * (basis.transpose() * values);
        sums.squares += weight * values.squaredNorm();
        sums.readings += static_cast<int>(values.size());
        return;
      }
      for (Eigen::Index i = 0; i < values.size(); ++i)
      {
        if (std::isfinite(values[i]))
        {
          sums.gram += weight * basis.row(i).transpose() * basis.row(i);
          sums.right += weight * values[i] * basis.row(i).transpose();
          sums.squares += weight * values[i] * values[i];
          ++sums.readings;
        }
      }
    };
  count(basis_, basis_gram_, position_.col(joint), options_.position_noise[joint]);
  count(rate_, rate_gram_, velocity_.col(joint), options_.velocity_noise[joint]);
  return sums;
}

std::string MotionWindow::too_few(Eigen::Index joint) const
{
  return "the last " + std::to_string(options_.length) + " s have " +
         std::to_string(samples_.size()) + " joint states, too few for a polynomial of degree " +
         std::to_string(options_.degree) + " in joint " + std::to_string(joint + 1) +
         "; expected a higher rate or a longer window";
}

/// Each joint by itself.
/// @param here row k: the k-th derivatives of the terms where the motion is read off
bool MotionWindow::solve_joints(const Matrix & here, MotionEstimate & estimate)
{
  double squares = 0.0;
  for (Eigen::Index joint = 0; joint < joints(); ++joint)
  {
    const Normal & sums = normals_[static_cast<std::size_t>(joint)];
    const Eigen::LLT<Matrix> solver(sums.gram);
    const bool is_known = sums.readings > options_.degree && solver.info() == Eigen::Success &&
                          solver.rcond() > kLeastCondition;
    if (!is_known)
    {
      problem_ = too_few(joint);
      return false;
    }
    coefficients_.col(joint) = solver.solve(sums.right);
    const Matrix spread = solver.matrixL().solve(here.transpose());
    estimate.deviation.col(joint).head(here.rows()) = spread.colwise().norm().transpose();
    const double freedom = std::max<double>(1.0, sums.readings - static_cast<double>(terms()));
    squares += std::max(0.0, sums.squares - coefficients_.col(joint).dot(sums.right)) / freedom;
  }
  estimate.residual = std::sqrt(squares / static_cast<double>(joints()));
  return true;
}

/// The equations of all accelerometers, which begin at the solution without them: a column each, so
/// that it lies together in memory, and what their right sides are from the origins on.
std::pair<MotionWindow::Matrix, MotionWindow::Vector> MotionWindow::sensor_equations()
{
  const auto equations = sensors_->equations(end(), [this](double time, hod::RowMatrixRef motion) {
    motion = basis_at(time, static_cast<int>(motion.rows()) - 1) * coefficients_;
    motion.row(0) += origin_.transpose();
  });
  Eigen::Index count = 0;
  for (const SensorEquation * equation : equations)
  {
    count += equation->right.size();
  }
  Matrix columns(joints() * terms(), count);
  Vector right(count);
  Eigen::Index next = 0;
  for (const SensorEquation * equation : equations)
  {
    const Matrix basis = basis_at(equation->time, 2).transpose();
    for (Eigen::Index axis = 0; axis < equation->right.size(); ++axis, ++next)
    {
      const auto by = equation->by.row(axis);
      for (Eigen::Index joint = 0; joint < joints(); ++joint)
      {
        columns.col(next).segment(joint * terms(), terms()) =
          by[joint] * basis.col(0) + by[joints() + joint] * basis.col(1) +
          by[2 * joints() + joint] * basis.col(2);
      }
      right[next] = equation->right[axis] - by.head(joints()).dot(origin_.transpose());
    }
  }
  return {columns, right};
}

/// All joints with the accelerometers.
bool MotionWindow::solve_together(const Matrix & here, MotionEstimate & estimate)
{
  const auto [columns, values] = sensor_equations();
  const Eigen::Index unknowns = columns.rows();
  Matrix gram = Matrix::Zero(unknowns, unknowns);
  Vector right = columns * values;
  double squares = values.squaredNorm();
  auto readings = static_cast<double>(values.size());
  for (Eigen::Index joint = 0; joint < joints(); ++joint)
  {
    const Normal & sums = normals_[static_cast<std::size_t>(joint)];
    gram.block(joint * terms(), joint * terms(), terms(), terms()) = sums.gram;
    right.segment(joint * terms(), terms()) += sums.right;
    squares += sums.squares;
    readings += sums.readings;
  }
  gram.selfadjointView<Eigen::Lower>().rankUpdate(columns);
  const Eigen::LLT<Matrix> solver(gram);
  if (solver.info() != Eigen::Success)
  {
    problem_ = "accelerometers and joint states do not determine a motion";
    return false;
  }
  const Vector solution = solver.solve(right);
  coefficients_ = Eigen::Map<const Matrix>(solution.data(), terms(), joints());
  for (Eigen::Index joint = 0; joint < joints(); ++joint)
  {
    Matrix spread = Matrix::Zero(unknowns, here.rows());
    spread.middleRows(joint * terms(), terms()) = here.transpose();
    solver.matrixL().solveInPlace(spread);
    estimate.deviation.col(joint).head(here.rows()) = spread.colwise().norm().transpose();
  }
  const double freedom = std::max(1.0, readings - static_cast<double>(unknowns));
  estimate.residual = std::sqrt(std::max(0.0, squares - solution.dot(right)) / freedom);
  return true;
}

bool MotionWindow::estimate(Eigen::Index rows, MotionEstimate & estimate)
{
  if (samples_.empty() || end() - start_ < options_.length * (1.0 - kRounding))
  {
    return false;
  }
  sum_up();
  origin_.resize(joints());
  coefficients_.resize(terms(), joints());
  normals_.clear();
  for (Eigen::Index joint = 0; joint < joints(); ++joint)
  {
    count_from_nearby(joint);
    normals_.push_back(normal(joint));
  }
  estimate.time = end() - options_.latency;
  estimate.motion.setZero(rows, joints());
  estimate.deviation.setConstant(rows, joints(), std::numeric_limits<double>::infinity());
  const Matrix here =
    basis_at(estimate.time, std::min(static_cast<int>(rows) - 1, options_.degree));
  if (!solve_joints(here, estimate))
  {
    return false;
  }
  if (sensors_ != nullptr && !sensors_->empty() && !solve_together(here, estimate))
  {
    return false;
  }
  estimate.motion.topRows(here.rows()) = here * coefficients_;
  estimate.motion.row(0) += origin_.transpose();
  problem_.clear();
  return true;
}

}  // namespace hod_ros
