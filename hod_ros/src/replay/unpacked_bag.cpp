// SPDX-License-Identifier: Apache-2.0
#include "unpacked_bag.hpp"

#include <cstddef>
#include <exception>
#include <rosbag2_compression/compression_factory.hpp>
#include <rosbag2_compression/sequential_compression_reader.hpp>
#include <rosbag2_storage/metadata_io.hpp>
#include <system_error>
#include <utility>

#include "hod/error.hpp"

namespace hod_ros
{
namespace
{

using rosbag2_compression::CompressionMode;
using rosbag2_storage::BagMetadata;

[[noreturn]] void refuse(const std::string & bag, const std::exception & error)
{
  throw hod::Error(
    bag + ": found no readable rosbag2 (" + error.what() +
    "), expected a folder with metadata.yaml and all its files, or one complete file");
}

/// Of a bag's folder; of one file the metadata say nothing.
BagMetadata metadata_of(const std::string & bag)
{
  rosbag2_storage::MetadataIo io;
  try
  {
    return io.metadata_file_exists(bag) ? io.read_metadata(bag) : BagMetadata();
  }
  catch (const std::exception & error)
  {
    refuse(bag, error);
  }
}

std::shared_ptr<rosbag2_compression::BaseDecompressorInterface> decompressor_of(
  const std::string & bag, const std::string & format,
  rosbag2_compression::CompressionFactory & factory)
{
  std::shared_ptr<rosbag2_compression::BaseDecompressorInterface> decompressor;
  try
  {
    decompressor = factory.create_decompressor(format);
  }
  catch (const std::exception &)
  {
    decompressor = nullptr;
  }
  if (!decompressor)
  {
    throw hod::Error(
      bag + ": found compression '" + format +
      "', expected one that an installed plugin of rosbag2_compression reads, as zstd");
  }
  return decompressor;
}

}  // namespace

CompressionMode compression_of(const std::string & bag)
{
  const BagMetadata metadata = metadata_of(bag);
  const CompressionMode mode =
    metadata.compression_mode.empty()
      ? CompressionMode::NONE
      : rosbag2_compression::compression_mode_from_string(metadata.compression_mode);
  if (mode != CompressionMode::NONE)
  {
    rosbag2_compression::CompressionFactory factory;
    decompressor_of(bag, metadata.compression_format, factory);
  }
  return mode;
}

std::unique_ptr<rosbag2_cpp::Reader> opened(const std::string & bag)
{
  if (!std::filesystem::exists(bag))
  {
    throw hod::Error(bag + ": found no such file, expected a rosbag2");
  }
  auto reader = compression_of(bag) == CompressionMode::NONE
                  ? std::make_unique<rosbag2_cpp::Reader>()
                  : std::make_unique<rosbag2_cpp::Reader>(
                      std::make_unique<rosbag2_compression::SequentialCompressionReader>());
  try
  {
    reader->open(bag);
  }
  catch (const std::exception & error)
  {
    refuse(bag, error);
  }
  return reader;
}

UnpackedBag::UnpackedBag(const std::string & bag, std::filesystem::path folder)
: path_(bag), folder_(std::move(folder))
{
  if (compression_of(bag) != CompressionMode::FILE)
  {
    return;
  }
  path_ = folder_.string();
  try
  {
    unpack(bag);
  }
  catch (const std::exception & error)
  {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
    throw hod::Error(
      bag + ": found no way to unpack it into " + path_ + " (" + error.what() +
      "), expected whole files and room for what is in them");
  }
}

UnpackedBag::~UnpackedBag()
{
  std::error_code ignored;
  if (path_ == folder_.string())
  {
    std::filesystem::remove_all(folder_, ignored);
  }
}

void UnpackedBag::unpack(const std::filesystem::path & bag)
{
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directories(folder_);
  BagMetadata metadata = metadata_of(bag.string());
  rosbag2_compression::CompressionFactory factory;
  const auto decompressor = decompressor_of(bag.string(), metadata.compression_format, factory);
  for (std::size_t i = 0; i < metadata.relative_file_paths.size(); ++i)
  {
    // Unpacked beside the link.
    const auto name = std::filesystem::path(metadata.relative_file_paths[i]).filename();
    std::filesystem::create_symlink(std::filesystem::absolute(bag / name), folder_ / name);
    const std::filesystem::path file = decompressor->decompress_uri((folder_ / name).string());
    metadata.relative_file_paths[i] = file.filename().string();
    if (i < metadata.files.size())
    {
      metadata.files[i].path = file.filename().string();
    }
  }
  metadata.compression_format.clear();
  metadata.compression_mode.clear();
  rosbag2_storage::MetadataIo().write_metadata(folder_.string(), metadata);
}

}  // namespace hod_ros
