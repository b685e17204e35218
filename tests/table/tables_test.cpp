// The values of every table, compared with what the rest of the library says about the same games.
#include <gtest/gtest.h>

#include <map>

#include "chess/fen.h"
#include "chess/san.h"
#include "corpus/corpus_builder.h"
#include "games/game_columns.h"
#include "games/games_export.h"
#include "index/indexer.h"
#include "query/answers/position_list.h"
#include "query/game_set.h"
#include "query/lang/text.h"
#include "support/temp_dir.h"
#include "table/arrow_reader.h"

namespace edge::table {
namespace {

using test::kNull;
using test::read_table;
using test::ReadColumn;
using test::ReadTable;
using test::Row;

class TablesTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = std::make_unique<edge::test::TempDir>();
        indexing::IndexOptions options;
        options.inputs = {edge::test::classics_pgn().string()};
        options.out = (*folder_ / "x.scoredb").string();
        options.shards = 2;
        options.threads = 1;
        ASSERT_TRUE(indexing::index_games(options).has_value());
        corpus_ = std::make_shared<const corpus::Corpus>(corpus::Corpus::open(options.out).value());
    }
    static void TearDownTestSuite() {
        corpus_.reset();
        folder_.reset();
    }
    static ReadTable read(Table table, std::vector<std::string> columns,
                          std::string_view query = "") {
        TableOptions options = {.table = table, .columns = std::move(columns)};
        if (!query.empty()) options.query = query::parse_text(query).value();
        ReadTable read = read_table(corpus_, std::move(options));
        EXPECT_EQ(read.error, 0) << read.message;
        return read;
    }

    static std::unique_ptr<edge::test::TempDir> folder_;
    static std::shared_ptr<const corpus::Corpus> corpus_;
};
std::unique_ptr<edge::test::TempDir> TablesTest::folder_;
std::shared_ptr<const corpus::Corpus> TablesTest::corpus_;

TEST_F(TablesTest, DefaultColumnsOfGames) {
    const std::vector<ReadColumn> expected = {
        {"game_id", "L", false},     {"event", "u", true},       {"site", "u", true},
        {"date", "u", true},         {"date32", "tdD", true},    {"round", "u", true},
        {"white", "u", false},       {"black", "u", false},      {"result", "u", false},
        {"white_elo", "s", true},    {"black_elo", "s", true},   {"eco", "u", true},
        {"time_control", "u", true}, {"termination", "u", true}, {"plies", "i", false}};
    EXPECT_EQ(read(Table::Games, {}).columns, expected);
}

// The same names mean the same in `edge games --format csv`.
TEST_F(TablesTest, GamesHaveTheValuesOfTheCsv) {
    const std::vector<std::string> names = {
        "game_id", "lichess_id", "shard",        "game",         "pgn_offset",  "event",
        "site",    "date",       "round",        "white",        "black",       "result",
        "eco",     "white_elo",  "black_elo",    "time_control", "termination", "plies",
        "moves",   "uci",        "tag:annotator"};
    std::string joined;
    for (const std::string& name : names) joined += (joined.empty() ? "" : ",") + name;
    const auto columns = games::parse_columns(joined, games::RowFormat::Csv).value();
    const ReadTable table = read(Table::Games, names);
    ASSERT_EQ(table.rows.size(), corpus_->game_count());
    games::GameLoader loader(*corpus_);
    for (uint64_t id = 0; id < corpus_->game_count(); ++id) {
        const games::SelectedGame game{loader.load(id).value(), corpus_->locate(id)};
        std::string csv;
        ASSERT_TRUE(games::append_csv(*corpus_, game, columns, csv));
        for (size_t i = 0; i < names.size(); ++i) {
            std::string field;
            ASSERT_TRUE(games::append_csv(*corpus_, game, {columns[i]}, field));
            field.resize(field.size() - 2);  // the end of the line
            if (field.starts_with('"')) field = field.substr(1, field.size() - 2);
            const std::string& value = table.rows[id][i];
            EXPECT_EQ(value == kNull ? "" : value, field) << names[i] << " of game " << id;
        }
    }
}

TEST_F(TablesTest, GamesHaveAllTagsAndTheirPgn) {
    const ReadTable table = read(Table::Games, {"tags", "pgn"});
    games::GameLoader loader(*corpus_);
    for (uint64_t id = 0; id < corpus_->game_count(); ++id) {
        const games::StoredGame game = loader.load(id).value();
        std::string tags, pgn;
        for (const auto& [name, text] : game.tags) tags += name + "=" + text + ";";
        ASSERT_TRUE(games::append_pgn(*corpus_, game, pgn));
        EXPECT_EQ(table.rows[id], (Row{tags, pgn}));
    }
}

