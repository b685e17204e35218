// tree.games: the games behind each edge of tree.dat, as lists of ordinals, which count from the
// first game of the tree: game ids where it holds the whole corpus. Mapped, and read in place.
// docs/formats/tree_games.md has the layout. On disk: do not change the values.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/directory.h"
#include "core/mapped_file.h"
#include "corpus/format.h"
#include "edge/result.h"

namespace edge::corpus {

inline constexpr std::string_view kTreeGamesMagic = "EDGE_TGM";
inline constexpr uint32_t kTreeGamesVersion = 1;
inline constexpr size_t kTreeGamesHeaderBytes = 64;
inline constexpr uint64_t kMaxTreeGames = uint64_t{1} << 32;  // ordinals are 32 bits

// A block covers 65,536 ordinals. Beyond this many games, bits are smaller than offsets.
inline constexpr uint32_t kGameBlockSpan = 1U << 16;
inline constexpr uint32_t kMaxBlockOffsets = 4096;
inline constexpr size_t kBlockHeaderBytes = 4;
inline constexpr size_t kBlockBitBytes = kGameBlockSpan / 8;
inline constexpr uint64_t kListInBlocks = 1;  // in a list's start

// Bytes of a block with its header.
constexpr uint64_t game_block_bytes(uint32_t count) {
    const uint64_t offsets = (uint64_t{count} * sizeof(uint16_t) + 3) / 4 * 4;
    return kBlockHeaderBytes + (count > kMaxBlockOffsets ? kBlockBitBytes : offsets);
}

// Ordinals inside the mapped file, ascending.
class OrdinalList {
public:
    OrdinalList(const std::byte* data, size_t size) : data_(data), size_(size) {}
    size_t size() const { return size_; }
    uint32_t operator[](size_t i) const { return load<uint32_t>(data_ + i * sizeof(uint32_t)); }

private:
    const std::byte* data_;
    size_t size_;
};

// Games out of a range of 65,536, inside the mapped file: as ascending offsets from its first, or
// as bits.
struct GameBlock {
    uint32_t first;  // the ordinal of offset or bit 0, a multiple of 65,536
    const std::byte* data;
    uint32_t count;  // of games
    bool is_bits;

    uint16_t offset(size_t i) const { return load<uint16_t>(data + i * sizeof(uint16_t)); }
    uint64_t word(size_t i) const { return load<uint64_t>(data + i * sizeof(uint64_t)); }
    static constexpr size_t kWords = kGameBlockSpan / 64;
};

// Calls visit(ordinal) for the games of a block, in order.
template <class Visit>
void for_each_game_of(const GameBlock& block, Visit visit) {
    if (!block.is_bits) {
        for (uint32_t i = 0; i < block.count; ++i) visit(block.first + block.offset(i));
        return;
    }
    for (uint32_t i = 0; i < GameBlock::kWords; ++i) {
        for (uint64_t word = block.word(i); word != 0; word &= word - 1) {
            visit(block.first + i * 64 + static_cast<uint32_t>(std::countr_zero(word)));
        }
    }
}

// Safe to use from many threads.
class TreeGames {
public:
    // Checks the header against the tree and its games, and the size: constant time at any size.
    static Result<TreeGames> open(const std::string& path, uint64_t edge_count,
                                  uint64_t game_count);
    static Result<TreeGames> open(const Directory& directory, const std::string& name,
                                  uint64_t edge_count, uint64_t game_count);

    uint64_t edge_count() const { return edge_count_; }
    uint64_t list_count() const { return list_count_; }
    uint64_t game_count() const { return game_count_; }
    std::span<const std::byte> bytes() const { return file_.bytes(); }
    const std::string& path() const { return path_; }

    // The games of edge `index` of tree.dat, which has `total` of them: on_ordinals(OrdinalList)
    // once, or on_block(GameBlock) for each block, ascending. Whatever the file says, every ordinal
    // given is below game_count() and nothing outside the file is read; an error may come after
    // some blocks were given. It does not check that ordinals ascend or that the number of bits is
    // right.
    template <class OnOrdinals, class OnBlock>
    Status visit(uint64_t index, uint32_t total, OnOrdinals on_ordinals, OnBlock on_block) const;

    // The same as numbers, which replace those in `out`. Also Corrupt when they do not ascend or
    // there are not `total` of them.
    Status read(uint64_t index, uint32_t total, std::vector<uint32_t>& out) const;

    // ---- the parts of the file

    // The game of an edge with one game, the number of its list for any other edge.
    uint32_t entry(uint64_t index) const {
        return load<uint32_t>(entries_ + index * sizeof(uint32_t));
    }
    uint64_t list_start(uint64_t list) const {
        return load<uint64_t>(starts_ + list * sizeof(uint64_t));
    }
    uint64_t lists_bytes() const { return lists_bytes_; }
    uint64_t entry_offset(uint64_t index) const {
        return kTreeGamesHeaderBytes + index * sizeof(uint32_t);
    }
    uint64_t start_offset(uint64_t list) const {
        return starts_offset(edge_count_) + list * sizeof(uint64_t);
    }
    // `at` counts from the first list.
    uint64_t list_offset(uint64_t at) const { return start_offset(list_count_) + at; }
    static constexpr uint64_t starts_offset(uint64_t edge_count) {
        return (kTreeGamesHeaderBytes + edge_count * sizeof(uint32_t) + 7) / 8 * 8;
    }

private:
    static Result<TreeGames> check(MappedFile file, const std::string& path, uint64_t edge_count,
                                   uint64_t game_count);
    TreeGames(MappedFile file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

    Result<OrdinalList> plain_list(uint64_t at, uint32_t total) const;
    // `number` is at least `next_number`, `left` how many games may be in the block.
    Result<GameBlock> block_at(uint64_t at, uint32_t next_number, uint32_t left) const;
    Result<uint64_t> start_of(uint64_t index) const;
    tl::unexpected<Error> no_such_game(uint64_t offset, uint64_t ordinal) const;

    MappedFile file_;
    std::string path_;
    const std::byte* entries_ = nullptr;  // into the file, as the two below
    const std::byte* starts_ = nullptr;
    const std::byte* lists_ = nullptr;
    uint64_t edge_count_ = 0;
    uint64_t list_count_ = 0;
    uint64_t game_count_ = 0;
    uint64_t lists_bytes_ = 0;
};

template <class OnOrdinals, class OnBlock>
Status TreeGames::visit(uint64_t index, uint32_t total, OnOrdinals on_ordinals,
                        OnBlock on_block) const {
    assert(index < edge_count_);
    if (total == 1) {
        if (entry(index) >= game_count_) return no_such_game(entry_offset(index), entry(index));
        on_ordinals(OrdinalList(entries_ + index * sizeof(uint32_t), 1));
        return {};
    }
    const uint64_t start = EDGE_TRY(start_of(index));
    uint64_t at = start & ~kListInBlocks;
    if ((start & kListInBlocks) == 0) {
        on_ordinals(EDGE_TRY(plain_list(at, total)));
        return {};
    }
    uint32_t next_number = 0;
    for (uint32_t left = total; left != 0;) {
        const GameBlock block = EDGE_TRY(block_at(at, next_number, left));
        on_block(block);
        at += game_block_bytes(block.count);
        next_number = block.first / kGameBlockSpan + 1;
        left -= block.count;
    }
    return {};
}

}  // namespace edge::corpus
