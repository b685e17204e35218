#include "corpus/tree_games_writer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "core/spill_file.h"
#include "corpus/format.h"
#include "corpus/tree_games.h"

namespace edge::corpus {
namespace {

// Calls visit(games) for the games of each block.
template <class Visit>
void for_each_block(std::span<const uint32_t> games, Visit visit) {
    while (!games.empty()) {
        const uint32_t last = games.front() | (kGameBlockSpan - 1);
        const auto end = std::ranges::upper_bound(games, last);
        const auto count = static_cast<size_t>(end - games.begin());
        visit(games.first(count));
        games = games.subspan(count);
    }
}

// `to` is zero.
void store_block(std::span<const uint32_t> games, std::byte* to) {
    store(to, static_cast<uint16_t>(games.front() / kGameBlockSpan));
    store(to + sizeof(uint16_t), static_cast<uint16_t>(games.size() - 1));
    to += kBlockHeaderBytes;
    if (games.size() > kMaxBlockOffsets) {
        for (const uint32_t game : games) {
            const uint32_t offset = game % kGameBlockSpan;
            to[offset / 8] |= std::byte{1} << (offset % 8);
        }
        return;
    }
    for (const uint32_t game : games) {
        store(to, static_cast<uint16_t>(game % kGameBlockSpan));
        to += sizeof(uint16_t);
    }
}

void append_blocks(std::span<const uint32_t> games, std::vector<std::byte>& bytes) {
    for_each_block(games, [&](std::span<const uint32_t> block) {
        const size_t at = bytes.size();
        bytes.resize(at + game_block_bytes(static_cast<uint32_t>(block.size())));
        store_block(block, bytes.data() + at);
    });
}

}  // namespace

ListShape list_shape(std::span<const uint32_t> games) {
    const ListShape plain{false, games.size_bytes()};
    // Up to three ordinals take at least as much space in a block as in a plain list.
    if (games.size() < 4) return plain;
    ListShape blocks{true, 0};
    for_each_block(games, [&](std::span<const uint32_t> block) {
        blocks.bytes += game_block_bytes(static_cast<uint32_t>(block.size()));
    });
    return blocks.bytes < plain.bytes ? blocks : plain;
}

void GameList::store_blocks() {
    // More games of the last block may follow.
    const uint32_t last_block = waiting_.back() / kGameBlockSpan * kGameBlockSpan;
    const auto end = std::ranges::lower_bound(waiting_, last_block);
    append_blocks(std::span(waiting_.begin(), end), blocks_);
    waiting_.erase(waiting_.begin(), end);
}

void GameLists::begin_list(bool in_blocks) {
    lists_.push_back({static_cast<uint32_t>(entries_.size() - 1),
                      bytes_.size() | (in_blocks ? kListInBlocks : 0)});
}

void GameLists::add(std::span<const uint32_t> games) {
    assert(!games.empty());
    entries_.push_back(games.front());
    if (games.size() == 1) return;
    const bool in_blocks = list_shape(games).in_blocks;
    begin_list(in_blocks);
    if (in_blocks) {
        append_blocks(games, bytes_);
    } else {
        const auto bytes = std::as_bytes(games);
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
}

void GameLists::add(const GameList& list) {
    if (list.blocks_.empty()) return add(list.waiting_);
    entries_.push_back(0);
    begin_list(true);
    bytes_.insert(bytes_.end(), list.blocks_.begin(), list.blocks_.end());
    append_blocks(list.waiting_, bytes_);
}

Result<TreeGamesWriter> TreeGamesWriter::create(OutputFile& file,
                                                const std::filesystem::path& spool_directory) {
    constexpr std::array<std::byte, kTreeGamesHeaderBytes> kRoom{};
    EDGE_CHECK(file.append(kRoom));
    auto starts = EDGE_TRY(OutputFile::create(spool_directory / "tree-games-starts"));
    auto lists = EDGE_TRY(OutputFile::create(spool_directory / "tree-games-lists"));
    return TreeGamesWriter(file, std::move(starts), std::move(lists));
}

Status TreeGamesWriter::append(GameLists lists) {
    std::vector<uint64_t> starts;
    starts.reserve(lists.lists_.size());
    for (const GameLists::List& list : lists.lists_) {
        // There are no more lists than edges, which tree.dat counts in 32 bits.
        lists.entries_[list.edge] = static_cast<uint32_t>(list_count_++);
        starts.push_back(lists_.size() + list.start);
    }
    edge_count_ += lists.entries_.size();
    EDGE_CHECK(file_->append(std::as_bytes(std::span(lists.entries_))));
    EDGE_CHECK(starts_.append(std::as_bytes(std::span(starts))));
    return lists_.append(lists.bytes_);
}

Status TreeGamesWriter::append_spooled(OutputFile& spool) {
    auto mapped = EDGE_TRY(read_spilled(spool));
    mapped.advise_sequential();
    return file_->append(mapped.bytes());
}

Status TreeGamesWriter::finish(uint64_t game_count) {
    constexpr std::array<std::byte, sizeof(uint64_t)> kPadding{};
    const uint64_t padding = TreeGames::starts_offset(edge_count_) - file_->size();
    EDGE_CHECK(file_->append(std::span(kPadding).first(padding)));
    EDGE_CHECK(append_spooled(starts_));
    EDGE_CHECK(append_spooled(lists_));

    std::array<std::byte, kTreeGamesHeaderBytes> header{};
    std::memcpy(header.data(), kTreeGamesMagic.data(), kTreeGamesMagic.size());
    store<uint32_t>(header.data() + 8, kTreeGamesVersion);
    store<uint64_t>(header.data() + 16, edge_count_);
    store<uint64_t>(header.data() + 24, list_count_);
    store<uint64_t>(header.data() + 32, game_count);
    store<uint64_t>(header.data() + 40, lists_.size());
    return file_->write_at(0, header);
}

}  // namespace edge::corpus
