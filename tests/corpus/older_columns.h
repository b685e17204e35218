// N.cols as earlier versions wrote it, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "corpus/cols_layout.h"

namespace edge::test {

// The file without its last columns, as an earlier version wrote it.
inline std::vector<std::byte> first_columns(const std::vector<std::byte>& whole, size_t count,
                                            uint64_t games) {
    using corpus::kColsEntryBytes, corpus::kColsHeaderBytes;
    std::vector<std::byte> bytes(
        whole.begin(),
        whole.begin() + static_cast<ptrdiff_t>(kColsHeaderBytes + count * kColsEntryBytes));
    corpus::store<uint32_t>(bytes.data() + 12, static_cast<uint32_t>(count));
    for (size_t i = 0; i < count; ++i) {
        std::byte* const entry = bytes.data() + kColsHeaderBytes + i * kColsEntryBytes;
        const auto from = corpus::load<uint64_t>(entry + 8);
        const uint64_t size = corpus::load<uint32_t>(entry + 4) * games;
        const uint64_t to = corpus::align_column(bytes.size());
        corpus::store<uint64_t>(entry + 8, to);
        bytes.resize(to + size);
        std::memcpy(bytes.data() + to, whole.data() + from, size);
    }
    return bytes;
}

}  // namespace edge::test
