// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__DELAY_LINE_HPP_
#define HOD_ROS__DELAY_LINE_HPP_

#include <cstddef>
#include <vector>

namespace hod_ros
{

/// Delays rows of numbers by a number of cycles; until then, the first row comes out. Allocates
/// only in the constructor.
class DelayLine
{
public:
  DelayLine(std::size_t size, int cycles)
  : size_(size), rows_(static_cast<std::size_t>(cycles) + 1), memory_(size * rows_)
  {}

  void clear() { empty_ = true; }

  /// Puts a row in and replaces it by the one that comes out.
  void pass(std::vector<double> & row)
  {
    for (std::size_t slot = 0; slot < (empty_ ? rows_ : 1); ++slot)
    {
      write(empty_ ? slot : next_, row);
    }
    empty_ = false;
    next_ = (next_ + 1) % rows_;
    for (std::size_t index = 0; index < size_; ++index)
    {
      row[index] = memory_[next_ * size_ + index];
    }
  }

private:
  void write(std::size_t slot, const std::vector<double> & row)
  {
    for (std::size_t index = 0; index < size_; ++index)
    {
      memory_[slot * size_ + index] = row[index];
    }
  }

  std::size_t size_;
  std::size_t rows_;
  std::size_t next_ = 0;
  bool empty_ = true;
  std::vector<double> memory_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__DELAY_LINE_HPP_
