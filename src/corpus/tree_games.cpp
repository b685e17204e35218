#include "corpus/tree_games.h"

#include <bit>
#include <cstring>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/damage.h"

namespace edge::corpus {

Result<TreeGames> TreeGames::open(const std::string& path, uint64_t edge_count,
                                  uint64_t game_count) {
    return check(EDGE_TRY(MappedFile::open(path)), path, edge_count, game_count);
}

Result<TreeGames> TreeGames::open(const Directory& directory, const std::string& name,
                                  uint64_t edge_count, uint64_t game_count) {
    return check(EDGE_TRY(MappedFile::open(directory, name)), directory.path_of(name).string(),
                 edge_count, game_count);
}

Result<TreeGames> TreeGames::check(MappedFile file, const std::string& path, uint64_t edge_count,
                                   uint64_t game_count) {
    TreeGames games(std::move(file), path);
    const auto bytes = games.file_.bytes();
    if (bytes.size() < kTreeGamesHeaderBytes) {
        return corrupt(path, 0,
                       fmt::format("found {} bytes, expected a header of {}", bytes.size(),
                                   kTreeGamesHeaderBytes));
    }
    if (std::memcmp(bytes.data(), kTreeGamesMagic.data(), kTreeGamesMagic.size()) != 0) {
        return corrupt(path, 0, fmt::format("found another magic, expected {}", kTreeGamesMagic));
    }
    const auto version = load<uint32_t>(bytes.data() + 8);
    if (version != kTreeGamesVersion) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}, offset 8: found version {}, expected {}", path, version,
                                kTreeGamesVersion));
    }
    games.edge_count_ = load<uint64_t>(bytes.data() + 16);
    games.list_count_ = load<uint64_t>(bytes.data() + 24);
    games.game_count_ = load<uint64_t>(bytes.data() + 32);
    games.lists_bytes_ = load<uint64_t>(bytes.data() + 40);
    if (games.edge_count_ != edge_count) {
        return corrupt(path, 16,
                       fmt::format("found {} edges, expected the {} of tree.dat", games.edge_count_,
                                   edge_count));
    }
    if (games.game_count_ != game_count) {
        return corrupt(path, 32,
                       fmt::format("found {} games, expected the {} of the tree", games.game_count_,
                                   game_count));
    }
    // Each part is compared with what is left, so that no sum can overflow.
    const uint64_t size = bytes.size();
    const auto does_not_fit = [&](uint64_t offset, std::string_view what, uint64_t found) {
        return corrupt(path, offset,
                       fmt::format("found {} {} in a file of {} bytes, expected that the table of "
                                   "edges, the table of lists and the lists fill it",
                                   found, what, size));
    };
    if (edge_count > size / sizeof(uint32_t) || starts_offset(edge_count) > size) {
        return does_not_fit(16, "edges", edge_count);
    }
    uint64_t left = size - starts_offset(edge_count);
    if (games.list_count_ > left / sizeof(uint64_t)) {
        return does_not_fit(24, "lists", games.list_count_);
    }
    left -= games.list_count_ * sizeof(uint64_t);
    if (games.lists_bytes_ != left || left % sizeof(uint32_t) != 0) {
        return does_not_fit(40, "bytes of lists", games.lists_bytes_);
    }
    games.entries_ = bytes.data() + kTreeGamesHeaderBytes;
    games.starts_ = bytes.data() + starts_offset(edge_count);
    games.lists_ = games.starts_ + games.list_count_ * sizeof(uint64_t);
    return games;
}

tl::unexpected<Error> TreeGames::no_such_game(uint64_t offset, uint64_t ordinal) const {
    return corrupt(path_, offset,
                   fmt::format("found game {}, expected one below {}", ordinal, game_count_));
}

Result<uint64_t> TreeGames::start_of(uint64_t index) const {
    const uint32_t list = entry(index);
    if (list >= list_count_) {
        return corrupt(path_, entry_offset(index),
                       fmt::format("found list {}, expected one below {}", list, list_count_));
    }
    const uint64_t start = list_start(list);
    const uint64_t at = start & ~kListInBlocks;
    if (at % sizeof(uint32_t) != 0 || at > lists_bytes_) {
        return corrupt(
            path_, start_offset(list),
            fmt::format("found a list at {}, expected a multiple of 4 up to {}", at, lists_bytes_));
    }
    return start;
}

