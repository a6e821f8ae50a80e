// SPDX-License-Identifier: Apache-2.0
#ifndef CAPTURED_LOG_HPP_
#define CAPTURED_LOG_HPP_

#include <rcutils/logging.h>

#include <cstdarg>
#include <cstdio>
#include <string>

/// Everything that is logged in the process while one of these lives; one at a time.
class CapturedLog
{
public:
  CapturedLog() : before_(rcutils_logging_get_output_handler())
  {
    text().clear();
    rcutils_logging_set_output_handler(remember);
  }
  ~CapturedLog() { rcutils_logging_set_output_handler(before_); }
  CapturedLog(const CapturedLog &) = delete;
  CapturedLog & operator=(const CapturedLog &) = delete;

  static std::string & text()
  {
    static std::string text;
    return text;
  }

private:
  static void remember(
    const rcutils_log_location_t *, int, const char *, rcutils_time_point_value_t,
    const char * format, va_list * arguments)
  {
    char line[2000];
    std::vsnprintf(line, sizeof(line), format, *arguments);
    text().append(line).append("\n");
  }

  rcutils_logging_output_handler_t before_;
};

#endif  // CAPTURED_LOG_HPP_
