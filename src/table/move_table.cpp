// The table of moves. Games are played only where a column needs the board before a move; then
// every move must be legal.
#include <array>
#include <utility>

#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci.h"
#include "table/columns.h"
#include "table/part_player.h"
#include "table/tables.h"

namespace edge::table {
namespace {

enum class MoveKind : uint8_t {
    GameId,
    Ply,
    San,
    Uci,
    Piece,
    From,
    To,
    Captured,
    Promotion,
    Check,
    Mate,
    Hash,
    Move,
    ToMove,
};

constexpr std::array<ColumnRow<MoveKind>, 14> kColumns = {{
    {"game_id", MoveKind::GameId, Type::UInt64, false, true},
    {"ply", MoveKind::Ply, Type::Int32, false, true},
    {"san", MoveKind::San, Type::Text, false, true},
    {"uci", MoveKind::Uci, Type::Text, false, true},
    {"piece", MoveKind::Piece, Type::Text, false, true},
    {"from", MoveKind::From, Type::Text, false, true},
    {"to", MoveKind::To, Type::Text, false, true},
    {"captured", MoveKind::Captured, Type::Text, true, true},
    {"promotion", MoveKind::Promotion, Type::Text, true, true},
    {"check", MoveKind::Check, Type::Bool, false, true},
    {"mate", MoveKind::Mate, Type::Bool, false, false},
    {"hash", MoveKind::Hash, Type::UInt64, false, false},
    {"move", MoveKind::Move, Type::UInt16, false, false},
    {"to_move", MoveKind::ToMove, Type::Text, false, false},
}};

using MoveColumn = Column<MoveKind>;

void add_square(Square square, ArrayBuilder& out) {
    const std::array<char, 2> text = {static_cast<char>('a' + file_of(square)),
                                      static_cast<char>('1' + rank_of(square))};
    out.add_text({text.data(), text.size()});
}

// "P" to "K", null for none.
void add_kind(PieceType type, ArrayBuilder& out) {
    constexpr std::string_view kLetters = " PNBRQK";  // by PieceType
    type == PieceType::None ? out.add_null() : out.add_text(kLetters.substr(index(type), 1));
}

// What follows from the move alone.
void add_of_move(MoveKind kind, uint64_t game_id, uint32_t ply, Move move, ArrayBuilder& out) {
    switch (kind) {
        case MoveKind::GameId:
            return out.add(game_id);
        case MoveKind::Ply:
            return out.add(static_cast<int32_t>(ply));
        case MoveKind::Uci:
            return out.add_text(to_uci(move, Position::start(), CastlingRule::Standard));
        case MoveKind::From:
            return add_square(move.from(), out);
        case MoveKind::To:
            return add_square(move.to(), out);
        case MoveKind::Promotion:
            return add_kind(move.promotion(), out);
        case MoveKind::Move:
            return out.add(move.raw());
        case MoveKind::ToMove:
            return out.add_text(ply % 2 == 0 ? "white" : "black");
        default:
            break;
    }
}

bool is_mate(const Position& position, Move move) {
    if (!gives_check(position, move)) return false;
    Position after = position;
    after.make_move<Maintain::Board>(move);
    return !has_legal_move(after);
}

// What follows from the move and the position before it.
void add_of_board(MoveKind kind, const Position& position, Move move, ArrayBuilder& out) {
    switch (kind) {
        case MoveKind::San: {
            // g++ 12 does not see that such a short text is never copied as a long one, and warns.
            constexpr size_t kRoom = 32;
            static_assert(kRoom >= kMaxSanLength);
            std::array<char, kRoom> text;
            const char* const end = write_san(position, move, text.data());
            return out.add_text({text.data(), static_cast<size_t>(end - text.data())});
        }
        case MoveKind::Piece:
            return add_kind(type_of(position.piece_on(move.from())), out);
        case MoveKind::Captured:
            return add_kind(
                move.is_en_passant() ? PieceType::Pawn : type_of(position.piece_on(move.to())),
                out);
        case MoveKind::Check:
            return out.add_flag(gives_check(position, move));
        case MoveKind::Mate:
            return out.add_flag(is_mate(position, move));
        case MoveKind::Hash:
            return out.add(position.hash());
        default:
            break;
    }
}

class MoveTable : public RecordBatchBuilder {
public:
    MoveTable(const corpus::Corpus& corpus, std::vector<MoveColumn> columns)
        : corpus_(corpus),
          columns_(std::move(columns)),
          needs_board_(has_any(columns_, {MoveKind::San, MoveKind::Piece, MoveKind::Captured,
                                          MoveKind::Check, MoveKind::Mate, MoveKind::Hash})) {}

    std::vector<Field> fields() const override { return fields_of(columns_); }

    Result<OwnedArray> build(const RowPlan& plan) const override {
        const uint64_t rows = row_count(plan);
        auto builders = make_builders(fields(), rows);
        PartPlayer player(corpus_);
        for (const GamePart& part : plan) {
            EDGE_CHECK(player.enter(part, true));
            EDGE_CHECK(add_part(part, player, builders));
        }
        return finish_record_batch(std::move(builders), fields(), rows);
    }

private:
    Status add_part(const GamePart& part, PartPlayer& player,
                    std::vector<ArrayBuilder>& builders) const {
        const uint64_t game_id = corpus_.first_id(part.place.shard) + part.place.index;
        for (uint32_t ply = part.plies.first; ply <= part.plies.last; ++ply) {
            const Move move = player.game().move(ply);
            for (size_t i = 0; i < columns_.size(); ++i) {
                add_of_move(columns_[i].kind, game_id, ply, move, builders[i]);
            }
            if (!needs_board_) continue;
            EDGE_CHECK(player.play_to(ply));
            if (!is_legal(player.position(), move)) return player.illegal_move(ply);
            for (size_t i = 0; i < columns_.size(); ++i) {
                add_of_board(columns_[i].kind, player.position(), move, builders[i]);
            }
        }
        return {};
    }

    const corpus::Corpus& corpus_;
    const std::vector<MoveColumn> columns_;
    const bool needs_board_;
};

}  // namespace

Result<std::unique_ptr<RecordBatchBuilder>> make_move_table(const corpus::Corpus& corpus,
                                                            std::span<const std::string> columns) {
    auto chosen = EDGE_TRY(choose_columns<MoveKind>(kColumns, columns, no_other<MoveKind>));
    return std::make_unique<MoveTable>(corpus, std::move(chosen));
}

}  // namespace edge::table
