// SPDX-License-Identifier: Apache-2.0
#ifndef REPLAY__UNPACKED_BAG_HPP_
#define REPLAY__UNPACKED_BAG_HPP_

#include <filesystem>
#include <memory>
#include <rosbag2_compression/compression_options.hpp>
#include <rosbag2_cpp/reader.hpp>
#include <string>

namespace hod_ros
{

/// What a bag says of its compression, none for what is no folder of a bag. Throws hod::Error for a
/// compression that nothing here can read.
rosbag2_compression::CompressionMode compression_of(const std::string & bag);

/// Opens a bag's folder or its one file, whose messages may be compressed. Throws hod::Error for
/// what is none.
std::unique_ptr<rosbag2_cpp::Reader> opened(const std::string & bag);

/// A bag that several threads may open: where its files are compressed as a whole, which rosbag2
/// would unpack into the bag's own folder, a copy of it that lasts as long as this; else itself.
class UnpackedBag
{
public:
  /// @param folder where the copy goes; what is there is removed
  UnpackedBag(const std::string & bag, std::filesystem::path folder);
  ~UnpackedBag();
  UnpackedBag(const UnpackedBag &) = delete;
  UnpackedBag & operator=(const UnpackedBag &) = delete;

  const std::string & path() const { return path_; }

private:
  void unpack(const std::filesystem::path & bag);

  std::string path_;
  std::filesystem::path folder_;
};

}  // namespace hod_ros

#endif  // REPLAY__UNPACKED_BAG_HPP_
