// SPDX-License-Identifier: Apache-2.0
#ifndef QUADRATURE_HPP_
#define QUADRATURE_HPP_

#include <Eigen/Core>
#include <cmath>
#include <utility>
#include <vector>

/// Integration of shapes from their definitions, sharing nothing with the closed forms.
namespace hod::test
{

inline constexpr double kPi = 3.14159265358979323846;

struct Node
{
  double position, weight;
};

/// Gauss–Legendre nodes on [0, 1]: roots of P_n by Newton's method.
inline std::vector<Node> gauss_legendre(int count)
{
  std::vector<Node> nodes;
  for (int i = 0; i < count; ++i)
  {
    double x = std::cos(kPi * (i + 0.75) / (count + 0.5)), slope = 0.0;
    for (int step = 0; step < 50; ++step)
    {
      double previous = 1.0, value = x;
      for (int k = 2; k <= count; ++k)
      {
        previous = std::exchange(value, ((2 * k - 1) * x * value - (k - 1) * previous) / k);
      }
      slope = count * (x * value - previous) / (x * x - 1.0);
      x -= value / slope;
    }
    nodes.push_back({0.5 * (1.0 - x), 1.0 / ((1.0 - x * x) * slope * slope)});
  }
  return nodes;
}

/// A point of a shape and the measure per unit of its parameters there.
struct Element
{
  Eigen::Vector3d point;
  double measure;
};

/// ∫ [r;1][r;1]ᵀ over parameters in [0, 1]^extent.
template <typename Map>
Eigen::Matrix4d integrate(int extent, const Map & map)
{
  static const std::vector<Node> nodes = gauss_legendre(32);
  static const std::vector<Node> one{{0.5, 1.0}};
  Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
  for (const Node & u : nodes)
  {
    for (const Node & v : extent > 1 ? nodes : one)
    {
      for (const Node & w : extent > 2 ? nodes : one)
      {
        const Element element = map(u.position, v.position, w.position);
        const Eigen::Vector4d point = element.point.homogeneous();
        sum += u.weight * v.weight * w.weight * element.measure * point * point.transpose();
      }
    }
  }
  return sum;
}

}  // namespace hod::test

#endif  // QUADRATURE_HPP_
