// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/matrices.hpp"

#include <gmock/gmock.h>

#include "classic_cases.hpp"
#include "hod/classic/forces.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/error.hpp"

namespace
{

using hod::Result;
using hod::RowMatrix;
using hod::classic::Matrices;
using hod::reference::relative_error;
using hod::test::Case;
using hod::test::for_each_case;

Eigen::VectorXd row(const Case & item, int k)
{
  return item.motion.row(k).transpose();
}

TEST(Matrices, MassMatrixIsTheKineticEnergyAndWhatTurnsAccelerationsIntoForces)
{
  for_each_case(8, [](const Case & item) {
    const Eigen::MatrixXd mass = Matrices(item.mechanism, row(item, 0)).mass_matrix();
    EXPECT_LE(relative_error(mass, mass.transpose().eval()), 1e-14);
    const double kinetic = 0.5 * row(item, 1).dot(mass * row(item, 1));
    EXPECT_NEAR(kinetic, item.exact_energy(0), 1e-12 * kinetic);
    RowMatrix motion = RowMatrix::Zero(3, item.robot.dof());
    motion.row(0) = item.motion.row(0);
    for (int j = 0; j < item.robot.dof(); ++j)
    {
      motion.row(2) = Eigen::RowVectorXd::Unit(item.robot.dof(), j);
      const hod::reference::Precise unit(item.robot, motion, Eigen::Vector3d::Zero());
      EXPECT_LE(relative_error(mass.col(j).transpose(), unit.force().row(0)), 1e-12);
    }
  });
}

TEST(Matrices, MassTimesAccelerationPlusVelocityTermIsTheForce)
{
  for_each_case(8, [](const Case & item) {
    const Matrices at(item.mechanism, row(item, 0));
    const Eigen::VectorXd q1 = row(item, 1);
    const Eigen::VectorXd q2 = row(item, 2);
    const Eigen::VectorXd q3 = row(item, 3);
    const Eigen::VectorXd force = at.mass_matrix() * q2 + at.v_column(q1, q1);
    EXPECT_LE(relative_error(force, item.exact_force(0)), 1e-12);
    // Q' = M q''' + 3 V(q', q'') + H(q', q') q' + D(q', q') q' + G(e, q'; q'')
    const Eigen::VectorXd rate = at.mass_matrix() * q3 + 3.0 * at.v_column(q1, q2) +
                                 at.h_matrix(q1, q1) * q1 + at.d_matrix(q1, q1) * q1 +
                                 at.column({q2}, {q1});
    EXPECT_LE(relative_error(rate, item.exact_force(1)), 1e-11);
  });
}

TEST(Matrices, EveryNamedMatrixIsItsContraction)
{
  const Case item(31, {4, 0.0, 0.3, 0.0, 0.0, 0.0, false});
  const Matrices at(item.mechanism, row(item, 0));
  const Eigen::VectorXd x = row(item, 1);
  const Eigen::VectorXd y = row(item, 2);
  const int n = item.robot.dof();
  const auto unit = [n](int i) { return Eigen::VectorXd(Eigen::VectorXd::Unit(n, i)); };
  for (int i = 0; i < n; ++i)
  {
    EXPECT_NEAR(at.v_column(x, y)[i], at.contraction({unit(i)}, {x, y}), 1e-12);
    EXPECT_NEAR(at.k_column(x)[i], at.contraction({unit(i), x}, {x, x, x}), 1e-12);
    EXPECT_NEAR(at.k_star_column(x)[i], at.contraction({unit(i)}, {x, x, x, x}), 1e-12);
    for (int j = 0; j < n; ++j)
    {
      EXPECT_NEAR(at.mass_matrix()(i, j), at.contraction({unit(i)}, {unit(j)}), 1e-12);
      EXPECT_NEAR(at.d_matrix(x, y)(i, j), at.contraction({unit(i), unit(j)}, {x, y}), 1e-12);
      EXPECT_NEAR(at.h_matrix(x, y)(i, j), at.contraction({unit(i)}, {unit(j), x, y}), 1e-12);
      EXPECT_NEAR(at.n_matrix(x)(i, j), at.contraction({unit(i), x, x}, {unit(j), x, x}), 1e-12);
    }
  }
}

TEST(ClassicForces, LeibnizSumsAreTheDefinition)
{
  for_each_case(12, [](const Case & item) {
    const RowMatrix force = forces_by_leibniz(item.mechanism, item.motion, 6);
    for (int k = 0; k <= 6; ++k)
    {
      EXPECT_LE(relative_error(force.row(k).transpose(), item.exact_force(k)), 1e-10) << k;
    }
  });
}

TEST(ClassicForces, MatrixFormsAreTheDefinition)
{
  for_each_case(5, [](const Case & item) {
    const RowMatrix force = forces_by_matrices(item.mechanism, item.motion, 3);
    for (int k = 0; k <= 3; ++k)
    {
      EXPECT_LE(relative_error(force.row(k).transpose(), item.exact_force(k)), 1e-10) << k;
    }
  });
}

TEST(ClassicForces, InertiaAndGravityTogetherAreTheFastPass)
{
  for_each_case(12, [](const Case & item) {
    hod::Workspace workspace(item.robot, 6);
    ASSERT_EQ(forces(workspace, item.motion, 6), Result::ok);
    const RowMatrix slow = forces_by_leibniz(item.mechanism, item.motion, 6) +
                           gravity_forces(item.mechanism, item.motion, 6);
    for (int k = 0; k <= 6; ++k)
    {
      EXPECT_LE(relative_error(workspace.force().row(k), slow.row(k)), 1e-10) << k;
    }
  });
}

TEST(ClassicForces, SayHowManyRowsAreNeeded)
{
  const Case item(11, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false});
  EXPECT_THAT(
    [&] { forces_by_leibniz(item.mechanism, item.motion.topRows(3), 2); },
    testing::ThrowsMessage<hod::Error>(testing::HasSubstr("expected 5")));
  EXPECT_THROW(forces_by_matrices(item.mechanism, item.motion.topRows(3), 2), hod::Error);
  EXPECT_THROW(gravity_forces(item.mechanism, item.motion.topRows(1), 1), hod::Error);
}

TEST(Matrices, RefuseWhatDoesNotFitOrWouldNotEnd)
{
  const Case item(11, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false});
  EXPECT_THROW(Matrices(item.mechanism, Eigen::VectorXd::Zero(2)), hod::Error);
  const Matrices at(item.mechanism, row(item, 0));
  EXPECT_THROW(at.contracted(-1, {}), hod::Error);
  EXPECT_THROW(at.contracted(3, {}), hod::Error);
  EXPECT_THROW(at.v_column(row(item, 1), Eigen::VectorXd::Zero(4)), hod::Error);
  const Matrices::Vectors many(30, row(item, 1));  // 3³⁰ tuples
  EXPECT_THROW(at.contraction(many, {}), hod::Error);
  const Matrices::Vectors more(100000, Eigen::VectorXd::Zero(3));
  EXPECT_THROW(at.contraction({}, more), hod::Error);
}

TEST(ClassicForces, MatrixFormsRefuseOrdersWithoutAnEnd)
{
  const Case item(11, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false});
  const RowMatrix motion = RowMatrix::Constant(64, 3, 0.5);
  for (const int order : {20, 38, 39, 60, 61})
  {
    EXPECT_THROW(forces_by_matrices(item.mechanism, motion, order), hod::Error) << order;
  }
}

}  // namespace
