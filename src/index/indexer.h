// Games in, corpus out: a new one, or more games for one that is there (index/add.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/directory_lock.h"
#include "edge/result.h"
#include "formats/game_kinds.h"
#include "index/block_decoder.h"
#include "index/index_report.h"

namespace edge::indexing {

struct IndexOptions {
    std::vector<std::string> inputs;        // files, folders, corpora, "-"
    std::optional<formats::GameKind> from;  // the kind of all inputs; otherwise each by its content
    bool keep_deleted = false;              // games of a Scid base that are marked as deleted
    // Empty: STEM.STAMP.scoredb in the current directory, or STEM.STAMP-2.scoredb, ... where that
    // is taken.
    std::filesystem::path out;
    bool force = false;  // replace an existing corpus
    // Not empty: the games are added to this corpus; `out` is empty then.
    std::filesystem::path append;
    LockOptions lock = {};           // while another process changes that corpus
    std::optional<uint32_t> shards;  // default by the size of the input
    unsigned threads = 0;            // 0: all cores
    uint64_t memory = 0;             // bytes; 0: a quarter of the machine's memory
    bool tree = true;
    // Not given: 40 plies, one game; of an add, what the corpus has, which is all it may be.
    std::optional<uint32_t> tree_plies;  // kAllPlies: no limit
    std::optional<uint32_t> tree_min_games;
    bool tree_games = true;  // when there is a tree
    bool extra = true;
    bool cols = true;
    BadGames bad_games = BadGames::Keep;
    GameChoice choice;
    // Leaves out games that are duplicates (index/duplicate_groups.h) of one in `append`, or of
    // another one that is read.
    bool skip_duplicates = false;
    // Also reads PGN as whole games: slower, but it reports what a corpus cannot hold.
    bool whole_games = false;
    // Of PGN read so, pgn_offset is the number of the game, as in sources that are not text.
    bool number_games = false;
    // Of whole games, those to keep, by their numbers over all inputs; null for all.
    const formats::WantedGames* wanted = nullptr;
    // Called for every issue in input order, from one thread at a time.
    std::function<Status(const LocatedIssue&)> on_issue;
    // Called from time to time from any thread: bytes read, the total where known, games so far.
    std::function<void(uint64_t, std::optional<uint64_t>, uint64_t)> on_progress;
    // Polled from time to time from any thread: true stops with Cancelled and leaves no output.
    std::function<bool()> is_cancelled;
};

inline constexpr uint32_t kDefaultTreePlies = 40;

Result<IndexReport> index_games(const IndexOptions& options);

// The number of shards for an input of that size.
uint32_t default_shards(uint64_t bytes);

}  // namespace edge::indexing
