#include "corpus/verify_parts.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "corpus/tree_games_writer.h"

namespace edge::corpus {
namespace {

constexpr const char* kKind = "tree-games";

class TreeGamesVerifier {
public:
    TreeGamesVerifier(const TreeGames& games, const Tree& tree, VerifyReport& report)
        : games_(games), tree_(tree), report_(report) {}

    void run() {
        check_zero(12, 16);
        check_zero(48, kTreeGamesHeaderBytes);
        check_zero(games_.entry_offset(games_.edge_count()), games_.start_offset(0));
        for (uint64_t i = 0; i < games_.edge_count(); ++i) check_edge(i, tree_.edge(i).total);
        if (next_list_ != games_.list_count()) {
            add(24, fmt::format("found {} lists, expected {}", games_.list_count(), next_list_));
        }
        if (next_at_ != games_.lists_bytes()) {
            add(40, fmt::format("found {} bytes of lists, expected {}", games_.lists_bytes(),
                                next_at_));
        }
    }

private:
    void add(uint64_t offset, const std::string& finding) {
        report_.add(kKind, games_.path(), offset, finding);
    }

    void check_zero(uint64_t begin, uint64_t end) {
        const auto bytes = games_.bytes().subspan(begin, end - begin);
        const auto used = std::ranges::find_if(bytes, [](std::byte b) { return b != std::byte{}; });
        if (used == bytes.end()) return;
        add(begin + static_cast<uint64_t>(used - bytes.begin()),
            "found a reserved byte in use, expected zero");
    }

    // Lists follow each other in the order of their edges, each in its smaller form.
    void check_edge(uint64_t index, uint32_t total) {
        if (auto status = games_.read(index, total, ordinals_); !status) {
            report_.add(kKind, std::move(status).error().message);
        }
        if (total == 1) return;
        const uint64_t list = next_list_++;
        if (games_.entry(index) != list) {
            add(games_.entry_offset(index),
                fmt::format("found list {}, expected {}", games_.entry(index), list));
            return;
        }
        if (list >= games_.list_count()) return;  // reported when it was read
        const ListShape shape = list_shape(ordinals_);
        const uint64_t start = next_at_ | (shape.in_blocks ? kListInBlocks : 0);
        if (games_.list_start(list) != start) {
            add(games_.start_offset(list),
                fmt::format("found {:#x} as the start of list {}, expected {:#x}",
                            games_.list_start(list), list, start));
        }
        if (shape.in_blocks && games_.list_start(list) == start) check_padding(index, total);
        next_at_ += shape.bytes;
    }

    void check_padding(uint64_t index, uint32_t total) {
        const auto check_block = [this](const GameBlock& block) {
            if (block.is_bits || block.count % 2 == 0 || block.offset(block.count) == 0) return;
            const std::byte* const padding = block.data + block.count * sizeof(uint16_t);
            add(static_cast<uint64_t>(padding - games_.bytes().data()),
                "found padding in use, expected zero");
        };
        // Errors are those of reading.
        (void)games_.visit(index, total, [](const OrdinalList&) {}, check_block);
    }

    const TreeGames& games_;
    const Tree& tree_;
    VerifyReport& report_;
    std::vector<uint32_t> ordinals_;
    uint64_t next_list_ = 0;
    uint64_t next_at_ = 0;  // where the next list begins
};

}  // namespace

void verify_tree_games(const Corpus& corpus, const TreeSegment& segment, VerifyReport& report) {
    if (segment.games) {
        TreeGamesVerifier(*segment.games, segment.tree, report).run();
        return;
    }
    const std::string name =
        tree_games_name(std::filesystem::path(segment.tree.path()).filename().string());
    if (!corpus.meta().has_polyglot_tree() || !corpus.directory().exists(name)) return;
    // The corpus opened without it and kept the reason as a warning.
    const auto games =
        TreeGames::open(corpus.directory(), name, segment.tree.edge_count(), segment.game_count());
    if (!games) report.add(kKind, games.error().message);
}

void compare_game_list(const TreeGames& games, uint64_t index, std::span<const uint32_t> expected,
                       VerifyReport& report) {
    std::vector<uint32_t> found;
    if (!games.read(index, static_cast<uint32_t>(expected.size()), found)) return;
    const auto [missed, other] = std::ranges::mismatch(expected, found);
    if (missed == expected.end()) return;
    report.add(kKind, games.path(), games.entry_offset(index),
               fmt::format("found game {} as number {} of the list of edge {}, expected {}", *other,
                           missed - expected.begin(), index, *missed));
}

}  // namespace edge::corpus