TEST_F(TablesTest, RowsAreTheGamesThatMatch) {
    const auto query =
        query::Query::prepare(*corpus_, query::parse_text("checkmate").value()).value();
    const Bitmap found = query::find_games(query, {1, {}}).value();
    const ReadTable table = read(Table::Games, {"shard", "game"}, "checkmate");
    EXPECT_EQ(table.rows.size(), found.count());
    for (const Row& row : table.rows) {
        EXPECT_TRUE(found.test(static_cast<uint32_t>(std::stoul(row[0])),
                               static_cast<uint32_t>(std::stoul(row[1]))));
    }
}

TEST_F(TablesTest, PositionsAreThoseOfThePositionList) {
    for (const char* const text : {"checkmate", "Q=q=0", "plies < 30"}) {
        const auto query = query::Query::prepare(*corpus_, query::parse_text(text).value()).value();
        const ReadTable table = read(Table::Positions, {"game_id", "ply", "fen"}, text);
        std::vector<Row> expected;
        ASSERT_TRUE(query::list_positions(
            query, {.want_fen = true}, {1, {}}, [&](const query::ListedPosition& listed) {
                expected.push_back({std::to_string(listed.game_id), std::to_string(listed.ply),
                                    std::string(listed.fen)});
                return true;
            }));
        EXPECT_GT(expected.size(), 0U);
        EXPECT_EQ(table.rows, expected);
    }
}

TEST_F(TablesTest, PositionsSayWhatTheirFenSays) {
    const ReadTable table =
        read(Table::Positions, {"fen", "hash", "to_move", "material", "men", "in_check",
                                "halfmove_clock", "move_number", "board"});
    for (size_t i = 0; i < table.rows.size(); i += 17) {
        const Row& row = table.rows[i];
        const Position position = parse_fen(row[0], FenMode::Strict).value();
        const bool is_white = position.side_to_move() == Color::White;
        EXPECT_EQ(row[1], std::to_string(position.compute_hash()));
        EXPECT_EQ(row[2], is_white ? "white" : "black");
        const auto pieces = static_cast<size_t>(std::popcount(position.occupied()));
        EXPECT_EQ(row[3].size(), pieces + 1);  // and a colon
        EXPECT_EQ(row[4], std::to_string(pieces));
        EXPECT_EQ(row[5], position.in_check() ? "true" : "false");
        EXPECT_EQ(row[6], std::to_string(position.halfmove_clock()));
        EXPECT_EQ(row[7], std::to_string(position.fullmove_number()));
    }
    EXPECT_EQ(table.rows[0][3], "KQRRBBNNPPPPPPPP:KQRRBBNNPPPPPPPP");
    EXPECT_TRUE(table.rows[0][8].starts_with(" 4 2 3 5 6 3 2 4 1 1"));
    EXPECT_TRUE(table.rows[0][8].ends_with("-1 -1 -4 -2 -3 -5 -6 -3 -2 -4"));
}

TEST_F(TablesTest, MovesAreThoseOfTheMatchingGames) {
    const ReadTable table = read(Table::Moves, {"game_id", "ply", "san", "hash"}, "checkmate");
    const ReadTable games = read(Table::Games, {"game_id", "moves"}, "checkmate");
    size_t at = 0;
    for (const Row& game : games.rows) {
        std::string san;
        Position position = Position::start();
        for (; at < table.rows.size() && table.rows[at][0] == game[0]; ++at) {
            EXPECT_EQ(table.rows[at][3], std::to_string(position.compute_hash()));
            position.make_move<Maintain::Board>(parse_san(position, table.rows[at][2]).value());
            san += (san.empty() ? "" : " ") + table.rows[at][2];
        }
        EXPECT_EQ(san, game[1]);
    }
    EXPECT_EQ(at, table.rows.size());
}

TEST(MoveTable, SaysWhatAMoveDoes) {
    const edge::test::TempDir folder;
    edge::test::CorpusBuilder builder;
    builder.games = {{edge::test::line("e4 a6 e5 d5 exd6 Ra7 dxc7 Nf6 cxb8=Q Bd7 Qxa7")},
                     {edge::test::line("f3 e5 g4 Qh4#")},
                     {edge::test::line("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O")}};
    builder.write(folder / "c");
    const auto corpus = std::make_shared<const corpus::Corpus>(
        corpus::Corpus::open((folder / "c").string()).value());
    const ReadTable table =
        read_table(corpus, {.table = Table::Moves,
                            .columns = {"san", "uci", "piece", "from", "to", "captured",
                                        "promotion", "check", "mate", "to_move"}});
    const std::map<size_t, Row> expected = {
        {4, {"exd6", "e5d6", "P", "e5", "d6", "P", kNull, "false", "false", "white"}},
        {8, {"cxb8=Q", "c7b8q", "P", "c7", "b8", "N", "Q", "false", "false", "white"}},
        {14, {"Qh4#", "d8h4", "Q", "d8", "h4", kNull, kNull, "true", "true", "black"}},
        {21, {"O-O", "e1g1", "K", "e1", "g1", kNull, kNull, "false", "false", "white"}},
    };
    ASSERT_EQ(table.rows.size(), 22U) << table.message;
    for (const auto& [row, values] : expected) EXPECT_EQ(table.rows[row], values);
}

