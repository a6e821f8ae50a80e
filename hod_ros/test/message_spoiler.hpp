// SPDX-License-Identifier: Apache-2.0
#ifndef MESSAGE_SPOILER_HPP_
#define MESSAGE_SPOILER_HPP_

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <rosidl_typesupport_introspection_cpp/field_types.hpp>
#include <rosidl_typesupport_introspection_cpp/message_introspection.hpp>
#include <rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp>
#include <string>
#include <utility>
#include <vector>

/// Changes some fields of a message of any type to what no sender means: numbers that are none or
/// out of range, names that are unknown or forge lines of a log, lists of other lengths.
class MessageSpoiler
{
public:
  /// @param names that mean something to the receiver, so that some names are wrong by their place
  MessageSpoiler(std::uint64_t seed, std::vector<std::string> names)
  : engine_(seed), names_(std::move(names))
  {}

  template <typename Message>
  Message operator()(Message message)
  {
    const auto * support =
      rosidl_typesupport_introspection_cpp::get_message_type_support_handle<Message>();
    for (std::size_t changes = 1 + below(3); changes > 0; --changes)
    {
      spoil(&message, *static_cast<const Members *>(support->data));
    }
    return message;
  }

  std::size_t below(std::size_t count) { return engine_() % count; }

private:
  using Members = rosidl_typesupport_introspection_cpp::MessageMembers;
  using Member = rosidl_typesupport_introspection_cpp::MessageMember;

  /// Goes down to one field at random.
  void spoil(void * message, const Members & members)
  {
    const Member & member = members.members_[below(members.member_count_)];
    void * field = static_cast<std::uint8_t *>(message) + member.offset_;
    if (!member.is_array_)
    {
      spoil_value(field, member);
      return;
    }
    const std::size_t size = member.size_function(field);
    if (member.resize_function != nullptr && (size == 0 || below(3) == 0))
    {
      member.resize_function(field, other_size(size));
    }
    else if (size > 0 && member.get_function != nullptr)
    {
      spoil_value(member.get_function(field, below(size)), member);
    }
  }

  std::size_t other_size(std::size_t size)
  {
    const std::size_t sizes[] = {0, size + 1, size > 0 ? size - 1 : 2, 2 * size + 1, 1000};
    return sizes[below(5)];
  }

  void spoil_value(void * value, const Member & member)
  {
    using namespace rosidl_typesupport_introspection_cpp;  // NOLINT(*-using-namespace): its numbers
    switch (member.type_id_)
    {
      case ROS_TYPE_MESSAGE:
        spoil(value, *static_cast<const Members *>(member.members_->data));
        break;
      case ROS_TYPE_DOUBLE:
        spoil_number(*static_cast<double *>(value));
        break;
      case ROS_TYPE_STRING:
        *static_cast<std::string *>(value) = name();
        break;
      case ROS_TYPE_BOOLEAN:
        *static_cast<bool *>(value) = !*static_cast<bool *>(value);
        break;
      case ROS_TYPE_INT8:
        *static_cast<std::int8_t *>(value) = integer<std::int8_t>();
        break;
      case ROS_TYPE_UINT8:
        *static_cast<std::uint8_t *>(value) = integer<std::uint8_t>();
        break;
      case ROS_TYPE_INT32:
        *static_cast<std::int32_t *>(value) = integer<std::int32_t>();
        break;
      case ROS_TYPE_UINT32:
        *static_cast<std::uint32_t *>(value) = integer<std::uint32_t>();
        break;
      default:
        break;  // no message of these packages has others
    }
  }

  void spoil_number(double & number)
  {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double numbers[] = {NAN,  kInfinity, -kInfinity, 0.0,  -1.0,         1e308,       -1e308,
                              1e16, 1e-300,    5e-324,     1e60, 1.5 * number, number + 1.0};
    number = numbers[below(std::size(numbers))];
  }

  template <typename Integer>
  Integer integer()
  {
    using Limits = std::numeric_limits<Integer>;
    const Integer numbers[] = {0,
                               1,
                               2,
                               static_cast<Integer>(-1),
                               Limits::max(),
                               Limits::min(),
                               static_cast<Integer>(engine_())};
    return numbers[below(std::size(numbers))];
  }

  std::string name()
  {
    const std::string odd[] = {
      "",
      "nobody",
      "a\n[FATAL] forged",
      "\x1B[2J",
      "\xFF\xC0",
      std::string(100'000, 'a'),
      "package://hod_ros/../../../../etc/passwd",
      "package://..//etc/x.stl",
      "/dev/zero.stl"};
    const std::size_t place = below(names_.size() + std::size(odd));
    return place < names_.size() ? names_[place] : odd[place - names_.size()];
  }

  std::mt19937_64 engine_;
  std::vector<std::string> names_;
};

#endif  // MESSAGE_SPOILER_HPP_
