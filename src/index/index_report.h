// What the indexer did: the counts, the first few issues, sizes. Nothing is lost silently:
// games_read = games + the sum of skipped, those of `reading` included; what the choice left out is
// counted separately.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "codec/conversion_report.h"
#include "formats/index_issue.h"
#include "index/game_choice.h"
#include "tree/tree_builder.h"

namespace edge::indexing {

// An issue with its place in a file.
struct LocatedIssue {
    formats::IndexIssue issue;
    std::string file;
    uint64_t line = 0;  // from 1
};
// "games.pgn:17: skipped, variant: Chess960 (White - Black)"; for a whole game with its place in
// the source, "base.si4, game 7: ...".
std::string to_text(const LocatedIssue& located);

inline constexpr uint32_t kManyShards = 64;

struct IndexReport {
    std::filesystem::path corpus;  // absolute
    uint64_t games_read = 0;
    uint64_t games = 0;
    uint64_t plies = 0;
    uint64_t truncated = 0;  // of games
    std::array<uint64_t, formats::kIssueReasons> issue_counts{};
    LeftOutCounts left_out{};
    // Of sources that are not PGN text: games that their readers did not hand out, which are in
    // games_read, and what a corpus cannot hold.
    ConversionReport reading;
    std::vector<LocatedIssue> first_issues;
    static constexpr size_t kFirstIssues = 5;

    uint32_t shards = 0;
    uint64_t input_bytes = 0;  // uncompressed, as far as the input was read
    uint64_t corpus_bytes = 0;
    bool has_tree = false;
    uint32_t tree_plies = 0;  // 0 = all
    tree::TreeSummary tree;
    // Of games that were added to a corpus.
    struct Added {
        uint64_t first_game = 0;   // the id of the first one; those added are numbered from there
        uint64_t total_games = 0;  // of the corpus now, as below
        uint32_t total_shards = 0;
        size_t tree_segments = 0;
        std::vector<std::string> known_sources;  // which were there already and add nothing

        // So many that joining some is worth its while (index/compact_shards.h).
        bool has_many_shards() const { return total_shards > kManyShards; }
    };
    std::optional<Added> added;
    std::vector<std::string> warnings;
    double seconds = 0;
};

}  // namespace edge::indexing
