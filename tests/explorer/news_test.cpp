#include "explorer/news.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <random>
#include <set>
#include <span>

#include "chess/movegen.h"
#include "corpus/corpus_builder.h"

namespace edge::explorer {
namespace {

using corpus::Corpus;
using corpus::Date;
using corpus::GameResult;

Repertoire repertoire_of(std::string_view text) {
    auto source = open_memory_stream(std::as_bytes(std::span(text)));
    return Repertoire::read(std::move(source), "r.pgn").value();
}

test::TestGame game(std::string_view moves, Date date = {},
                    GameResult result = GameResult::WhiteWins) {
    test::TestGame game{.moves = test::line(moves), .result = result};
    game.header.date = date;
    return game;
}

News news_of(std::vector<test::TestGame> games, const Repertoire& repertoire,
             NewsOptions options = {}, unsigned threads = 1) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = std::move(games);
    builder.shards = 2;
    builder.with_tree = false;
    builder.with_extra = false;
    builder.write(dir / "c");
    const Corpus corpus = Corpus::open(dir / "c").value();
    return find_news(corpus, repertoire, options, {.threads = threads, .on_progress = {}}).value();
}

std::vector<uint64_t> novelty_ids(const News& news) {
    std::vector<uint64_t> ids;
    for (const LineNews& line : news.lines) {
        for (const Departure* novelty : novelties_of(line))
            ids.push_back(novelty->novelty->game_id);
    }
    return ids;
}

TEST(News, ReportsEachGameUnderTheLineItLeft) {
    const Repertoire repertoire = repertoire_of("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *");
    const News news = news_of(
        {
            game("e4 e5 Nf3 Nc6 Bb5"),      // past the end of the first line
            game("e4 e5 Nc3"),              // left by White
            game("e4 c5 Nf3 Nc6 d4"),       // the second line, left by Black
            game("e4 c5 Nf3"),              // ended in it
            game("d4 d5"),                  // never entered
            game("Nf3 c5 e4 d6 d4 cxd4"),   // the second line by transposition, past its end
            game("e4 c6 d4 d5 exd5 cxd5"),  // left by Black at once
        },
        repertoire, {.since = {}, .min_elo = 0, .games_per_line = 10});
    EXPECT_EQ(news.games, 7U);
    EXPECT_EQ(news.entered, 6U);
    EXPECT_EQ(news.lines_entered, 2U);
    EXPECT_EQ(news.novelties, novelty_ids(news).size());
    const LineNews& first = news.lines[0];
    EXPECT_EQ(first.entered, 5U);
    EXPECT_EQ(first.went_on, 2U);
    EXPECT_EQ(first.left_by_white, 1U);
    EXPECT_EQ(first.left_by_black, 1U);
    EXPECT_EQ(first.past_the_end, 1U);
    EXPECT_EQ(first.ended, 0U);
    const LineNews& second = news.lines[1];
    EXPECT_EQ(second.entered, 3U);
    EXPECT_EQ(second.left_by_black, 1U);
    EXPECT_EQ(second.past_the_end, 1U);
    EXPECT_EQ(second.ended, 1U);
    ASSERT_EQ(second.games.size(), 3U);
    EXPECT_EQ(second.games[1].game.game_id, 3U);
    EXPECT_TRUE(second.games[1].move.is_none());
    EXPECT_EQ(second.games[2].game.ply, 4U);
}

TEST(News, CountsTheLinesThatGamesEntered) {
    const Repertoire repertoire = repertoire_of("1. e4 e5 (1... c5) (1... a5 2. Nf3) 2. Nf3 *");
    ASSERT_EQ(repertoire.lines().size(), 3U);
    const std::vector<test::TestGame> games = {game("e4 e5 Nf3 Nc6"), game("e4 e5 f4"),
                                               game("e4 a5 d4")};
    EXPECT_EQ(news_of(games, repertoire).lines_entered, 2U);
    EXPECT_EQ(news_of({game("d4")}, repertoire).lines_entered, 0U);
    EXPECT_EQ(news_of({game("d4")}, repertoire).novelties, 0U);
}

TEST(News, CountsAReturnToTheRepertoireAsStaying) {
    const Repertoire repertoire = repertoire_of("1. d4 d5 2. c4 e6 3. Nc3 *");
    // 1... e6 leaves, but 3... d5 comes back.
    const News news = news_of({game("d4 e6 c4 Nf6 Nc3"), game("d4 e6 c4 d5 Nc3 Nf6")}, repertoire);
    EXPECT_EQ(news.lines[0].left_by_black, 1U);
    EXPECT_EQ(news.lines[0].past_the_end, 1U);
    ASSERT_EQ(news.lines[0].departures.size(), 2U);
}

TEST(News, LeavesOutTheGamesThatTheOwnersSideLeft) {
    const Repertoire sicilian = repertoire_of("1. e4 c5 2. Nf3 (2. Nc3 Nc6) d6 3. d4 cxd4 *");
    const std::vector<test::TestGame> games = {
        game("e4 e5 Nf3", {2001, 1, 1}),             // left by Black at once
        game("e4 e5 Nc3", {2002, 1, 1}),             // the same
        game("e4 c5 c3 d5", {2003, 1, 1}),           // left by White
        game("e4 c5 Nf3 e6 d4", {2004, 1, 1}),       // left by Black
        game("e4 c5 Nf3 d6 Bb5", {2005, 1, 1}),      // left by White
        game("e4 c5 Nf3 d6 d4 cxd4 Nxd4"),           // past the end, by White
        game("e4 c5 Nf3 d6 d4 cxd4 Nxd4"),           // again
        game("e4 c5"),                               // ended in it
        game("Nf3 d6 e4 c5 d4 Nf6", {2006, 1, 1}),   // by another order; left by Black
        game("e4 e6 Nf3 c5 d4", {2007, 1, 1}),       // left by Black, never to return
        game("e4 d6 Nf3 c5 Bb5 Nc6", {2008, 1, 1}),  // left by Black, back, left by White
    };
    const News black = news_of(games, sicilian, {.color = Color::Black, .games_per_line = 20}, 2);
    EXPECT_EQ(black.chosen, 11U);
    EXPECT_EQ(black.left_by_owner, 5U);
    EXPECT_EQ(black.entered, 6U);
    uint64_t by_white = 0;
    uint64_t by_black = 0;
    for (const LineNews& line : black.lines) {
        by_white += line.left_by_white;
        by_black += line.left_by_black;
    }
    EXPECT_EQ(by_white, 3U);
    EXPECT_EQ(by_black, 0U);
    // 3. Bb5 was played twice, 2. c3 once and 4. Nxd4 twice, after the end.
    const std::vector<Departure>& departures = black.lines[0].departures;
    ASSERT_EQ(departures.size(), 3U);
    EXPECT_EQ(departures[0].games, 2U);
    EXPECT_EQ(departures[1].games, 1U);
    EXPECT_EQ(departures[2].games, 2U);
    EXPECT_TRUE(sicilian.entries()[departures[2].entry].moves.empty());
    EXPECT_EQ(novelty_ids(black), (std::vector<uint64_t>{4, 2}));

    const News white = news_of(games, sicilian, {.color = Color::White});
    EXPECT_EQ(white.left_by_owner, 3U);
    EXPECT_EQ(white.entered, 8U);
    const News anybody = news_of(games, sicilian);
    EXPECT_EQ(anybody.left_by_owner, 0U);
    EXPECT_EQ(anybody.entered, 11U);
}

TEST(News, ANoveltyIsTheFirstByDateThenById) {
    const Repertoire repertoire = repertoire_of("1. e4 e5 *");
    const News news = news_of(
        {
            game("e4 c5", {2020, 5, 1}),
            game("e4 c5", {2019, 5, 1}),
            game("e4 c6", {2018, 3, 3}),
            game("e4 c6", {2018, 3, 3}),
            game("e4 d5", {2018, 0, 0}),  // may be before the next, or after it
            game("e4 d5", {2018, 3, 3}),
            game("e4 d6", {2018, 3, 3}),
            game("e4 d6"),  // who knows when
            game("e4 e6", {2018, 0, 0}),
            game("e4 e6", {2018, 0, 0}),
            game("e4 g6", {2018, 4, 0}),
            game("e4 g6", {2018, 5, 1}),
        },
        repertoire);
    std::vector<uint64_t> ids = novelty_ids(news);
    EXPECT_EQ(ids, (std::vector<uint64_t>{1, 10, 2, 8}));  // the latest first
}

TEST(News, FiltersChooseWhatIsReportedAndNotWhatCountsAsEarlier) {
    const Repertoire repertoire = repertoire_of("1. e4 e5 *");
    std::vector<test::TestGame> games = {
        game("e4 c5", {2019, 5, 1}), game("e4 c5", {2021, 5, 1}),
        game("e4 c6", {2021, 5, 1}), game("e4 c6"),
        game("e4 d5", {2021, 0, 0}),
    };
    const News recent = news_of(games, repertoire, {.since = Date{2020, 0, 0}});
    EXPECT_EQ(recent.chosen, 3U);
    EXPECT_EQ(recent.without_date, 1U);
    EXPECT_EQ(novelty_ids(recent), (std::vector<uint64_t>{4}));
    const News later = news_of(games, repertoire, {.since = Date{2021, 2, 0}});
    EXPECT_EQ(later.chosen, 2U);
    EXPECT_EQ(later.without_date, 2U);
    games[0].header.white_elo = games[1].header.white_elo = 2500;
    games[1].header.black_elo = 2400;
    const News strong = news_of(games, repertoire, {.since = {}, .min_elo = 2400});
    EXPECT_EQ(strong.chosen, 1U);
    EXPECT_TRUE(novelty_ids(strong).empty());
}

TEST(News, AMoveThatTransposesBackIsNeitherNewNorADeparture) {
    const Repertoire repertoire =
        repertoire_of("1. d4 d5 2. c4 e6 *\n\n[Round \"2\"]\n\n1. c4 c6 *");
    // 1. d4 d5 2. c4 by way of 1. c4 d5 2. d4.
    const News news = news_of({game("c4 d5 d4 c6", {2001, 1, 1})}, repertoire);
    EXPECT_EQ(novelty_ids(news), (std::vector<uint64_t>{0}));
    EXPECT_EQ(news.lines[0].left_by_black, 1U);
    EXPECT_EQ(news.lines[1].went_on, 1U);
}

// Everything again the slow way: sets of positions and a comparison of all pairs of games.
struct SlowNews {
    std::map<std::pair<uint64_t, uint16_t>, uint64_t> departures;  // hash and move: games
    std::set<uint64_t> novelties;
    uint64_t entered = 0;
};

SlowNews slow_news(const std::vector<test::TestGame>& games, const Repertoire& repertoire) {
    std::set<uint64_t> known;
    for (const Repertoire::Entry& entry : repertoire.entries()) {
        known.insert(entry.position.compute_hash());
    }
    using Way = std::pair<uint64_t, uint16_t>;
    std::map<uint64_t, Way> left;                 // by game
    std::map<Way, std::vector<uint64_t>> played;  // all ways out of all games
    SlowNews news;
    for (uint64_t id = 0; id < games.size(); ++id) {
        std::vector<uint64_t> hashes = {Position::start().compute_hash()};
        Position position = Position::start();
        for (const Move move : games[id].moves) {
            position.make_move<Maintain::Board>(move);
            hashes.push_back(position.compute_hash());
        }
        std::optional<size_t> last;
        for (size_t ply = 0; ply < hashes.size(); ++ply) {
            if (!known.contains(hashes[ply])) continue;
            last = ply;
            if (ply + 1 == hashes.size() || known.contains(hashes[ply + 1])) continue;
            played[{hashes[ply], games[id].moves[ply].raw()}].push_back(id);
        }
        if (!last) continue;
        ++news.entered;
        if (*last + 1 == hashes.size()) continue;
        left[id] = {hashes[*last], games[id].moves[*last].raw()};
        ++news.departures[left[id]];
    }
    for (const auto& [id, way] : left) {
        const unsigned year = games[id].header.date.year;
        bool is_new = year != 0;
        for (const uint64_t other : played[way]) {
            const unsigned other_year = games[other].header.date.year;
            is_new &= other == id || other_year > year || (other_year == year && other > id);
        }
        if (is_new) news.novelties.insert(id);
    }
    return news;
}

TEST(News, EqualsASlowTwinOnAnyNumberOfThreads) {
    EXPECT_TRUE(rc::check([](uint64_t seed) {
        std::mt19937_64 random(seed);
        std::vector<test::TestGame> games(40);
        for (test::TestGame& one : games) {
            Position position = Position::start();
            const size_t plies = 1 + random() % 12;
            while (one.moves.size() < plies) {
                const MoveList moves = legal_moves(position);
                one.moves.push_back(moves[random() % 3]);
                position.make_move<Maintain::BoardAndHash>(one.moves.back());
            }
            one.header.date.year =
                static_cast<uint16_t>(random() % 8 == 0 ? 0 : 2000 + random() % 4);
        }
        std::string text;
        for (size_t i = 0; i < 4; ++i) {
            text += "[Round \"" + std::to_string(i) + "\"]\n\n";
            Position position = Position::start();
            const std::vector<Move>& moves = games[random() % games.size()].moves;
            for (size_t ply = 0; ply < std::min<size_t>(moves.size(), 5); ++ply) {
                text += to_san(position, moves[ply]) + ' ';
                position.make_move<Maintain::BoardAndHash>(moves[ply]);
            }
            text += "*\n\n";
        }
        const Repertoire repertoire = repertoire_of(text);
        const SlowNews expected = slow_news(games, repertoire);
        for (const unsigned threads : {1U, 3U}) {
            const News news = news_of(games, repertoire, {}, threads);
            RC_ASSERT(news.entered == expected.entered);
            const std::vector<uint64_t> ids = novelty_ids(news);
            RC_ASSERT(std::set(ids.begin(), ids.end()) == expected.novelties);
            std::map<std::pair<uint64_t, uint16_t>, uint64_t> departures;
            uint64_t told = 0;
            for (const LineNews& line : news.lines) {
                told += line.entered - line.went_on;
                RC_ASSERT(line.entered == line.went_on + line.left_by_white + line.left_by_black +
                                              line.past_the_end + line.ended);
                for (const Departure& way : line.departures) {
                    const Position& position = repertoire.entries()[way.entry].position;
                    departures[{position.hash(), way.move.raw()}] += way.games;
                }
            }
            RC_ASSERT(told == expected.entered);
            RC_ASSERT(departures == expected.departures);
        }
    }));
}

TEST(News, NamesADamagedMove) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = {game("e4 e5"), {.moves = {Move::normal(Square::E8, Square::E1)}}};
    builder.with_tree = builder.with_extra = false;
    builder.write(dir / "c");
    const Corpus corpus = Corpus::open(dir / "c").value();
    const auto news = find_news(corpus, repertoire_of("1. e4 *"), {}, {});
    ASSERT_FALSE(news.has_value());
    EXPECT_EQ(news.error().code, ErrorCode::Corrupt);
}

}  // namespace
}  // namespace edge::explorer
