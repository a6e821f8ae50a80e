// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/kinematics/kinematics.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hod/dynamics/kinematics/momentum.hpp"
#include "hod/dynamics/kinematics/operational.hpp"
#include "states.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

void check_kinematics_order(int order, int lowest, int highest = KinematicsWorkspace::kMaxOrder)
{
  if (order < lowest || order > highest)
  {
    throw Error(
      "order: found " + std::to_string(order) + ", expected " + std::to_string(lowest) + " to " +
      std::to_string(highest));
  }
}

/// Calls each(workspace, results) for every state, after kinematics to the given order of its
/// motion; the results of a state are `dimensions` numbers, rows first.
///
/// @param more how far that order is above the one asked for
template <class Each>
NumberArray for_each(
  const Robot & robot, const ArrayLike & motion, int order,
  std::initializer_list<py::ssize_t> dimensions, const Each & each, int more = 0)
{
  const StateArrays arrays(robot, motion, order + 1, for_order(order - more));
  NumberArray results = arrays.results(dimensions);
  double * numbers = results.mutable_data();
  const States states = arrays.states();
  const auto rows = *dimensions.begin();
  py::ssize_t columns = 1;
  for (auto size = dimensions.begin() + 1; size != dimensions.end(); ++size)
  {
    columns *= *size;
  }
  const py::gil_scoped_release others_may_run;
  KinematicsWorkspace workspace(robot, order);
  for (std::size_t state = 0; state < states.count; ++state)
  {
    const auto index = static_cast<py::ssize_t>(state);
    const ConstRowMatrixMap given(
      states.motion + index * states.rows * robot.dof(), states.rows, robot.dof());
    expect(kinematics(workspace, given, order), "motion");
    each(workspace, Eigen::Map<RowMatrix>(numbers + index * rows * columns, rows, columns));
  }
  return results;
}

using Rows = Eigen::Map<RowMatrix>;

NumberArray python_jacobian(
  const Robot & robot, const ArrayLike & motion, const std::string & link, int order,
  const ArrayLike & point)
{
  check_kinematics_order(order, 0);
  const int index = link_of(robot, link);
  const Eigen::Vector3d place = vector3(point, "point");
  return for_each(
    robot, motion, order, {order + 1, 6, robot.dof()},
    [&](KinematicsWorkspace & workspace, Rows rows) {
      expect(jacobian(workspace, index, order, place), "jacobian");
      std::copy_n(workspace.jacobian.data(), rows.size(), rows.data());
    });
}

NumberArray python_point_motion(
  const Robot & robot, const ArrayLike & motion, const std::string & link, int order,
  const ArrayLike & point)
{
  check_kinematics_order(order, 0);
  const int index = link_of(robot, link);
  const Eigen::Vector3d place = vector3(point, "point");
  return for_each(
    robot, motion, order, {order + 1, 3}, [&](const KinematicsWorkspace & workspace, Rows rows) {
      expect(point_motion(workspace, index, place, rows), "point_motion");
    });
}

NumberArray python_orientation(
  const Robot & robot, const ArrayLike & motion, const std::string & link, int order)
{
  check_kinematics_order(order, 0);
  const int index = link_of(robot, link);
  return for_each(
    robot, motion, order, {order + 1, 3, 3}, [&](const KinematicsWorkspace & workspace, Rows rows) {
      for (int k = 0; k <= order; ++k)
      {
        const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> turn = orientation(workspace, index, k);
        std::copy_n(turn.data(), 9, rows.row(k).data());
      }
    });
}

NumberArray python_operational_motion(
  const Robot & robot, const ArrayLike & motion, const std::string & link, int order,
  const ArrayLike & point)
{
  check_kinematics_order(order, 1);
  const int index = link_of(robot, link);
  const Eigen::Vector3d place = vector3(point, "point");
  return for_each(
    robot, motion, order, {order, 6}, [&](const KinematicsWorkspace & workspace, Rows rows) {
      expect(link_motion(workspace, index, place, rows), "operational_motion");
    });
}

OperationalRows rows_named(const std::string & name)
{
  const std::pair<const char *, OperationalRows> known[] = {
    {"all", OperationalRows::all},
    {"linear", OperationalRows::linear},
    {"angular", OperationalRows::angular}};
  for (const auto & [word, rows] : known)
  {
    if (name == word)
    {
      return rows;
    }
  }
  throw Error("rows: found '" + name + "', expected 'all', 'linear' or 'angular'");
}