Row row_of(const corpus::Edge& edge) {
    return {std::to_string(edge.parent_hash), std::to_string(edge.move_id),
            std::to_string(edge.white),       std::to_string(edge.draws),
            std::to_string(edge.black),       std::to_string(edge.total)};
}

// Of a corpus with the given games, whose edges are counted a second time by hand.
TEST(EdgeTable, CountsTheGamesThatMatch) {
    const edge::test::TempDir folder;
    edge::test::CorpusBuilder builder;
    builder.games = edge::test::sample_games();
    builder.with_tree_games = true;
    builder.write(folder / "c");
    const auto corpus = std::make_shared<const corpus::Corpus>(
        corpus::Corpus::open((folder / "c").string()).value());
    const std::vector<std::string> columns = {"hash", "move", "white", "draws", "black", "total"};
    for (const bool only_anna : {false, true}) {
        TableOptions options = {.table = Table::Edges, .columns = columns};
        auto games = builder.games;
        if (only_anna) {
            options.query = query::parse_text("white = \"Anna\"").value();
            std::erase_if(games, [](const auto& game) { return game.white != "Anna"; });
        }
        ReadTable table = read_table(corpus, options);
        std::vector<Row> expected;
        for (const auto& [key, edge] : edge::test::count_edges(games, builder.tree_plies)) {
            expected.push_back(row_of(edge));
        }
        std::ranges::sort(table.rows);
        std::ranges::sort(expected);
        EXPECT_EQ(table.rows, expected) << table.message;
    }
}

TEST(EdgeTable, NeedsATreeAndForAQueryItsGames) {
    const edge::test::TempDir folder;
    edge::test::CorpusBuilder builder;
    builder.games = edge::test::sample_games();
    builder.write(folder / "c");
    const auto corpus = std::make_shared<const corpus::Corpus>(
        corpus::Corpus::open((folder / "c").string()).value());
    const TableOptions asked = {.table = Table::Edges,
                                .query = query::parse_text("result = W").value()};
    EXPECT_NE(read_table(corpus, asked).message.find("no tree.games"), std::string::npos);

    const edge::test::GameSet without_tree(edge::test::sample_games());
    const test::OpenStream open(std::make_shared<const corpus::Corpus>(
                                    corpus::Corpus::open(without_tree.corpus().path()).value()),
                                {.table = Table::Edges});
    EXPECT_EQ(open.status.error().code, ErrorCode::Unsupported);
}

// A header field that is not known is null, and a date is a day only when it is whole.
TEST(GameTable, UnknownValuesAreNull) {
    const edge::test::TempDir folder;
    edge::test::TestGame known{edge::test::line("e4 e5")};
    known.header.date = {1998, 11, 10};
    known.header.white_elo = 2500;
    known.header.eco = 122;
    known.header.time_control = {180, 2, false};
    edge::test::TestGame partly{edge::test::line("d4")};
    partly.header.date = {1998, 2, 31};
    partly.header.time_control = {0, 0, true};
    const edge::test::TestGame unknown{edge::test::line("c4")};
    for (const bool with_cols : {false, true}) {
        edge::test::CorpusBuilder builder;
        builder.games = {known, partly, unknown};
        builder.with_cols = with_cols;
        builder.with_extra = !with_cols;
        const auto root = folder / (with_cols ? "cols" : "records");
        builder.write(root);
        const auto corpus =
            std::make_shared<const corpus::Corpus>(corpus::Corpus::open(root.string()).value());
        const ReadTable table =
            read_table(corpus, {.columns = {"date", "date32", "year", "white_elo", "black_elo",
                                            "eco", "tc_base", "tc_inc", "tc", "speed"}});
        ASSERT_EQ(table.rows.size(), 3U) << table.message;
        EXPECT_EQ(table.rows[0], (Row{"1998.11.10", "10540", "1998", "2500", kNull, "B22", "180",
                                      "2", "blitz", "blitz"}));
        EXPECT_EQ(table.rows[1], (Row{"1998.02.31", kNull, "1998", kNull, kNull, kNull, kNull,
                                      kNull, "correspondence", "correspondence"}));
        EXPECT_EQ(table.rows[2], Row(10, kNull));
    }
}

}  // namespace
}  // namespace edge::table
