#include "index/add.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "bitmap/bitmap_file.h"
#include "codec/synth/synth.h"
#include "core/compressed.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus.h"
#include "corpus/verify.h"
#include "index/compact.h"
#include "index/segment_choice.h"
#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

namespace fs = std::filesystem;

std::string games_text(uint64_t begin, uint64_t end) {
    std::string text;
    synth::Generator generator(7, false);
    for (uint64_t i = 0; i < end; ++i) {
        std::string game;
        generator.append_game(i, game);
        if (i >= begin) text += game;
    }
    return text;
}

// A corpus in `dir` that begins as one file and gets others.
class AddTest : public testing::Test {
protected:
    std::string write(const std::string& name, std::string_view text) {
        test::write_file(dir_ / name, text);
        return (dir_ / name).string();
    }
    IndexOptions options(const std::string& input) {
        IndexOptions options;
        options.inputs = {input};
        options.threads = 2;
        return options;
    }
    IndexReport index(const std::string& input, const std::string& out) {
        IndexOptions wanted = options(input);
        wanted.out = dir_ / out;
        auto report = index_games(wanted);
        EXPECT_TRUE(report) << report.error().message;
        return report.value_or(IndexReport{});
    }
    Result<IndexReport> add(const std::string& input, const std::string& to = "grown") {
        IndexOptions wanted = options(input);
        wanted.append = dir_ / to;
        return index_games(wanted);
    }
    corpus::Corpus open(const std::string& name) {
        auto corpus = corpus::Corpus::open((dir_ / name).string());
        EXPECT_TRUE(corpus) << corpus.error().message;
        return *std::move(corpus);
    }
    void expect_sound(const std::string& name) {
        const auto report = corpus::verify(open(name)).value();
        for (const corpus::Finding& finding : report.findings) ADD_FAILURE() << finding.message;
    }

    test::TempDir dir_;
};

// Names are numbered by shard, so they are compared as names.
void expect_same_games(const corpus::Corpus& found, const corpus::Corpus& expected) {
    ASSERT_EQ(found.game_count(), expected.game_count());
    for (uint64_t id = 0; id < expected.game_count(); ++id) {
        const corpus::GameView a = found.game(id).value();
        const corpus::GameView b = expected.game(id).value();
        ASSERT_EQ(a.plies(), b.plies()) << id;
        for (uint32_t ply = 0; ply < a.plies(); ++ply) ASSERT_EQ(a.move(ply), b.move(ply)) << id;
        EXPECT_EQ(a.header().pgn_offset, b.header().pgn_offset) << id;
        EXPECT_EQ(a.header().result, b.header().result) << id;
        const auto name = [](const corpus::Corpus& corpus, uint64_t game, uint32_t number) {
            return std::string(corpus.shard(corpus.locate(game).shard).name(number).value());
        };
        EXPECT_EQ(name(found, id, a.header().white_name),
                  name(expected, id, b.header().white_name));
    }
}

TEST_F(AddTest, InManyStepsGivesTheGamesAndTheTreeOfOneIndex) {
    std::mt19937 random(5);
    for (const uint32_t steps : {2U, 7U, 20U}) {
        constexpr uint64_t kGames = 600;
        for (const char* corpus : {"all", "grown"}) fs::remove_all(dir_ / corpus);
        index(write("all.pgn", games_text(0, kGames)), "all");
        uint64_t at = 0;
        for (uint32_t step = 0; step < steps; ++step) {
            const uint64_t end =
                step + 1 == steps ? kGames : at + 1 + random() % (2 * kGames / steps - 1);
            const std::string part =
                write(fmt::format("part{}.pgn", step), games_text(at, std::min(end, kGames)));
            const uint64_t added = std::min(end, kGames) - at;
            if (step == 0) {
                index(part, "grown");
            } else if (added > 0) {
                const auto report = add(part);
                ASSERT_TRUE(report) << report.error().message;
                EXPECT_EQ(report->games, added);
                ASSERT_TRUE(report->added);
                EXPECT_EQ(report->added->first_game, at);
                EXPECT_EQ(report->added->total_games, at + added);
            }
            at += added;
            expect_sound("grown");
        }
        expect_same_games(open("grown"), open("all"));
        EXPECT_LE(open("grown").tree_segments().size(), kUnmergedSegments);

        const auto compacted = compact_tree({.corpus = dir_ / "grown"});
        ASSERT_TRUE(compacted) << compacted.error().message;
        EXPECT_EQ(open("grown").tree_segments().size(), 1U);
        expect_sound("grown");
        for (const char* file : {"tree.dat", "tree.games"}) {
            EXPECT_TRUE(test::read_file(dir_ / "grown" / file) ==
                        test::read_file(dir_ / "all" / file))
                << file;
        }
    }
}

