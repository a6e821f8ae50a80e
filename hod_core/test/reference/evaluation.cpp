// SPDX-License-Identifier: Apache-2.0
#include "evaluation.hpp"

namespace hod::reference
{

template class Evaluation<long double>;

}  // namespace hod::reference
