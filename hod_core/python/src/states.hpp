// SPDX-License-Identifier: Apache-2.0
#ifndef STATES_HPP_
#define STATES_HPP_

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "hod/dynamics/forces/batch.hpp"
#include "hod/orders.hpp"

namespace hod
{

inline void check_order(int order)
{
  if (order < 0 || order > kMaxOrder)
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected 0 to " + std::to_string(kMaxOrder));
  }
}

/// Motion of the base in each state, if it replaces the robot's own base motion.
using Bases = std::optional<std::vector<BaseMotion>>;

/// Motions of one or any number of states, (…, rows, joints), optionally with one time each.
class StateArrays
{
public:
  /// @param rows number of rows that `purpose` needs per state
  StateArrays(
    const Robot & robot, const ArrayLike & motion, int rows, const std::string & purpose,
    const std::optional<ArrayLike> & times = std::nullopt, Bases bases = std::nullopt)
  : motion_(number_array(motion, "motion")), bases_(std::move(bases))
  {
    check_shape(robot.dof());
    rows_ = static_cast<int>(motion_.shape(motion_.ndim() - 2));
    if (rows_ < rows)
    {
      throw Error(
        "motion: found " + std::to_string(rows_) + " rows, expected " + std::to_string(rows) +
        " (row k is the k-th derivative of q) for " + purpose);
    }
    for (pybind11::ssize_t axis = 0; axis + 2 < motion_.ndim(); ++axis)
    {
      leading_.push_back(motion_.shape(axis));
      count_ *= static_cast<std::size_t>(motion_.shape(axis));
    }
    if (times)
    {
      read_times(*times);
    }
    if (bases_ && bases_->size() != count_)
    {
      throw Error(
        "bases: found " + std::to_string(bases_->size()) + ", expected " + std::to_string(count_) +
        ", one per state of the motion");
    }
  }

  bool single() const { return leading_.empty(); }
  /// Whether they are the instants of one motion: one-dimensional and with times.
  bool is_motion() const { return leading_.size() == 1 && times_; }
  int rows() const { return rows_; }

  States states() const
  {
    return {
      motion_.data(), count_, rows_, times_ ? times_->data() : nullptr,
      bases_ ? bases_->data() : nullptr};
  }

  /// An array for results: the leading dimensions of the motion, then these.
  NumberArray results(std::initializer_list<pybind11::ssize_t> dimensions) const
  {
    std::vector<pybind11::ssize_t> shape = leading_;
    shape.insert(shape.end(), dimensions);
    return NumberArray(shape);
  }

private:
  void check_shape(int dof) const
  {
    const std::string expected = std::to_string(dof);
    if (motion_.ndim() < 2)
    {
      throw Error(
        "motion: found shape " + shape_text(motion_) + ", expected (..., rows, " + expected +
        ") with one row per derivative");
    }
    if (motion_.shape(motion_.ndim() - 1) != dof)
    {
      throw Error(
        "motion: found " + std::to_string(motion_.shape(motion_.ndim() - 1)) +
        " columns, expected " + expected + ", one per joint of the robot");
    }
  }

  void read_times(pybind11::handle argument)
  {
    times_ = number_array(argument, "times");
    if (static_cast<std::size_t>(times_->size()) != count_)
    {
      throw Error(
        "times: found " + std::to_string(times_->size()) + ", expected " + std::to_string(count_) +
        ", one per state of the motion");
    }
    for (pybind11::ssize_t i = 0; i < times_->size(); ++i)
    {
      if (!std::isfinite(times_->data()[i]))
      {
        throw Error(
          "times: found " + std::to_string(times_->data()[i]) + " for state " + std::to_string(i) +
          ", expected finite numbers");
      }
    }
  }

  NumberArray motion_;
  std::optional<NumberArray> times_;
  Bases bases_;
  std::vector<pybind11::ssize_t> leading_;
  std::size_t count_ = 1;
  int rows_ = 0;
};

inline std::string for_order(int order)
{
  return "order " + std::to_string(order);
}

}  // namespace hod

#endif  // STATES_HPP_
