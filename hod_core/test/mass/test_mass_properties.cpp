// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/mass_properties.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <random>

#include "hod/error.hpp"
#include "hod/mass/roll_pitch_yaw.hpp"

namespace hod
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;

/// A cloud of point masses: every tensor is a plain sum over it.
struct Cloud
{
  std::vector<double> masses;
  std::vector<Vector3d> points;

  Matrix4d pseudo() const
  {
    Matrix4d sum = Matrix4d::Zero();
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
      sum += masses[i] * points[i].homogeneous() * points[i].homogeneous().transpose();
    }
    return sum;
  }
  Matrix3d planar() const { return pseudo().topLeftCorner<3, 3>(); }
  /// Σ m [r×][r×]ᵀ.
  Matrix3d axial() const
  {
    Matrix3d sum = Matrix3d::Zero();
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
      Matrix3d cross;
      const Vector3d & r = points[i];
      cross << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
      sum += masses[i] * cross * cross.transpose();
    }
    return sum;
  }
  Cloud moved(const Pose & pose) const
  {
    Cloud other = *this;
    for (Vector3d & point : other.points)
    {
      point = pose.rotation * point + pose.translation;
    }
    return other;
  }
};

class MassPropertiesOf : public testing::TestWithParam<int>
{
protected:
  Vector3d vector() { return {normal_(generator_), normal_(generator_), normal_(generator_)}; }
  Pose pose() { return {rotation_from_rpy(vector()), vector()}; }
  Cloud cloud(int count = 7)
  {
    Cloud result;
    for (int i = 0; i < count; ++i)
    {
      result.masses.push_back(std::exp(normal_(generator_)));
      result.points.push_back(vector());
    }
    return result;
  }

  std::mt19937_64 generator_{static_cast<std::uint64_t>(GetParam())};
  std::normal_distribution<double> normal_;
};

template <typename Left, typename Right>
void expect_equal(const Left & left, const Right & right)
{
  EXPECT_LE((left - right).norm(), 1e-13 * right.norm()) << left << "\nexpected\n" << right;
}

TEST_P(MassPropertiesOf, ACloudOfPoints)
{
  const Cloud points = cloud();
  const MassProperties body = from_pseudo_inertia(points.pseudo());
  expect_equal(planar_about_origin(body), points.planar());
  expect_equal(axial_about_origin(body), points.axial());
  expect_equal(pseudo_inertia(body), points.pseudo());
  expect_equal(axial_from_planar(points.planar()), points.axial());
  expect_equal(planar_from_axial(points.axial()), points.planar());
  EXPECT_EQ(physical_flaw(body), std::nullopt);
}

TEST_P(MassPropertiesOf, AMovedCloud)
{
  const Cloud points = cloud();
  const Pose place = pose();
  const Cloud moved = points.moved(place);
  expect_equal(
    pseudo_inertia(transformed(from_pseudo_inertia(points.pseudo()), place)), moved.pseudo());
  expect_equal(transformed(points.pseudo(), place), moved.pseudo());
  const Cloud turned = points.moved({place.rotation, Vector3d::Zero()});
  expect_equal(rotated(points.axial(), place.rotation), turned.axial());
  expect_equal(rotated(points.planar(), place.rotation), turned.planar());
}

TEST_P(MassPropertiesOf, TwoCloudsJoinedAndParted)
{
  const Cloud left = cloud(), right = cloud();
  const MassProperties a = from_pseudo_inertia(left.pseudo());
  const MassProperties b = from_pseudo_inertia(right.pseudo());
  expect_equal(pseudo_inertia(a + b), Matrix4d(left.pseudo() + right.pseudo()));
  expect_equal(pseudo_inertia((a + b) - b), left.pseudo());
  expect_equal(pseudo_inertia(signed_sum({b, a, b}, {-1, 1, 1})), left.pseudo());
}

TEST_P(MassPropertiesOf, ItsPrincipalAxes)
{
  const MassProperties body = from_pseudo_inertia(cloud().pseudo());
  const PrincipalAxes principal = principal_axes(body);
  expect_equal(
    Matrix3d(principal.axes * principal.moments.asDiagonal() * principal.axes.transpose()),
    body.inertia);
  EXPECT_NEAR(principal.axes.determinant(), 1.0, 1e-14);
  EXPECT_LE(principal.moments[0], principal.moments[1]);
  EXPECT_LE(principal.moments[1], principal.moments[2]);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MassPropertiesOf, testing::Range(0, 20));

TEST(SignedSum, TakesASignForEveryBody)
{
  const MassProperties body{1.0, Vector3d::Zero(), Matrix3d::Identity()};
  EXPECT_THROW(signed_sum({body, body}, {1}), Error);
  EXPECT_THROW(signed_sum({body}, {1, 1}), Error);
  EXPECT_EQ(signed_sum({}, {}).mass, 0.0);
}

