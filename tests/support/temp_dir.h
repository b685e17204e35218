// A directory for one test, removed when the test ends. In memory, where the system has a place for
// that, a test that syncs thousands of files does not wait for the disk.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace edge::test {

class TempDir {
public:
    TempDir() : TempDir(std::filesystem::temp_directory_path()) {}
    static TempDir in_memory() {
        const std::filesystem::path memory = "/dev/shm";
        if (::access(memory.c_str(), W_OK) == 0) return TempDir(memory);
        return {};
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    ~TempDir() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

private:
    explicit TempDir(const std::filesystem::path& where) {
        std::string name = (where / "edge-test-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }

    std::filesystem::path path_;
};

inline void write_file(const std::filesystem::path& path, std::string_view content) {
    std::ofstream(path, std::ios::binary) << content;
}

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace edge::test
