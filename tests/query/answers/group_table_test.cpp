#include "query/answers/group_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "games/stored_game.h"
#include "query/game_set.h"
#include "support/some_openings.h"

namespace edge::query {
namespace {

// The value of a game or position, from definitions.
std::string name_of_player(const corpus::Corpus& corpus, uint32_t shard, uint32_t name) {
    if (name == corpus::kNoName) return "";
    return std::string(corpus.shard(shard).name(name).value());
}

std::string material_of(const Position& position) {
    std::string text;
    for (const Color color : {Color::White, Color::Black}) {
        text += color == Color::White ? "K" : ":K";
        for (const auto& [type, letter] : {std::pair(PieceType::Queen, 'Q'),
                                           {PieceType::Rook, 'R'},
                                           {PieceType::Bishop, 'B'},
                                           {PieceType::Knight, 'N'},
                                           {PieceType::Pawn, 'P'}}) {
            for (Bitboard pieces = position.pieces(color, type); pieces != 0; pop_first(pieces)) {
                text += letter;
            }
        }
    }
    return text;
}

Position final_position(const corpus::GameView& game) {
    Position position = Position::start();
    for (uint32_t ply = 0; ply < game.plies(); ++ply) {
        position.make_move<Maintain::BoardAndHash>(game.move(ply));
    }
    return position;
}

std::string last_name(const Openings& openings, const corpus::GameView& game) {
    std::vector<Position> line = {Position::start()};
    for (uint32_t ply = 0; ply < game.plies(); ++ply) {
        line.push_back(line.back());
        line.back().make_move<Maintain::BoardAndHash>(game.move(ply));
    }
    const Opening* const last = openings.last_named(line);
    return last == nullptr ? "" : last->name;
}

// Counts with a map, position by position.
class SlowTable {
public:
    SlowTable(const corpus::Corpus& corpus, const Grouping& by)
        : corpus_(corpus), by_(by), key_(by.key) {}

    void add_game(uint64_t id, corpus::GamePlace place, const corpus::GameView& game,
                  const std::vector<PlySpan>& spans) {
        const corpus::GameHeader header = game.header();
        const std::string white = name_of_player(corpus_, place.shard, header.white_name);
        const std::string black = name_of_player(corpus_, place.shard, header.black_name);
        const std::string material = material_of(final_position(game));
        const games::StoredGame stored = games::GameLoader(corpus_).load(id).value();
        const std::string* const found = find_tag(stored, by_.tag);
        const std::string tag = found == nullptr || *found == "?" ? "" : *found;
        const std::string opening = by_.openings ? last_name(*by_.openings, game) : "";
        std::set<GroupValue> values;
        test::for_each_position(game, spans, [&](uint32_t, const Position& position) {
            std::set<GroupValue> here;
            switch (key_) {
                case GroupKey::PawnStructure:
                    here.insert(PawnStructure{position.pieces(Color::White, PieceType::Pawn),
                                              position.pieces(Color::Black, PieceType::Pawn)});
                    break;
                case GroupKey::Player:
                    here = {white, black};
                    break;
                case GroupKey::White:
                    here.insert(white);
                    break;
                case GroupKey::Black:
                    here.insert(black);
                    break;
                case GroupKey::FinalMaterial:
                    here.insert(material);
                    break;
                case GroupKey::Plies:
                    here.insert(uint64_t{header.plies});
                    break;
                case GroupKey::Year:
                    here.insert(header.date.year == 0 ? kUnknownNumber : header.date.year);
                    break;
                case GroupKey::Month:
                    here.insert(header.date.year == 0 || header.date.month == 0
                                    ? kUnknownNumber
                                    : uint64_t{header.date.year} * 100 + header.date.month);
                    break;
                case GroupKey::Elo: {
                    const uint64_t sum = uint64_t{header.white_elo} + header.black_elo;
                    const bool is_known = header.white_elo != 0 && header.black_elo != 0;
                    here.insert(is_known ? sum / (2 * by_.elo_width) * by_.elo_width
                                         : kUnknownNumber);
                    break;
                }
                case GroupKey::Termination:
                    here.insert(static_cast<uint64_t>(header.termination));
                    break;
                case GroupKey::Pieces:
                    here.insert(static_cast<uint64_t>(std::popcount(position.occupied())));
                    break;
                case GroupKey::Opening:
                    here.insert(opening);
                    break;
                case GroupKey::Tag:
                    here.insert(tag);
                    break;
                default:
                    here.insert(header.eco == corpus::kUnknownEco ? kUnknownNumber : header.eco);
            }
            ++total_;
            for (const GroupValue& value : here) ++rows_[value].positions;
            values.insert(here.begin(), here.end());
        });
        for (const GroupValue& value : values) {
            GroupRow& row = rows_[value];
            ++row.games;
            if (key_ != GroupKey::Player || value == GroupValue(white)) add_result(header, row);
            if (key_ == GroupKey::Player && value == GroupValue(black)) {
                std::swap(row.white, row.black);
                add_result(header, row);
                std::swap(row.white, row.black);
            }
        }
    }

