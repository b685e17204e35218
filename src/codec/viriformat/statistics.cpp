#include "codec/viriformat/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "codec/viriformat/game_stream.h"
#include "codec/viriformat/packed_board.h"
#include "codec/viriformat/packed_move.h"

namespace edge::viriformat {
namespace {

constexpr size_t kMaxExamples = 5;

// The lower bound of the bin, also below zero.
int score_bin(Score score) {
    const int width = Statistics::kScoreBin;
    return (score >= 0 ? score / width : (score - width + 1) / width) * width;
}

class Counter {
public:
    void add_game(const GameBytes& bytes) {
        ++counts_.games;
        if (!bytes.has_end) {
            ++counts_.cut_games;
            note("the game has no end");
        }
        if (bytes.board.size() < kBoardBytes) return;
        const auto board = unpack_board(bytes.board.first<kBoardBytes>());
        if (!board) {
            ++counts_.bad_boards;
            return note(board.error());
        }
        add_board(*board);
        const size_t played = play_through(
            bytes.moves, board->position, [this](const Position& position, Move move, Score score) {
                add_position(position, move, score);
            });
        if (played * kMoveBytes < bytes.moves.size()) {
            ++counts_.illegal_games;
            note(fmt::format("the move at ply {} is illegal", played));
        }
        add_length(played);
    }

    Statistics finish(uint64_t size_bytes) {
        counts_.size_bytes = size_bytes;
        return std::move(counts_);
    }

private:
    void note(std::string_view what) {
        if (counts_.examples.size() >= kMaxExamples) return;
        counts_.examples.push_back(fmt::format("game {}: {}", counts_.games, what));
    }

    void add_board(const Board& board) {
        switch (board.result) {
            case GameResult::WhiteWins:
                ++counts_.white_wins;
                break;
            case GameResult::Draw:
                ++counts_.draws;
                break;
            case GameResult::BlackWins:
                ++counts_.black_wins;
                break;
            case GameResult::Unknown:
                ++counts_.bad_results;
                note("the result is not 0, 1 or 2");
                break;
        }
        if (board.position.same_position(Position::start())) ++counts_.standard_starts;
        if (!board.position.has_standard_castling()) ++counts_.chess960_games;
    }

    void add_position(const Position& position, Move move, Score score) {
        ++counts_.positions;
        if (score >= kMateBound) {
            ++counts_.white_mates;
        } else if (score <= -kMateBound) {
            ++counts_.black_mates;
        } else {
            ++counts_.positions_by_score[score_bin(score)];
        }
        ++counts_.positions_by_piece_count[static_cast<size_t>(std::popcount(position.occupied()))];
        const bool is_capture = position.piece_on(move.to()) != Piece::None && !move.is_castling();
        if (is_capture || move.is_en_passant()) ++counts_.captures;
        if (move.is_castling()) ++counts_.castlings;
        if (move.is_en_passant()) ++counts_.en_passants;
        if (move.promotion() != PieceType::None) ++counts_.promotions;
    }

    void add_length(uint64_t plies) {
        const bool is_first = lengths_++ == 0;
        counts_.shortest_plies = is_first ? plies : std::min(counts_.shortest_plies, plies);
        counts_.longest_plies = std::max(counts_.longest_plies, plies);
    }

    Statistics counts_;
    uint64_t lengths_ = 0;  // games whose length is known
};

Result<Statistics> count_games(GameStream stream) {
    Counter counter;
    GameBlock block;
    while (EDGE_TRY(stream.next(block))) {
        std::span<const std::byte> rest = block.bytes;
        while (!rest.empty()) counter.add_game(take_game(rest));
    }
    return counter.finish(stream.bytes_read());
}

}  // namespace

Result<Statistics> statistics_of(const std::filesystem::path& path) {
    return count_games(EDGE_TRY(GameStream::open(path)));
}

Result<Statistics> statistics_of(std::unique_ptr<ByteStream> source, const std::string& name) {
    return count_games(EDGE_TRY(GameStream::open(std::move(source), name)));
}

}  // namespace edge::viriformat
