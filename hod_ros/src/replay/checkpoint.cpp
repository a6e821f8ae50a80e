// SPDX-License-Identifier: Apache-2.0
#include "checkpoint.hpp"

#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <utility>

#include "hod/error.hpp"
#include "hod/io/output_file.hpp"

namespace hod_ros
{
namespace
{

/// Numbers and lists of them as they are in memory: the file is read where it was written.
class Writer
{
public:
  template <class Number>
  void put(const Number & value)
  {
    static_assert(std::is_arithmetic_v<Number>);
    text_.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }

  template <class Number>
  void put(const std::vector<Number> & values)
  {
    put(values.size());
    text_.append(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(Number));
  }

  void put(const std::string & value) { put(std::vector<char>(value.begin(), value.end())); }

  const std::string & text() const { return text_; }

private:
  std::string text_;
};

class Reader
{
public:
  explicit Reader(std::string_view text) : text_(text) {}

  template <class Number>
  Number get()
  {
    Number value{};
    std::memcpy(&value, taken(sizeof(value)), sizeof(value));
    return value;
  }

  template <class Number>
  std::vector<Number> list()
  {
    const auto count = get<std::size_t>();
    if (count > text_.size())
    {
      throw hod::Error("cut off");
    }
    std::vector<Number> values(count);
    const char * const from = taken(count * sizeof(Number));
    if (count > 0)
    {
      std::memcpy(values.data(), from, count * sizeof(Number));
    }
    return values;
  }

  std::string word()
  {
    const std::vector<char> letters = list<char>();
    return {letters.begin(), letters.end()};
  }

private:
  const char * taken(std::size_t bytes)
  {
    if (bytes > text_.size() - place_)
    {
      throw hod::Error("cut off");
    }
    const char * const here = text_.data() + place_;
    place_ += bytes;
    return here;
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

ReplayPlan read(Reader & reader)
{
  ReplayPlan plan;
  plan.origin = reader.get<std::int64_t>();
  plan.clock = reader.word();
  plan.is_clocked_by_receipt = reader.get<bool>();
  plan.clock_offset = reader.get<double>();
  plan.instants = reader.list<std::int64_t>();
  const std::vector<double> rest = reader.list<double>();
  plan.motion.rest =
    Eigen::Map<const Eigen::VectorXd>(rest.data(), static_cast<Eigen::Index>(rest.size()));
  const auto parts = reader.get<std::size_t>();
  for (std::size_t i = 0; i < parts; ++i)
  {
    std::vector<int> columns = reader.list<int>();
    const int degree = reader.get<int>();
    const int channels = reader.get<int>();
    std::vector<double> knots = reader.list<double>();
    std::vector<double> coefficients = reader.list<double>();
    plan.motion.parts.push_back(
      {std::move(columns),
       hod::PiecewisePolynomial(std::move(knots), degree, channels, std::move(coefficients))});
  }
  return plan;
}

}  // namespace

void store(const std::filesystem::path & file, const std::string & key, const ReplayPlan & plan)
{
  Writer writer;
  writer.put(key);
  writer.put(plan.origin);
  writer.put(plan.clock);
  writer.put(plan.is_clocked_by_receipt);
  writer.put(plan.clock_offset);
  writer.put(plan.instants);
  writer.put(
    std::vector<double>(
      plan.motion.rest.data(), plan.motion.rest.data() + plan.motion.rest.size()));
  writer.put(plan.motion.parts.size());
  for (const hod::FoundMotion::Part & part : plan.motion.parts)
  {
    writer.put(part.columns);
    writer.put(part.polynomial.degree());
    writer.put(part.polynomial.channels());
    writer.put(part.polynomial.knots());
    writer.put(part.polynomial.coefficients());
  }
  hod::OutputFile output(file);
  output.write(writer.text());
  output.commit();
}

std::optional<ReplayPlan> restored(const std::filesystem::path & file, const std::string & key)
{
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream)
  {
    return std::nullopt;
  }
  try
  {
    const std::string bytes = text.str();
    Reader reader(bytes);
    return reader.word() == key ? std::optional<ReplayPlan>(read(reader)) : std::nullopt;
  }
  catch (const hod::Error &)
  {
    return std::nullopt;
  }
}

}  // namespace hod_ros
