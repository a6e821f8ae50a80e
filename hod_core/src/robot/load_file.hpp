// SPDX-License-Identifier: Apache-2.0
#ifndef ROBOT__LOAD_FILE_HPP_
#define ROBOT__LOAD_FILE_HPP_

#include <filesystem>

#include "hod/robot/load.hpp"

namespace hod::detail
{

/// Reads times and wrenches of a load from CSV, `time,fx,fy,fz,mx,my,mz,d1fx,…`: missing components
/// are zero, the others have the same derivatives.
void read_load_table(const std::filesystem::path & path, Load & load);

}  // namespace hod::detail

#endif  // ROBOT__LOAD_FILE_HPP_
