// SPDX-License-Identifier: Apache-2.0
// The papers' forms with any orders, motions and indices: they agree with each other, with the
// dynamics kernel and with the definition in long double.
#include <Eigen/Geometry>
#include <algorithm>
#include <complex>
#include <optional>
#include <utility>
#include <vector>

#include "comparison.hpp"
#include "fuzz.hpp"
#include "hod/classic/coefficients.hpp"
#include "hod/classic/energies.hpp"
#include "hod/classic/forces.hpp"
#include "hod/classic/generalized_equation.hpp"
#include "hod/classic/matrices.hpp"
#include "hod/classic/revolute.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/series/combinatorics.hpp"
#include "random_robot.hpp"

namespace hod::classic
{
namespace
{

using Eigen::Index;
using fuzz::Bytes;
using fuzz::require;
using fuzz::taken;

constexpr int kHighest = 60;         // order of any form
constexpr int kMostDivided = 40;     // derivative whose partitions are listed
constexpr double kMostTuples = 1e8;  // of joints that a form may sum over
constexpr double kRounding = 1e-11;  // of the largest that a sum may have in it
constexpr double kStep = 1e-4;       // of differences

std::size_t place(int index)
{
  return static_cast<std::size_t>(index);
}

/// A robot without friction, rotors and springs, which the papers leave out.
struct Subject
{
  explicit Subject(const RobotDescription & description) : robot(description), mechanism(robot) {}

  Robot robot;
  Mechanism mechanism;
};

RobotDescription description_of(std::uint64_t seed)
{
  const int joints = static_cast<int>(seed % 6);
  const reference::RobotTraits traits{joints, 0.3, 0.3, seed % 3 == 0 ? 0.6 : 0.2, 0.2, 0.1, false};
  RobotDescription description = reference::random_robot(seed, traits);
  reference::Random random(seed);
  if (seed % 2 == 1)
  {
    description.base.rotation = random.rotation();
  }
  if (seed % 4 == 0)
  {
    description.payloads.push_back({description.links.back().name, reference::random_mass(random)});
  }
  return description;
}

const Subject & subject_number(int number)
{
  static const std::vector<Subject> subjects = [] {
    std::vector<Subject> all;
    for (std::uint64_t seed = 0; seed < 24; ++seed)
    {
      all.emplace_back(description_of(seed));
    }
    return all;
  }();
  return subjects[place(number) % subjects.size()];
}

/// Bounds of what the forms sum up, by which their rounding is measured: all signs are positive.
class Bounds
{
public:
  Bounds(const Subject & subject, const RowMatrix & motion, int count)
  : sums_(Eigen::VectorXd::Zero(count + 2)), poses_(Eigen::VectorXd::Zero(count + 1))
  {
    double reach = 3.0;
    double mass = 0.0;
    for (const MovingBody & body : subject.mechanism.bodies())
    {
      const double size = std::abs(body.multiplier);
      for (Index k = 0; k < std::min<Index>(motion.rows(), sums_.size()); ++k)
      {
        sums_[k] += size * std::abs(motion(k, body.column));
      }
      reach += body.point.norm() + std::abs(body.offset) + body.mass.center.norm();
      mass += body.mass.mass;
    }
    reach += sums_[0];
    weight_ = mass * reach * reach;
    poses_[0] = 1.0;
    for (int n = 0; n < count; ++n)
    {
      for (int i = 0; i <= n; ++i)
      {
        poses_[n + 1] += binomial(n, i) * poses_[n - i] * sums_[i + 1];
      }
    }
  }

  double pose(int n) const { return (1.0 + weight_) * poses_[n]; }

  double energy(int p) const { return weight_ * poses_[p + 1] * poses_[p + 1]; }

  double energy_derivative(int p, int a) const
  {
    double sum = 0.0;
    for (int l = 0; l <= a; ++l)
    {
      sum += binomial(a, l) * poses_[p + 1 + l] * poses_[p + 1 + a - l];
    }
    return weight_ * sum;
  }

  double force(int k) const
  {
    double sum = 0.0;
    for (int b = 0; b <= k; ++b)
    {
      sum += binomial(k, b) * poses_[k + 2 - b] * poses_[b];
    }
    return weight_ * sum;
  }

  /// ∂T⁽ⁿ⁾/∂q⁽ᵐ⁾ = C(n, m) D⁽ⁿ⁻ᵐ⁾ ∂T/∂q.
  double gradient(int p, int a, int m) const
  {
    double sum = 0.0;
    for (int l = 0; l <= a; ++l)
    {
      const int n = p + 1 + l;
      sum +=
        n < m ? 0.0 : 2.0 * binomial(a, l) * binomial(n, m) * poses_[n - m] * poses_[p + 1 + a - l];
    }
    return weight_ * sum;
  }

