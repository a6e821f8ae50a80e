// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__REFERENCE__EVALUATION_HPP_
#define HOD__REFERENCE__EVALUATION_HPP_

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod/types.hpp"
#include "matrix_series.hpp"

namespace hod::reference
{

/// Forces, energies and joint reactions of one motion straight from the definition, in the root
/// link's axes and with any scalar; nothing here is shared with the library's own recursions.
///
///   T_b(t) = T_parent(b) P_b exp(ξ_b q_b(t))        poses, as Taylor series in time
///   S_b(t) = X_b ξ_b X_b⁻¹,  X_b = T_parent(b) P_b   what a unit of joint velocity does to a point
///   W_b(t) = Σ over b and all it carries of (T'' + Ḡ) I_ps Tᵀ = ∫ (r'' − g) [r;1]ᵀ dm
///   Q_j(t) = Σ over the joints b that column j drives of multiplier_b tr(S_b W_bᵀ)
///   E⁽ᵖ⁾   = ½ tr(T⁽ᵖ⁺¹⁾ I_ps T⁽ᵖ⁺¹⁾ᵀ)
///
/// ξ is the 4×4 matrix of the joint axis (000 (91)), I_ps the pseudo-inertia (004 (87)), Ḡ has
/// minus the gravity vector in its last column (000 (113)).
template <class Scalar>
class Evaluation
{
public:
  using Series = MatrixSeries<Scalar>;
  using Matrix4 = typename Series::Matrix;
  using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
  using Rows = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// Wrench as derivatives: row k of each is the k-th time derivative [N/sᵏ, N m/sᵏ].
  struct Wrench
  {
    Rows force;
    Rows moment;
  };

  /// @param motion row k is q⁽ᵏ⁾; with m + 1 rows, forces are known up to order m − 2
  Evaluation(const Robot & robot, const RowMatrix & motion)
  : Evaluation(robot, motion, robot.gravity())
  {}

  Evaluation(const Robot & robot, const RowMatrix & motion, const Eigen::Vector3d & gravity)
  : robot_(robot), motion_(motion), length_(static_cast<std::size_t>(motion.rows()))
  {
    forward();
    backward(gravity);
  }

  /// Row k is Q⁽ᵏ⁾.
  Rows force() const
  {
    Rows result = Rows::Zero(static_cast<Eigen::Index>(length_) - 2, robot_.dof());
    for (std::size_t b = 1; b < poses_.size(); ++b)
    {
      const Body & body = robot_.bodies()[b];
      const ScalarSeries<Scalar> along_axis = contraction(axes_[b], carried_[b]);
      for (std::size_t k = 0; k < along_axis.size(); ++k)
      {
        result(static_cast<Eigen::Index>(k), body.dof) +=
          Scalar(body.multiplier) * factorial<Scalar>(k) * along_axis[k];
      }
    }
    return result;
  }

  /// E⁽ᵖ⁾ of every body; order 0 is the kinetic energy.
  std::vector<Scalar> energy(std::size_t order) const
  {
    std::vector<Scalar> result;
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
      const Matrix4 rate = factorial<Scalar>(order + 1) * poses_[b].coefficient.at(order + 1);
      result.push_back((rate * pseudo_inertia_of(b) * rate.transpose()).trace() / Scalar(2));
    }
    return result;
  }

  /// E⁽ᵖ⁾ of a body and its time derivatives as far as the motion has rows.
  std::vector<Scalar> energy_derivatives(std::size_t body, std::size_t order) const
  {
    Series rate = poses_[body];
    for (std::size_t k = 0; k <= order; ++k)
    {
      rate = rate.derivative();
    }
    std::vector<Scalar> result = contraction(rate * pseudo_inertia_of(body), rate);
    for (std::size_t k = 0; k < result.size(); ++k)
    {
      result[k] *= factorial<Scalar>(k) / Scalar(2);
    }
    return result;
  }

  /// Kinetic plus potential energy of the whole robot and its time derivatives.
  std::vector<Scalar> mechanical_energy() const
  {
    std::vector<Scalar> result(length_ - 1, Scalar(0));
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
      const Series weighted = poses_[b] * pseudo_inertia_of(b);
      const Series rate = poses_[b].derivative();
      const ScalarSeries<Scalar> kinetic = contraction(rate * pseudo_inertia_of(b), rate);
      for (std::size_t k = 0; k < result.size(); ++k)
      {
        const Vector3 moment = weighted.coefficient[k].template topRightCorner<3, 1>();
        const Scalar potential = -robot_.gravity().cast<Scalar>().dot(moment);
        result[k] += factorial<Scalar>(k) * (kinetic[k] / Scalar(2) + potential);
      }
    }
    return result;
  }

  /// What the parent exerts on a body through its joint (000 (110), (111)), at the body's origin
  /// and in the body's own axes; the derivatives are those of these components.
  Wrench reaction(std::size_t body) const
  {
    const Series local =
      poses_[body].rigid_inverse() * carried_[body] * poses_[body].rigid_inverse().transposed();
    return wrench_of(local);
  }

  /// Pose of a body in the root link's frame as a series.
  const Series & pose(std::size_t body) const { return poses_[body]; }