JointMotionObject python_joint_motion(
  const Robot & robot, const ArrayLike & position, const ArrayLike & operational,
  const std::string & link, const std::string & rows, const ArrayLike & point, double threshold,
  double damping)
{
  const NumberArray wanted = number_array(operational, "operational");
  const InverseOptions options{rows_named(rows), vector3(point, "point"), threshold, damping};
  const int columns = options.rows == OperationalRows::all ? 6 : 3;
  if (wanted.ndim() != 2 || wanted.shape(1) != columns)
  {
    throw Error(
      "operational: found shape " + shape_text(wanted) + ", expected (orders, " +
      std::to_string(columns) + "), row m - 1 being X of order m");
  }
  const int order = static_cast<int>(wanted.shape(0));
  check_kinematics_order(order, 1);
  OperationalWorkspace workspace(robot, link_of(robot, link), order, options);
  const Eigen::VectorXd start = vector_of(position, "position", robot.dof());
  const ConstRowMatrixMap map(wanted.data(), order, columns);
  expect(joint_motion(workspace, start, map), "joint_motion");
  return JointMotionObject(
    py::module_::import("hod.values")
      .attr("JointMotion")(
        array_of(workspace.motion), array_of_vector(workspace.residual),
        array_of_vector(workspace.singular_values), workspace.rank, workspace.damped));
}

NumberArray python_momentum(
  const Robot & robot, const ArrayLike & motion, int order, const ArrayLike & about)
{
  check_kinematics_order(order, 0, KinematicsWorkspace::kMaxOrder - 1);
  const Eigen::Vector3d place = vector3(about, "about");
  return for_each(
    robot, motion, order + 1, {order + 1, 6},
    [&](const KinematicsWorkspace & workspace, Rows rows) {
      expect(momentum(workspace, place, rows), "momentum");
    },
    1);
}

NumberArray python_kinetic_energy(const Robot & robot, const ArrayLike & motion, int order)
{
  check_kinematics_order(order, 0, KinematicsWorkspace::kMaxOrder - 1);
  return for_each(
    robot, motion, order + 1, {order + 1},
    [](const KinematicsWorkspace & workspace, Rows rows) {
      expect(
        kinetic_energy(workspace, Eigen::Map<Eigen::VectorXd>(rows.data(), rows.rows())),
        "kinetic_energy");
    },
    1);
}

NumberArray python_mass_moment(const Robot & robot, const ArrayLike & motion, int order)
{
  check_kinematics_order(order, 0);
  return for_each(
    robot, motion, order, {order + 1, 3}, [](const KinematicsWorkspace & workspace, Rows rows) {
      expect(mass_moment(workspace, rows), "mass_moment");
    });
}

constexpr const char * kJacobian =
  R"doc(Jacobians of a point of a link and their time derivatives (002 (47)-(56)).

Rows are those of the point's velocity, then of the link's angular velocity, in the axes of the root
link. Orders 0 and 1 equal Pinocchio's `getFrameJacobian` and `getFrameJacobianTimeVariation` in
LOCAL_WORLD_ALIGNED.

Parameters
----------
robot
    The robot.
motion
    (..., rows, joints): q, q', ... of one state or of many; `order` + 1 rows.
link
    Name of the link.
order
    Highest derivative, at most `MAX_KINEMATICS_ORDER`.
point
    In the link's frame [m].

Returns
-------
J, J', ...: (..., order + 1, 6, joints).

Examples
--------
>>> robot = hod.example_robot()
>>> J, rate = hod.jacobian(robot, np.zeros((2, 5)), "tool0", order=1)
>>> J.shape
(6, 5)
)doc";

constexpr const char * kPointMotion =
  R"doc(Position, velocity, acceleration, jerk, ... of a point of a link.

Parameters
----------
robot
    The robot.
motion
    (..., rows, joints): q, q', ...; `order` + 1 rows.
link
    Name of the link.
order
    Highest derivative.
point
    In the link's frame [m].

Returns
-------
(..., order + 1, 3), in the axes of the root link [m/s^k].

Examples
--------
>>> hod.kinematics.point_motion(hod.example_robot(), np.zeros((1, 5)), "base_link", order=0)
array([[0., 0., 0.]])
)doc";

constexpr const char * kOrientation =
  R"doc(Orientation of a link as a rotation matrix, and its derivatives.

Parameters
----------
robot
    The robot.
motion
    (..., rows, joints): q, q', ...; `order` + 1 rows.
link
    Name of the link.
order
    Highest derivative.

Returns
-------
R, R', ...: (..., order + 1, 3, 3).

Examples
--------
>>> hod.kinematics.orientation(hod.example_robot(), np.zeros((1, 5)), "base_link")[0, 0]
array([1., 0., 0.])
)doc";

constexpr const char * kOperationalMotion =
  R"doc(Operational motion X', X'', ... of a point of a link (001 (59), 002 (47)).

X' is the velocity of the point and the angular velocity of the link.

Parameters
----------
robot
    The robot.
motion
    (..., rows, joints): q, q', ...; `order` + 1 rows.
link
    Name of the link.
order
    Order of the highest X, from 1.
point
    In the link's frame [m].

Returns
-------
(..., order, 6): row m - 1 is X of order m.

