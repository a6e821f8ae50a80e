// SPDX-License-Identifier: Apache-2.0
#ifndef SEVEN_AXIS_ARM_HPP_
#define SEVEN_AXIS_ARM_HPP_

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

/// The arm of arm.urdf and the controllers of controllers.yaml, both in this folder.
struct SevenAxisArm
{
  static constexpr int kJoints = 7;

  static constexpr double kHome[kJoints] = {0.2, -0.4, 0.1, 0.9, -0.3, 0.5, 0.0};

  static std::string joint(int index) { return "joint_" + std::to_string(index + 1); }

  static std::vector<std::string> joints()
  {
    std::vector<std::string> names;
    for (int index = 0; index < kJoints; ++index)
    {
      names.push_back(joint(index));
    }
    return names;
  }

  static std::string robot_file() { return std::string(PROOF_FOLDER) + "/arm.yaml"; }

  /// @param hardware values of <param> elements of the simulation that differ from the file's
  static std::string urdf(const std::map<std::string, std::string> & hardware = {})
  {
    std::string text = replaced(read("arm.urdf"), "ROBOT_FILE", robot_file());
    for (const auto & [name, value] : hardware)
    {
      const std::string open = "<param name=\"" + name + "\">";
      const auto begin = text.find(open);
      if (begin == std::string::npos)
      {
        throw std::runtime_error("arm.urdf: found no parameter " + name);
      }
      const auto place = begin + open.size();
      text.replace(place, text.find('<', place) - place, value);
    }
    return text;
  }

  static std::string controllers()
  {
    return replaced(read("controllers.yaml"), "ROBOT_FILE", robot_file());
  }

private:
  static std::string read(const std::string & name)
  {
    std::ifstream file(std::string(PROOF_FOLDER) + "/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static std::string replaced(std::string text, const std::string & what, const std::string & by)
  {
    return text.replace(text.find(what), what.size(), by);
  }
};

/// A file that lives as long as this.
class TemporaryFile
{
public:
  TemporaryFile(const std::string & name, const std::string & text)
  : path_(
      std::filesystem::temp_directory_path() / ("hod_" + std::to_string(::getpid()) + "_" + name))
  {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile & operator=(const TemporaryFile &) = delete;

  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

#endif  // SEVEN_AXIS_ARM_HPP_
