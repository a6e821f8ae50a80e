// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__REFERENCE__MATRIX_SERIES_HPP_
#define HOD__REFERENCE__MATRIX_SERIES_HPP_

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <vector>

namespace hod::reference
{

/// Taylor coefficients of a scalar function of time: f(t) = Σ coefficient[k] tᵏ.
template <class Scalar>
using ScalarSeries = std::vector<Scalar>;

/// Taylor coefficients of a 4×4 matrix that depends on time: A(t) = Σ coefficient[k] tᵏ.
/// Sums and products are cut off at the shorter operand: what is known of both.
template <class Scalar>
struct MatrixSeries
{
  using Matrix = Eigen::Matrix<Scalar, 4, 4>;
  std::vector<Matrix> coefficient;

  static MatrixSeries zero(std::size_t length) { return {{length, Matrix::Zero()}}; }

  static MatrixSeries constant(const Matrix & value, std::size_t length)
  {
    MatrixSeries series = zero(length);
    series.coefficient.at(0) = value;
    return series;
  }

  std::size_t length() const { return coefficient.size(); }

  MatrixSeries transposed() const
  {
    MatrixSeries result = *this;
    for (Matrix & matrix : result.coefficient)
    {
      matrix.transposeInPlace();
    }
    return result;
  }

  /// The inverse of a pose: [Rᵀ, −Rᵀ p; 0, 1].
  MatrixSeries rigid_inverse() const
  {
    MatrixSeries rotation = zero(length());
    MatrixSeries translation = constant(Matrix::Identity(), length());
    for (std::size_t k = 0; k < length(); ++k)
    {
      rotation.coefficient[k].template topLeftCorner<3, 3>() =
        coefficient[k].template topLeftCorner<3, 3>().transpose();
      translation.coefficient[k].template topRightCorner<3, 1>() =
        -coefficient[k].template topRightCorner<3, 1>();
    }
    rotation.coefficient.at(0)(3, 3) = Scalar(1);
    return rotation * translation;
  }

  /// dA/dt, one coefficient shorter.
  MatrixSeries derivative() const
  {
    MatrixSeries result;
    for (std::size_t k = 1; k < length(); ++k)
    {
      result.coefficient.push_back(Scalar(k) * coefficient[k]);
    }
    return result;
  }

  MatrixSeries operator*(const MatrixSeries & right) const
  {
    MatrixSeries product = zero(std::min(length(), right.length()));
    for (std::size_t k = 0; k < product.length(); ++k)
    {
      for (std::size_t i = 0; i <= k; ++i)
      {
        product.coefficient[k] += coefficient[i] * right.coefficient[k - i];
      }
    }
    return product;
  }

  MatrixSeries operator*(const Matrix & right) const
  {
    MatrixSeries product = *this;
    for (Matrix & matrix : product.coefficient)
    {
      matrix *= right;
    }
    return product;
  }

  MatrixSeries & operator+=(const MatrixSeries & right)
  {
    coefficient.resize(std::min(length(), right.length()));
    for (std::size_t k = 0; k < length(); ++k)
    {
      coefficient[k] += right.coefficient[k];
    }
    return *this;
  }
};

/// Σ_ab A_ab B_ab = tr(A Bᵀ), a function of time.
template <class Scalar>
ScalarSeries<Scalar> contraction(
  const MatrixSeries<Scalar> & left, const MatrixSeries<Scalar> & right)
{
  ScalarSeries<Scalar> result(std::min(left.length(), right.length()), Scalar(0));
  for (std::size_t k = 0; k < result.size(); ++k)
  {
    for (std::size_t i = 0; i <= k; ++i)
    {
      result[k] += left.coefficient[i].cwiseProduct(right.coefficient[k - i]).sum();
    }
  }
  return result;
}

/// k! — between a Taylor coefficient and a derivative.
template <class Scalar>
Scalar factorial(std::size_t k)
{
  Scalar product(1);
  for (std::size_t i = 2; i <= k; ++i)
  {
    product *= Scalar(i);
  }
  return product;
}

}  // namespace hod::reference

#endif  // HOD__REFERENCE__MATRIX_SERIES_HPP_
