// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__CLASSIC__MATRICES_HPP_
#define HOD__CLASSIC__MATRICES_HPP_

#include <Eigen/Core>
#include <map>
#include <vector>

#include "hod/classic/mechanism.hpp"

namespace hod::classic
{

/// The matrices M, V, D, H, K, K*, N of the papers at one configuration. All of them are
/// contractions
///
///   G(u1 … ua; v1 … vb) = Σ_i tr( A_i[u1 … ua] I_ps,i A_i[v1 … vb]ᵀ ),
///   A_i[u1 … ua] = Σ A_i;j1…ja u1_j1 … ua_ja  over all joints j1 … ja,
///
/// of differential matrices with vectors that have one entry per column of the joint motion; e_i is
/// a unit vector. The cost grows like n to the power of the number of arguments: for validation on
/// small robots.
///
/// Every call throws hod::Error for vectors of another size, for bodies that there are not, and for
/// more than 60 vectors or 1e8 tuples of joints.
class Matrices
{
public:
  using Vector = Eigen::VectorXd;
  using Vectors = std::vector<Eigen::VectorXd>;

  /// @param mechanism must outlive this object, which refers to it
  Matrices(const Mechanism & mechanism, const Eigen::VectorXd & position);
  Matrices(Mechanism && mechanism, const Eigen::VectorXd & position) = delete;

  int dof() const { return mechanism_.dof(); }

  /// A_i[u1 … ua] of a body.
  Eigen::Matrix4d contracted(int body, const Vectors & vectors) const;

  /// G(left; right).
  double contraction(const Vectors & left, const Vectors & right) const;

  /// The vector of the entries G(e_i, more; right).
  Vector column(const Vectors & right, const Vectors & more = {}) const;

  Eigen::MatrixXd mass_matrix() const;  ///< M_ij = G(e_i; e_j) (000 (94), 002 (7))
  /// V_i = G(e_i; x, y) (000 (95), (96), 002 (8), (9))
  Vector v_column(const Vector & x, const Vector & y) const;
  /// D_ij = G(e_i, e_j; x, y) (000 (97), 002 (10))
  Eigen::MatrixXd d_matrix(const Vector & x, const Vector & y) const;
  /// H_ij = G(e_i; e_j, x, y), with a third-order matrix A_kjlm (000 (101), (107), 002 (24), index
  /// list corrected)
  Eigen::MatrixXd h_matrix(const Vector & x, const Vector & y) const;
  /// K_i = G(e_i, q'; q', q', q') of E⁽²⁾: second times third order (002 (26) corrected)
  Vector k_column(const Vector & velocity) const;
  /// K*_i = G(e_i; q', q', q', q') of E⁽³⁾ (002 (44))
  Vector k_star_column(const Vector & velocity) const;
  /// N_ij = G(e_i, q', q'; e_j, q', q') (002 (27))
  Eigen::MatrixXd n_matrix(const Vector & velocity) const;

private:
  const Mechanism & mechanism_;
  std::vector<Eigen::Matrix4d> exponentials_;
  /// Differential matrices by body and joints (ascending), each computed once.
  mutable std::vector<std::map<std::vector<int>, Eigen::Matrix4d>> known_;

  const Eigen::Matrix4d & differential(int body, const std::vector<int> & ascending) const;
  void add_tuples(
    int body, const Vectors & vectors, std::vector<int> & joints, double factor,
    Eigen::Matrix4d & sum) const;
  Eigen::MatrixXd pairs(
    const std::vector<std::vector<Eigen::Matrix4d>> & left,
    const std::vector<std::vector<Eigen::Matrix4d>> & right) const;
  std::vector<std::vector<Eigen::Matrix4d>> with_each_unit(const Vectors & more) const;
};

}  // namespace hod::classic

#endif  // HOD__CLASSIC__MATRICES_HPP_