  /// Of generalized_force (first = 1) and generalized_momentum (first = 0).
  double sum_of_gradients(int k, int m, int first) const
  {
    double sum = 0.0;
    for (int p = first; p <= k; ++p)
    {
      sum += catalan(p) * gradient(p, m + k - 1 - 2 * p, m);
    }
    const int lower = k - first;
    return factorial(lower) * factorial(m) / factorial(m + lower) * sum;
  }

  double gravity(int k) const { return 10.0 * weight_ * poses_[k]; }

private:
  Eigen::VectorXd sums_;   // of |q⁽ᵏ⁾| of all bodies
  Eigen::VectorXd poses_;  // |T⁽ⁿ⁾|: complete Bell polynomials of the sums
  double weight_ = 0.0;
};

void require_near(
  const Eigen::Ref<const Eigen::VectorXd> & found,
  const Eigen::Ref<const Eigen::VectorXd> & expected, double bound, const char * what)
{
  require(found.size() == expected.size(), "results of another size");
  if (bound > 1e200)
  {
    return;
  }
  const bool near =
    found.allFinite() &&
    ((found - expected).cwiseAbs().array() <= bound + 1e-300).all();  // what underflows
  if (!near)
  {
    std::fprintf(stderr, "by %g beyond %g\n", (found - expected).cwiseAbs().maxCoeff(), bound);
  }
  require(near, what);
}

void require_near(double found, double expected, double bound, const char * what)
{
  require_near(
    Eigen::VectorXd::Constant(1, found), Eigen::VectorXd::Constant(1, expected), bound, what);
}

class Session
{
public:
  explicit Session(Bytes & bytes)
  : bytes_(bytes),
    subject_(subject_number(bytes.byte())),
    mechanism_(subject_.mechanism),
    motion_(next_motion())
  {}

  void step()
  {
    switch (bytes_.integer(0, 10))
    {
      case 0:
        return count();
      case 1:
        return partition();
      case 2:
        return compute_energies();
      case 3:
        return compute_energy_derivatives();
      case 4:
        return compute_forces();
      case 5:
        return differentiate_energies();
      case 6:
        return use_generalized_equation();
      case 7:
        return use_matrices();
      case 8:
        return place_bodies();
      case 9:
        return turn_one_joint();
      default:
        motion_ = next_motion();
    }
  }

private:
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

  RowMatrix next_motion()
  {
    const std::uint8_t kind = bytes_.byte();
    const int rows = kind % 16 == 15 ? bytes_.integer(0, 130) : 2 + kind % 16 % 8;
    return bytes_.matrix(rows, mechanism_.dof());
  }

  bool fits(int rows) const { return motion_.cols() == mechanism_.dof() && motion_.rows() >= rows; }

  bool moderate() const { return fuzz::is_moderate(motion_); }

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

  double dual_cost(int terms) const { return series_cost(terms) * 4.0 * mechanism_.dof(); }

  /// Tuples of joints that A_i[u1 … uk] of all bodies together sum over.
  double tuples(int vectors) const
  {
    double sum = 0.0;
    for (const MovingBody & body : mechanism_.bodies())
    {
      sum += std::pow(static_cast<double>(body.path.size()), vectors);
    }
    return sum;
  }

  template <class Call>
  bool answered(bool valid, const Call & call, const char * what)
  {
    const bool is_taken = taken(call);
    require(is_taken == valid, what);
    return is_taken;
  }

  /// With rows enough for the reference, whatever is asked of it.
  reference::Precise precise() const { return precise(motion_); }

  reference::Precise precise(const RowMatrix & motion) const
  {
    constexpr Index kLeast = 4;
    RowMatrix whole = RowMatrix::Zero(std::max(kLeast, motion.rows()), motion.cols());
    whole.topRows(motion.rows()) = motion;
    return {subject_.robot, whole, Eigen::Vector3d::Zero()};
  }

  Bounds bounds(int count) const { return {subject_, motion_, count}; }

  void count()
  {
    const int k = order(0, 20);
    std::vector<double> exact;
    const bool valid = k >= 0 && k <= 500;
    answered(valid, [&] { exact = exact_coefficients(k); }, "coefficients: taken or not, wrongly");
    if (valid)
    {
      require(exact.size() == place(k), "coefficients: not one per order");
      double expected = 1.0;
      for (int p = 1; p <= k; ++p)
      {
        expected = p == 1 ? 1.0 : expected * 2.0 * (2.0 * p - 1.0) / (p + 1.0);
        require_near(exact[place(p - 1)], expected, 1e-12 * expected, "no Catalan number");
      }
    }
    std::vector<double> printed;
    answered(valid, [&] { printed = printed_coefficients(k); }, "printed: taken or not, wrongly");
    for (int p = 1; valid && p <= std::min(k, 3); ++p)
    {
      require(printed[place(p - 1)] == exact[place(p - 1)], "printed numbers below the fourth");
    }
  }

