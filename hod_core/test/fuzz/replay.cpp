// SPDX-License-Identifier: Apache-2.0
// Runs a target without libFuzzer: fuzz_TARGET FOLDER MUTATIONS gives it every file of the corpus
// and so many mutations of each, the same ones every time. fuzz_TARGET FILE… gives it files alone.
// With HOD_FUZZ_KEEP=FILE, what is given last is in that file: after a finding, its input.
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>
#include <vector>

#include "fuzz.hpp"

namespace
{

namespace fs = std::filesystem;

std::string content_of(const fs::path & path)
{
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Mutator
{
public:
  Mutator(const std::vector<std::string> & corpus, std::uint64_t seed)
  : corpus_(corpus), engine_(seed)
  {}

  std::string operator()(std::string text)
  {
    for (std::size_t changes = 1 + below(4); changes > 0; --changes)
    {
      change(text);
    }
    return text;
  }

private:
  static constexpr std::size_t kLongest = 1U << 16U;

  std::size_t below(std::size_t count) { return count == 0 ? 0 : engine_() % count; }

  void change(std::string & text)
  {
    const std::size_t place = below(text.size() + 1);
    const std::size_t length = below(std::min<std::size_t>(text.size() - place, 32) + 1);
    switch (below(6))
    {
      case 0:
        flip(text);
        break;
      case 1:
        text.erase(place, length);
        break;
      case 2:
        text.insert(place, text.substr(below(text.size() + 1), 64));
        break;
      case 3:
        text.replace(place, length, word());
        break;
      case 4:
        text = text.substr(0, place) + splice();
        break;
      default:
        text.insert(place, 1 + below(16), static_cast<char>(below(256)));
    }
    text.resize(std::min(text.size(), kLongest));
  }

  void flip(std::string & text)
  {
    if (!text.empty())
    {
      char & byte = text[below(text.size())];
      byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << below(8)));
    }
  }

  std::string word()
  {
    static const std::vector<std::string> words = {
      "nan", "inf",  "-inf", "1e308", "-1",     "0",    "1e-320", "99999999999999999999",
      "{}",  "[]",   "*a",   "&a ",   "!!str ", "\"",   "'",      "\n",
      "\0",  "\xFF", ",",    "<",     "/>",     "null", "~",      "package://../../etc/passwd"};
    return words[below(words.size())];
  }

  std::string splice()
  {
    const std::string & other = corpus_[below(corpus_.size())];
    return other.substr(below(other.size() + 1));
  }

  const std::vector<std::string> & corpus_;
  std::mt19937_64 engine_;
};

void run(const std::string & text)
{
  // A copy of exactly this length, so that memory checkers see what is read beyond it.
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  if (const char * kept = std::getenv("HOD_FUZZ_KEEP"))
  {
    std::ofstream(kept, std::ios::binary) << text;
  }
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

/// One that a reader does not take any more would leave what comes after the refusal untried.
void require_taken_if_whole(const std::string & name, const std::string & text)
{
  const std::size_t before = hod::fuzz::taken_so_far;
  if (name.rfind("whole", 0) == 0)
  {
    run(text);
    hod::fuzz::require(hod::fuzz::taken_so_far > before, ("refused: " + name).c_str());
  }
}

int run_corpus(const fs::path & folder, int mutations)
{
  std::set<fs::path> files;
  for (const auto & entry : fs::directory_iterator(folder))
  {
    files.insert(entry.path());
  }
  std::vector<std::string> corpus;
  for (const fs::path & file : files)
  {
    corpus.push_back(content_of(file));
    require_taken_if_whole(file.filename().string(), corpus.back());
  }
  std::size_t count = 0;
  for (const std::string & text : corpus)
  {
    run(text);
    Mutator mutate(corpus, ++count);
    for (int i = 0; i < mutations; ++i)
    {
      run(mutate(text));
    }
  }
  std::cout << corpus.size() << " inputs, " << mutations << " mutations of each\n";
  return corpus.empty() ? 1 : 0;
}

}  // namespace

int main(int count, char ** arguments)
{
  if (count == 3 && fs::is_directory(arguments[1]))
  {
    return run_corpus(arguments[1], std::atoi(arguments[2]));
  }
  for (int i = 1; i < count; ++i)
  {
    run(content_of(arguments[i]));
  }
  return count > 1 ? 0 : 2;
}
