// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__IO__TABLE_WRITER_HPP_
#define HOD__IO__TABLE_WRITER_HPP_

#include <cstddef>
#include <string>
#include <vector>

namespace hod
{

/// `<joint>.Q, <joint>.d1Q, … <joint>.d<order>Q` of every joint, the columns of a force table.
std::vector<std::string> force_columns(const std::vector<std::string> & joints, int order);

/// `E1, d1E1, …, d<derivatives>E1, E2 … E<max_order>`, then `<link>.E1 …` of every link, the
/// columns of an energy table.
std::vector<std::string> energy_columns(
  int max_order, const std::vector<std::string> & links = {}, int derivatives = 0);

/// `<joint>.q, <joint>.d1q, …` of every joint, the columns of a motion table.
std::vector<std::string> motion_columns(const std::vector<std::string> & joints, int rows);

/// The line `time,<column>,…` including its line end; names with commas or quotes are quoted.
std::string table_header(const std::vector<std::string> & columns);

/// Appends the lines `time,value,…`. Each number is the shortest text that reads back as the same
/// double.
/// @param values rows × columns, C order
void append_rows(
  std::string & text, const double * times, const double * values, std::size_t rows,
  std::size_t columns);

/// Same for numbers that need no more digits than single precision provides.
void append_rows(
  std::string & text, const double * times, const float * values, std::size_t rows,
  std::size_t columns);

}  // namespace hod

#endif  // HOD__IO__TABLE_WRITER_HPP_
