// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__MOTION_TABLE_HPP_
#define HOD__MOTION__MOTION_TABLE_HPP_

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "hod/io/number_store.hpp"
#include "hod/robot/robot.hpp"

namespace hod
{

/// A joint of a motion table and the position of its numbers.
struct MotionColumns
{
  std::string joint;
  int rows = 0;            ///< derivatives given: q, q', … q⁽ʳᵒʷˢ⁻¹⁾
  std::size_t offset = 0;  ///< index of q among the values of an instant; q' follows
};

/// A motion given as a table: `time,<joint>.q,<joint>.d1q,<joint>.d2q,…`, one line per instant,
/// with derivatives (not Taylor coefficients) in s and SI units.
struct MotionTable
{
  std::string source;                 ///< file name, quoted in error sentences
  std::vector<MotionColumns> joints;  ///< sorted by name
  std::vector<double> times;          ///< strictly increasing [s]
  std::size_t width = 0;              ///< values per instant
  NumberStore values;                 ///< instants × width, C order [rad/sᵏ or m/sᵏ]
};

/// Reads a motion table. Columns may be in any order, but each joint needs all derivatives below
/// its highest. Throws hod::Error with file and line for anything that is not such a table.
MotionTable read_motion(const std::filesystem::path & path);
MotionTable read_motion(std::istream & stream, const std::string & source);

/// Writes the numbers of a block of lines, one per column, to the argument; returns false at the
/// end.
using ReadLines = std::function<bool(std::vector<double> & numbers)>;

/// Same from columns that were read elsewhere.
MotionTable read_motion(
  const std::vector<std::string> & columns, const ReadLines & read, const std::string & source);

/// Maps a table's joints to a robot's columns.
class MotionMatch
{
public:
  /// Throws hod::Error for a joint that is not in the robot, or one with fewer than `rows` rows.
  /// The table must outlive the match.
  MotionMatch(const MotionTable & table, const Robot & robot, int rows);

  /// Joints of the robot that are missing from the table: they stand still at zero.
  const std::vector<std::string> & still() const { return still_; }

  /// Writes `count` instants from `first` on: count × rows × dof doubles, C order.
  void gather(std::size_t first, std::size_t count, double * motion) const;

private:
  void lay_out(const double * values, double * motion) const;

  const MotionTable & table_;
  std::size_t rows_;
  std::vector<const MotionColumns *> columns_;  ///< one per dof, null where it stands still
  std::vector<std::string> still_;
};

}  // namespace hod

#endif  // HOD__MOTION__MOTION_TABLE_HPP_
