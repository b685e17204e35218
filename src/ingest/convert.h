// Games from any kind of file to any other: start here. Stretches of the source are read in order,
// decoded, filtered and encoded by many threads, and appended in order, so that the same bytes come
// out whatever the number of threads. A bounded number of stretches is in memory at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "codec/conversion_report.h"
#include "edge/result.h"
#include "ingest/game_kinds.h"
#include "query/expr.h"

namespace edge::ingest {

struct ConvertOptions {
    std::vector<std::string> inputs;  // one behind the other
    std::string out;                  // "-" is standard output
    std::optional<GameKind> from;     // what all inputs are; else each by its content
    std::optional<GameKind> to;       // else by the name of `out`
    bool force = false;               // replace what is there
    bool keep_deleted = false;        // games of a Scid base that are marked as deleted
    bool fail_on_bad_games = false;   // stop at a game that cannot be read whole
    bool drop_site = false;           // leave web addresses out of a Scid base
    viriformat::ScoreOptions scores = {};
    // Of a Polyglot book; unset as ingest/book.h has them.
    std::optional<uint32_t> min_games = {};
    std::optional<uint32_t> max_ply = {};
    // Only the games that match, whole. One about headers alone is asked of every game as it
    // passes; any other is asked of a corpus, which is made beside the output for it and removed
    // again, unless the source is one.
    std::optional<query::Expr> query = {};
    unsigned threads = 0;  // 0: all cores
    // Called now and then from any thread: bytes read, of how many when known, games so far.
    std::function<void(uint64_t, std::optional<uint64_t>, uint64_t)> on_progress = {};
    // Asked now and then from any thread: true stops the run with Cancelled, and leaves nothing.
    std::function<bool()> is_cancelled = {};
};

struct ConvertReport {
    std::vector<GameKind> from;  // of the sources, each once
    GameKind to = GameKind::Pgn;
    std::string output;
    ConversionReport games;
    std::optional<uint64_t> book_positions = {};  // of a Polyglot book, as the next
    std::optional<uint64_t> book_entries = {};
    std::optional<uint32_t> book_plies = {};  // that the tree behind the book goes; 0 is all
    std::vector<std::string> warnings = {};
    double seconds = 0;
};

// InvalidArgument when the options do not go together, or the output is one of the inputs.
Result<ConvertReport> convert(const ConvertOptions& options);

}  // namespace edge::ingest
