// SPDX-License-Identifier: Apache-2.0
// Loads, configures and activates controllers, all in one switch, as soon as there is a controller
// manager; does what its spawner does without an interpreter to wait for.
#include <algorithm>
#include <chrono>
#include <controller_manager_msgs/srv/configure_controller.hpp>
#include <controller_manager_msgs/srv/list_controllers.hpp>
#include <controller_manager_msgs/srv/load_controller.hpp>
#include <controller_manager_msgs/srv/switch_controller.hpp>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <map>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace srv = controller_manager_msgs::srv;
using std::chrono_literals::operator""s;

constexpr auto kSayEvery = 10s;    // while there is no controller manager
constexpr auto kAskAgain = 10s;    // on a busy machine an answer can be lost
constexpr auto kSwitchWithin = 8;  // s, less than that, so that an answer is not asked for twice

/// A service of the controller manager.
template <class Service>
class Call
{
public:
  Call(rclcpp::Node & node, const std::string & name)
  : node_(node), client_(node.create_client<Service>("controller_manager/" + name))
  {}

  /// Null if there was no answer in time, or if the process is to end.
  typename Service::Response::SharedPtr operator()(const typename Service::Request & request)
  {
    while (!client_->wait_for_service(kSayEvery))
    {
      if (!rclcpp::ok())
      {
        return nullptr;
      }
      RCLCPP_INFO(node_.get_logger(), "waiting for the service %s", client_->get_service_name());
    }
    auto sent = client_->async_send_request(std::make_shared<typename Service::Request>(request));
    if (
      rclcpp::spin_until_future_complete(node_.get_node_base_interface(), sent, kAskAgain) !=
      rclcpp::FutureReturnCode::SUCCESS)
    {
      client_->remove_pending_request(sent);
      return nullptr;
    }
    return sent.get();
  }

private:
  rclcpp::Node & node_;
  typename rclcpp::Client<Service>::SharedPtr client_;
};

/// Brings controllers from where they are to active. What is asked for next depends on the states
/// that the manager lists alone, so that an answer that got lost does no harm; the manager answers
/// one call after the other, so that what it lists is what the last one has left.
class Starter
{
public:
  explicit Starter(rclcpp::Node & node)
  : names_(node.declare_parameter("controllers", std::vector<std::string>{})),
    list_(node, "list_controllers"),
    load_(node, "load_controller"),
    configure_(node, "configure_controller"),
    switch_(node, "switch_controller")
  {
    if (names_.empty())
    {
      throw std::runtime_error("controllers: found no name, expected those to start");
    }
  }

  /// Whether all are active; throws std::runtime_error if one cannot be.
  bool advance()
  {
    const auto listed = list_(srv::ListControllers::Request());
    if (listed == nullptr)
    {
      return false;
    }
    std::map<std::string, std::string> states;
    for (const auto & controller : listed->controller)
    {
      states[controller.name] = controller.state;
    }
    const auto is_behind = [&](const std::string & name) {
      return states[name].empty() || states[name] == "unconfigured";
    };
    const auto behind = std::find_if(names_.begin(), names_.end(), is_behind);
    if (behind != names_.end())
    {
      prepare(*behind, states[*behind].empty());
      return false;
    }
    std::vector<std::string> inactive;
    std::copy_if(
      names_.begin(), names_.end(), std::back_inserter(inactive),
      [&](const std::string & name) { return states[name] != "active"; });
    if (!inactive.empty())
    {
      activate(std::move(inactive));
    }
    return inactive.empty();
  }

private:
  void prepare(const std::string & name, bool is_new)
  {
    if (is_new)
    {
      srv::LoadController::Request request;
      request.name = name;
      expect(load_(request), "load " + name);
      return;
    }
    srv::ConfigureController::Request request;
    request.name = name;
    expect(configure_(request), "configure " + name);
  }

  void activate(std::vector<std::string> names)
  {
    srv::SwitchController::Request request;
    request.activate_controllers = std::move(names);
    request.strictness = srv::SwitchController::Request::STRICT;
    request.activate_asap = true;
    request.timeout.sec = kSwitchWithin;
    expect(switch_(request), "activate the controllers");
  }

  /// An answer that did not come is no refusal.
  template <class Answer>
  static void expect(const Answer & answer, const std::string & what)
  {
    if (answer != nullptr && !answer->ok)
    {
      throw std::runtime_error("the controller manager could not " + what + "; its log says why");
    }
  }

  std::vector<std::string> names_;
  Call<srv::ListControllers> list_;
  Call<srv::LoadController> load_;
  Call<srv::ConfigureController> configure_;
  Call<srv::SwitchController> switch_;
};

}  // namespace

int main(int count, char ** words)
{
  rclcpp::init(count, words);
  const auto node = std::make_shared<rclcpp::Node>("start_controllers");
  int code = EXIT_SUCCESS;
  try
  {
    Starter starter(*node);
    while (rclcpp::ok() && !starter.advance())
    {}
  }
  catch (const std::exception & error)
  {
    if (rclcpp::ok())  // otherwise it was interrupted
    {
      RCLCPP_ERROR(node->get_logger(), "%s", error.what());
      code = EXIT_FAILURE;
    }
  }
  rclcpp::shutdown();
  return code;
}
