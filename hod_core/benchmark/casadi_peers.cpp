// SPDX-License-Identifier: Apache-2.0
// C code that casadi_forces.py generated for these very robots, if HOD_CASADI_LIBRARY names it.
#include <dlfcn.h>

#include <cstdlib>
#include <vector>

#include "solver.hpp"

namespace hod::speed
{
namespace
{

using Function = int (*)(const double **, double **, long long *, double *, int);
using WorkSize = int (*)(long long *, long long *, long long *, long long *);

template <class Symbol>
Symbol find(void * library, const std::string & name)
{
  return reinterpret_cast<Symbol>(::dlsym(library, name.c_str()));
}

class Generated : public Solver
{
public:
  Generated(Function function, WorkSize work_size) : function_(function)
  {
    long long arguments = 0;
    long long results = 0;
    long long integers = 0;
    long long doubles = 0;
    work_size(&arguments, &results, &integers, &doubles);
    arguments_.resize(static_cast<std::size_t>(arguments));
    results_.resize(static_cast<std::size_t>(results));
    integers_.resize(static_cast<std::size_t>(integers) + 1);
    doubles_.resize(static_cast<std::size_t>(doubles) + 1);
  }

  /// Its matrices lie column by column: one state of n joints and m rows is n × m there.
  void compute(const RowMatrix & motion, RowMatrix & force) override
  {
    arguments_[0] = motion.data();
    results_[0] = force.data();
    function_(arguments_.data(), results_.data(), integers_.data(), doubles_.data(), 0);
  }

private:
  Function function_;
  std::vector<const double *> arguments_;
  std::vector<double *> results_;
  std::vector<long long> integers_;
  std::vector<double> doubles_;
};

std::unique_ptr<Solver> make_generated(void * library, const Robot & robot)
{
  const std::string name = "forces_" + robot.name();
  return std::make_unique<Generated>(
    find<Function>(library, name), find<WorkSize>(library, name + "_work"));
}

}  // namespace

void add_casadi_peers(std::vector<Peer> & peers)
{
  const char * path = std::getenv("HOD_CASADI_LIBRARY");
  void * library = path != nullptr ? ::dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (library == nullptr)
  {
    return;
  }
  peers.push_back(
    {"casadi_d2", 2, 1000, 1e-9,
     [library](const Robot & robot) {
       return ::dlsym(library, ("forces_" + robot.name()).c_str()) != nullptr;
     },
     [library](const Robot & robot) { return make_generated(library, robot); }});
}

}  // namespace hod::speed
