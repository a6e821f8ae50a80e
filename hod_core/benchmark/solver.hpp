// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__BENCHMARK__SOLVER_HPP_
#define HOD__BENCHMARK__SOLVER_HPP_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod::speed
{

/// One way to compute Q … Q⁽ⁿ⁾ of one state at a time; whatever it needs is allocated before.
class Solver
{
public:
  virtual ~Solver() = default;

  /// @param motion rows q, q', …  @param force rows Q … Q⁽ⁿ⁾, already of the right size
  virtual void compute(const RowMatrix & motion, RowMatrix & force) = 0;
};

/// Another library, or another method, that HOD is measured against.
struct Peer
{
  std::string name;
  int order;         ///< highest derivative it gives
  int highest_dof;   ///< beyond which it is left out
  double tolerance;  ///< of its Q⁽ⁿ⁾, relative to the largest entry; every row must keep it
  std::function<bool(const Robot &)> suits;  ///< whether it can do a robot
  std::function<std::unique_ptr<Solver>(const Robot &)> make;
};

void add_pinocchio_peers(std::vector<Peer> & peers);
void add_kdl_peers(std::vector<Peer> & peers);
void add_mujoco_peers(std::vector<Peer> & peers);
void add_casadi_peers(std::vector<Peer> & peers);

/// Whether every joint has a column of its own.
inline bool has_no_mimics(const Robot & robot)
{
  return static_cast<int>(robot.bodies().size()) == robot.dof() + 1;
}

/// Q alone of one state; for five-point differences over time.
using ForceOfState = std::function<void(
  const double * q, const double * velocity, const double * acceleration, double * force)>;

/// Q, Q' (and Q'' for order 2) by five-point differences of Q along the motion's Taylor polynomial.
std::unique_ptr<Solver> make_differences(const Robot & robot, int order, ForceOfState force);

}  // namespace hod::speed

#endif  // HOD__BENCHMARK__SOLVER_HPP_
