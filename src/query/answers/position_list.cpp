#include "query/answers/position_list.h"

#include <fmt/format.h>

#include <array>
#include <unordered_set>
#include <utility>

#include "chess/fen.h"
#include "corpus/replay.h"
#include "corpus/tag_text.h"

namespace edge::query {
namespace {

// All that makes two positions the same, without loss: four bits per square, as four bitboards, and
// side to move, rights and en passant.
using ExactKey = std::array<uint64_t, 5>;

ExactKey exact_key(const Position& p) {
    const auto kinds = [&](PieceType a, PieceType b, PieceType c) {
        return p.pieces(a) | p.pieces(b) | p.pieces(c);
    };
    return {kinds(PieceType::Pawn, PieceType::Bishop, PieceType::Queen),
            kinds(PieceType::Knight, PieceType::Bishop, PieceType::King),
            kinds(PieceType::Rook, PieceType::Queen, PieceType::King), p.pieces(Color::Black),
            index(p.side_to_move()) | uint64_t{p.castling_rights()} << 8 |
                uint64_t{index(p.en_passant())} << 16};
}

struct SeenPosition {
    ExactKey key;
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
        if (options_.unique && !seen_.insert({exact_key(position), position.hash()}).second) {
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

}  // namespace

std::string position_epd(const Position& position, uint64_t game_id, uint32_t ply,
                         corpus::GameResult result) {
    std::string text = to_fen(position);
    for (int clock = 0; clock < 2; ++clock) text.resize(text.rfind(' '));
    return fmt::format("{} c0 \"{}\"; id \"{}:{}\";", text, corpus::result_text(result), game_id,
                       ply);
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