    GroupTable table(uint32_t top_n, bool by_games) const {
        GroupTable table{by_, total_, rows_.size(), top_n, by_games, {}};
        for (const auto& [value, row] : rows_) {
            table.rows.push_back(row);
            table.rows.back().value = value;
        }
        std::ranges::sort(table.rows, {}, [&](const GroupRow& row) {
            return std::pair(~(by_games ? row.games : row.positions), row.value);
        });
        if (top_n != 0) table.rows.resize(std::min<size_t>(top_n, table.rows.size()));
        return table;
    }

private:
    static void add_result(const corpus::GameHeader& header, GroupRow& row) {
        row.white += header.result == corpus::GameResult::WhiteWins;
        row.draws += header.result == corpus::GameResult::Draw;
        row.black += header.result == corpus::GameResult::BlackWins;
    }

    const corpus::Corpus& corpus_;
    Grouping by_;
    GroupKey key_;
    uint64_t total_ = 0;
    std::map<GroupValue, GroupRow> rows_;
};

constexpr std::string_view kKeysOfTwin[] = {
    "pawn-structure", "eco",    "year",    "month",  "white",       "black",     "player",
    "final-material", "plies",  "elo:100", "elo:37", "termination", "tag:Event", "tag:Round",
    "tag:WhiteElo",   "pieces", "opening"};

void expect_equal_to_slow_table(const corpus::Corpus& corpus) {
    for (const std::string_view key : kKeysOfTwin) {
        Grouping by = parse_grouping(key).value();
        if (by.key == GroupKey::Opening) by.openings = test::some_openings();
        GroupCounter first(corpus, by);
        GroupCounter second(corpus, by);
        SlowTable slow(corpus, by);
        test::for_each_game_with_spans(
            corpus, [&](uint64_t id, corpus::GamePlace place, const corpus::GameView& game,
                        const std::vector<PlySpan>& spans) {
                (id % 5 == 0 ? first : second).add_game(place, game, spans);
                slow.add_game(id, place, game, spans);
            });
        first.merge(second);
        for (const bool by_games : {false, true}) {
            for (const uint32_t top_n : {0U, 5U}) {
                EXPECT_TRUE(first.table(top_n, by_games).value() == slow.table(top_n, by_games))
                    << key;
            }
        }
    }
}

TEST(GroupTable, EqualsTheCountOverPositions) {
    expect_equal_to_slow_table(test::GameSet(test::sample_games(), 2).corpus());
    expect_equal_to_slow_table(test::GameSet(test::classics_pgn()).corpus());
}

TEST(GroupTable, EqualsTheCountOverPositionsOfManyGames) {
    const char* shared = std::getenv("EDGE_SHARED");
    if (shared == nullptr) GTEST_SKIP() << "EDGE_SHARED is not set";
    const auto pgn = std::filesystem::path(shared) / "corpora" / "famous_games.pgn";
    expect_equal_to_slow_table(test::GameSet(pgn, 3).corpus());
}

TEST(GroupTable, APlayerOfBothSidesWinsAndLoses) {
    const test::GameSet set({{test::line("e4 e5"), corpus::GameResult::WhiteWins, "Anna", "Anna"},
                             {test::line("d4 d5"), corpus::GameResult::Draw, "Anna", "Anna"},
                             {test::line("c4"), corpus::GameResult::Unknown, "Anna", "Bert"}});
    GroupCounter counter(set.corpus(), GroupKey::Player);
    for (uint32_t i = 0; i < 3; ++i) {
        const corpus::GameView game = set.corpus().game(i).value();
        counter.add_game({0, i}, game, std::vector<PlySpan>{{0, game.plies()}});
    }
    const GroupTable table = counter.table(0, false).value();
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_TRUE((table.rows[0] == GroupRow{std::string("Anna"), 8, 3, 1, 2, 1}));
    EXPECT_TRUE((table.rows[1] == GroupRow{std::string("Bert"), 2, 1, 0, 0, 0}));
}

// An illegal move may bring a pawn structure back; the game still counts once.
TEST(GroupTable, CountsADamagedGameOncePerGroup) {
    const test::GameSet set(test::sample_games());
    for (uint64_t seed = 0; seed < 40; ++seed) {
        const test::RecordOfAnyBytes record(seed, 100);
        const GroupKey key = seed % 2 == 0 ? GroupKey::PawnStructure : GroupKey::Pieces;
        GroupCounter counter(set.corpus(), key);
        counter.add_game({0, 0}, record.view(), std::vector<PlySpan>{{0, 100}});
        const GroupTable table = counter.table(0, false).value();
        uint64_t positions = 0;
        for (const GroupRow& row : table.rows) {
            EXPECT_EQ(row.games, 1U);
            positions += row.positions;
        }
        EXPECT_EQ(positions, 101U);
        GroupSplitter by_material(set.corpus(), GroupKey::FinalMaterial);
        EXPECT_EQ(by_material.split({0, 0}, record.view(), std::vector<PlySpan>{{0, 100}}).size(),
                  1U);
    }
}

TEST(GroupTable, ReportsAMissingName) {
    const test::GameSet set(test::sample_games());
    EXPECT_EQ(GroupSplitter(set.corpus(), GroupKey::White).decode({999, 0}).error().code,
              ErrorCode::Corrupt);
}

TEST(GroupTable, FoldsAQueryOnAnyNumberOfThreads) {
    const test::GameSet set(test::classics_pgn());
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    const GroupTable one = fold_groups(all, GroupKey::PawnStructure, 10, {}, {1, {}}).value();
    EXPECT_TRUE(one.sorted_by_games);
    EXPECT_EQ(one.rows.size(), 10U);
    EXPECT_EQ(one.rows.front().games, set.corpus().game_count());
    EXPECT_TRUE(fold_groups(all, GroupKey::PawnStructure, 10, {}, {3, {}}).value() == one);
}

TEST(GroupTable, JoinsTheTextsOfTagsOfAllThreads) {
    const test::GameSet set(test::classics_pgn(), 3);
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    const Grouping by = parse_grouping("tag:Event").value();
    const GroupTable one = fold_groups(all, by, 0, {}, {1, {}}).value();
    EXPECT_GT(one.rows.size(), 3U);
    EXPECT_TRUE(fold_groups(all, by, 0, {}, {3, {}}).value() == one);
}

TEST(GroupTable, SaysWhenATagIsNotKept) {
    const test::GameSet set(test::classics_pgn(), 1);
    for (const auto& file : std::filesystem::directory_iterator(set.folder / "x.scoredb/shards")) {
        if (file.path().extension() == ".extra") std::filesystem::remove(file.path());
    }
    const auto corpus = corpus::Corpus::open((set.folder / "x.scoredb").string()).value();
    const Query all = Query::prepare(corpus, Expr{All{}}).value();
    const auto table = fold_groups(all, parse_grouping("tag:Event").value(), 0, {}, {1, {}});
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().code, ErrorCode::NotFound);
    EXPECT_TRUE(fold_groups(all, parse_grouping("tag:ECO").value(), 0, {}, {1, {}}));
}

}  // namespace
}  // namespace edge::query
