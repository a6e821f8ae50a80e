// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__CLASSIC_MATRICES_HPP_
#define HOD__TEST__FUZZ__CLASSIC_MATRICES_HPP_

#include <algorithm>
#include <optional>
#include <vector>

#include "classic_session.hpp"
#include "hod/classic/matrices.hpp"

namespace hod::fuzz
{

using Vectors = classic::Matrices::Vectors;

inline Vectors next_vectors(Session & session)
{
  Vectors vectors(place(
    session.bytes().byte() % 32 == 31 ? 8 * session.bytes().byte()
                                      : session.bytes().integer(0, 3)));
  for (Eigen::VectorXd & vector : vectors)
  {
    vector = session.bytes().empty() ? Eigen::VectorXd::Constant(session.dof(), 0.5)
                                     : session.next_vector(session.dof());
  }
  return vectors;
}

inline bool fit(const Session & session, const Vectors & vectors)
{
  return std::all_of(vectors.begin(), vectors.end(), [&session](const Eigen::VectorXd & vector) {
    return vector.size() == session.dof();
  });
}

inline double size_of(const Vectors & vectors)
{
  double size = 1.0;
  for (const Eigen::VectorXd & vector : vectors)
  {
    size *= 1.0 + 3.0 * vector.cwiseAbs().sum();  // no multiplier is beyond 2
  }
  return size;
}

inline bool moderate(const Vectors & vectors)
{
  return std::all_of(vectors.begin(), vectors.end(), [](const Eigen::VectorXd & vector) {
    return is_moderate(vector);
  });
}

inline void compare_columns(
  const Session & session, const classic::Matrices & at, const Vectors & left,
  const Vectors & right, double scale)
{
  const Eigen::VectorXd column = at.column(right, left);
  require(column.size() == session.dof(), "a column of another size");
  for (int i = 0; i < session.dof(); ++i)
  {
    Vectors whole = left;
    whole.push_back(Eigen::VectorXd::Unit(session.dof(), i));
    require_near(column[i], at.contraction(whole, right), 10.0 * scale, "a column");
  }
}

inline void compare_named(
  Session & session, const classic::Matrices & at, const Vectors & left, const Vectors & right,
  double scale)
{
  if (left.size() != 2 || right.empty() || !session.affords(session.tuples(5) * 30.0))
  {
    return;
  }
  const classic::Matrices::Vector & x = left[0];
  const classic::Matrices::Vector & y = left[1];
  const classic::Matrices::Vector & z = right[0];
  const double bound = scale * size_of({x, y, z, z, x, y}) * size_of({x, x, y, z});
  const auto g = [&](const Vectors & a, const Vectors & b) { return at.contraction(a, b); };
  require_near(x.dot(at.mass_matrix() * z), g({x}, {z}), bound, "M");
  require_near(z.dot(at.v_column(x, y)), g({z}, {x, y}), bound, "V");
  require_near(z.dot(at.d_matrix(x, y) * x), g({z, x}, {x, y}), bound, "D");
  require_near(z.dot(at.h_matrix(x, y) * x), g({z}, {x, x, y}), bound, "H");
  require_near(z.dot(at.k_column(x)), g({z, x}, {x, x, x}), bound, "K");
  require_near(z.dot(at.k_star_column(x)), g({z}, {x, x, x, x}), bound, "K*");
  require_near(z.dot(at.n_matrix(x) * y), g({z, x, x}, {y, x, x}), bound, "N");
}

inline void use_matrices(Session & session)
{
  const Eigen::VectorXd position = session.next_vector(session.dof());
  std::optional<classic::Matrices> at;
  const bool valid = position.size() == session.dof();
  answered(valid, [&] { at.emplace(session.mechanism(), position); }, "a configuration");
  if (!valid || session.mechanism().bodies().empty())
  {
    return;
  }
  const Vectors left = next_vectors(session);
  const Vectors right = next_vectors(session);
  const auto count = static_cast<int>(std::max(left.size(), right.size()));
  const double cost = session.tuples(count + 1) * (session.dof() + 1.0);
  const bool is_short = count < kHighest && cost < kMostTuples;
  if ((is_short || cost < kMostTuples * 10.0) && !session.affords(cost))
  {
    return;
  }
  const bool possible = fit(session, left) && fit(session, right) && is_short;
  const int body = session.next_body();
  if (count <= kHighest)
  {
    Eigen::Matrix4d one;
    answered(
      session.has(body) && fit(session, left) &&
        std::pow(static_cast<double>(session.mechanism().body(body).path.size()), left.size()) <=
          kMostTuples,
      [&] { one = at->contracted(body, left); }, "a contraction of a body");
  }
  double forth = 0.0;
  double back = 0.0;
  if (is_short || !fit(session, left) || !fit(session, right))
  {
    answered(possible, [&] { forth = at->contraction(left, right); }, "a contraction");
  }
  if (!possible || !moderate(left) || !moderate(right) || !is_moderate(position))
  {
    return;
  }
  back = at->contraction(right, left);
  const RowMatrix here = position.transpose();
  const double scale = kRounding *
                       RoundingBounds(session.subject(), here, 0).energy_derivative(-1, 0) *
                       size_of(left) * size_of(right);
  require_near(forth, back, scale, "a contraction that is not symmetric");
  compare_columns(session, *at, left, right, scale);
  compare_named(session, *at, left, right, scale * size_of(left));
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__CLASSIC_MATRICES_HPP_
