#include "core/content_hash.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace edge {
namespace {

constexpr size_t kHalfDigits = 16;

std::optional<uint64_t> parse_half(std::string_view digits) {
    if (digits.find_first_not_of("0123456789abcdef") != std::string_view::npos) return std::nullopt;
    uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return value;
}

ContentHash to_content_hash(const XXH128_hash_t& hash) { return {hash.high64, hash.low64}; }

}  // namespace

ContentHash content_hash(std::span<const std::byte> bytes) {
    return to_content_hash(XXH3_128bits(bytes.data(), bytes.size()));
}

uint64_t short_content_hash(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

ContentHash hash_of_blocks(std::span<const ContentHash> blocks) {
    std::vector<XXH128_canonical_t> bytes(blocks.size());
    for (size_t i = 0; i < blocks.size(); ++i) {
        XXH128_canonicalFromHash(&bytes[i], {blocks[i].low, blocks[i].high});
    }
    return content_hash(std::as_bytes(std::span(bytes)));
}

std::vector<ContentHash> block_hashes(std::span<const std::byte> bytes) {
    std::vector<ContentHash> blocks;
    for (size_t at = 0; at < bytes.size(); at += kHashBlockBytes) {
        const size_t size = std::min(kHashBlockBytes, bytes.size() - at);
        blocks.push_back(content_hash(bytes.subspan(at, size)));
    }
    return blocks;
}

struct BlockHasher::State {
    XXH3_state_t stream;
    size_t size = 0;
};

BlockHasher::BlockHasher() : state_(std::make_unique<State>()) {
    XXH3_128bits_reset(&state_->stream);
}
BlockHasher::BlockHasher(BlockHasher&&) noexcept = default;
BlockHasher& BlockHasher::operator=(BlockHasher&&) noexcept = default;
BlockHasher::~BlockHasher() = default;

void BlockHasher::append(std::span<const std::byte> bytes) {
    size_ += bytes.size();
    while (!bytes.empty()) {
        const auto some = bytes.first(std::min(bytes.size(), kHashBlockBytes - state_->size));
        XXH3_128bits_update(&state_->stream, some.data(), some.size());
        state_->size += some.size();
        bytes = bytes.subspan(some.size());
        if (state_->size < kHashBlockBytes) continue;
        blocks_.push_back(to_content_hash(XXH3_128bits_digest(&state_->stream)));
        XXH3_128bits_reset(&state_->stream);
        state_->size = 0;
    }
}

ContentHash BlockHasher::hash() const {
    std::vector<ContentHash> blocks = blocks_;
    if (state_->size > 0) blocks.push_back(to_content_hash(XXH3_128bits_digest(&state_->stream)));
    return hash_of_blocks(blocks);
}

std::string to_hex(const ContentHash& hash) {
    return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

std::optional<ContentHash> parse_content_hash(std::string_view hex) {
    if (hex.size() != 2 * kHalfDigits) return std::nullopt;
    const auto high = parse_half(hex.substr(0, kHalfDigits));
    const auto low = parse_half(hex.substr(kHalfDigits));
    if (!high || !low) return std::nullopt;
    return ContentHash{*high, *low};
}

}  // namespace edge
