// The table of games: a column is filled from headers, from tags, from the moves, or from the game
// as a whole; data that no column needs is not loaded.
#include <array>
#include <optional>
#include <utility>

#include "chess/san.h"
#include "chess/uci.h"
#include "games/games_export.h"
#include "games/stored_game.h"
#include "table/columns.h"
#include "table/header_columns.h"
#include "table/played_moves.h"
#include "table/tables.h"
#include "table/tag_columns.h"

namespace edge::table {
namespace {

// Names and order are the same as in `edge games --format csv` where it has the column.
constexpr std::array<ColumnRow<GameColumnKind>, 28> kColumns = {{
    {"game_id", GameColumnKind::GameId, Type::UInt64, false, true},
    {"lichess_id", GameColumnKind::LichessId, Type::Text, true, false},
    {"shard", GameColumnKind::Shard, Type::Int32, false, false},
    {"game", GameColumnKind::Game, Type::Int64, false, false},
    {"pgn_offset", GameColumnKind::PgnOffset, Type::UInt64, false, false},
    {"event", GameColumnKind::Event, Type::Text, true, true},
    {"site", GameColumnKind::Site, Type::Text, true, true},
    {"date", GameColumnKind::Date, Type::Text, true, true},
    {"date32", GameColumnKind::Date32, Type::Date32, true, true},
    {"year", GameColumnKind::Year, Type::Int16, true, false},
    {"round", GameColumnKind::Round, Type::Text, true, true},
    {"white", GameColumnKind::White, Type::Text, false, true},
    {"black", GameColumnKind::Black, Type::Text, false, true},
    {"result", GameColumnKind::Result, Type::Text, false, true},
    {"white_elo", GameColumnKind::WhiteElo, Type::Int16, true, true},
    {"black_elo", GameColumnKind::BlackElo, Type::Int16, true, true},
    {"eco", GameColumnKind::Eco, Type::Text, true, true},
    {"time_control", GameColumnKind::TimeControl, Type::Text, true, true},
    {"tc_base", GameColumnKind::TcBase, Type::Int16, true, false},
    {"tc_inc", GameColumnKind::TcIncrement, Type::Int16, true, false},
    {"tc", GameColumnKind::TimeClass, Type::Text, true, false},
    {"speed", GameColumnKind::Speed, Type::Text, true, false},
    {"termination", GameColumnKind::Termination, Type::Text, true, true},
    {"plies", GameColumnKind::Plies, Type::Int32, false, true},
    {"tags", GameColumnKind::Tags, Type::Tags, false, false},
    {"moves", GameColumnKind::Moves, Type::Text, false, false},
    {"uci", GameColumnKind::Uci, Type::Text, false, false},
    {"pgn", GameColumnKind::Pgn, Type::Text, false, false},
}};

constexpr std::string_view kTagPrefix = "tag:";

using GameColumn = Column<GameColumnKind>;

// Every tag is a column too.
std::optional<GameColumn> tag_column(const std::string& name) {
    if (!name.starts_with(kTagPrefix) || name.size() == kTagPrefix.size()) return std::nullopt;
    return GameColumn{GameColumnKind::Tag, {name, Type::Text, true}};
}

std::string_view tag_name(const GameColumn& column) {
    switch (column.kind) {
        case GameColumnKind::Event:
            return "Event";
        case GameColumnKind::Site:
            return "Site";
        case GameColumnKind::Round:
            return "Round";
        case GameColumnKind::TimeControl:
            return "TimeControl";
        case GameColumnKind::Termination:
            return "Termination";
        case GameColumnKind::Tag:
            return std::string_view(column.field.name).substr(kTagPrefix.size());
        default:
            return {};
    }
}

// One record batch while it is filled.
class GameRecordBatch {
public:
    GameRecordBatch(const corpus::Corpus& corpus, const std::vector<GameColumn>& columns,
                    const RowPlan& plan)
        : corpus_(corpus),
          columns_(columns),
          plan_(plan),
          fields_(fields_of(columns)),
          builders_(make_builders(fields_, plan.size())) {}

    Result<OwnedArray> build() {
        fill_places();
        EDGE_CHECK(fill_from_headers());
        EDGE_CHECK(fill_from_records());
        EDGE_CHECK(fill_whole_games());
        return finish_record_batch(std::move(builders_), fields_, plan_.size());
    }

private:
    uint64_t id_of(corpus::GamePlace place) const {
        return corpus_.first_id(place.shard) + place.index;
    }
    // Calls fill(builder) for the columns of a kind.
    template <class Fill>
    void for_kind(GameColumnKind kind, Fill fill) {
        for (size_t i = 0; i < columns_.size(); ++i) {
            if (columns_[i].kind == kind) fill(builders_[i]);
        }
    }

