// Hashes of content that are kept in files: XXH3-128, and XXH3-64 where that is enough. On disk: do
// not change the values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edge {

struct ContentHash {
    uint64_t high = 0;
    uint64_t low = 0;
    bool operator==(const ContentHash&) const = default;
};

ContentHash content_hash(std::span<const std::byte> bytes);
inline ContentHash content_hash(std::string_view text) {
    return content_hash(std::as_bytes(std::span(text)));
}

// XXH3-64 with seed 0: for small files that are always read whole, and for hashes that only lead to
// what is then compared.
uint64_t short_content_hash(std::span<const std::byte> bytes);

// A large content is hashed in blocks, the last one shorter, so that several threads can share the
// work and damage has a place.
inline constexpr size_t kHashBlockBytes = size_t{4} << 20;

// Of the content with these blocks: XXH3-128 over their hashes, 16 bytes each, big-endian.
ContentHash hash_of_blocks(std::span<const ContentHash> blocks);
std::vector<ContentHash> block_hashes(std::span<const std::byte> bytes);

// The blocks of a content that comes in pieces of any size.
class BlockHasher {
public:
    BlockHasher();
    BlockHasher(BlockHasher&&) noexcept;
    BlockHasher& operator=(BlockHasher&&) noexcept;
    ~BlockHasher();

    void append(std::span<const std::byte> bytes);
    uint64_t size() const { return size_; }
    // Of all bytes so far; more may follow.
    ContentHash hash() const;

private:
    struct State;
    std::unique_ptr<State> state_;  // of the block that is not complete
    std::vector<ContentHash> blocks_;
    uint64_t size_ = 0;
};

// 32 lower-case hex digits, the high half first; nothing when the text is anything else.
std::string to_hex(const ContentHash& hash);
std::optional<ContentHash> parse_content_hash(std::string_view hex);

}  // namespace edge
