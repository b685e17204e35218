// Damages a file on purpose, in place and one way at a time, and restores it. In place, because
// some file systems wait for the disk when a file is rewritten.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/temp_dir.h"

namespace edge::test {

inline void put_byte(const std::filesystem::path& path, size_t at, char value) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(value);
}

// Calls use(byte, bit) with the file changed by that one bit.
template <class Use>
void for_each_flipped_bit(const std::filesystem::path& path, Use use) {
    const std::string whole = read_file(path);
    for (size_t at = 0; at < whole.size(); ++at) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            put_byte(path, at, static_cast<char>(whole[at] ^ 1 << bit));
            use(at, bit);
        }
        put_byte(path, at, whole[at]);
    }
}

// Calls use(size) with the file cut to each size below its own, the longest first.
template <class Use>
void for_each_truncation(const std::filesystem::path& path, Use use) {
    const std::string whole = read_file(path);
    for (size_t size = whole.size(); size-- > 0;) {
        std::filesystem::resize_file(path, size);
        use(size);
    }
    write_file(path, whole);
}

}  // namespace edge::test
