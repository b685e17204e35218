// Games from any kind of file to any other: start here. Stretches of the source are read in order,
// decoded, filtered and encoded by many threads, and appended in order, so that the same bytes come
// out whatever the number of threads. A bounded number of stretches is in memory at a time.
//
// The same for a target that holds positions (formats::holds_positions): the positions of each
// game take the place of the game.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "chess/types.h"
#include "codec/conversion_report.h"
#include "convert/training_positions.h"
#include "convert/training_table.h"
#include "edge/result.h"
#include "formats/game_kinds.h"
#include "query/expr.h"

namespace edge::convert {

struct ConvertOptions {
    std::vector<std::string> inputs;        // one after another
    std::string out;                        // "-" is standard output
    std::optional<formats::GameKind> from;  // the kind of all inputs; otherwise each by its content
    std::optional<formats::GameKind> to;    // otherwise by the name of `out`
    bool force = false;                     // replace an existing output
    bool keep_deleted = false;              // games of a Scid base that are marked as deleted
    bool fail_on_bad_games = false;         // stop at a game that cannot be read whole
    bool drop_site = false;                 // leave web addresses out of a Scid base
    viriformat::ScoreOptions scores = {};
    // Of a Polyglot book; the defaults are in convert/book_maker.h.
    std::optional<uint32_t> min_games = {};
    std::optional<uint32_t> max_ply = {};
    std::optional<Color> color = {};
    TrainingChoice positions = {};  // of a target that holds positions
    // Only the games that match are converted, whole. A query about headers alone is tested on
    // every game as it is read; any other needs a corpus, which is made next to the output and
    // removed again, unless the source is one.
    std::optional<query::Expr> query = {};
    unsigned threads = 0;  // 0: all cores
    // Called from time to time from any thread: bytes read, the total where known, games so far.
    std::function<void(uint64_t, std::optional<uint64_t>, uint64_t)> on_progress = {};
    // Polled from time to time from any thread: true stops with Cancelled and leaves no output.
    std::function<bool()> is_cancelled = {};
};

struct ConvertReport {
    std::vector<formats::GameKind> from;  // of the sources, each once
    formats::GameKind to = formats::GameKind::Pgn;
    std::string output;
    ConversionReport games;
    std::optional<uint64_t> book_positions = {};  // of a Polyglot book, as the next
    std::optional<uint64_t> book_entries = {};
    std::optional<uint32_t> book_plies = {};      // depth of the tree behind the book; 0 is all
    std::optional<TrainingTable> positions = {};  // of a target that holds positions
    std::vector<std::string> warnings = {};
    double seconds = 0;
};

// InvalidArgument when the options conflict, or the output is one of the inputs.
Result<ConvertReport> convert(const ConvertOptions& options);

}  // namespace edge::convert
