// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__CLASSIC_SESSION_HPP_
#define HOD__TEST__FUZZ__CLASSIC_SESSION_HPP_

#include <algorithm>

#include "comparison.hpp"
#include "rounding_bounds.hpp"

namespace hod::fuzz
{

constexpr int kHighest = 60;         // order of any form
constexpr int kMostDivided = 40;     // derivative whose partitions are listed
constexpr double kMostTuples = 1e8;  // of joints that a form may sum over

/// Whether a call was taken, which it is if and only if what it is given is valid.
template <class Call>
bool answered(bool valid, const Call & call, const char * what)
{
  const bool is_taken = taken(call);
  require(is_taken == valid, what);
  return is_taken;
}

/// A robot, a motion of it that may not fit, and the time that the calls may still take.
class Session
{
public:
  explicit Session(Bytes & bytes)
  : bytes_(bytes),
    subject_(plain_robot_number(bytes.byte())),
    mechanism_(subject_.mechanism),
    motion_(next_motion())
  {}

  Bytes & bytes() { return bytes_; }
  const PlainRobot & subject() const { return subject_; }
  const classic::Mechanism & mechanism() const { return mechanism_; }
  const RowMatrix & motion() const { return motion_; }
  int dof() const { return mechanism_.dof(); }

  void renew_motion() { motion_ = next_motion(); }

  /// Mostly one that a form has, rarely one near an edge or far beyond.
  int order(int lowest, int usual)
  {
    constexpr std::array<int, 16> kOdd = {
      -1,
      std::numeric_limits<int>::min(),
      std::numeric_limits<int>::max(),
      1 << 30,
      61,
      60,
      40,
      41,
      500,
      501,
      170,
      46341,
      25,
      12,
      -60,
      std::numeric_limits<int>::max() - 1};
    const std::uint8_t kind = bytes_.byte();
    return kind % 8 == 7 ? kOdd[kind / 16] : lowest + kind / 8 % (usual - lowest + 1);
  }

  bool fits(int rows) const { return motion_.cols() == dof() && motion_.rows() >= rows; }

  bool moderate() const { return is_moderate(motion_); }

  /// Whether there is time left for a call of this cost, which is taken off it.
  bool affords(double cost)
  {
    if (cost > left_)
    {
      return false;
    }
    left_ -= cost;
    return true;
  }

  double series_cost(int terms) const
  {
    const auto bodies = static_cast<double>(mechanism_.bodies().size());
    return 1.0 + static_cast<double>(terms) * terms * bodies * 0.2;
  }

  double dual_cost(int terms) const { return series_cost(terms) * 4.0 * dof(); }

  /// Tuples of joints that A_i[u1 … uk] of all bodies together sum over.
  double tuples(int vectors) const
  {
    double sum = 0.0;
    for (const classic::MovingBody & body : mechanism_.bodies())
    {
      sum += std::pow(static_cast<double>(body.path.size()), vectors);
    }
    return sum;
  }

  /// With rows enough for the reference, whatever is asked of it.
  reference::Precise precise() const { return precise(motion_); }

  reference::Precise precise(const RowMatrix & motion) const
  {
    constexpr Eigen::Index kLeast = 4;
    RowMatrix whole = RowMatrix::Zero(std::max(kLeast, motion.rows()), motion.cols());
    whole.topRows(motion.rows()) = motion;
    return {subject_.robot, whole, Eigen::Vector3d::Zero()};
  }

  RoundingBounds bounds(int count) const { return {subject_, motion_, count}; }

  Eigen::VectorXd next_vector(int usual)
  {
    const RowMatrix column = bytes_.matrix(usual, 1);
    Eigen::VectorXd vector = column.reshaped();
    return vector;
  }

  int next_body()
  {
    const int bodies = static_cast<int>(mechanism_.bodies().size());
    return bytes_.byte() % 16 == 15 ? order(-2, bodies + 2)
                                    : bytes_.integer(0, std::max(0, bodies - 1));
  }

  bool has(int body) const
  {
    return body >= 0 && body < static_cast<int>(mechanism_.bodies().size());
  }

private:
  RowMatrix next_motion()
  {
    const std::uint8_t kind = bytes_.byte();
    const int rows = kind % 16 == 15 ? bytes_.integer(0, 130) : 2 + kind % 16 % 8;
    return bytes_.matrix(rows, dof());
  }

  Bytes & bytes_;
  const PlainRobot & subject_;
  const classic::Mechanism & mechanism_;
  RowMatrix motion_;
  double left_ = 2e5;  // of the time for an input, in products of matrices
};

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__CLASSIC_SESSION_HPP_
