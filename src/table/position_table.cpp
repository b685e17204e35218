// The table of positions. The board is set up only where a column needs it.
#include <array>
#include <bit>
#include <utility>

#include "chess/fen.h"
#include "table/columns.h"
#include "table/part_player.h"
#include "table/tables.h"

namespace edge::table {
namespace {

enum class PositionKind : uint8_t {
    GameId,
    Ply,
    Hash,
    Fen,
    ToMove,
    Material,
    PieceCount,
    InCheck,
    HalfmoveClock,
    MoveNumber,
    Board,
};

constexpr std::array<ColumnRow<PositionKind>, 11> kColumns = {{
    {"game_id", PositionKind::GameId, Type::UInt64, false, true},
    {"ply", PositionKind::Ply, Type::Int32, false, true},
    {"hash", PositionKind::Hash, Type::UInt64, false, true},
    {"fen", PositionKind::Fen, Type::Text, false, true},
    {"to_move", PositionKind::ToMove, Type::Text, false, true},
    {"material", PositionKind::Material, Type::Text, false, false},
    {"men", PositionKind::PieceCount, Type::Int16, false, false},
    {"in_check", PositionKind::InCheck, Type::Bool, false, false},
    {"halfmove_clock", PositionKind::HalfmoveClock, Type::Int32, false, false},
    {"move_number", PositionKind::MoveNumber, Type::Int32, false, false},
    {"board", PositionKind::Board, Type::Squares, false, false},
}};

using PositionColumn = Column<PositionKind>;

// "KQRRBBNNPPPPPPPP:KQRRBBNNPPPPPPPP", White's pieces first.
void add_material(const Position& position, ArrayBuilder& out) {
    constexpr std::string_view kLetters = " PNBRQK";  // by PieceType
    for (const Color color : {Color::White, Color::Black}) {
        if (color == Color::Black) out.append_text(":");
        for (const PieceType type : {PieceType::King, PieceType::Queen, PieceType::Rook,
                                     PieceType::Bishop, PieceType::Knight, PieceType::Pawn}) {
            const int count = std::popcount(position.pieces(color, type));
            for (int i = 0; i < count; ++i) out.append_text(kLetters.substr(index(type), 1));
        }
    }
    out.end_text();
}

// White's pieces are 1 (pawn) to 6 (king), Black's -1 to -6, from a1 to h8.
void add_board(const Position& position, ArrayBuilder& out) {
    std::array<int8_t, 64> squares{};
    for (unsigned i = 0; i < squares.size(); ++i) {
        const Piece piece = position.piece_on(square_at(i));
        const auto kind = static_cast<int8_t>(index(type_of(piece)));
        squares[i] = color_of(piece) == Color::Black ? static_cast<int8_t>(-kind) : kind;
    }
    out.add_squares(squares);
}

void add_of_board(PositionKind kind, const Position& position, ArrayBuilder& out) {
    switch (kind) {
        case PositionKind::Hash:
            return out.add(position.hash());
        case PositionKind::Fen:
            return out.add_text(to_fen(position));
        case PositionKind::Material:
            return add_material(position, out);
        case PositionKind::PieceCount:
            return out.add(static_cast<int16_t>(std::popcount(position.occupied())));
        case PositionKind::InCheck:
            return out.add_flag(position.in_check());
        case PositionKind::HalfmoveClock:
            return out.add(static_cast<int32_t>(position.halfmove_clock()));
        case PositionKind::Board:
            return add_board(position, out);
        case PositionKind::GameId:
        case PositionKind::Ply:
        case PositionKind::ToMove:
        case PositionKind::MoveNumber:
            break;  // known without the board
    }
}

class PositionTable : public RecordBatchBuilder {
public:
    PositionTable(const corpus::Corpus& corpus, std::vector<PositionColumn> columns)
        : corpus_(corpus),
          columns_(std::move(columns)),
          needs_board_(
              has_any(columns_, {PositionKind::Hash, PositionKind::Fen, PositionKind::Material,
                                 PositionKind::PieceCount, PositionKind::InCheck,
                                 PositionKind::HalfmoveClock, PositionKind::Board})) {}

    std::vector<Field> fields() const override { return fields_of(columns_); }

    Result<OwnedArray> build(const RowPlan& plan) const override {
        const uint64_t rows = row_count(plan);
        auto builders = make_builders(fields(), rows);
        for (size_t i = 0; i < columns_.size(); ++i) {
            add_places(columns_[i].kind, plan, builders[i]);
        }
        if (needs_board_) EDGE_CHECK(add_boards(plan, builders));
        return finish_record_batch(std::move(builders), fields(), rows);
    }

private:
    // What is known about every position of a standard game without playing it.
    void add_places(PositionKind kind, const RowPlan& plan, ArrayBuilder& out) const {
        for (const GamePart& part : plan) {
            const uint64_t game_id = corpus_.first_id(part.place.shard) + part.place.index;
            for (uint32_t ply = part.plies.first; ply <= part.plies.last; ++ply) {
                if (kind == PositionKind::GameId) out.add(game_id);
                if (kind == PositionKind::Ply) out.add(static_cast<int32_t>(ply));
                if (kind == PositionKind::ToMove) out.add_text(ply % 2 == 0 ? "white" : "black");
                if (kind == PositionKind::MoveNumber) out.add(static_cast<int32_t>(ply / 2 + 1));
            }
        }
    }

    Status add_boards(const RowPlan& plan, std::vector<ArrayBuilder>& builders) const {
        PartPlayer player(corpus_);
        for (const GamePart& part : plan) {
            EDGE_CHECK(player.enter(part, false));
            for (uint32_t ply = part.plies.first; ply <= part.plies.last; ++ply) {
                EDGE_CHECK(player.play_to(ply));
                for (size_t i = 0; i < columns_.size(); ++i) {
                    add_of_board(columns_[i].kind, player.position(), builders[i]);
                }
            }
        }
        return {};
    }

    const corpus::Corpus& corpus_;
    const std::vector<PositionColumn> columns_;
    const bool needs_board_;
};

}  // namespace

Result<std::unique_ptr<RecordBatchBuilder>> make_position_table(
    const corpus::Corpus& corpus, std::span<const std::string> columns) {
    auto chosen = EDGE_TRY(choose_columns<PositionKind>(kColumns, columns, no_other<PositionKind>));
    return std::make_unique<PositionTable>(corpus, std::move(chosen));
}

}  // namespace edge::table
