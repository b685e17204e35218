#include "index/indexer.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

#include "codec/synth/synth.h"
#include "core/compressed.h"
#include "corpus/corpus.h"
#include "corpus/corpus_builder.h"
#include "games/stored_game.h"
#include "index/corpus_files.h"
#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

namespace fs = std::filesystem;

// A few MB of games, with what makes reading in blocks hard: comments that look like games, one of
// them about as long as a block, unclosed comments, games without result, bad moves, other
// variants.
std::string hard_text() {
    std::string text;
    std::mt19937_64 random(1);
    synth::Generator plain(1, false);
    synth::Generator clocks(2, true);
    for (uint64_t i = 0; i < 1800; ++i) {
        (i % 3 == 0 ? clocks : plain).append_game(i, text);
        switch (random() % 40) {
            case 0:
                text +=
                    "[Event \"c\"]\n\n1. e4 {\n\n[Event \"no game\"]\n\n1. d4 1-0\n\n} e5 1-0\n\n";
                break;
            case 1:
                text += "[Event \"lost\"]\n\n1. e4 { never closed 1-0\n\n";
                text += "[Event \"found\"]\n\n1. e4 { } e5 1-0\n\n";
                break;
            case 2:
                text += "[Event \"bad\"]\n[White \"Anna\"]\n\n1. e4 e5 2. Ke3 1-0\n\n";
                break;
            case 3:
                text += "[Event \"first\"]\n\n1. e5 *\n\n[Event \"none\"]\n\n*\n\n";
                break;
            case 4:
                text += "[Event \"v\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n";
                break;
            case 5:
                text +=
                    "[FEN \"8/8/8/8/8/8/8/Kk6 w - - 0 1\"]\n\n1. Ka2 *\n1. d4 d5 1/2 1. c4 0-1\n";
                break;
            default:
                break;
        }
        if (i == 900) {
            text += "[Event \"long\"]\n\n1. e4 {";
            const size_t end = text.size() + 1'000'000;
            while (text.size() < end) text += "\n\n[Event \"x\"]\n";
            text += "} e5 1-0\n\n";
        }
    }
    return text;
}

const std::string& shared_text() {
    static const std::string text = hard_text();
    return text;
}

class IndexerTest : public testing::Test {
protected:
    IndexOptions options(const std::string& input, const std::string& out) {
        IndexOptions options;
        options.inputs = {(dir_ / input).string()};
        options.out = dir_ / out;
        return options;
    }
    void write(std::string_view name, std::string_view text) {
        test::write_file(dir_ / name, text);
    }

    test::TempDir dir_;
};

void expect_counts_add_up(const IndexReport& report) {
    uint64_t skipped = 0;
    uint64_t truncated = 0;
    for (size_t r = 0; r < formats::kIssueReasons; ++r) {
        (formats::is_skip(static_cast<formats::IssueReason>(r)) ? skipped : truncated) +=
            report.issue_counts[r];
    }
    EXPECT_EQ(report.games_read, report.games + skipped);
    EXPECT_EQ(report.truncated, truncated);
}