// The number of buckets follows from the sum.
TEST_F(AddTest, MergesSmallTreesIntoALargeOne) {
    constexpr uint64_t kGames = 30'000;  // with 40 plies more than 2^20 tuples
    const std::string text = games_text(0, kGames);
    const size_t cut = text.find("[Event ", text.size() / 2);
    index(write("all.pgn", text), "all");
    index(write("a.pgn", text.substr(0, cut)), "grown");
    EXPECT_EQ(open("grown").tree_segments()[0].tree.bucket_count(), 1024U);
    ASSERT_TRUE(add(write("b.pgn", text.substr(cut))));
    ASSERT_TRUE(compact_tree({.corpus = dir_ / "grown"}));
    EXPECT_EQ(open("grown").tree_segments().size(), 1U);
    for (const char* file : {"tree.dat", "tree.games"}) {
        EXPECT_TRUE(test::read_file(dir_ / "grown" / file) == test::read_file(dir_ / "all" / file))
            << file;
    }
}

TEST_F(AddTest, MergesTheLastTreesWhenThereAreMany) {
    constexpr uint64_t kFirst = 300;
    constexpr uint64_t kStep = 10;
    index(write("a.pgn", games_text(0, kFirst)), "grown");
    std::vector<size_t> segments;
    for (uint64_t i = 0; i < 20; ++i) {
        const uint64_t at = kFirst + i * kStep;
        ASSERT_TRUE(add(write(fmt::format("part{}.pgn", i), games_text(at, at + kStep))));
        segments.push_back(open("grown").tree_segments().size());
        EXPECT_EQ(open("grown").tree_segments()[0].end_game, kFirst);  // the large one stays
    }
    const std::vector<size_t> expected = {2, 3, 4, 5, 6, 7, 8, 2, 3, 4,
                                          5, 6, 7, 8, 3, 4, 5, 6, 7, 8};
    EXPECT_EQ(segments, expected);
    expect_sound("grown");
}

TEST_F(AddTest, TreesThatLeavePositionsOutAreMadeAnew) {
    IndexOptions wanted = options(write("all.pgn", games_text(0, 300)));
    wanted.tree_min_games = 3;
    wanted.out = dir_ / "all";
    ASSERT_TRUE(index_games(wanted));
    wanted.inputs = {write("a.pgn", games_text(0, 100))};
    wanted.out = dir_ / "grown";
    ASSERT_TRUE(index_games(wanted));
    ASSERT_TRUE(add(write("b.pgn", games_text(100, 300))));
    EXPECT_EQ(open("grown").tree_segments().size(), 2U);
    expect_sound("grown");
    ASSERT_TRUE(compact_tree({.corpus = dir_ / "grown"}));
    for (const char* file : {"tree.dat", "tree.games"}) {
        EXPECT_TRUE(test::read_file(dir_ / "grown" / file) == test::read_file(dir_ / "all" / file))
            << file;
    }
}