Result<OrdinalList> TreeGames::plain_list(uint64_t at, uint32_t total) const {
    if (total > (lists_bytes_ - at) / sizeof(uint32_t)) {
        return corrupt(path_, list_offset(at),
                       fmt::format("found {} bytes to the end of the file, expected a list of {} "
                                   "games",
                                   lists_bytes_ - at, total));
    }
    const OrdinalList list(lists_ + at, total);
    // A plain list is short: with four or more games in each block, blocks are smaller.
    uint32_t largest = 0;
    for (size_t i = 0; i < list.size(); ++i) largest = std::max(largest, list[i]);
    if (total != 0 && largest >= game_count_) return no_such_game(list_offset(at), largest);
    return list;
}

Result<GameBlock> TreeGames::block_at(uint64_t at, uint32_t next_number, uint32_t left) const {
    const uint64_t room = lists_bytes_ - at;
    const auto past_the_end = [&](uint64_t expected) {
        return corrupt(path_, list_offset(at),
                       fmt::format("found {} bytes to the end of the file, expected a block of {}",
                                   room, expected));
    };
    if (room < kBlockHeaderBytes) return past_the_end(kBlockHeaderBytes);
    const uint32_t number = load<uint16_t>(lists_ + at);
    const uint32_t count = load<uint16_t>(lists_ + at + sizeof(uint16_t)) + 1U;
    if (number < next_number) {
        return corrupt(path_, list_offset(at),
                       fmt::format("found block {}, expected {} or more", number, next_number));
    }
    if (count > left) {
        return corrupt(
            path_, list_offset(at) + sizeof(uint16_t),
            fmt::format("found a block of {} games, expected the {} that tree.dat leaves "
                        "or fewer",
                        count, left));
    }
    if (room < game_block_bytes(count)) return past_the_end(game_block_bytes(count));
    const GameBlock block{number * kGameBlockSpan, lists_ + at + kBlockHeaderBytes, count,
                          count > kMaxBlockOffsets};
    if (block.first >= game_count_) return no_such_game(list_offset(at), block.first);

    // Only the last block of the corpus can name games that do not exist.
    const uint64_t games = game_count_ - block.first;
    if (games >= kGameBlockSpan) return block;
    if (!block.is_bits) {
        for (uint32_t i = 0; i < count; ++i) {
            if (block.offset(i) >= games) {
                return no_such_game(list_offset(at), block.first + block.offset(i));
            }
        }
        return block;
    }
    const uint64_t whole_words = games / 64;
    uint64_t beyond = block.word(whole_words) >> (games % 64);
    for (uint64_t i = whole_words + 1; i < GameBlock::kWords; ++i) beyond |= block.word(i);
    if (beyond != 0) return no_such_game(list_offset(at), game_count_);
    return block;
}

Status TreeGames::read(uint64_t index, uint32_t total, std::vector<uint32_t>& out) const {
    out.clear();
    const auto add_ordinals = [&out](const OrdinalList& list) {
        for (size_t i = 0; i < list.size(); ++i) out.push_back(list[i]);
    };
    const auto add_block = [&out](const GameBlock& block) {
        for_each_game_of(block, [&out](uint32_t game) { out.push_back(game); });
    };
    EDGE_CHECK(visit(index, total, add_ordinals, add_block));
    if (out.size() != total) {
        return corrupt(path_, entry_offset(index),
                       fmt::format("found a list of {} games, expected the {} of tree.dat",
                                   out.size(), total));
    }
    const auto fall = std::ranges::adjacent_find(out, std::greater_equal<>());
    if (fall != out.end()) {
        return corrupt(path_, entry_offset(index),
                       fmt::format("found game {} after {} in its list, expected ascending order",
                                   *std::next(fall), *fall));
    }
    return {};
}

}  // namespace edge::corpus
