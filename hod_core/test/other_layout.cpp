// SPDX-License-Identifier: Apache-2.0
// The least that asks how the library was compiled.
#include "hod/types.hpp"

int main()
{
  return hod::Pose{}.rotation.isIdentity() ? 0 : 1;
}
