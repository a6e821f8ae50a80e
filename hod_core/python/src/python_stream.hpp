// SPDX-License-Identifier: Apache-2.0
#ifndef PYTHON_STREAM_HPP_
#define PYTHON_STREAM_HPP_

#include <pybind11/pybind11.h>

#include <istream>
#include <streambuf>
#include <string>
#include <utility>

namespace hod
{

/// A stream of the bytes that a Python function without arguments returns, until they are empty.
/// Exceptions that it raises (KeyboardInterrupt too) propagate through the reader.
class PythonBuffer : public std::streambuf
{
public:
  explicit PythonBuffer(pybind11::function read) : read_(std::move(read)) {}

private:
  int_type underflow() override
  {
    const pybind11::gil_scoped_acquire python;
    block_ = std::string(pybind11::bytes(read_()));
    setg(block_.data(), block_.data(), block_.data() + block_.size());
    return block_.empty() ? traits_type::eof() : traits_type::to_int_type(block_.front());
  }

  pybind11::function read_;
  std::string block_;
};

/// A stream that rethrows the exceptions of its buffer.
class PythonStream : public std::istream
{
public:
  explicit PythonStream(pybind11::function read) : std::istream(nullptr), buffer_(std::move(read))
  {
    rdbuf(&buffer_);
    exceptions(std::ios::badbit);
  }

private:
  PythonBuffer buffer_;
};

}  // namespace hod

#endif  // PYTHON_STREAM_HPP_