    void fill_places() {
        for_kind(GameColumnKind::GameId, [&](ArrayBuilder& out) {
            for (const GamePart& part : plan_) out.add(id_of(part.place));
        });
        for_kind(GameColumnKind::Shard, [&](ArrayBuilder& out) {
            for (const GamePart& part : plan_) out.add(static_cast<int32_t>(part.place.shard));
        });
        for_kind(GameColumnKind::Game, [&](ArrayBuilder& out) {
            for (const GamePart& part : plan_) out.add(int64_t{part.place.index});
        });
    }

    // Also for tags: the header reproduces those that it has.
    Status fill_from_headers() {
        TagColumns tags(corpus_);
        bool wants_headers = false;
        for (size_t i = 0; i < columns_.size(); ++i) {
            const GameColumn& column = columns_[i];
            if (column.kind == GameColumnKind::Tags) tags.want_all(builders_[i]);
            if (const std::string_view name = tag_name(column); !name.empty()) {
                const bool any_case = column.kind == GameColumnKind::Tag;
                tags.want(name, any_case ? NameCase::Any : NameCase::Exact, builders_[i]);
            }
            wants_headers |= is_of_header(column.kind);
        }
        if (!wants_headers && !tags.wants_any()) return {};
        const auto headers = EDGE_TRY(read_headers(corpus_, plan_));
        for (size_t i = 0; i < columns_.size(); ++i) {
            if (!is_of_header(columns_[i].kind)) continue;
            EDGE_CHECK(fill_header_column(columns_[i].kind, corpus_, plan_, headers, builders_[i]));
        }
        return tags.wants_any() ? tags.fill(plan_, headers) : Status{};
    }

    Status fill_from_records() {
        if (!has_any(columns_,
                     {GameColumnKind::PgnOffset, GameColumnKind::Moves, GameColumnKind::Uci}))
            return {};
        for (const GamePart& part : plan_) {
            const corpus::GameView game =
                EDGE_TRY(corpus_.shard(part.place.shard).game(part.place.index));
            for_kind(GameColumnKind::PgnOffset,
                     [&](ArrayBuilder& out) { out.add(game.header().pgn_offset); });
            EDGE_CHECK(fill_moves(part.place, game));
        }
        return {};
    }

    Status fill_moves(corpus::GamePlace place, const corpus::GameView& game) {
        if (!has_any(columns_, {GameColumnKind::Moves, GameColumnKind::Uci})) return {};
        std::string san, uci;
        const bool wants_san = has_any(columns_, {GameColumnKind::Moves});
        const bool wants_uci = has_any(columns_, {GameColumnKind::Uci});
        EDGE_CHECK(for_each_move<Maintain::Board>(
            corpus_, place, game, [&](uint32_t ply, const Position& position, Move move) {
                const char* const space = ply == 0 ? "" : " ";
                if (wants_san) san.append(space).append(to_san(position, move));
                if (wants_uci) {
                    uci.append(space).append(to_uci(move, position, CastlingRule::Standard));
                }
            }));
        for_kind(GameColumnKind::Moves, [&](ArrayBuilder& out) { out.add_text(san); });
        for_kind(GameColumnKind::Uci, [&](ArrayBuilder& out) { out.add_text(uci); });
        return {};
    }

    Status fill_whole_games() {
        const bool wants_pgn = has_any(columns_, {GameColumnKind::Pgn});
        if (!wants_pgn && !has_any(columns_, {GameColumnKind::LichessId})) return {};
        games::GameLoader loader(corpus_);
        for (const GamePart& part : plan_) {
            const games::StoredGame game = EDGE_TRY(loader.load(id_of(part.place)));
            for_kind(GameColumnKind::LichessId, [&](ArrayBuilder& out) {
                const std::string id = games::lichess_id(game);
                id.empty() ? out.add_null() : out.add_text(id);
            });
            if (!wants_pgn) continue;
            std::string pgn;
            EDGE_CHECK(games::append_pgn(corpus_, game, pgn));
            for_kind(GameColumnKind::Pgn, [&](ArrayBuilder& out) { out.add_text(pgn); });
        }
        return {};
    }

    const corpus::Corpus& corpus_;
    const std::vector<GameColumn>& columns_;
    const RowPlan& plan_;
    const std::vector<Field> fields_;
    std::vector<ArrayBuilder> builders_;
};

class GameTable : public RecordBatchBuilder {
public:
    GameTable(const corpus::Corpus& corpus, std::vector<GameColumn> columns)
        : corpus_(corpus), columns_(std::move(columns)) {}
    std::vector<Field> fields() const override { return fields_of(columns_); }
    Result<OwnedArray> build(const RowPlan& plan) const override {
        return GameRecordBatch(corpus_, columns_, plan).build();
    }

private:
    const corpus::Corpus& corpus_;
    std::vector<GameColumn> columns_;
};

}  // namespace

Result<std::unique_ptr<RecordBatchBuilder>> make_game_table(const corpus::Corpus& corpus,
                                                            std::span<const std::string> columns) {
    auto chosen =
        EDGE_TRY(choose_columns<GameColumnKind>(kColumns, columns, tag_column, "tag:NAME"));
    return std::make_unique<GameTable>(corpus, std::move(chosen));
}

}  // namespace edge::table