TEST_F(AddTest, KnowsASourceByItsContent) {
    const std::string text = games_text(0, 50);
    index(write("a.pgn", text), "grown");
    const auto meta = test::read_file(dir_ / "grown/meta");
    // Packed without a size the source is known only once it was read.
    for (const std::string& again :
         {write("renamed.pgn", text), write("a.pgn.gz", test::gzip(text)),
          write("a.pgn.zst", test::zstd(text))}) {
        const auto report = add(again);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->games, 0U);
        EXPECT_EQ(report->games_read, 0U);
        ASSERT_TRUE(report->added);
        EXPECT_EQ(report->added->known_sources, std::vector{again});
        EXPECT_EQ(test::read_file(dir_ / "grown/meta"), meta);
    }
    // Next to others, only the known one is left out.
    IndexOptions both = options((dir_ / "a.pgn.gz").string());
    both.inputs.push_back(write("b.pgn", games_text(50, 80)));
    both.append = dir_ / "grown";
    const auto report = index_games(both);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->games, 30U);
    EXPECT_EQ(report->added->known_sources.size(), 1U);
    EXPECT_EQ(open("grown").meta().sources.size(), 2U);
    expect_sound("grown");
}

TEST_F(AddTest, WarnsOfALongerVersionAndOfARepeatedSource) {
    const std::string text = games_text(0, 50);
    index(write("a.pgn", text), "grown");
    const std::string longer = text + games_text(50, 60);
    for (const std::string& source :
         {write("longer.pgn", longer), write("other.pgn.gz", test::gzip(longer + "\n"))}) {
        const auto report = add(source);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->games, 60U);
        ASSERT_FALSE(report->warnings.empty());
        EXPECT_NE(report->warnings[0].find("begins with all of"), std::string::npos)
            << report->warnings[0];
    }
    IndexOptions twice = options(write("c.pgn", games_text(100, 110)));
    twice.inputs.push_back(write("d.pgn", games_text(100, 110)));
    twice.append = dir_ / "grown";
    const auto report = index_games(twice);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->games, 20U);
    ASSERT_EQ(report->warnings.size(), 1U);
    EXPECT_NE(report->warnings[0].find("has the same games as"), std::string::npos);
}

TEST_F(AddTest, RefusesWhatDoesNotFitTheCorpus) {
    index(write("a.pgn", games_text(0, 20)), "grown");
    const std::string more = write("b.pgn", games_text(20, 30));
    const auto refused = [&](auto change) {
        IndexOptions wanted = options(more);
        wanted.append = dir_ / "grown";
        change(wanted);
        const auto report = index_games(wanted);
        return report ? ErrorCode::Io : report.error().code;
    };
    EXPECT_EQ(refused([](IndexOptions& o) { o.tree_plies = 20; }), ErrorCode::InvalidArgument);
    EXPECT_EQ(refused([](IndexOptions& o) { o.tree_min_games = 2; }), ErrorCode::InvalidArgument);
    EXPECT_EQ(refused([](IndexOptions& o) { o.tree = false; }), ErrorCode::InvalidArgument);
    EXPECT_EQ(refused([](IndexOptions& o) { o.out = "elsewhere"; }), ErrorCode::InvalidArgument);
    EXPECT_EQ(refused([](IndexOptions& o) { o.inputs = {o.append}; }), ErrorCode::InvalidArgument);
    EXPECT_EQ(refused([&](IndexOptions& o) { o.append = dir_ / "none"; }), ErrorCode::NotFound);
    EXPECT_EQ(refused([&](IndexOptions& o) { o.inputs = {(dir_ / "none").string()}; }),
              ErrorCode::NotFound);
    EXPECT_EQ(open("grown").game_count(), 20U);
    // The depth that it has may be said.
    IndexOptions same = options(more);
    same.append = dir_ / "grown";
    same.tree_plies = 40;
    EXPECT_TRUE(index_games(same));
}

