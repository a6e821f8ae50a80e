// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__MAILBOX_HPP_
#define HOD_ROS__MAILBOX_HPP_

#include <memory>
#include <mutex>
#include <utility>

namespace hod_ros
{

/// Passes the newest item of one kind to a control loop, which neither waits nor allocates nor
/// frees: items that the loop no longer needs return to the box and are freed by the next poster.
template <typename T>
class Mailbox
{
public:
  /// For any thread but the loop's. Replaces an item that was not yet taken.
  void post(std::unique_ptr<T> item)
  {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      item_.swap(item);
      fresh_ = true;
    }
  }

  /// For the loop: exchanges `mine` for a fresh item. Returns false if there is none, or if a
  /// poster holds the box at this moment; the next cycle then gets it.
  [[nodiscard]] bool take(std::unique_ptr<T> & mine)
  {
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || !fresh_)
    {
      return false;
    }
    item_.swap(mine);
    fresh_ = false;
    return true;
  }

  /// Discards what was posted but not taken. Not for the loop.
  void clear()
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    item_.reset();
    fresh_ = false;
  }

private:
  std::mutex mutex_;
  std::unique_ptr<T> item_;
  bool fresh_ = false;
};

}  // namespace hod_ros

#endif  // HOD_ROS__MAILBOX_HPP_