  void partition()
  {
    const int n = order(0, 12);
    if (!affords(n > 20 && n <= kMostDivided ? 1e5 : 100.0))
    {
      return;
    }
    std::vector<BellTerm> terms;
    const bool valid = n >= 0 && n <= kMostDivided;
    if (!answered(valid, [&] { terms = bell_terms(n); }, "partitions: taken or not, wrongly"))
    {
      return;
    }
    std::vector<double> bell{1.0};
    for (int i = 0; i < n; ++i)
    {
      double next = 0.0;
      for (int k = 0; k <= i; ++k)
      {
        next += binomial(i, k) * bell[place(k)];
      }
      bell.push_back(next);
    }
    double sum = 0.0;
    for (const BellTerm & term : terms)
    {
      sum += term.coefficient;
      int total = 0;
      for (const int part : term.orders)
      {
        total += part;
      }
      require(total == n, "no partition");
      require(std::is_sorted(term.orders.rbegin(), term.orders.rend()), "orders that ascend");
    }
    require_near(sum, bell.back(), 1e-12 * bell.back(), "no Bell number");
  }

  void compute_energies()
  {
    const int p = order(0, 5);
    const bool valid = p >= 0 && p <= kHighest && fits(p + 2);
    if (valid && !affords(4.0 * series_cost(p + 2)))
    {
      return;
    }
    Eigen::VectorXd trace;
    Eigen::VectorXd other;
    answered(valid, [&] { trace = energy_by_trace(mechanism_, motion_, p); }, "traces");
    std::optional<Bounds> bounds_here;
    std::optional<Eigen::VectorXd> exact;
    const bool checked = valid && moderate();
    if (checked)
    {
      bounds_here = bounds(p + 2);
      exact = exact_energies(p);
      require_near(trace, *exact, kRounding * bounds_here->energy(p), "energy by traces");
    }
    const auto compare = [&](bool valid_form, const auto & call, const char * what) {
      if (answered(valid_form, [&] { other = call(); }, what) && checked)
      {
        require_near(other, *exact, kRounding * bounds_here->energy(p), what);
      }
    };
    const bool is_explicit = valid && p >= 1 && p <= 4;
    compare(valid, [&] { return energy_by_parts(mechanism_, motion_, p); }, "energy by parts");
    compare(valid, [&] { return energy_by_rotation(mechanism_, motion_, p); }, "by rotation");
    compare(is_explicit, [&] { return energy_explicit(mechanism_, motion_, p); }, "explicitly");
    taken([&] { energy_by_parts(mechanism_, motion_, p, false); });
    if (checked && p <= kMaxOrder)
    {
      compare_kernel_energies(p, trace, kRounding * bounds_here->energy(p));
    }
    add_matrix_energies(p, valid, checked ? trace.sum() : NAN, bounds_here);
  }

  Eigen::VectorXd exact_energies(int p) const
  {
    const std::vector<long double> all = precise().energy(place(p));
    Eigen::VectorXd energies(mechanism_.bodies().size());
    for (Index i = 0; i < energies.size(); ++i)
    {
      energies[i] = static_cast<double>(all[static_cast<std::size_t>(i) + 1]);
    }
    return energies;
  }

  void compare_kernel_energies(int p, const Eigen::VectorXd & expected, double bound)
  {
    BaseMotion still;
    still.rotation = subject_.robot.base().rotation;
    Workspace workspace(subject_.robot, kMaxOrder);
    require(energies(workspace, motion_, p) == Result::ok, "energies of the kernel");
    require_near(workspace.energy().col(p).tail(expected.size()), expected, bound, "the kernel");
  }

  /// Σ over partitions of p + 1 of their tuples, and their pairs.
  double partition_cost(int p) const
  {
    const std::vector<BellTerm> terms = bell_terms(p + 1);
    const auto count = static_cast<double>(terms.size());
    double cost = count * count * static_cast<double>(mechanism_.bodies().size());
    for (const BellTerm & term : terms)
    {
      cost += tuples(static_cast<int>(term.orders.size()));
    }
    return cost;
  }

  void add_matrix_energies(
    int p, bool valid, double expected, const std::optional<Bounds> & bounds_here)
  {
    double found = 0.0;
    const bool has_matrices = valid && p >= 1 && p <= 4;
    if (!has_matrices || affords(tuples(p + 1) * (mechanism_.dof() + 4.0)))
    {
      answered(
        has_matrices, [&] { found = energy_by_matrices(mechanism_, motion_, p); }, "by matrices");
      if (has_matrices && bounds_here)
      {
        require_near(found, expected, kRounding * bounds_here->energy(p), "energy by matrices");
      }
    }
    const bool is_listed = valid && p < kMostDivided && affords(p > 15 ? 1e5 : 10.0);
    const double cost = is_listed ? partition_cost(p) : valid ? kMostTuples * 20.0 : 0.0;
    if (cost > kMostTuples / 10.0 ? cost < kMostTuples * 10.0 : !affords(cost))
    {
      return;
    }
    const bool possible = valid && cost < kMostTuples;
    answered(
      possible, [&] { found = energy_by_partitions(mechanism_, motion_, p); }, "by partitions");
    if (possible && bounds_here)
    {
      require_near(found, expected, kRounding * bounds_here->energy(p), "energy by partitions");
    }
  }

