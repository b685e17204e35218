// The hash of what is read of one input, by which a source is recognised when it comes again, and
// those of its beginnings, by which a longer version of a source is. Text counts uncompressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/content_hash.h"
#include "edge/result.h"
#include "formats/game_input.h"

namespace edge::indexing {

// What a source is recognised by.
struct SourceIdentity {
    ContentHash hash;
    // The hash of each beginning that was asked for and is shorter than the source.
    struct Beginning {
        uint64_t size;
        ContentHash hash;
        bool operator==(const Beginning&) const = default;
    };
    std::vector<Beginning> beginnings;
};

// Of a text that comes in pieces, in order.
class StreamHash {
public:
    // `sizes`: of the beginnings wanted, ascending.
    explicit StreamHash(std::vector<uint64_t> sizes = {}) : sizes_(std::move(sizes)) {}
    void append(std::string_view text);
    SourceIdentity finish() const;

private:
    std::vector<uint64_t> sizes_;
    size_t next_size_ = 0;
    BlockHasher hasher_;
    std::vector<SourceIdentity::Beginning> beginnings_;
};

// Of a mapped file, whose blocks any threads hash in any order.
class MappedHash {
public:
    explicit MappedHash(std::string_view text);

    // The numbers of the blocks that end in (begin, end] of the text.
    struct Blocks {
        size_t first = 0;
        size_t last = 0;  // past the last one
    };
    Blocks blocks_ending_in(size_t begin, size_t end) const;
    // Threads hash different blocks.
    void hash(Blocks blocks);

    // Once all blocks were hashed.
    SourceIdentity finish(const std::vector<uint64_t>& sizes) const;

private:
    std::string_view text_;
    std::vector<ContentHash> blocks_;
};

// Reads the whole input, which can be opened again: a text, or the files of whole games.
Result<ContentHash> hash_of_input(const formats::GameInput& input, unsigned threads);

}  // namespace edge::indexing
