// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__IO__NUMBER_STORE_HPP_
#define HOD__IO__NUMBER_STORE_HPP_

#include <cstddef>
#include <vector>

namespace hod
{

/// Numbers that are appended once and then read in any order. They stay in memory until there are
/// too many; then all of them go to an unnamed file in $TMPDIR, or else in /var/tmp, so that a
/// table of any length takes little memory.
class NumberStore
{
public:
  static constexpr std::size_t kInMemory = std::size_t{1} << 25U;  ///< 256 MiB

  /// @param in_memory how many numbers stay in memory
  explicit NumberStore(std::size_t in_memory = kInMemory) : in_memory_(in_memory) {}
  ~NumberStore();
  NumberStore(NumberStore && other) noexcept;
  NumberStore & operator=(NumberStore && other) noexcept;

  /// Throws hod::Error if there is no room for the file.
  void append(const double * numbers, std::size_t count);
  /// Reserves room for this many numbers, as far as they stay in memory.
  void reserve(std::size_t count);
  std::size_t size() const { return filed_ + kept_.size(); }

  /// `count` numbers from `first` on, in memory or copied to `scratch`. May be called from any
  /// thread.
  const double * view(std::size_t first, std::size_t count, std::vector<double> & scratch) const;

private:
  void file_away();

  std::size_t in_memory_;
  std::vector<double> kept_;  ///< those not in the file
  std::size_t filed_ = 0;     ///< numbers in the file, which come first
  int file_ = -1;
};

}  // namespace hod

#endif  // HOD__IO__NUMBER_STORE_HPP_
