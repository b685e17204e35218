// Corpora compared byte by byte.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "support/temp_dir.h"

namespace edge::test {

// The bytes of every file of a corpus, less the lines of meta that may differ.
inline std::map<std::string, std::string> files_of(const std::filesystem::path& corpus) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus)) {
        if (!entry.is_regular_file()) continue;
        std::string bytes = read_file(entry.path());
        const std::string name = std::filesystem::relative(entry.path(), corpus).string();
        if (name == "meta") {
            for (const std::string_view key : {"indexed_at=", "source.0.path=", "meta_hash="}) {
                const size_t at = bytes.find(key);
                bytes.erase(at, bytes.find('\n', at) - at);
            }
        }
        files[name] = std::move(bytes);
    }
    return files;
}

inline void expect_same_files(const std::filesystem::path& found,
                              const std::filesystem::path& expected) {
    const auto a = files_of(found);
    const auto b = files_of(expected);
    ASSERT_EQ(a.size(), b.size());
    for (const auto& [name, bytes] : b) {
        ASSERT_TRUE(a.contains(name)) << name;
        EXPECT_TRUE(a.at(name) == bytes) << name << " differs";
    }
}

}  // namespace edge::test
