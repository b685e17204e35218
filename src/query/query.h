// Querying a corpus: start here. A Query is an expression made ready for one corpus - defaults
// resolved, names looked up, stored bitmaps read, the plan made - and the functions below run it.
// Answers do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/expr.h"
#include "query/headers/name_aliases.h"

namespace edge::query {

// Safe to use from many threads. The corpus must outlive it.
class Query {
public:
    // Bitmaps named @name are those of the corpus. Corrupt or NotFound when one cannot be used.
    // InvalidArgument when a name is asked for and players.tsv has a mistake.
    static Result<Query> prepare(const corpus::Corpus& corpus, Expr expr);
    ~Query();
    Query(Query&&) noexcept;
    Query& operator=(Query&&) noexcept;

    const corpus::Corpus& corpus() const { return *corpus_; }
    const Expr& expr() const;         // normalised
    const std::string& text() const;  // canonical
    std::string explain() const;      // the plan and every condition's effective window
    // Whether the games that match are found without their moves.
    bool is_header_only() const;
    // The names of the query whose other spellings count as well.
    std::vector<NameAliases> aliases() const { return aliases_in(expr()); }
    // What may have been meant otherwise, and names that nobody in the corpus has. Cheap after the
    // query has run; before that, it looks the names up.
    const std::vector<std::string>& warnings() const;

    struct Plan;  // for the functions below
    const Plan& plan() const { return *plan_; }

private:
    Query();
    const corpus::Corpus* corpus_ = nullptr;
    std::unique_ptr<Plan> plan_;
};

struct RunOptions {
    unsigned threads = 1;
    // Called now and then from any thread with the games decided so far; false stops the run with
    // Cancelled.
    std::function<bool(uint64_t games_done)> on_progress;
};

// The games that match.
Result<Bitmap> find_games(const Query& query, const RunOptions& options);

// Some of the blocks that blocks_of (query/scan/blocks.h) cuts the corpus into, for an answer in
// parts.
struct BlockRange {
    size_t begin = 0;
    size_t end = 0;
};
// Adds the matching games of these blocks to `games`, which has none of them yet. Here and below,
// progress is counted from the first of these blocks.
Status find_games_of(const Query& query, BlockRange blocks, const RunOptions& options,
                     Bitmap& games);

// A game that matches, and the plies of its match that ends first: the ply of an `ever`, all plies
// of a `streak`, the first and last of an `always`, one for each step of a sequence. None where
// only a header or a negation decided.
struct GameMatch {
    uint64_t game_id = 0;
    corpus::GamePlace place{};
    std::vector<uint32_t> plies;
};
struct Page {
    uint64_t skip = 0;
    uint64_t limit = UINT64_MAX;
};
struct Matches {
    uint64_t games_matched = 0;  // before skip and limit
    std::vector<GameMatch> games;
};
Result<Matches> find_matches(const Query& query, const Page& page, const RunOptions& options);

// Calls visit(match) for the games of a page in order, until a call returns an error. `games` is
// the result of find_games. A few thousand matches are in memory at a time. Progress is how far
// into the corpus the last of them is.
Status visit_matches(const Query& query, const Bitmap& games, const Page& page,
                     const RunOptions& options,
                     const std::function<Status(const GameMatch&)>& visit);

// Fills in the plies of games that are known to match. They may be in any order; the order of their
// places is fastest.
Status find_plies(const Query& query, std::span<GameMatch> matches, const RunOptions& options);

// Consecutive plies at which a game's position matches, both ends included.
struct PlySpan {
    uint32_t first = 0;
    uint32_t last = 0;
    friend bool operator==(const PlySpan&, const PlySpan&) = default;
};

enum class PerGame : uint8_t { All, First, Last };

// Windows and sequences decide which games match; side, transition, negation and the range of plies
// choose the positions of those games. A sequence has the positions of its match. Without a
// position predicate in the query every position of every matching game matches.
struct PositionChoice {
    PerGame per_game = PerGame::All;  // how many of a game's matching positions
    // Also the positions of games that do not match, though their headers do.
    bool ignore_windows = false;
};

// The games that match, found on the way.
struct MatchingGames {
    Bitmap games;
    // Those of them without a matching position: the parts of a query may hold at different plies.
    uint64_t without_position = 0;

    explicit MatchingGames(const corpus::Corpus& corpus);
};

// Calls visit(thread, place, game, spans) for every game with a matching position; the spans ascend
// and do not touch. Games come in order within a thread; `thread` is below options.threads.
// `matching` may be null.
using PositionVisitor =
    std::function<void(unsigned thread, corpus::GamePlace place, const corpus::GameView& game,
                       std::span<const PlySpan> spans)>;
Status visit_positions(const Query& query, const PositionChoice& choice, const RunOptions& options,
                       MatchingGames* matching, const PositionVisitor& visit);

// The same with one call at a time, games in order; visit returns false to stop. The scan still
// uses options.threads.
using OrderedPositionVisitor = std::function<bool(
    corpus::GamePlace place, const corpus::GameView& game, std::span<const PlySpan> spans)>;
Status visit_positions_in_order(const Query& query, const PositionChoice& choice,
                                const RunOptions& options, MatchingGames* matching,
                                const OrderedPositionVisitor& visit);
Status visit_positions_in_order(const Query& query, const PositionChoice& choice, BlockRange blocks,
                                const RunOptions& options, MatchingGames* matching,
                                const OrderedPositionVisitor& visit);

}  // namespace edge::query
