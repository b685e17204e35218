#include "query/answers/position_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "chess/fen.h"
#include "chess/position_key.h"
#include "corpus/replay.h"
#include "corpus/tag_text.h"

namespace edge::query {
namespace {

struct SeenPosition {
    PositionKey key;
    uint64_t hash;
    friend bool operator==(const SeenPosition& a, const SeenPosition& b) { return a.key == b.key; }
};
struct SeenHash {
    size_t operator()(const SeenPosition& seen) const { return seen.hash; }
};

class Lister {
public:
    Lister(const Query& query, const PositionListOptions& options, const PositionSink& sink)
        : corpus_(query.corpus()), options_(options), sink_(sink) {}

    // False when the list is to end.
    bool add_game(corpus::GamePlace place, const corpus::GameView& game,
                  std::span<const PlySpan> spans) {
        if (totals_.listed >= options_.limit) {
            for (const PlySpan& span : spans)
                totals_.matched += uint64_t{span.last} - span.first + 1;
            return true;
        }
        Position position = Position::start();
        uint32_t at = 0;  // the ply of `position`
        for (const PlySpan& span : spans) {
            for (uint32_t ply = span.first; ply <= span.last; ++ply) {
                ++totals_.matched;
                if (totals_.listed >= options_.limit) continue;
                if (needs_board() && !play_to(ply, place, game, position, at)) return false;
                if (!list(place, game, ply, position)) return false;
            }
        }
        return true;
    }

    const PositionListTotals& totals() const { return totals_; }
    const Status& status() const { return status_; }

private:
    bool needs_board() const { return options_.unique || options_.want_fen || options_.want_epd; }

    bool play_to(uint32_t ply, corpus::GamePlace place, const corpus::GameView& game,
                 Position& position, uint32_t& at) {
        for (; at < ply; ++at) {
            const Move move = game.move(at);
            if (!corpus::is_playable(position, move)) {
                status_ =
                    fail(ErrorCode::Corrupt,
                         fmt::format("{}: game {} has a move at ply {} that cannot be played",
                                     corpus_.shard(place.shard).moves_path(), place.index, at));
                return false;
            }
            position.make_move<Maintain::BoardAndHash>(move);
        }
        return true;
    }

    bool list(corpus::GamePlace place, const corpus::GameView& game, uint32_t ply,
              const Position& position) {
        if (options_.unique && !seen_.insert({position_key(position), position.hash()}).second) {
            return true;
        }
        ++totals_.listed;
        const uint64_t game_id = corpus_.first_id(place.shard) + place.index;
        const std::string fen = options_.want_fen ? to_fen(position) : std::string();
        const std::string epd = options_.want_epd
                                    ? position_epd(position, game_id, ply, game.header().result)
                                    : std::string();
        return sink_({game_id, place, ply, fen, epd});
    }

    const corpus::Corpus& corpus_;
    const PositionListOptions& options_;
    const PositionSink& sink_;
    PositionListTotals totals_;
    std::unordered_set<SeenPosition, SeenHash> seen_;
    Status status_;
};

// Mates in plies, the first and the last of them by the side that mates. Those too far away for the
// range of mates are kept in it.
int epd_score(Score white, Color side) {
    const int score = side == Color::White ? white : -white;
    const int size = std::abs(score);
    if (size < kMateBound) return score;
    const int moves = kMate - std::min<int>(size, kMate);
    const int plies = score > 0 ? std::max(2 * moves - 1, 1) : 2 * moves;
    const int mate = std::max(kMate - plies, kMateBound + 1);
    return score > 0 ? mate : -mate;
}

}  // namespace

std::string position_epd(const Position& position, uint64_t game_id, uint32_t ply,
                         corpus::GameResult result, std::optional<Score> score) {
    std::string text = to_fen(position);
    for (int clock = 0; clock < 2; ++clock) text.resize(text.rfind(' '));
    fmt::format_to(std::back_inserter(text), " c0 \"{}\"; ", corpus::result_text(result));
    if (score) {
        fmt::format_to(std::back_inserter(text), "ce {}; ",
                       epd_score(*score, position.side_to_move()));
    }
    fmt::format_to(std::back_inserter(text), "id \"{}:{}\";", game_id, ply);
    return text;
}

Result<PositionListTotals> list_positions(const Query& query, const PositionListOptions& options,
                                          const RunOptions& run, const PositionSink& sink,
                                          MatchingGames* matching) {
    Lister lister(query, options, sink);
    EDGE_CHECK(visit_positions_in_order(
        query, options.choice, run, matching,
        [&](corpus::GamePlace place, const corpus::GameView& game, std::span<const PlySpan> spans) {
            return lister.add_game(place, game, spans);
        }));
    EDGE_CHECK(lister.status());
    return lister.totals();
}

}  // namespace edge::query
