// SPDX-License-Identifier: Apache-2.0
// stream_joint_states SECONDS JOINT...: sends joint states of a smooth motion at 1 kHz and prints
// how many were sent and answered on /forces_node/forces, how many steps between answers are not of
// a millisecond, and the first and the last answer's distance [ms] from the first and last message.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <hod_msgs/msg/higher_order_forces.hpp>
#include <memory>
#include <mutex>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <string>
#include <thread>
#include <vector>

namespace
{

using hod_msgs::msg::HigherOrderForces;
using sensor_msgs::msg::JointState;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::int64_t kPeriod = 1'000'000;              // [ns]
constexpr std::int64_t kBegin = 1000 * 1'000'000'000LL;  // [ns]
constexpr std::int64_t kRounding = 10'000;               // of stamps [ns]
constexpr std::size_t kQueue = 5000;  // messages that wait where the machine stalls
constexpr auto kPatience = std::chrono::seconds(30);

class Stream
{
public:
  explicit Stream(std::vector<std::string> joints) : joints_(std::move(joints))
  {
    publisher_ = node_->create_publisher<JointState>("/joint_states", kQueue);
    subscription_ = node_->create_subscription<HigherOrderForces>(
      "/forces_node/forces", kQueue, [this](const HigherOrderForces & forces) {
        const std::lock_guard<std::mutex> lock(mutex_);
        stamps_.push_back(rclcpp::Time(forces.header.stamp).nanoseconds());
      });
    executor_.add_node(node_);
    listener_ = std::thread([this]() { executor_.spin(); });
  }

  ~Stream()
  {
    executor_.cancel();
    listener_.join();
  }
  Stream(const Stream &) = delete;
  Stream & operator=(const Stream &) = delete;

  /// Whether there is somebody to answer.
  bool meets_node() const
  {
    return wait([this]() {
      return publisher_->get_subscription_count() > 0 && subscription_->get_publisher_count() > 0;
    });
  }

  void send(std::int64_t count)
  {
    last_ = kBegin + (count - 1) * kPeriod;
    const auto begin = steady_clock::now();
    for (std::int64_t i = 0; i < count; ++i)
    {
      std::this_thread::sleep_until(begin + milliseconds(i));
      publisher_->publish(state(kBegin + i * kPeriod));
    }
  }

  bool print(std::int64_t sent) const
  {
    constexpr std::int64_t kLatest = 100 * kPeriod;  // what an estimator may lag
    const bool complete = wait([this]() {
      const std::lock_guard<std::mutex> lock(mutex_);
      return !stamps_.empty() && stamps_.back() > last_ - kLatest;
    });
    const std::lock_guard<std::mutex> lock(mutex_);
    std::size_t gaps = 0;
    for (std::size_t i = 1; i < stamps_.size(); ++i)
    {
      gaps += std::abs(stamps_[i] - stamps_[i - 1] - kPeriod) > kRounding ? 1 : 0;
    }
    const auto ms = [](std::int64_t ns) { return 1e-6 * static_cast<double>(ns); };
    std::printf(
      "{\"sent\": %lld, \"answered\": %zu, \"gaps\": %zu, \"first\": %.3f, \"last\": %.3f}\n",
      static_cast<long long>(sent), stamps_.size(), gaps,
      stamps_.empty() ? 0.0 : ms(stamps_.front() - kBegin),
      stamps_.empty() ? 0.0 : ms(last_ - stamps_.back()));
    return complete;
  }

private:
  template <typename Condition>
  static bool wait(const Condition & condition)
  {
    const auto end = steady_clock::now() + kPatience;
    while (!condition() && steady_clock::now() < end)
    {
      std::this_thread::sleep_for(milliseconds(10));
    }
    return condition();
  }

  JointState state(std::int64_t stamp) const
  {
    JointState message;
    message.header.stamp = rclcpp::Time(stamp);
    message.name = joints_;
    for (std::size_t joint = 0; joint < joints_.size(); ++joint)
    {
      const double phase = 1e-9 * static_cast<double>(stamp - kBegin) + static_cast<double>(joint);
      message.position.push_back(0.3 * std::sin(phase));
      message.velocity.push_back(0.3 * std::cos(phase));
    }
    return message;
  }

  std::vector<std::string> joints_;
  rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("stream");
  rclcpp::Publisher<JointState>::SharedPtr publisher_;
  rclcpp::Subscription<HigherOrderForces>::SharedPtr subscription_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::thread listener_;
  std::int64_t last_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::int64_t> stamps_;
};

}  // namespace

int main(int count, char ** words)
{
  if (count < 3)
  {
    std::fprintf(stderr, "usage: stream_joint_states SECONDS JOINT...\n");
    return 2;
  }
  rclcpp::init(0, nullptr);
  bool good = false;
  {
    Stream stream({words + 2, words + count});
    const auto messages = static_cast<std::int64_t>(std::lround(1000.0 * std::atof(words[1])));
    if (stream.meets_node())
    {
      stream.send(messages);
      good = stream.print(messages);
    }
  }
  rclcpp::shutdown();
  return good ? 0 : 1;
}
