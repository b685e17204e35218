#include "codec/viriformat/reader.h"

#include <fmt/format.h>

#include <string_view>

#include "chess/fen.h"
#include "codec/game_result.h"
#include "codec/move_score.h"
#include "codec/viriformat/packed_board.h"
#include "codec/viriformat/packed_move.h"

namespace edge::viriformat {
namespace {

std::vector<GameTag> tags_of(const Board& board) {
    const Position& start = board.position;
    std::vector<GameTag> tags = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                 {"Round", "?"}, {"White", "?"}, {"Black", "?"}};
    tags.push_back({"Result", std::string(result_text(board.result))});
    std::string fen = to_fen(start, board.passed);
    if (fen == to_fen(Position::start())) return tags;
    if (!start.has_standard_castling()) tags.push_back({"Variant", "Chess960"});
    tags.push_back({"SetUp", "1"});
    tags.push_back({"FEN", std::move(fen)});
    return tags;
}

// Parts of the board that a game does not keep.
void count_losses(const Board& board, const std::string& place, ConversionReport& report) {
    if (board.result == GameResult::Unknown) {
        report.lose("bad_result", place, "found a result that is not 0, 1 or 2");
    }
    if (board.drops_castling) {
        report.lose("castling", place, "found an unmoved rook that its king cannot castle with");
    }
    if (board.drops_clocks) report.lose("clocks", place, "found a move number above 9999");
    if (board.score != 0) {
        report.lose("board_score", place, "found a score of the board, which belongs to no move");
    }
    if (board.extra != 0) report.lose("extra_byte", place, "found an extra byte that is not zero");
}

class Undecoded : public UndecodedGames {
public:
    explicit Undecoded(GameBlock block) : block_(std::move(block)) {}

    Status decode(std::vector<ReadGame>& games, ConversionReport& report) const override {
        std::span<const std::byte> rest = block_.bytes;
        for (uint64_t number = block_.first_game; !rest.empty(); ++number) {
            decode_game(take_game(rest), fmt::format("game {}", number), games, report);
        }
        return {};
    }

private:
    static void decode_game(const GameBytes& bytes, std::string place, std::vector<ReadGame>& games,
                            ConversionReport& report) {
        ++report.games_read;
        if (bytes.board.size() < kBoardBytes) {
            report.skip("truncated", place, "the file ends in its board");
            return;
        }
        const auto board = unpack_board(bytes.board.first<kBoardBytes>());
        if (!board) {
            report.skip("bad_board", place, board.error());
            return;
        }
        count_losses(*board, place, report);
        Game game;
        game.tags = tags_of(*board);
        game.start = board->position;
        game.result = board->result;
        NodeIndex node = kRootNode;
        const size_t played = play_through(bytes.moves, board->position,
                                           [&](const Position&, Move move, Score score) {
                                               game.moves.annotate(node).comment = eval_text(score);
                                               node = game.moves.add(node, move);
                                           });
        if (played * kMoveBytes < bytes.moves.size()) {
            report.lose("illegal_move", place, fmt::format("found one at ply {}", played));
        } else if (!bytes.has_end) {
            report.lose("truncated", place, "the game has no end");
        }
        games.push_back({std::move(game), std::move(place)});
    }

    GameBlock block_;
};

}  // namespace

Result<std::unique_ptr<Reader>> Reader::open(const std::filesystem::path& path) {
    GameStream games = EDGE_TRY(GameStream::open(path));
    return std::unique_ptr<Reader>(new Reader(std::move(games)));
}

Result<std::unique_ptr<Reader>> Reader::open(std::unique_ptr<ByteStream> source,
                                             const std::string& name) {
    GameStream games = EDGE_TRY(GameStream::open(std::move(source), name));
    return std::unique_ptr<Reader>(new Reader(std::move(games)));
}

Result<std::unique_ptr<UndecodedGames>> Reader::next() {
    GameBlock block;
    if (!EDGE_TRY(games_.next(block))) return nullptr;
    return std::make_unique<Undecoded>(std::move(block));
}

}  // namespace edge::viriformat
