// SPDX-License-Identifier: Apache-2.0
#include "hod/io/output_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "hod/error.hpp"

namespace
{

namespace fs = std::filesystem;

class OutputFile : public testing::Test
{
protected:
  OutputFile()
  {
    const auto * test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("hod_output_") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~OutputFile() override { fs::remove_all(folder_); }

  static std::string text_of(const fs::path & path)
  {
    std::ifstream file(path, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  }
  long entries() const
  {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_;
};

TEST_F(OutputFile, AppearsWholeOnCommit)
{
  hod::OutputFile file(folder_ / "out.csv");
  file.write("one,");
  EXPECT_FALSE(fs::exists(folder_ / "out.csv"));
  file.write("two");
  file.commit();
  EXPECT_EQ(text_of(folder_ / "out.csv"), "one,two");
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFile, WithoutCommitTheOldFileStaysAndNothingElse)
{
  std::ofstream(folder_ / "out.csv") << "old";
  {
    hod::OutputFile file(folder_ / "out.csv");
    file.write("new");
  }
  EXPECT_EQ(text_of(folder_ / "out.csv"), "old");
  EXPECT_EQ(entries(), 1);
}

TEST_F(OutputFile, KeepsPermissionsAndSymbolicLinks)
{
  std::ofstream(folder_ / "out.csv") << "old";
  fs::permissions(folder_ / "out.csv", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("out.csv", folder_ / "link.csv");
  hod::OutputFile file(folder_ / "link.csv");
  file.write("new");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.csv"));
  EXPECT_EQ(text_of(folder_ / "out.csv"), "new");
  EXPECT_EQ(
    fs::status(folder_ / "out.csv").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFile, RefusesAPlaceThatCannotBeWritten)
{
  EXPECT_THROW(hod::OutputFile(folder_ / "no_folder" / "out.csv"), hod::Error);
  EXPECT_THROW(hod::OutputFile{folder_}, hod::Error);
}

TEST(OutputDevice, IsWrittenDirectlyAndStays)
{
  if (!fs::is_character_file("/dev/null"))
  {
    GTEST_SKIP() << "no /dev/null on this machine";
  }
  hod::OutputFile file("/dev/null");
  file.write("text");
  file.commit();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(OutputDevice, AFullDiskIsAnError)
{
  if (!fs::is_character_file("/dev/full"))
  {
    GTEST_SKIP() << "no /dev/full on this machine";
  }
  hod::OutputFile file("/dev/full");
  EXPECT_THROW(
    {
      file.write("text");
      file.commit();
    },
    hod::Error);
}

}  // namespace