Examples
--------
>>> hod.kinematics.operational_motion(hod.example_robot(), np.zeros((5, 5)), "tool0").shape
(4, 6)
)doc";

constexpr const char * kJointMotion =
  R"doc(Joint derivatives that produce X', X'', ... at a position (001 (60), 002 (48)).

The inverse of `operational_motion`: exact where J is square and regular, the minimum-norm solution
for redundant joints, least squares for too few. What remains is the residual.

Parameters
----------
robot
    The robot.
position
    q, one number per joint.
operational
    (orders, 6), or (orders, 3) for "linear" or "angular" rows: row m - 1 is X of order m.
link
    Name of the link.
rows
    Which rows are prescribed: "all", "linear" or "angular".
point
    In the link's frame [m].
threshold
    Singular values below this fraction of the largest one are damped,
damping
    as much as this fraction of the largest one would be damped at a singular value of zero.

Returns
-------
JointMotion

Examples
--------
>>> robot, position = hod.example_robot(), np.linspace(0.1, 0.5, 5)
>>> up = [[0.0, 0.0, 0.1]]
>>> found = hod.kinematics.joint_motion(robot, position, up, "tool0", rows="linear")
>>> bool(found.residual[1] < 1e-9)
True
)doc";

constexpr const char * kMomentum =
  R"doc(Linear and angular momentum of the robot and their derivatives (003 (21), (33), (44)-(47)).

The rate of the linear momentum is the sum of all forces on the robot, that of the angular momentum
the sum of their moments.

Parameters
----------
robot
    The robot.
motion
    (..., rows, joints): q, q', ...; `order` + 2 rows.
order
    Highest derivative.
about
    A point at rest [m].

Returns
-------
(..., order + 1, 6), linear momentum first.

Examples
--------
>>> hod.kinematics.momentum(hod.example_robot(), np.zeros((2, 5)), 0)
array([[0., 0., 0., 0., 0., 0.]])
)doc";

constexpr const char * kKineticEnergy =
  R"doc(Kinetic energy T of the links and its derivatives (001 (69), (70), (73), 003 (57), (58)).

T' is the power of the inertia forces.

Parameters
----------
robot
    The robot.
motion
    (..., rows, joints): q, q', ...; `order` + 2 rows.
order
    Highest derivative.

Returns
-------
T, T', ...: (..., order + 1) [J/s^k].

Examples
--------
>>> hod.kinematics.kinetic_energy(hod.example_robot(), np.zeros((2, 5)), 0)
array([0.])
)doc";

constexpr const char * kMassMoment =
  R"doc(Mass times the position of the centre of mass, and its derivatives.

The potential energy is minus its scalar product with `robot.base.rotation.T @ robot.gravity`.

Parameters
----------
robot
    The robot.
motion
    (..., rows, joints): q, q', ...; `order` + 1 rows.
order
    Highest derivative.

Returns
-------
(..., order + 1, 3) [kg m/s^k].

Examples
--------
>>> hod.kinematics.mass_moment(hod.example_robot(), np.zeros((3, 5))).shape
(3, 3)
)doc";

}  // namespace

void bind_kinematics(py::module_ & module)
{
  using namespace py::literals;
  const py::tuple origin = py::make_tuple(0.0, 0.0, 0.0);
  module.attr("MAX_KINEMATICS_ORDER") = KinematicsWorkspace::kMaxOrder;
  module.def(
    "jacobian", &python_jacobian, "robot"_a, "motion"_a, "link"_a, "order"_a = 2, py::kw_only(),
    "point"_a = origin, kJacobian);
  module.def(
    "point_motion", &python_point_motion, "robot"_a, "motion"_a, "link"_a, "order"_a = 4,
    py::kw_only(), "point"_a = origin, kPointMotion);
  module.def(
    "orientation", &python_orientation, "robot"_a, "motion"_a, "link"_a, "order"_a = 0,
    kOrientation);
  module.def(
    "operational_motion", &python_operational_motion, "robot"_a, "motion"_a, "link"_a,
    "order"_a = 4, py::kw_only(), "point"_a = origin, kOperationalMotion);
  module.def(
    "joint_motion", &python_joint_motion, "robot"_a, "position"_a, "operational"_a, "link"_a,
    py::kw_only(), "rows"_a = "all", "point"_a = origin, "threshold"_a = InverseOptions{}.threshold,
    "damping"_a = InverseOptions{}.damping, kJointMotion);
  module.def(
    "momentum", &python_momentum, "robot"_a, "motion"_a, "order"_a = 2, py::kw_only(),
    "about"_a = origin, kMomentum);
  module.def(
    "kinetic_energy", &python_kinetic_energy, "robot"_a, "motion"_a, "order"_a = 2, kKineticEnergy);
  module.def("mass_moment", &python_mass_moment, "robot"_a, "motion"_a, "order"_a = 2, kMassMoment);
}

}  // namespace hod