  void compute_energy_derivatives()
  {
    const int p = order(0, 4);
    const int a = order(0, 4);
    const bool known = p >= 0 && p <= kHighest && a >= 0 && a <= kHighest;
    const bool valid = known && fits(p + a + 2);
    if (valid && !affords(2.0 * series_cost(p + a + 2)))
    {
      return;
    }
    Eigen::VectorXd found;
    answered(
      valid, [&] { found = energy_derivatives(mechanism_, motion_, p, a); }, "rates of energies");
    if (!valid || !moderate())
    {
      return;
    }
    const Bounds bounds_here = bounds(p + a + 2);
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(a + 1);
    const reference::Precise exact = precise();
    for (std::size_t body = 1; body <= mechanism_.bodies().size(); ++body)
    {
      const std::vector<long double> rates = exact.energy_derivatives(body, place(p));
      for (int k = 0; k <= a; ++k)
      {
        expected[k] += static_cast<double>(rates[place(k)]);
      }
    }
    for (int k = 0; k <= a; ++k)
    {
      const double bound = kRounding * bounds_here.energy_derivative(p, k);
      require_near(found[k], expected[k], bound, "rates of energies");
    }
  }

  void compute_forces()
  {
    const int k = order(0, 4);
    const bool valid = k >= 0 && k <= kHighest && fits(k + 3);
    if (valid && !affords(dual_cost(k + 3)))
    {
      return;
    }
    RowMatrix found;
    answered(valid, [&] { found = forces_by_leibniz(mechanism_, motion_, k); }, "by Leibniz");
    RowMatrix gravity;
    const bool has_gravity = k >= 0 && k <= kHighest && fits(k + 1);
    if (!has_gravity || affords(dual_cost(k + 1)))
    {
      answered(has_gravity, [&] { gravity = gravity_forces(mechanism_, motion_, k); }, "weights");
    }
    if (!valid || !moderate())
    {
      add_matrix_forces(k, valid, nullptr);
      return;
    }
    const Bounds bounds_here = bounds(k + 3);
    const auto exact = precise().force();
    for (int i = 0; i <= k; ++i)
    {
      const Eigen::VectorXd expected = exact.row(i).transpose().cast<double>();
      require_near(
        found.row(i).transpose(), expected, kRounding * bounds_here.force(i), "Leibniz's forces");
    }
    if (k <= kMaxOrder && gravity.size() > 0)
    {
      compare_kernel_forces(found + gravity, bounds_here);
    }
    add_matrix_forces(k, valid, &found);
  }

  void compare_kernel_forces(const RowMatrix & expected, const Bounds & bounds_here)
  {
    const int k = static_cast<int>(expected.rows()) - 1;
    Workspace workspace(subject_.robot, kMaxOrder);
    require(forces(workspace, motion_, k) == Result::ok, "forces of the kernel");
    for (int i = 0; i <= k; ++i)
    {
      const double bound = kRounding * (bounds_here.force(i) + bounds_here.gravity(i));
      require_near(
        workspace.force().row(i).transpose(), expected.row(i).transpose(), bound, "the kernel");
    }
  }

  void add_matrix_forces(int k, bool valid, const RowMatrix * expected)
  {
    const double joints = mechanism_.dof() + 1.0;
    const bool cheap =
      k >= 0 && k <= 5 && affords(tuples(k + 2) * joints * 20.0 * static_cast<double>(k + 1));
    const bool hopeless = k > kMostDivided - 2;
    if (valid && !cheap && !hopeless)
    {
      return;
    }
    RowMatrix found;
    answered(
      valid && cheap, [&] { found = forces_by_matrices(mechanism_, motion_, k); }, "by matrices");
    if (valid && cheap && expected != nullptr)
    {
      const Bounds bounds_here = bounds(k + 3);
      for (int i = 0; i <= k; ++i)
      {
        require_near(
          found.row(i).transpose(), expected->row(i).transpose(), kRounding * bounds_here.force(i),
          "forces by matrices");
      }
    }
  }

