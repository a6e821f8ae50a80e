// SPDX-License-Identifier: Apache-2.0
#include "hod/io/number_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "hod/error.hpp"

namespace
{

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<double> part(const hod::NumberStore & store, std::size_t first, std::size_t count)
{
  std::vector<double> scratch;
  const double * numbers = store.view(first, count, scratch);
  return {numbers, numbers + count};
}

std::vector<double> counted(std::size_t first, std::size_t count)
{
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), static_cast<double>(first));
  return numbers;
}

/// Counted from 0, appended in blocks of uneven sizes.
hod::NumberStore filled(std::size_t count, std::size_t in_memory)
{
  hod::NumberStore store(in_memory);
  for (std::size_t first = 0, size = 1; first < count; first += size, size = size * 3 % 1009 + 1)
  {
    size = std::min(size, count - first);
    store.append(counted(first, size).data(), size);
  }
  return store;
}

TEST(NumberStore, FewNumbersAreGivenWhereTheyAre)
{
  const hod::NumberStore store = filled(10, 100);
  std::vector<double> scratch;
  EXPECT_EQ(store.view(2, 3, scratch) + 2, store.view(4, 1, scratch));
  EXPECT_TRUE(scratch.empty());
  EXPECT_THAT(part(store, 7, 3), ElementsAre(7, 8, 9));
}

TEST(NumberStore, ManyNumbersReadTheSameFromTheFile)
{
  const std::size_t count = 3 << 20U;  // more than what is kept back
  const hod::NumberStore store = filled(count, 1000);
  ASSERT_EQ(store.size(), count);
  for (const std::size_t first : {std::size_t{0}, std::size_t{999}, count / 2, count - 1000})
  {
    EXPECT_EQ(part(store, first, 1000), counted(first, 1000));
  }
  EXPECT_EQ(part(store, 0, count), counted(0, count));  // across what is not in the file yet
}

TEST(NumberStore, SeveralThreadsReadAtOnce)
{
  const hod::NumberStore store = filled(200000, 1000);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t which = 0; which < wrong.size(); ++which)
  {
    threads.emplace_back([&, which] {
      for (std::size_t first = which; first + 100 < 200000; first += 997)
      {
        wrong[which] += part(store, first, 100) == counted(first, 100) ? 0 : 1;
      }
    });
  }
  for (std::thread & thread : threads)
  {
    thread.join();
  }
  EXPECT_THAT(wrong, ElementsAre(0, 0, 0, 0));
}

TEST(NumberStore, MovesWithItsFile)
{
  hod::NumberStore store = filled(5000, 1000);
  hod::NumberStore other = std::move(store);
  EXPECT_EQ(part(other, 0, 5000), counted(0, 5000));
  other = filled(2000, 1000);
  EXPECT_EQ(part(other, 0, 2000), counted(0, 2000));
}

TEST(NumberStore, SaysWhereThereIsNoRoom)
{
  const char * before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/nowhere", 1);
  std::string sentence;
  try
  {
    filled(2000, 1000);
  }
  catch (const hod::Error & error)
  {
    sentence = error.what();
  }
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
  EXPECT_THAT(sentence, HasSubstr("/nowhere: found no space"));
}

}  // namespace
