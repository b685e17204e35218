#include "games/game_selection.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "bitmap/bitmap_file.h"
#include "corpus/bitmap_layout.h"
#include "query/game_set.h"
#include "query/lang/text.h"

namespace edge::games {
namespace {

std::vector<test::TestGame> random_games() {
    std::mt19937 random(5);
    const std::vector<Move> line = test::line("e4 e5 Nf3 Nc6 Bb5 a6");
    std::vector<test::TestGame> games(300);
    for (test::TestGame& game : games) {
        game.moves.assign(line.begin(), line.begin() + 1 + random() % 6);
        game.header.white_elo = static_cast<uint16_t>(random() % 3 == 0 ? 0 : 2000 + random() % 9);
        game.header.black_elo = static_cast<uint16_t>(random() % 3 == 0 ? 0 : 2000 + random() % 9);
        const auto year = static_cast<uint16_t>(random() % 4 == 0 ? 0 : 2000 + random() % 3);
        game.header.date = {year, static_cast<uint8_t>(year == 0 ? 0 : random() % 13), 0};
    }
    return games;
}

query::Query prepare(const corpus::Corpus& corpus, std::string_view text) {
    return query::Query::prepare(corpus, query::parse_text(text).value()).value();
}

std::vector<uint64_t> list(const query::Query& query, const SelectionOptions& options) {
    return select_games(query, options, {}).value().game_ids;
}

// What the order asks of a game; nothing when it is unknown.
std::optional<double> rank_of(const corpus::GameHeader& header, GameSort sort) {
    switch (sort) {
        case GameSort::Elo: {
            const double white = header.white_elo;
            const double black = header.black_elo;
            if (white == 0 && black == 0) return std::nullopt;
            if (white == 0 || black == 0) return white + black;
            return (white + black) / 2;
        }
        case GameSort::Date:
            if (header.date.year == 0) return std::nullopt;
            return header.date.year * 10000 + header.date.month * 100 + header.date.day;
        case GameSort::Plies:
            return header.plies;
        case GameSort::None:
            break;
    }
    return 0;
}

TEST(GameSelection, SortsAsDefined) {
    for (const bool with_cols : {false, true}) {
        test::TempDir folder;
        test::CorpusBuilder builder;
        builder.games = random_games();
        builder.shards = 3;
        builder.with_tree = false;
        builder.with_cols = with_cols;
        builder.write(folder / "c");
        const auto corpus = corpus::Corpus::open((folder / "c").string()).value();
        const auto query = prepare(corpus, "plies >= 2");
        for (const GameSort sort : {GameSort::Elo, GameSort::Date, GameSort::Plies}) {
            for (const bool descending : {false, true}) {
                std::vector<uint64_t> expected = list(query, {});
                std::ranges::sort(expected, [&](uint64_t a, uint64_t b) {
                    const auto rank = [&](uint64_t id) {
                        return rank_of(corpus.game(id).value().header(), sort);
                    };
                    if (!rank(a) && !rank(b)) return a < b;
                    if (!rank(a) || !rank(b)) return rank(a).has_value();
                    if (*rank(a) == *rank(b)) return a < b;
                    return (*rank(a) > *rank(b)) == descending;
                });
                EXPECT_EQ(list(query, {.sort = sort, .descending = descending}), expected);
            }
        }
    }
}

TEST(GameSelection, PagesTogetherAreTheWholeList) {
    const test::GameSet set(random_games(), 2);
    const auto query = prepare(set.corpus(), "plies >= 2");
    for (const GameSort sort : {GameSort::None, GameSort::Elo, GameSort::Date}) {
        const auto whole = list(query, {.sort = sort});
        for (const uint64_t limit : {uint64_t{1}, uint64_t{7}, whole.size(), uint64_t{1000}}) {
            std::vector<uint64_t> pages;
            SelectionOptions options{.sort = sort, .page = {0, limit}};
            for (;;) {
                const auto page = select_games(query, options, {}).value();
                EXPECT_EQ(page.games_matched, whole.size());
                pages.insert(pages.end(), page.game_ids.begin(), page.game_ids.end());
                if (!page.next_cursor) break;
                options.cursor = *page.next_cursor;
            }
            EXPECT_EQ(pages, whole);
        }
    }
}

TEST(GameSelection, ACursorIsGoodForItsListOnly) {
    const test::GameSet set(random_games());
    const auto query = prepare(set.corpus(), "plies >= 2");
    const auto cursor =
        select_games(query, {.sort = GameSort::Elo, .page = {0, 5}}, {}).value().next_cursor;
    ASSERT_TRUE(cursor);
    const auto code_of = [](const query::Query& asked, const SelectionOptions& options) {
        const auto page = select_games(asked, options, {});
        return page ? std::optional<ErrorCode>() : page.error().code;
    };
    EXPECT_EQ(code_of(query, {.sort = GameSort::Elo, .cursor = *cursor}), std::nullopt);
    constexpr auto kRefused = ErrorCode::InvalidArgument;
    EXPECT_EQ(code_of(query, {.sort = GameSort::Date, .cursor = *cursor}), kRefused);
    EXPECT_EQ(code_of(query, {.sort = GameSort::Elo, .descending = true, .cursor = *cursor}),
              kRefused);
    EXPECT_EQ(
        code_of(prepare(set.corpus(), "plies >= 3"), {.sort = GameSort::Elo, .cursor = *cursor}),
        kRefused);
    auto fewer = random_games();
    fewer.pop_back();
    const test::GameSet other(std::move(fewer));
    EXPECT_EQ(
        code_of(prepare(other.corpus(), "plies >= 2"), {.sort = GameSort::Elo, .cursor = *cursor}),
        kRefused);
    for (const std::string& wrong : {std::string("x"), std::string("0123456789abcdef"),
                                     *cursor + "z", cursor->substr(0, 16) + "-1"}) {
        EXPECT_EQ(code_of(query, {.sort = GameSort::Elo, .cursor = wrong}), kRefused) << wrong;
    }
}

TEST(GameSelection, ACursorIsRefusedWhenItsBitmapHasChanged) {
    const test::GameSet set(random_games());
    const std::string path = (set.folder / "some.bm").string();
    const auto store = [&](uint32_t first) {
        Bitmap games(corpus::bitmap_layout(set.corpus()));
        for (uint32_t game = first; game < first + 10; ++game) games.set(0, game);
        ASSERT_TRUE(write_bitmap(games, path, true));
    };
    const auto page = [&](const std::string& cursor) {
        const auto query = query::Query::prepare(set.corpus(), {query::BitmapRef{path}}).value();
        return select_games(query, {.page = {0, 5}, .cursor = cursor}, {});
    };
    store(20);
    const std::string cursor = page("").value().next_cursor.value();
    EXPECT_EQ(page(cursor).value().game_ids.front(), 25U);
    store(21);
    EXPECT_FALSE(page(cursor));
}

TEST(GameSelection, VisitsGamesInTheOrderOfTheListWithTheirMatches) {
    const test::GameSet set(test::classics_pgn());
    const auto query = prepare(set.corpus(), "ever(checkmate) and not tag(\"Event\") ~ \"opera\"");
    const auto found = query::find_matches(query, {}, {}).value();
    std::map<uint64_t, std::vector<uint32_t>> plies;
    for (const query::GameMatch& match : found.games) plies[match.game_id] = match.plies;
    const auto ids = list(query, {.sort = GameSort::Plies, .descending = true});
    ASSERT_EQ(ids.size(), plies.size());
    for (const bool tags : {true, false}) {
        std::vector<uint64_t> visited;
        EXPECT_TRUE(visit_games(query, ids, {.tags = tags, .match_plies = true},
                                {.threads = 2, .on_progress = {}},
                                [&](const SelectedGame& game) -> Status {
                                    visited.push_back(game.game.id);
                                    EXPECT_EQ(game.match_plies, plies.at(game.game.id));
                                    EXPECT_EQ(*find_tag(game.game, "Event") == "?", !tags);
                                    return {};
                                }));
        EXPECT_EQ(visited, ids);
    }
}

}  // namespace
}  // namespace edge::games
