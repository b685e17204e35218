#include "codec/viriformat/game_encoder.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "chess/fen.h"
#include "codec/viriformat/packed_board.h"
#include "codec/viriformat/packed_move.h"
#include "core/byte_order.h"

namespace edge::viriformat {
namespace {

template <class T>
void append(T value, std::vector<std::byte>& out) {
    out.resize(out.size() + sizeof value);
    store(out.data() + out.size() - sizeof value, value);
}

// Tags that repeat the board, and values without information.
bool is_kept(const GameTag& tag) {
    static constexpr std::array<std::string_view, 4> kNames = {"Result", "SetUp", "FEN", "Variant"};
    static constexpr std::array<std::string_view, 4> kUnknown = {"", "?", "-", "????.??.??"};
    return std::ranges::find(kNames, tag.name) != kNames.end() ||
           std::ranges::find(kUnknown, tag.value) != kUnknown.end();
}

// The en-passant square of the start: that of the FEN tag, where the tag is about this start, since
// the position has it only where a capture is legal.
Square passed_at_start(const Game& game) {
    const std::string_view fen = game.tag("FEN");
    const auto start = parse_fen(fen, FenMode::Lenient);
    const bool agrees = start && to_shredder_fen(*start) == to_shredder_fen(game.start);
    return agrees ? passed_square(fen) : game.start.en_passant();
}

}  // namespace

bool GameEncoder::encode(const ReadGame& read, std::vector<std::byte>& out,
                         ConversionReport& report) {
    const Game& game = read.game;
    if (game.result == GameResult::Unknown) {
        report.skip("no_result", read.place, "found no result, expected 1-0, 0-1 or 1/2-1/2");
        return false;
    }
    line_.read(game, options_);
    const ScoredPart scored = find_scored_part();
    const bool has_moves = game.moves.first_child(kRootNode) != kNoNode;
    if (has_moves && scored.begin == scored.end) {
        report.skip("no_scores", read.place, "found no score in its comments");
        return false;
    }
    Position position = game.start;
    for (size_t ply = 0; ply < scored.begin; ++ply) {
        play_move(position, game.moves.move(line_.move(ply)));
    }
    if (!has_packable_clocks(position)) {
        report.lose("clocks", read.place, "found clocks beyond the range of the format");
    }
    const Square passed = scored.begin == 0 ? passed_at_start(game) : position.en_passant();
    std::ranges::copy(pack_board(position, passed, game.result), std::back_inserter(out));
    for (size_t ply = scored.begin; ply < scored.end; ++ply) {
        const Move move = game.moves.move(line_.move(ply));
        append(pack_move(position, move), out);
        append(line_.score(ply).score, out);
        position.make_move<Maintain::Board, CastlingRule::Chess960>(move);
    }
    append(kEndOfGame, out);
    count_lost_moves(read, scored, report);
    count_lost_notes(read, scored, report);
    return true;
}

GameEncoder::ScoredPart GameEncoder::find_scored_part() const {
    ScoredPart scored;
    while (scored.begin < line_.size() && !line_.score(scored.begin).is_known) ++scored.begin;
    scored.end = scored.begin;
    while (scored.end < line_.size() && line_.score(scored.end).is_known) ++scored.end;
    return scored;
}

void GameEncoder::count_lost_moves(const ReadGame& read, ScoredPart scored,
                                   ConversionReport& report) const {
    for (size_t ply = 0; ply < scored.begin; ++ply) {
        report.lose("moves_before", read.place, "a move before the first score");
    }
    for (size_t ply = scored.end; ply < line_.size(); ++ply) {
        report.lose("moves_after", read.place, "a move after the first position without a score");
    }
    // A null move ends the line early.
    const MoveTree& tree = read.game.moves;
    const NodeIndex last = line_.size() == 0 ? kRootNode : line_.move(line_.size() - 1);
    for (NodeIndex node = tree.first_child(last); node != kNoNode; node = tree.first_child(node)) {
        report.lose("moves_after", read.place, "a null move, or one after it");
    }
    for (size_t ply = scored.begin; ply < scored.end; ++ply) {
        if (!line_.score(ply).is_clamped) continue;
        report.lose("clamped_scores", read.place, "found a score beyond the range of the format");
    }
}

void GameEncoder::count_lost_notes(const ReadGame& read, ScoredPart scored,
                                   ConversionReport& report) {
    const MoveTree& tree = read.game.moves;
    for (const GameTag& tag : read.game.tags) {
        if (!is_kept(tag)) report.lose("tags", read.place, tag.name);
    }
    // A comment that is nothing but the score is not lost.
    is_comment_kept_.assign(tree.size(), false);
    for (size_t ply = scored.begin; ply < scored.end; ++ply) {
        const NodeIndex node = ply == 0 ? kRootNode : line_.move(ply - 1);
        is_comment_kept_[node] = line_.score(ply).is_whole_comment;
    }
    for (NodeIndex node = kRootNode; node < tree.size(); ++node) {
        const Annotation& notes = tree.annotation(node);
        if (tree.begins_variation(node)) report.lose("variations", read.place, "a variation");
        if (notes.empty()) continue;
        if (!notes.comment_before.empty()) {
            report.lose("comments", read.place, notes.comment_before);
        }
        if (!notes.comment.empty() && !is_comment_kept_[node]) {
            report.lose("comments", read.place, notes.comment);
        }
        for (const uint8_t nag : notes.nags) {
            report.lose("nags", read.place, "$" + std::to_string(nag));
        }
    }
}

}  // namespace edge::viriformat
