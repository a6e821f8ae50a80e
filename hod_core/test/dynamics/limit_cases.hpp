// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__DYNAMICS__LIMIT_CASES_HPP_
#define HOD__TEST__DYNAMICS__LIMIT_CASES_HPP_

#include <cmath>
#include <string>
#include <vector>

#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/dynamics/drives/limits_along.hpp"
#include "term_cases.hpp"

namespace hod::reference
{

/// q = a sin(ω t + φ) + b of every joint.
struct SineMotion
{
  RowMatrix numbers;  ///< a, ω, φ, b in rows

  static SineMotion random(std::uint64_t seed, int dof, double amplitude = 0.6)
  {
    Random source(seed);
    SineMotion motion{RowMatrix(4, dof)};
    for (int column = 0; column < dof; ++column)
    {
      motion.numbers.col(column) << amplitude * source.uniform(0.5, 1.0), source.uniform(0.8, 2.0),
        source.uniform(-3.0, 3.0), source.uniform(-1.0, 1.0);
    }
    return motion;
  }

  RowMatrix at(double time, int rows, double speed = 1.0) const
  {
    RowMatrix result(rows, numbers.cols());
    for (Eigen::Index column = 0; column < numbers.cols(); ++column)
    {
      const auto number = numbers.col(column);
      for (int k = 0; k < rows; ++k)
      {
        result(k, column) = number[0] * std::pow(speed * number[1], k) *
                            std::sin(number[1] * time + number[2] + k * M_PI_2);
      }
      result(0, column) += number[3];
    }
    return result;
  }
};

/// Samples of a motion.
struct Samples
{
  std::vector<double> times;
  std::vector<double> motion;
  int rows;

  Samples(const SineMotion & sine, double end, std::size_t count, int row_count) : rows(row_count)
  {
    for (std::size_t i = 0; i < count; ++i)
    {
      times.push_back(end * static_cast<double>(i) / static_cast<double>(count - 1));
      const RowMatrix one = sine.at(times.back(), rows);
      motion.insert(motion.end(), one.data(), one.data() + one.size());
    }
  }

  States states() const { return {motion.data(), times.size(), rows, times.data()}; }
};

/// The same robot whose loads are where they were in a motion that is run λ times as fast.
inline Robot with_faster_loads(const Robot & robot, double speed)
{
  return robot.with([speed](RobotDescription & description) {
    for (Load & load : description.loads)
    {
      double power = 1.0;
      for (int k = 0; k < Load::kRows; ++k)
      {
        load.wrench.row(k) *= power;
        if (load.changes() && Load::kColumns * k < load.table.cols())
        {
          load.table.middleCols(Load::kColumns * k, Load::kColumns) *= power;
        }
        power *= speed;
      }
      for (double & time : load.times)
      {
        time /= speed;
      }
    }
  });
}

/// What limits compare, from the motion and forces() at any time and speed: an independent route
/// that shares neither parts nor polynomials with the library's.
class Bruteforce
{
public:
  Bruteforce(const Robot & robot, const SineMotion & motion, double speed = 1.0)
  : robot_(robot),
    motion_(motion),
    speed_(speed),
    order_(robot.is_elastic() ? 4 : 2),
    workspace_(with_faster_loads(robot, speed), order_),
    free_(
      with_faster_loads(robot, speed).without_mimics().with([](RobotDescription & description) {
        description.is_elastic = false;
      }),
      2)
  {}

  double value(std::size_t joint, LimitKind kind, double time)
  {
    const Joint & source = robot_.joints()[joint];
    const RowMatrix rows = motion_.at(time, order_ + 3, speed_);
    const int row = kind == LimitKind::velocity || kind == LimitKind::effort_rate ? 1 : 0;
    if (kind == LimitKind::position || kind == LimitKind::velocity)
    {
      return source.multiplier * rows(row, source.dof) + (row == 0 ? source.offset : 0.0);
    }
    return source.is_mimic ? own_force(joint, row, time, rows) : supplied(source.dof, row, time, rows);
  }

private:
  double own_force(std::size_t joint, int row, double time, const RowMatrix & rows)
  {
    RowMatrix expanded(rows.rows(), static_cast<Eigen::Index>(robot_.joints().size()));
    for (Eigen::Index i = 0; i < expanded.cols(); ++i)
    {
      const Joint & one = robot_.joints()[static_cast<std::size_t>(i)];
      expanded.col(i) = one.multiplier * rows.col(one.dof);
      expanded(0, i) += one.offset;
    }
    return compute(free_, time, expanded, 2)(row, static_cast<Eigen::Index>(joint));
  }

  double supplied(int column, int row, double time, const RowMatrix & rows)
  {
    const RowMatrix force = compute(workspace_, time, rows, order_);
    if (!robot_.is_elastic())
    {
      return force(row, column);
    }
    RowMatrix position(order_ + 1, robot_.dof());
    RowMatrix torque(order_ - 1, robot_.dof());
    EXPECT_EQ(motor_motion(ElasticDrive(robot_), rows, force, position, torque), Result::ok);
    return torque(row, column);
  }

  RowMatrix compute(Workspace & workspace, double time, const RowMatrix & rows, int order) const
  {
    if (workspace.robot().depends_on_time())
    {
      const double end = workspace.robot().loads().back().times.back();
      EXPECT_EQ(workspace.set_time(std::min(time / speed_, end)), Result::ok);
    }
    EXPECT_EQ(forces(workspace, rows, order), Result::ok);
    return workspace.force();
  }

  Robot robot_;
  SineMotion motion_;
  double speed_;
  int order_;
  Workspace workspace_;
  Workspace free_;
};

}  // namespace hod::reference

#endif  // HOD__TEST__DYNAMICS__LIMIT_CASES_HPP_
