// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "arguments.hpp"
#include "bindings.hpp"
#include "hod/dynamics/drives/batch_motor.hpp"
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

/// A motion along its times: an array (times, rows, joints), or a table matched with the robot.
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

py::object extreme(const Robot & robot, const LimitPoint & point)
{
  return py::module_::import("hod.limits")
    .attr("Extreme")(
      text_of(robot.joints()[point.joint].name), to_text(point.kind), point.time, point.value,
      point.limit, point.ratio);
}

py::object check(const Robot & robot, py::handle times, py::handle motion, int threads)
{
  const LimitedArrays arrays(robot, times, motion);
  LimitCheck found;
  {
    const py::gil_scoped_release others_may_run;
    found = check_limits(robot, arrays.samples(), threads);
  }
  const py::module_ values = py::module_::import("hod.limits");
  py::tuple worst(found.worst.size());
  for (std::size_t i = 0; i < found.worst.size(); ++i)
  {
    worst[i] = extreme(robot, found.worst[i]);
  }
  py::tuple violations(found.violations.size());
  for (std::size_t i = 0; i < found.violations.size(); ++i)
  {
    const LimitViolation & one = found.violations[i];
    const py::object peak = extreme(robot, one.peak);
    violations[i] = values.attr("Violation")(
      peak.attr("joint"), peak.attr("kind"), one.begin, one.end, one.peak.limit, peak);
  }
  return values.attr("Check")(worst, violations);
}

py::object speed_up(const Robot & robot, py::handle times, py::handle motion, int threads)
{
  const LimitedArrays arrays(robot, times, motion);
  LimitSpeedUp found;
  {
    const py::gil_scoped_release others_may_run;
    found = largest_speed_up(robot, arrays.samples(), threads);
  }
  const py::object limit = found.limit ? extreme(robot, *found.limit) : py::none();
  return py::module_::import("hod.limits")
    .attr("SpeedUp")(found.possible, found.largest, found.smallest, limit);
}

}  // namespace

void bind_limits(py::module_ & module)
{
  using namespace py::literals;
  module.def("motors_remember", &motors_remember, "robot"_a);
  module.def("check_limits", &check, "robot"_a, "times"_a, "motion"_a, "threads"_a = 0);
  module.def("largest_speed_up", &speed_up, "robot"_a, "times"_a, "motion"_a, "threads"_a = 0);
}

}  // namespace hod