  void differentiate_energies()
  {
    const int p = order(0, 3);
    const int a = order(0, 4);
    const int m = order(0, 6);
    const bool known =
      p >= 0 && p <= kHighest && a >= 0 && a <= kHighest && m >= 0 && m <= kHighest;
    const int highest = known ? std::max(0, std::min(p + 1 + a, 2 * p + 2 + a - m)) : 0;
    const bool valid = known && fits(highest + 1);
    if (valid && !affords(dual_cost(p + a + 2)))
    {
      return;
    }
    Eigen::VectorXd found;
    answered(valid, [&] { found = energy_gradient(mechanism_, motion_, p, a, m); }, "gradients");
    if (!valid || !moderate() || p + a > 8 || m > 8)
    {
      return;
    }
    RowMatrix whole =
      RowMatrix::Zero(std::max<Index>(motion_.rows(), std::max(p + a + 2, m + 1)), motion_.cols());
    whole.topRows(motion_.rows()) = motion_;
    const Bounds bounds_here(subject_, whole, p + a + 2);
    Eigen::VectorXd expected(mechanism_.dof());
    for (int j = 0; j < mechanism_.dof(); ++j)
    {
      RowMatrix there = whole;
      there(m, j) += kStep;
      RowMatrix back = whole;
      back(m, j) -= kStep;
      expected[j] = (energy_derivatives(mechanism_, there, p, a)[a] -
                     energy_derivatives(mechanism_, back, p, a)[a]) /
                    (2.0 * kStep);
    }
    const double rounding = kRounding / kStep * bounds_here.energy_derivative(p, a);
    require_near(
      found, expected, rounding + 1e-5 * (1.0 + bounds_here.gradient(p, a, m)), "gradients");
  }

  void use_generalized_equation()
  {
    const int k = order(1, 4);
    const int m = order(2, 8);
    const bool known = k <= kHighest && m <= kHighest;
    const bool valid = known && k >= 1 && m > k && fits(k + 2);
    if (known && k >= 0 && m >= 1 && !affords(6.0 * dual_cost(k + m + 2)))
    {
      return;
    }
    Eigen::VectorXd force;
    answered(valid, [&] { force = generalized_force(mechanism_, motion_, k, m); }, "forces");
    const std::vector<double> others(place(bytes_.integer(0, 4)), 1.0);
    answered(
      valid && others.size() == place(k),
      [&] { generalized_force(mechanism_, motion_, k, m, others); }, "other coefficients");
    Eigen::VectorXd momentum;
    const bool has_momentum = known && k >= 0 && m > k && fits(k + 2);
    answered(
      has_momentum, [&] { momentum = generalized_momentum(mechanism_, motion_, k, m); }, "momenta");
    if (moderate() && k <= 8 && m <= 12)
    {
      compare_equation(k, m, valid ? &force : nullptr, has_momentum ? &momentum : nullptr);
    }
    use_other_equations(k, m);
  }

  void compare_equation(
    int k, int m, const Eigen::VectorXd * force, const Eigen::VectorXd * momentum)
  {
    if (force != nullptr)
    {
      const Bounds bounds_here = bounds(k + m + 2);
      const double bound = kRounding * bounds_here.sum_of_gradients(k, m, 1);
      require_near(*force, exact_force(k - 1), bound, "the generalized equation");
    }
    if (momentum != nullptr && k >= 1)
    {
      // Lagrange's equation, derived: D commutes with ∂/∂q.
      const Bounds bounds_here = bounds(k + m + 2);
      const Eigen::VectorXd other = energy_gradient(mechanism_, motion_, 0, k - 1, 0);
      const double bound =
        kRounding * (bounds_here.sum_of_gradients(k, m, 0) + bounds_here.gradient(0, k - 1, 0));
      require_near(*momentum - other, exact_force(k - 1), bound, "the generalized momentum");
    }
  }

  Eigen::VectorXd exact_force(int k) const
  {
    return precise().force().row(k).transpose().cast<double>();
  }

  void use_other_equations(int k, int m)
  {
    Eigen::VectorXd found;
    const auto compare = [&](bool valid, const auto & call, int row, double bound, auto what) {
      if (answered(valid, [&] { found = call(); }, what) && moderate() && m <= 12 && k <= 8)
      {
        require_near(found, exact_force(row), bound, what);
      }
    };
    const bool counts = m >= 1 && m <= kHighest && fits(3);
    const double tsenov =
      counts ? kRounding * (bounds(m + 3).gradient(0, m, m) + bounds(m + 3).gradient(0, 0, 0)) : 0;
    compare(
      counts, [&] { return force_by_tsenov_mangeron(mechanism_, motion_, m); }, 0, tsenov,
      "Tsenov and Mangeron");
    const bool is_one = k >= 1 && k <= 3 && fits(k + 2);
    const double partial =
      is_one ? kRounding * (bounds(8).gradient(k, 0, k + 1) + bounds(8).gradient(k - 1, 0, k - 1) +
                            bounds(8).gradient(1, 0, 0))
             : 0.0;
    compare(
      is_one, [&] { return force_by_partial_derivatives(mechanism_, motion_, k); },
      std::max(k, 1) - 1, partial, "partial derivatives alone");
    const bool weighs = k >= 1 && m >= 1 && k <= kHighest && m <= kHighest && fits(k);
    if (!answered(
          weighs, [&] { found = gravity_force_by_lemma(mechanism_, motion_, k, m); }, "the lemma"))
    {
      return;
    }
    if (moderate() && k <= 8 && m <= 12)
    {
      const RowMatrix expected = gravity_forces(mechanism_, motion_, k - 1);
      const double bound = kRounding * bounds(k + m).gravity(k - 1);
      require_near(found, expected.row(k - 1).transpose(), bound, "the lemma");
    }
  }