TEST(SignedSum, SurvivesAnIntermediateSumOfNothing)
{
  const MassProperties left{1.0, {1.0, 0.0, 0.0}, Matrix3d::Identity()};
  const MassProperties right{1.0, {-1.0, 0.0, 0.0}, Matrix3d::Identity()};
  const MassProperties sum = signed_sum({left, right, left}, {1, -1, 1});
  EXPECT_EQ(sum.mass, 1.0);
  EXPECT_EQ(sum.center, Vector3d(3.0, 0.0, 0.0));
}

/// A tensor of 1e-9 kg m² survives a frame 1e3 m away, which a sum about its origin would lose.
TEST(SignedSum, KeepsTheDigitsOfSmallTensorsFarAway)
{
  MassProperties body{1e-3, {1e3, -2e3, 5e2}, 1e-9 * Matrix3d::Identity()};
  EXPECT_TRUE(((body + body).inertia).isApprox(2e-9 * Matrix3d::Identity(), 1e-12));
}

TEST(FromPseudoInertia, LeavesAMasslessBodyAtTheOrigin)
{
  const MassProperties body = from_pseudo_inertia(Matrix4d::Zero());
  EXPECT_EQ(body.mass, 0.0);
  EXPECT_EQ(body.center, Vector3d(Vector3d::Zero()));
}

TEST(PhysicalFlaw, NamesWhatIsWrong)
{
  using testing::HasSubstr;
  using testing::Optional;
  MassProperties body{1.0, Vector3d::Zero(), Vector3d(1.0, 1.0, 2.5).asDiagonal()};
  EXPECT_THAT(physical_flaw(body), Optional(HasSubstr("exceeds the sum of the others")));
  body.inertia = Vector3d(-0.1, 1.0, 1.0).asDiagonal();
  EXPECT_THAT(physical_flaw(body), Optional(HasSubstr("negative principal moment -0.1")));
  body.inertia(0, 0) = NAN;
  EXPECT_THAT(physical_flaw(body), Optional(HasSubstr("not finite")));
  body.inertia = Matrix3d::Constant(1.7e308);  // whose largest moment is three times that
  EXPECT_FALSE(is_possible(body));
  EXPECT_THAT(physical_flaw(body), Optional(HasSubstr("beyond a double's range")));
  EXPECT_THAT(
    physical_flaw({-1.0, Vector3d::Zero(), Matrix3d::Zero()}), Optional(HasSubstr("-1 kg")));
}

/// Whether one of the eigenvalues of I_ps is negative is what the flaw is about.
TEST_P(MassPropertiesOf, AFlawExactlyIfThePseudoInertiaIsIndefinite)
{
  MassProperties body = from_pseudo_inertia(cloud().pseudo());
  EXPECT_EQ(physical_flaw(body), std::nullopt);
  const PrincipalAxes principal = principal_axes(body);
  const double beyond =
    1.001 * (principal.moments[0] + principal.moments[1] - principal.moments[2]);
  const Vector3d axis = principal.axes.col(2);
  body.inertia += beyond * axis * axis.transpose();
  EXPECT_NE(physical_flaw(body), std::nullopt);
  EXPECT_LT(pseudo_inertia(body).selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0.0);
}

TEST(RollPitchYaw, TurnsAboutFixedAxesInTurn)
{
  const Vector3d rpy(0.3, -0.7, 1.9);
  const Matrix3d expected =
    (Eigen::AngleAxisd(rpy[2], Vector3d::UnitZ()) * Eigen::AngleAxisd(rpy[1], Vector3d::UnitY()) *
     Eigen::AngleAxisd(rpy[0], Vector3d::UnitX()))
      .toRotationMatrix();
  EXPECT_TRUE(rotation_from_rpy(rpy).isApprox(expected, 1e-15));
  EXPECT_TRUE(rpy_from_rotation(expected).isApprox(rpy, 1e-14));
}

// There rounding of the matrix decides which part of a turn is roll: the yaw must go with it.
TEST(RollPitchYaw, IsReadBackNearWhereRollAndYawCannotBeTold)
{
  for (const double beside : {1e-3, 1e-6, 1e-9, 1e-11})
  {
    const Matrix3d near = rotation_from_rpy({0.4, 1.5707963267948966 - beside, 0.9});
    const Matrix3d turn = rotation_from_rpy({0.5, -0.2, 2.1});
    const Matrix3d rotation = near * turn * turn.transpose();  // rounded otherwise than by angles
    EXPECT_TRUE(rotation_from_rpy(rpy_from_rotation(rotation)).isApprox(rotation, 1e-14)) << beside;
  }
}

TEST(RollPitchYaw, IsReadBackWhereRollAndYawCannotBeTold)
{
  for (const double pitch : {1.5707963267948966, -1.5707963267948966})
  {
    const Matrix3d rotation = rotation_from_rpy({0.4, pitch, 0.9});
    EXPECT_TRUE(rotation_from_rpy(rpy_from_rotation(rotation)).isApprox(rotation, 1e-14));
  }
}

}  // namespace

}  // namespace hod