TEST_F(IndexerTest, ThreadsSourcesAndMemoryDoNotChangeTheCorpus) {
    const std::string& text = shared_text();
    ASSERT_GT(text.size(), size_t{2} << 20);
    write("x.pgn", text);
    write("x.pgn.gz", test::gzip(text));
    std::string frames = test::skippable("index");
    for (size_t at = 0; at < text.size(); at += 300'000) {
        frames += test::zstd(std::string_view(text).substr(at, 300'000));
    }
    write("x.pgn.zst", frames);
    struct Way {
        const char* input;
        unsigned threads;
        uint64_t memory;
    };
    constexpr Way kWays[] = {{"x.pgn", 2, 0},
                             {"x.pgn", 7, 100'000},
                             {"x.pgn.gz", 1, 0},
                             {"x.pgn.gz", 3, 80'000},
                             {"x.pgn.zst", 7, 80'000}};
    for (const uint32_t shards : {1U, 3U}) {
        const std::string first = "one-" + std::to_string(shards);
        IndexOptions once = options("x.pgn", first);
        once.threads = 1;
        once.shards = shards;
        const auto expected = index_games(once);
        ASSERT_TRUE(expected) << expected.error().message;
        expect_counts_add_up(*expected);
        EXPECT_GT(expected->truncated, 0U);
        EXPECT_GT(expected->games, 1800U);
        for (const Way& way : kWays) {
            IndexOptions again = options(way.input, "again");
            again.threads = way.threads;
            again.memory = way.memory;
            again.shards = shards;
            again.force = true;
            const auto report = index_games(again);
            ASSERT_TRUE(report) << report.error().message;
            EXPECT_EQ(report->issue_counts, expected->issue_counts);
            EXPECT_EQ(report->games_read, expected->games_read);
            EXPECT_EQ(report->input_bytes, text.size());
            EXPECT_EQ(report->tree.spilled_bytes > 0, way.memory != 0);
            SCOPED_TRACE(std::string(way.input) + ", threads " + std::to_string(way.threads));
            test::expect_same_files(dir_ / "again", dir_ / first);
        }
    }
}

// The games of each edge, found by playing every game of the corpus.
std::map<std::pair<uint64_t, uint16_t>, std::vector<uint32_t>> games_by_edge(
    const corpus::Corpus& corpus, uint32_t depth) {
    std::map<std::pair<uint64_t, uint16_t>, std::vector<uint32_t>> games;
    for (uint32_t id = 0; id < corpus.game_count(); ++id) {
        const auto view = corpus.game(id).value();
        if (view.header().result == GameResult::Unknown) continue;
        Position position = Position::start();
        for (uint32_t ply = 0; ply < std::min(depth, view.plies()); ++ply) {
            auto& list = games[{position.compute_hash(), view.move(ply).raw()}];
            if (list.empty() || list.back() != id) list.push_back(id);
            position.make_move<Maintain::BoardAndHash>(view.move(ply));
        }
    }
    return games;
}

TEST_F(IndexerTest, TreeGamesHoldsTheGamesOfEveryEdge) {
    write("x.pgn", shared_text());
    IndexOptions all = options("x.pgn", "all");
    IndexOptions chosen = options("x.pgn", "chosen");
    chosen.choice.sample = 0.5;
    chosen.choice.max_games = 700;
    chosen.tree_plies = 12;
    chosen.tree_min_games = 3;
    chosen.shards = 2;
    for (const IndexOptions& way : {all, chosen}) {
        const auto report = index_games(way);
        ASSERT_TRUE(report) << report.error().message;
        const auto corpus = corpus::Corpus::open(way.out.string()).value();
        ASSERT_TRUE(corpus.has_tree_games());
        ASSERT_TRUE(report->tree.games);
        EXPECT_EQ(report->tree.games->lists, corpus.tree_segments()[0].games->list_count());
        EXPECT_EQ(report->tree.games->bytes, corpus.tree_segments()[0].games->bytes().size());
        const auto expected = games_by_edge(corpus, way.tree_plies.value_or(kDefaultTreePlies));
        std::vector<uint32_t> found;
        for (uint64_t i = 0; i < corpus.tree_segments()[0].tree.edge_count(); ++i) {
            const corpus::Edge edge = corpus.tree_segments()[0].tree.edge(i);
            ASSERT_TRUE(corpus.tree_segments()[0].games->read(i, edge.total, found));
            const auto move = static_cast<uint16_t>(edge.move_id);
            ASSERT_EQ(found, expected.at({edge.parent_hash, move}));
        }
    }
}

TEST_F(IndexerTest, WritesNoTreeGamesWhereNoneAreWanted) {
    write("x.pgn", "1. e4 e5 1-0\n");
    IndexOptions without = options("x.pgn", "a");
    without.tree_games = false;
    ASSERT_TRUE(index_games(without));
    EXPECT_FALSE(fs::exists(dir_ / "a/tree.games"));
    EXPECT_TRUE(fs::exists(dir_ / "a/tree.dat"));
    IndexOptions no_tree = options("x.pgn", "b");
    no_tree.tree = false;
    ASSERT_TRUE(index_games(no_tree));
    EXPECT_FALSE(fs::exists(dir_ / "b/tree.games"));
}

TEST_F(IndexerTest, IssuesComeInOrderWithTheirLines) {
    write("x.pgn", shared_text());
    write("x.pgn.gz", test::gzip(shared_text()));
    std::vector<std::string> expected;
    for (const char* input : {"x.pgn", "x.pgn.gz"}) {
        IndexOptions with_issues = options(input, "c");
        with_issues.force = true;
        with_issues.threads = 3;
        std::vector<std::string> issues;
        uint64_t last = 0;
        with_issues.on_issue = [&](const LocatedIssue& located) -> Status {
            EXPECT_GE(located.line, last);
            last = located.line;
            // The line is that of the place, and the place is in the game.
            const std::string_view before =
                std::string_view(shared_text()).substr(0, located.issue.at);
            EXPECT_EQ(located.line, 1 + static_cast<uint64_t>(std::ranges::count(before, '\n')));
            EXPECT_LE(located.issue.game_at, located.issue.at);
            issues.push_back(std::to_string(located.line) + " " +
                             std::string(reason_name(located.issue.reason)) + located.issue.text);
            return {};
        };
        const auto report = index_games(with_issues);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(issues.size(), std::accumulate(report->issue_counts.begin(),
                                                 report->issue_counts.end(), uint64_t{0}));
        if (expected.empty()) expected = issues;
        EXPECT_EQ(issues, expected);
        EXPECT_GT(issues.size(), 50U);
    }
}

TEST_F(IndexerTest, ShardsHoldTheGamesThatBeginInTheirPart) {
    write("x.pgn", shared_text());
    IndexOptions three = options("x.pgn", "c");
    three.shards = 3;
    three.tree = false;
    three.extra = false;
    ASSERT_TRUE(index_games(three));
    const auto corpus = corpus::Corpus::open((dir_ / "c").string()).value();
    EXPECT_FALSE(corpus.has_tree());
    const uint64_t total = shared_text().size();
    uint64_t last = 0;
    ASSERT_TRUE(
        for_each_game(corpus, [&](uint64_t id, corpus::GamePlace place, auto view) -> Status {
            const uint64_t offset = view.header().pgn_offset;
            EXPECT_GE(offset, total * place.shard / 3);
            EXPECT_LT(offset, total * (place.shard + 1) / 3);
            EXPECT_TRUE(id == 0 || offset > last);
            last = offset;
            return {};
        }));
}

TEST_F(IndexerTest, BadGamesAreKeptSkippedOrStopTheRun) {
    write("x.pgn",
          "[White \"Anna\"]\n[Black \"Bert\"]\n\n1. e4 e5 2. Ke3 1-0\n\n"
          "[White \"Carla\"]\n\n1. d4 1-0\n\n[White \"Dora\"]\n\n1. e5 *\n");
    IndexOptions keep = options("x.pgn", "keep");
    const auto kept = index_games(keep).value();
    EXPECT_EQ(kept.games_read, 3U);
    EXPECT_EQ(kept.games, 2U);
    EXPECT_EQ(kept.plies, 3U);
    EXPECT_EQ(kept.truncated, 1U);
    ASSERT_EQ(kept.first_issues.size(), 2U);
    EXPECT_EQ(to_text(kept.first_issues[0]),
              (dir_ / "x.pgn").string() + ":4: kept 2 plies, illegal_move: Ke3 (Anna - Bert)");
    EXPECT_EQ(to_text(kept.first_issues[1]),
              (dir_ / "x.pgn").string() + ":12: skipped, bad_first_move: e5 (Dora - )");

    IndexOptions skip = options("x.pgn", "skip");
    skip.bad_games = BadGames::Skip;
    const auto skipped = index_games(skip).value();
    EXPECT_EQ(skipped.games, 1U);
    EXPECT_EQ(skipped.truncated, 0U);
    EXPECT_EQ(skipped.issue_counts[static_cast<size_t>(formats::IssueReason::BadMove)], 1U);
    expect_counts_add_up(skipped);

    IndexOptions stop = options("x.pgn", "stop");
    stop.bad_games = BadGames::Fail;
    const auto stopped = index_games(stop);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Corrupt);
    EXPECT_NE(stopped.error().message.find("x.pgn:4:"), std::string::npos);
    EXPECT_FALSE(fs::exists(dir_ / "stop"));
}

// Frames and shards begin within runs of games whose tags have the same names.
TEST_F(IndexerTest, TagsOfManyGamesAlikeComeBack) {
    const auto tags_of = [](size_t game) {
        std::vector<std::pair<std::string, std::string>> tags{{"Site", std::to_string(game)}};
        if (game < 5 || game > 2400) tags.emplace_back("Mood", "good");
        return tags;
    };
    constexpr size_t kGames = 2500;
    std::string text;
    for (size_t i = 0; i < kGames; ++i) {
        for (const auto& [name, value] : tags_of(i)) text += "[" + name + " \"" + value + "\"]\n";
        text += "\n1. e4 *\n\n";
    }
    write("x.pgn", text);
    for (const uint32_t shards : {1U, 3U}) {
        IndexOptions tagged = options("x.pgn", "c" + std::to_string(shards));
        tagged.shards = shards;
        ASSERT_TRUE(index_games(tagged));
        const auto corpus = corpus::Corpus::open(tagged.out.string()).value();
        ASSERT_EQ(corpus.game_count(), kGames);
        games::GameLoader loader(corpus);
        for (size_t i = 0; i < kGames; ++i) {
            ASSERT_EQ(loader.load(i).value().tags, tags_of(i)) << i;
        }
    }
}

TEST_F(IndexerTest, EveryTagComesBackAsItWas) {
    const std::vector<std::vector<std::pair<std::string, std::string>>> games = {
        {{"Event", "Open"}, {"White", "Anna"}, {"Black", "Bert"}, {"Result", "1-0"}},
        {{"White", "?"}, {"Black", ""}, {"Result", "*"}, {"WhiteElo", "2500"}, {"BlackElo", "?"}},
        {{"WhiteElo", "2500p"}, {"BlackElo", "02500"}, {"White", "\xC3\x89va"}, {"White", "Two"}},
        {{"ECO", "B22"}, {"Date", "1998.11.10"}, {"TimeControl", "600+5"}, {"Result", "1/2"}},
        {{"ECO", "b22"}, {"Date", "1998-11-10"}, {"TimeControl", "40/7200:3600"}},
        {{"ECO", "?"}, {"Date", "????.??.??"}, {"TimeControl", "?"}, {"Termination", "Normal"}},
        {{"ECO", ""}, {"Date", ""}, {"TimeControl", "-"}, {"Termination", "normal"}},
        {{"ECO", "B22x"}, {"UTCDate", "2020.01.02"}, {"TimeControl", "86400"}, {"Termination", ""}},
        {{"Date", "????.??.??"}, {"UTCDate", "2020.01.02"}, {"TimeControl", "*180"}},
        {{"WhiteElo", "9000"}, {"BlackElo", "0"}, {"Termination", "Time forfeit"}, {"Result", ""}},
        {{"Annotator", "a \"quoted\" name"}, {"Site", "C:\\"}, {"Empty", ""}, {"ECO", "a00"}},
        {{"WhiteElo", " 2500"}, {"TimeControl", "0600+5"}, {"Date", "1998.11.10 "}},
    };
    std::string text;
    for (const auto& tags : games) {
        for (const auto& [name, value] : tags) {
            std::string escaped;
            for (const char c : value) {
                if (c == '"' || c == '\\') escaped += '\\';
                escaped += c;
            }
            text += "[" + name + " \"" + escaped + "\"]\n";
        }
        text += "\n1. e4 0-1\n\n";
    }
    write("x.pgn", text);
    for (const uint32_t shards : {1U, 2U}) {
        IndexOptions tagged = options("x.pgn", "c" + std::to_string(shards));
        tagged.shards = shards;
        ASSERT_TRUE(index_games(tagged));
        const auto corpus = corpus::Corpus::open(tagged.out.string()).value();
        ASSERT_EQ(corpus.game_count(), games.size());
        games::GameLoader loader(corpus);
        for (size_t i = 0; i < games.size(); ++i) {
            EXPECT_EQ(loader.load(i).value().tags, games[i]) << i;
        }
    }
}

TEST_F(IndexerTest, TheTreeEqualsAMapOfCounts) {
    std::string text;
    synth::Generator generator(5, false);
    for (uint64_t i = 0; i < 300; ++i) generator.append_game(i, text);
    text += "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0\n1. Nf3 Nf6 *\n";
    write("x.pgn", text);
    for (const uint32_t plies : {6U, 40U, kAllPlies}) {
        IndexOptions with_tree = options("x.pgn", "c");
        with_tree.force = true;
        with_tree.tree_plies = plies;
        ASSERT_TRUE(index_games(with_tree));
        const auto corpus = corpus::Corpus::open((dir_ / "c").string()).value();
        std::vector<test::TestGame> games;
        ASSERT_TRUE(for_each_game(corpus, [&](uint64_t, corpus::GamePlace, auto view) -> Status {
            test::TestGame& game = games.emplace_back();
            for (uint32_t ply = 0; ply < view.plies(); ++ply) game.moves.push_back(view.move(ply));
            game.result = view.header().result;
            return {};
        }));
        EXPECT_EQ(games.size(), 302U);
        const auto counts = test::count_edges(games, plies == kAllPlies ? 0 : plies);
        const corpus::Tree& tree = corpus.tree_segments()[0].tree;
        ASSERT_EQ(tree.edge_count(), counts.size());
        for (uint64_t i = 0; i < tree.edge_count(); ++i) {
            const corpus::Edge edge = tree.edge(i);
            const auto known = counts.find({edge.parent_hash, static_cast<uint16_t>(edge.move_id)});
            ASSERT_NE(known, counts.end());
            ASSERT_EQ(edge, known->second);
        }
    }
}

TEST_F(IndexerTest, SeveralInputsFormOneConcatenation) {
    const std::string a = "[White \"A\"]\n\n1. e4 {not closed";
    const std::string b = "[White \"B\"]\n\n1. d4 1-0\n";
    write("a.pgn", a);
    write("b.pgn", b);
    write("empty.pgn", "");
    IndexOptions both = options("a.pgn", "c");
    both.inputs.push_back((dir_ / "empty.pgn").string());
    both.inputs.push_back((dir_ / "b.pgn").string());
    const auto report = index_games(both).value();
    EXPECT_EQ(report.games, 2U);
    EXPECT_EQ(report.truncated, 1U);
    const auto corpus = corpus::Corpus::open((dir_ / "c").string()).value();
    EXPECT_EQ(corpus.game(1)->header().pgn_offset, a.size());
    ASSERT_EQ(corpus.meta().sources.size(), 3U);
    EXPECT_EQ(corpus.meta().sources[0].size, a.size());
    EXPECT_EQ(corpus.meta().sources[1].size, 0U);
    EXPECT_EQ(corpus.meta().sources[2].path, (dir_ / "b.pgn").string());
}

TEST_F(IndexerTest, AnInputWithoutGamesGivesAnEmptyCorpus) {
    write("x.pgn", "nothing here\n");
    IndexOptions three = options("x.pgn", "c");
    three.shards = 3;
    EXPECT_EQ(index_games(three).value().games, 0U);
    EXPECT_EQ(corpus::Corpus::open((dir_ / "c").string()).value().game_count(), 0U);
}

TEST_F(IndexerTest, AnExistingCorpusIsKeptUnlessForced) {
    write("x.pgn", "1. e4 1-0\n");
    ASSERT_TRUE(index_games(options("x.pgn", "c")));
    EXPECT_FALSE(index_games(options("x.pgn", "c")));
    IndexOptions force = options("x.pgn", "c");
    force.force = true;
    EXPECT_TRUE(index_games(force));
}

TEST_F(IndexerTest, MissingAndDamagedInputsAreErrorsThatLeaveNothing) {
    const auto missing = index_games(options("no.pgn", "c"));
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("no.pgn"), std::string::npos);
    std::string damaged = test::gzip(shared_text());
    damaged.resize(damaged.size() / 2);
    write("cut.pgn.gz", damaged);
    const auto cut = index_games(options("cut.pgn.gz", "c"));
    ASSERT_FALSE(cut);
    EXPECT_NE(cut.error().message.find("cut.pgn.gz"), std::string::npos);
    EXPECT_FALSE(fs::exists(dir_ / "c"));
    EXPECT_FALSE(index_games({}));
}

TEST(IndexShards, FollowTheSizeOfTheInput) {
    constexpr uint64_t kMega = 1'000'000;
    const std::pair<uint64_t, uint32_t> cases[] = {{0, 1},
                                                   {200 * kMega - 1, 1},
                                                   {200 * kMega, 4},
                                                   {2'000 * kMega, 16},
                                                   {20'000 * kMega, 32},
                                                   {200'000 * kMega, 32},
                                                   {200'000 * kMega + 1, 64}};
    for (const auto& [bytes, shards] : cases) EXPECT_EQ(default_shards(bytes), shards) << bytes;
}

}  // namespace
}  // namespace edge::indexing