  Eigen::VectorXd next_vector(int usual)
  {
    const RowMatrix column = bytes_.matrix(usual, 1);
    Eigen::VectorXd vector = column.reshaped();
    return vector;
  }

  Matrices::Vectors next_vectors()
  {
    Matrices::Vectors vectors(
      place(bytes_.byte() % 32 == 31 ? 8 * bytes_.byte() : bytes_.integer(0, 3)));
    for (Eigen::VectorXd & vector : vectors)
    {
      vector = bytes_.empty() ? Eigen::VectorXd::Constant(mechanism_.dof(), 0.5)
                              : next_vector(mechanism_.dof());
    }
    return vectors;
  }

  bool fit(const Matrices::Vectors & vectors) const
  {
    return std::all_of(vectors.begin(), vectors.end(), [this](const Eigen::VectorXd & vector) {
      return vector.size() == mechanism_.dof();
    });
  }

  static double size_of(const Matrices::Vectors & vectors)
  {
    double size = 1.0;
    for (const Eigen::VectorXd & vector : vectors)
    {
      size *= 1.0 + 3.0 * vector.cwiseAbs().sum();  // no multiplier is beyond 2
    }
    return size;
  }

  static bool moderate(const Matrices::Vectors & vectors)
  {
    return std::all_of(vectors.begin(), vectors.end(), [](const Eigen::VectorXd & vector) {
      return fuzz::is_moderate(vector);
    });
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

  void use_matrices()
  {
    const Eigen::VectorXd position = next_vector(mechanism_.dof());
    std::optional<Matrices> at;
    const bool valid = position.size() == mechanism_.dof();
    answered(valid, [&] { at.emplace(mechanism_, position); }, "a configuration");
    if (!valid || mechanism_.bodies().empty())
    {
      return;
    }
    const Matrices::Vectors left = next_vectors();
    const Matrices::Vectors right = next_vectors();
    const auto count = static_cast<int>(std::max(left.size(), right.size()));
    const double cost = tuples(count + 1) * (mechanism_.dof() + 1.0);
    const bool is_short = count < kHighest && cost < kMostTuples;
    if ((is_short || cost < kMostTuples * 10.0) && !affords(cost))
    {
      return;
    }
    const bool possible = fit(left) && fit(right) && is_short;
    const int body = next_body();
    if (count <= kHighest)
    {
      Eigen::Matrix4d one;
      answered(
        has(body) && fit(left) &&
          std::pow(static_cast<double>(mechanism_.body(body).path.size()), left.size()) <=
            kMostTuples,
        [&] { one = at->contracted(body, left); }, "a contraction of a body");
    }
    double forth = 0.0;
    double back = 0.0;
    if (is_short || !fit(left) || !fit(right))
    {
      answered(possible, [&] { forth = at->contraction(left, right); }, "a contraction");
    }
    if (!possible || !moderate(left) || !moderate(right) || !fuzz::is_moderate(position))
    {
      return;
    }
    back = at->contraction(right, left);
    const RowMatrix here = position.transpose();
    const double scale = kRounding * Bounds(subject_, here, 0).energy_derivative(-1, 0) *
                         size_of(left) * size_of(right);
    require_near(forth, back, scale, "a contraction that is not symmetric");
    compare_columns(*at, left, right, scale);
    compare_named(*at, left, right, scale * size_of(left));
  }

  void compare_columns(
    const Matrices & at, const Matrices::Vectors & left, const Matrices::Vectors & right,
    double scale)
  {
    const Eigen::VectorXd column = at.column(right, left);
    require(column.size() == mechanism_.dof(), "a column of another size");
    for (int i = 0; i < mechanism_.dof(); ++i)
    {
      Matrices::Vectors whole = left;
      whole.push_back(Eigen::VectorXd::Unit(mechanism_.dof(), i));
      require_near(column[i], at.contraction(whole, right), 10.0 * scale, "a column");
    }
  }

  void compare_named(
    const Matrices & at, const Matrices::Vectors & left, const Matrices::Vectors & right,
    double scale)
  {
    if (left.size() != 2 || right.empty() || !affords(tuples(5) * 30.0))
    {
      return;
    }
    const Matrices::Vector & x = left[0];
    const Matrices::Vector & y = left[1];
    const Matrices::Vector & z = right[0];
    const double bound = scale * size_of({x, y, z, z, x, y}) * size_of({x, x, y, z});
    const auto g = [&](const Matrices::Vectors & a, const Matrices::Vectors & b) {
      return at.contraction(a, b);
    };
    require_near(x.dot(at.mass_matrix() * z), g({x}, {z}), bound, "M");
    require_near(z.dot(at.v_column(x, y)), g({z}, {x, y}), bound, "V");
    require_near(z.dot(at.d_matrix(x, y) * x), g({z, x}, {x, y}), bound, "D");
    require_near(z.dot(at.h_matrix(x, y) * x), g({z}, {x, x, y}), bound, "H");
    require_near(z.dot(at.k_column(x)), g({z, x}, {x, x, x}), bound, "K");
    require_near(z.dot(at.k_star_column(x)), g({z}, {x, x, x, x}), bound, "K*");
    require_near(z.dot(at.n_matrix(x) * y), g({z, x, x}, {y, x, x}), bound, "N");
  }

  void place_bodies()
  {
    const Eigen::VectorXd position = next_vector(mechanism_.dof());
    const int body = next_body();
    const bool valid = has(body) && position.size() == mechanism_.dof();
    Eigen::Matrix4d found;
    answered(valid, [&] { found = pose(mechanism_, position, body); }, "a pose");
    std::vector<int> columns(bytes_.byte() % 32 == 31 ? 16U * bytes_.byte() : bytes_.byte() % 4U);
    for (int & column : columns)
    {
      column = bytes_.byte() % 16 == 15 ? order(-1, 5)
                                        : bytes_.integer(0, std::max(0, mechanism_.dof() - 1));
    }
    double choices = valid ? 1.0 : 0.0;
    for (const int column : columns)
    {
      choices *= valid ? static_cast<double>(joints_on(body, column)) : 0.0;
    }
    const bool is_short = columns.size() <= place(kHighest) && choices < kMostTuples;
    if (is_short && !affords(choices))
    {
      return;
    }
    Eigen::Matrix4d derived;
    answered(
      valid && is_short,
      [&] { derived = differential_matrix(mechanism_, position, body, columns); },
      "a differential matrix");
    const int column = columns.empty() ? 0 : columns.front();
    const bool is_alone = valid && joints_on(body, column) < 2;
    Eigen::Vector3d moved;
    answered(
      is_alone, [&] { moved = differential_position(mechanism_, position, body, column); },
      "a differential position");
    if (!valid || !fuzz::is_moderate(position))
    {
      return;
    }
    const RowMatrix here = position.transpose();
    const double bound = kRounding * Bounds(subject_, here, 0).pose(0);
    compare_pose(here, body, found, bound);
    if (is_short && columns.size() <= 4)
    {
      compare_differential(
        position, body, columns, derived, bound * std::pow(30.0, columns.size()));
    }
    if (is_alone)
    {
      const Eigen::Matrix4d whole = differential_matrix(mechanism_, position, body, {column});
      require_near(
        moved, Eigen::Vector3d(whole.topRightCorner<3, 1>()), 3.0 * bound,
        "the position by blocks");
    }
  }

  std::size_t joints_on(int body, int column) const
  {
    std::size_t count = 0;
    for (const int joint : mechanism_.body(body).path)
    {
      count += mechanism_.body(joint).column == column ? 1U : 0U;
    }
    return count;
  }

  void compare_pose(const RowMatrix & here, int body, const Eigen::Matrix4d & found, double bound)
  {
    const reference::Precise exact = precise(here);
    const Eigen::Matrix4d expected = exact.pose(place(body) + 1).coefficient.at(0).cast<double>();
    require_near(found.reshaped(), expected.reshaped(), bound, "a pose");
  }

  /// The same in any order, and the contraction with unit vectors.
  void compare_differential(
    const Eigen::VectorXd & position, int body, std::vector<int> columns,
    const Eigen::Matrix4d & found, double bound)
  {
    const Matrices at(mechanism_, position);
    Matrices::Vectors units;
    for (const int column : columns)
    {
      units.push_back(
        column >= 0 && column < mechanism_.dof()
          ? Eigen::VectorXd(Eigen::VectorXd::Unit(mechanism_.dof(), column))
          : Eigen::VectorXd(Eigen::VectorXd::Zero(mechanism_.dof())));
    }
    const Eigen::Matrix4d expected = at.contracted(body, units);
    require_near(found.reshaped(), expected.reshaped(), bound, "a differential matrix");
    std::reverse(columns.begin(), columns.end());
    const Eigen::Matrix4d turned = differential_matrix(mechanism_, position, body, columns);
    require_near(found.reshaped(), turned.reshaped(), bound, "an order of columns that matters");
  }

  /// r = exp(i q(t)) turns with the joint: E⁽ᵖ⁾ = ½ J |r⁽ᵖ⁺¹⁾|².
  void turn_one_joint()
  {
    using Complex = std::complex<long double>;
    const Eigen::VectorXd motion = next_vector(bytes_.integer(1, 8));
    const int p = order(0, 5);
    const double inertia = bytes_.number();
    const double weight = bytes_.number();
    const double phase = bytes_.number();
    const bool has_energy = p >= 1 && p <= 4 && motion.size() >= p + 2;
    const bool has_force = p >= 0 && p <= 3 && motion.size() >= p + 3;
    double energy = 0.0;
    double force = 0.0;
    answered(has_energy, [&] { energy = revolute_energy(inertia, motion, p); }, "one joint");
    answered(
      has_force, [&] { force = revolute_force(inertia, weight, phase, motion, p); }, "one force");
    const Eigen::Vector3d numbers(inertia, weight, phase);
    if (!fuzz::is_moderate(motion) || !fuzz::is_moderate(numbers) || p < 0 || p > 5)
    {
      return;
    }
    const Eigen::VectorXd sizes = motion.cwiseAbs();
    std::vector<Complex> turning{
      std::polar(1.0L, static_cast<long double>(motion.size() > 0 ? motion[0] + phase : 0.0))};
    std::vector<double> bound{1.0};
    for (int n = 0; n + 1 < static_cast<int>(motion.size()); ++n)
    {
      Complex next = 0.0L;
      double most = 0.0;
      for (int i = 0; i <= n; ++i)
      {
        const auto choices = static_cast<long double>(binomial(n, i));
        next +=
          Complex(0.0L, choices * static_cast<long double>(motion[i + 1])) * turning[place(n - i)];
        most += binomial(n, i) * sizes[i + 1] * bound[place(n - i)];
      }
      turning.push_back(next);
      bound.push_back(most);
    }
    if (has_energy)
    {
      const auto expected = static_cast<double>(std::norm(turning[place(p + 1)])) * 0.5 * inertia;
      const double most = bound[place(p + 1)] * bound[place(p + 1)] * std::abs(inertia);
      require_near(energy, expected, 1e-13 * most + 1e-300, "the energy of one joint");
    }
    if (has_force)
    {
      const double expected =
        inertia * motion[p + 2] + weight * static_cast<double>(turning[place(p)].real());
      const double most = std::abs(inertia * motion[p + 2]) + std::abs(weight) * bound[place(p)];
      require_near(force, expected, 1e-13 * most + 1e-300, "the force of one joint");
    }
  }

  Bytes & bytes_;
  const Subject & subject_;
  const Mechanism & mechanism_;
  RowMatrix motion_;
  double left_ = 2e5;  // of the time for an input, in products of matrices
};

/// Whatever the rates of an explicit form are, they are as many as it asks for.
void try_rates(Bytes & bytes)
{
  const int p = bytes.integer(-1, 6);
  const RowMatrix rates = bytes.matrix(3, bytes.integer(0, 6));
  if (rates.rows() != 3)
  {
    return;
  }
  double energy = 0.0;
  const bool valid = p >= 1 && p <= 4 && rates.cols() >= p + 1;
  const Eigen::Matrix3d planar = Eigen::Vector3d(1.0, 2.0, 3.0).asDiagonal();
  require(
    taken([&] { energy = explicit_rotational_energy(p, rates, planar); }) == valid,
    "rates: taken or not, wrongly");
  require(!valid || !fuzz::is_moderate(rates) || energy >= -1e-3, "a negative energy");
}

void try_moving_base(Bytes & bytes)
{
  RobotDescription description = description_of(bytes.byte() % 24U);
  const double rate = bytes.number();
  description.base.angular_velocity[place(bytes.integer(0, BaseMotion::kOrders - 1))].x() = rate;
  std::optional<Robot> robot;
  if (!taken([&] { robot.emplace(description); }))
  {
    return;
  }
  std::optional<Mechanism> mechanism;
  require(
    taken([&] { mechanism.emplace(*robot); }) == is_at_rest(robot->base()), "a base that moves");
  if (mechanism)
  {
    const Mechanism moved = std::move(*mechanism);
    const RowMatrix motion = RowMatrix::Constant(4, robot->dof(), 0.5);
    taken([&] { energy_by_trace(*mechanism, motion, 1); });
    taken([&] { forces_by_leibniz(*mechanism, motion, 1); });
    const Matrices at(moved, Eigen::VectorXd::Zero(robot->dof()));
    taken([&] { Matrices(*mechanism, Eigen::VectorXd::Zero(robot->dof())).mass_matrix(); });
    taken([&] { at.contracted(0, {}); });
  }
}

}  // namespace
}  // namespace hod::classic

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  hod::fuzz::Bytes bytes(data, size);
  const std::uint8_t kind = bytes.byte();
  if (kind % 16 == 14)
  {
    hod::classic::try_rates(bytes);
    return 0;
  }
  if (kind % 16 == 15)
  {
    hod::classic::try_moving_base(bytes);
    return 0;
  }
  hod::classic::Session session(bytes);
  for (int step = 0; step < 20 && !bytes.empty(); ++step)
  {
    session.step();
  }
  return 0;
}