TEST_F(AddTest, KeepsACorpusWithoutATreeAndOneWithoutLists) {
    const std::string more = write("b.pgn", games_text(20, 30));
    IndexOptions wanted = options(write("a.pgn", games_text(0, 20)));
    wanted.tree = false;
    wanted.out = dir_ / "plain";
    ASSERT_TRUE(index_games(wanted));
    ASSERT_TRUE(add(more, "plain"));
    EXPECT_FALSE(open("plain").has_tree());
    expect_sound("plain");
    wanted.tree = true;
    wanted.tree_games = false;
    wanted.out = dir_ / "listless";
    ASSERT_TRUE(index_games(wanted));
    ASSERT_TRUE(add(more, "listless"));
    EXPECT_TRUE(open("listless").has_tree());
    EXPECT_FALSE(open("listless").has_tree_games());
    expect_sound("listless");
}

TEST_F(AddTest, ToACorpusOfNoGames) {
    index(write("none.pgn", "\n"), "grown");
    const auto report = add(write("a.pgn", games_text(0, 20)));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(open("grown").game_count(), 20U);
    EXPECT_EQ(open("grown").tree_segments().size(), 1U);
    expect_sound("grown");
}

TEST_F(AddTest, OfNoGamesChangesNothing) {
    index(write("a.pgn", games_text(0, 20)), "grown");
    const auto meta = test::read_file(dir_ / "grown/meta");
    const auto report = add(write("none.pgn", "no game\n"));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(test::read_file(dir_ / "grown/meta"), meta);
}

TEST_F(AddTest, RemovesWhatAKilledRunLeft) {
    index(write("a.pgn", games_text(0, 20)), "grown");
    for (const char* name :
         {"shards/1.moves", "shards/7.dict", "tree.9.dat", "tree.9.games", "checksums.44"}) {
        test::write_file(dir_ / "grown" / name, "litter");
    }
    test::write_file(dir_ / "grown/shards/notes.txt", "mine");
    ASSERT_TRUE(add(write("b.pgn", games_text(20, 25))));
    EXPECT_FALSE(fs::exists(dir_ / "grown/shards/7.dict"));
    EXPECT_FALSE(fs::exists(dir_ / "grown/tree.9.dat"));
    EXPECT_FALSE(fs::exists(dir_ / "grown/checksums.44"));
    EXPECT_TRUE(fs::exists(dir_ / "grown/shards/notes.txt"));
    EXPECT_EQ(open("grown").game_count(), 25U);
    expect_sound("grown");
}

TEST_F(AddTest, StoredSetsHaveNoneOfTheNewGames) {
    index(write("a.pgn", games_text(0, 20)), "grown");
    Bitmap games(corpus::bitmap_layout(open("grown")));
    games.set(0, 3);
    const fs::path set = dir_ / "grown/bitmaps/some.bm";
    ASSERT_TRUE(write_bitmap(games, set, false));
    test::write_file(dir_ / "grown/bitmaps/bad.bm", "PMOTE-BM");
    const auto report = add(write("b.pgn", games_text(20, 25)));
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->warnings.size(), 1U);
    EXPECT_NE(report->warnings[0].find("bad.bm"), std::string::npos) << report->warnings[0];
    const BitmapLayout layout = corpus::bitmap_layout(open("grown"));
    games.grow_into(layout);
    EXPECT_EQ(read_bitmap(set).value(), games);
    EXPECT_EQ(games.count(), 1U);
}

TEST_F(AddTest, OneWriterAtATime) {
    index(write("a.pgn", games_text(0, 20)), "grown");
    const auto lock = DirectoryLock::take(dir_ / "grown", {});
    IndexOptions wanted = options(write("b.pgn", games_text(20, 25)));
    wanted.append = dir_ / "grown";
    wanted.lock.wait = false;
    const auto report = index_games(wanted);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Busy);
}

}  // namespace
}  // namespace edge::indexing