private:
  static Wrench wrench_of(const Series & matrix)
  {
    const auto rows = static_cast<Eigen::Index>(matrix.length());
    Wrench wrench{Rows(rows, 3), Rows(rows, 3)};
    for (Eigen::Index k = 0; k < rows; ++k)
    {
      const Matrix4 derivative = factorial<Scalar>(static_cast<std::size_t>(k)) *
                                 matrix.coefficient[static_cast<std::size_t>(k)];
      wrench.force.row(k) = derivative.template topRightCorner<3, 1>().transpose();
      // ∫ r × a dm from the skew part of ∫ a rᵀ dm.
      wrench.moment.row(k) << derivative(2, 1) - derivative(1, 2),
        derivative(0, 2) - derivative(2, 0), derivative(1, 0) - derivative(0, 1);
    }
    return wrench;
  }

  static Matrix4 axis_matrix(const Body & body)
  {
    const Vector3 axis = body.axis.template cast<Scalar>().normalized();
    Matrix4 matrix = Matrix4::Zero();
    if (body.prismatic)
    {
      matrix.template topRightCorner<3, 1>() = axis;
    }
    else
    {
      matrix.template topLeftCorner<3, 3>() << Scalar(0), -axis[2], axis[1], axis[2], Scalar(0),
        -axis[0], -axis[1], axis[0], Scalar(0);
    }
    return matrix;
  }

  /// exp(ξ q): for a unit axis the series of the exponential sums up to 1 + ξ sin q + ξ² (1 − cos
  /// q), and for a prismatic joint to 1 + ξ q.
  static Matrix4 exponential(const Matrix4 & axis, bool prismatic, const Scalar & position)
  {
    using std::cos;
    using std::sin;
    if (prismatic)
    {
      return Matrix4::Identity() + position * axis;
    }
    return Matrix4::Identity() + sin(position) * axis + (Scalar(1) - cos(position)) * (axis * axis);
  }

  /// E(t) = exp(ξ q(t)) from E' = ξ q' E.
  Series joint_series(const Body & body, const Matrix4 & axis) const
  {
    const ScalarSeries<Scalar> position = joint_position(body);
    Series series = Series::constant(exponential(axis, body.prismatic, position.at(0)), length_);
    for (std::size_t k = 1; k < length_; ++k)
    {
      for (std::size_t i = 1; i <= k; ++i)
      {
        series.coefficient[k] +=
          Scalar(i) / Scalar(k) * position[i] * (axis * series.coefficient[k - i]);
      }
    }
    return series;
  }

  ScalarSeries<Scalar> joint_position(const Body & body) const
  {
    ScalarSeries<Scalar> position;
    for (std::size_t k = 0; k < length_; ++k)
    {
      position.push_back(
        Scalar(body.multiplier) * Scalar(motion_(static_cast<Eigen::Index>(k), body.dof)) /
        factorial<Scalar>(k));
    }
    position.at(0) += Scalar(body.offset);
    return position;
  }

  static Matrix4 to_matrix(const Pose & pose)
  {
    Matrix4 matrix = Matrix4::Identity();
    matrix.template topLeftCorner<3, 3>() = pose.rotation.template cast<Scalar>();
    matrix.template topRightCorner<3, 1>() = pose.translation.template cast<Scalar>();
    return matrix;
  }

  Matrix4 pseudo_inertia_of(std::size_t body) const
  {
    const MassProperties & mass = robot_.bodies()[body].mass;
    const Eigen::Matrix<Scalar, 3, 3> inertia = mass.inertia.template cast<Scalar>();
    const Vector3 center = mass.center.template cast<Scalar>();
    const Scalar total(mass.mass);
    Matrix4 pseudo;
    pseudo.template topLeftCorner<3, 3>() =
      inertia.trace() / Scalar(2) * Eigen::Matrix<Scalar, 3, 3>::Identity() - inertia +
      total * center * center.transpose();
    pseudo.template topRightCorner<3, 1>() = total * center;
    pseudo.template bottomLeftCorner<1, 3>() = total * center.transpose();
    pseudo(3, 3) = total;
    return pseudo;
  }

  /// Poses and axes, from the base outwards.
  void forward()
  {
    poses_.push_back(Series::constant(Matrix4::Identity(), length_));
    axes_.push_back(Series::zero(length_));
    for (std::size_t b = 1; b < robot_.bodies().size(); ++b)
    {
      const Body & body = robot_.bodies()[b];
      const Matrix4 axis = axis_matrix(body);
      const Series before =
        poses_[static_cast<std::size_t>(body.parent)] * to_matrix(body.placement);
      axes_.push_back(before * axis * before.rigid_inverse());
      poses_.push_back(before * joint_series(body, axis));
    }
  }

  /// W of every body with all it carries, from the tips inwards.
  void backward(const Eigen::Vector3d & gravity)
  {
    for (std::size_t b = 0; b < poses_.size(); ++b)
    {
      Series acceleration = poses_[b].derivative().derivative();
      acceleration.coefficient.at(0).template topRightCorner<3, 1>() -=
        gravity.template cast<Scalar>();
      carried_.push_back(acceleration * pseudo_inertia_of(b) * poses_[b].transposed());
    }
    for (std::size_t b = poses_.size() - 1; b > 0; --b)
    {
      carried_[static_cast<std::size_t>(robot_.bodies()[b].parent)] += carried_[b];
    }
  }

  const Robot & robot_;
  RowMatrix motion_;
  std::size_t length_;
  std::vector<Series> poses_;
  std::vector<Series> axes_;
  std::vector<Series> carried_;
};

extern template class Evaluation<long double>;

}  // namespace hod::reference

#endif  // HOD__REFERENCE__EVALUATION_HPP_
