// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "arguments.hpp"
#include "bindings.hpp"
#include "hod/dynamics/drives/limits_along.hpp"
#include "motion_match.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

const char * to_text(LimitKind kind)
{
  constexpr const char * kNames[] = {"position", "velocity", "effort", "effort_rate"};
  return kNames[static_cast<int>(kind)];
}

/// A motion with its times: an array (times, rows, joints), or a table matched with the robot.
class LimitedArrays
{
public:
  LimitedArrays(const Robot & robot, py::handle times, py::handle motion)
  : times_(number_array(times, "times"))
  {
    samples_.times = times_.data();
    samples_.count = static_cast<std::size_t>(times_.size());
    if (py::isinstance<BoundMatch>(motion))
    {
      take_table(robot, py::cast<const BoundMatch &>(motion));
    }
    else
    {
      take_array(robot, motion);
    }
  }

  const MotionSamples & samples() const { return samples_; }

private:
  void take_table(const Robot & robot, const BoundMatch & match)
  {
    if (match.dof != robot.dof() || match.table->times.size() != samples_.count)
    {
      throw Error(
        "motion: found a table of " + std::to_string(match.table->times.size()) + " instants and " +
        std::to_string(match.dof) + " joints, expected " + std::to_string(samples_.count) +
        " and " + std::to_string(robot.dof()));
    }
    samples_.rows = match.rows;
    samples_.read = [&match](std::size_t first, std::size_t count, double * motion) {
      match.match.gather(first, count, motion);
    };
  }

  void take_array(const Robot & robot, py::handle motion)
  {
    motion_ = number_array(motion, "motion");
    const bool fits = motion_.ndim() == 3 && times_.ndim() == 1 &&
                      motion_.shape(0) == times_.size() && motion_.shape(2) == robot.dof();
    if (!fits)
    {
      throw Error(
        "motion: found shape " + shape_text(motion_) + ", expected (" +
        std::to_string(times_.size()) + ", rows, " + std::to_string(robot.dof()) +
        "), one state per time");
    }
    samples_.rows = static_cast<int>(motion_.shape(1));
    const std::size_t size =
      static_cast<std::size_t>(samples_.rows) * static_cast<std::size_t>(robot.dof());
    const double * numbers = motion_.data();
    samples_.read = [numbers, size](std::size_t first, std::size_t count, double * target) {
      std::copy_n(numbers + first * size, count * size, target);
    };
  }

  NumberArray times_;
  NumberArray motion_;
  MotionSamples samples_;
};

/// joint, kind, time, value, limit, ratio
py::tuple extreme(const Robot & robot, const LimitPoint & point)
{
  return py::make_tuple(
    text_of(robot.joints()[point.joint].name), to_text(point.kind), point.time, point.value,
    point.limit, point.ratio);
}

py::tuple check(const Robot & robot, const ArrayLike & times, const ArrayLike & motion, int threads)
{
  const LimitedArrays arrays(robot, times, motion);
  LimitCheck found;
  {
    const py::gil_scoped_release others_may_run;
    found = check_limits(robot, arrays.samples(), threads);
  }
  py::list worst;
  for (const LimitPoint & one : found.worst)
  {
    worst.append(extreme(robot, one));
  }
  py::list violations;
  for (const LimitViolation & one : found.violations)
  {
    violations.append(py::make_tuple(one.begin, one.end, extreme(robot, one.peak)));
  }
  return py::make_tuple(worst, violations);
}

py::tuple speed_up(
  const Robot & robot, const ArrayLike & times, const ArrayLike & motion, int threads)
{
  const LimitedArrays arrays(robot, times, motion);
  LimitSpeedUp found;
  {
    const py::gil_scoped_release others_may_run;
    found = largest_speed_up(robot, arrays.samples(), threads);
  }
  const py::object limit = found.limit ? py::object(extreme(robot, *found.limit)) : py::none();
  return py::make_tuple(found.possible, found.largest, found.smallest, limit);
}

}  // namespace

void bind_limits(py::module_ & module)
{
  using namespace py::literals;
  module.def(
    "check_limits", &check, "robot"_a, "times"_a, "motion"_a, "threads"_a = 0,
    "Return the worst points and the violations: see hod.limits.check.");
  module.def(
    "largest_speed_up", &speed_up, "robot"_a, "times"_a, "motion"_a, "threads"_a = 0,
    "Return whether any speed is possible, the largest, the smallest and what limits it: see "
    "hod.limits.largest_speed_up.");
}

}  // namespace hod
