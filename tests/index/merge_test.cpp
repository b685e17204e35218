#include "index/merge.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "bitmap/bitmap_file.h"
#include "codec/synth/synth.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus.h"
#include "corpus/verify.h"
#include "index/indexer.h"
#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

namespace fs = std::filesystem;
using corpus::Corpus;

std::vector<std::string> synthetic_games(uint64_t count) {
    std::vector<std::string> games(count);
    synth::Generator generator(5, false);
    for (uint64_t i = 0; i < count; ++i) generator.append_game(i, games[i]);
    return games;
}

class MergeTest : public testing::Test {
protected:
    // A corpus of the games [begin, end).
    std::string index(const std::string& name, size_t begin, size_t end, uint32_t shards = 1,
                      bool tree = true) {
        std::string text;
        for (size_t i = begin; i < end; ++i) text += games_[i];
        return index_text(name, text, shards, tree);
    }

    std::string index_text(const std::string& name, const std::string& text, uint32_t shards = 1,
                           bool tree = true) {
        test::write_file(dir_ / (name + ".pgn"), text);
        IndexOptions options;
        options.inputs = {(dir_ / (name + ".pgn")).string()};
        options.out = dir_ / (name + ".scoredb");
        options.shards = shards;
        options.tree = tree;
        const auto report = index_games(options);
        EXPECT_TRUE(report) << report.error().message;
        return options.out.string();
    }

    std::string out() const { return dir_ / "out.scoredb"; }

    void store(const std::string& corpus_path, const std::string& name,
               const std::vector<uint64_t>& ids) {
        const auto corpus = Corpus::open(corpus_path).value();
        Bitmap set(corpus::bitmap_layout(corpus));
        for (const uint64_t id : ids) {
            const auto place = corpus.locate(id);
            set.set(place.shard, place.index);
        }
        const auto path = fs::path(corpus_path) / "bitmaps" / (name + ".bm");
        ASSERT_TRUE(write_bitmap(set, path, false));
    }

    static std::vector<uint64_t> ids_of(const Corpus& corpus, const std::string& name) {
        const auto set = read_bitmap(fs::path(corpus.path()) / "bitmaps" / (name + ".bm"),
                                     corpus::bitmap_corpus(corpus))
                             .value();
        std::vector<uint64_t> ids;
        for (uint64_t id = 0; id < corpus.game_count(); ++id) {
            const auto place = corpus.locate(id);
            if (set.test(place.shard, place.index)) ids.push_back(id);
        }
        return ids;
    }

    static void expect_sound(const Corpus& corpus) {
        const auto report = corpus::verify(corpus, {.threads = 2}).value();
        for (const corpus::Finding& finding : report.findings) ADD_FAILURE() << finding.message;
    }

    // Everything but where the game stands in its source.
    static void expect_same_game(const Corpus& a, uint64_t id_a, const Corpus& b, uint64_t id_b) {
        const auto game_a = a.game(id_a).value();
        const auto game_b = b.game(id_b).value();
        ASSERT_EQ(game_a.plies(), game_b.plies()) << id_a;
        for (uint32_t ply = 0; ply < game_a.plies(); ++ply) {
            ASSERT_EQ(game_a.move(ply), game_b.move(ply)) << id_a;
        }
        const auto place_a = a.locate(id_a);
        const auto place_b = b.locate(id_b);
        const corpus::Shard& shard_a = a.shard(place_a.shard);
        const corpus::Shard& shard_b = b.shard(place_b.shard);
        EXPECT_EQ(shard_a.name(game_a.header().white_name).value(),
                  shard_b.name(game_b.header().white_name).value());
        EXPECT_EQ(shard_a.name(game_a.header().black_name).value(),
                  shard_b.name(game_b.header().black_name).value());
        EXPECT_EQ(game_a.header().date, game_b.header().date);
        EXPECT_EQ(game_a.header().result, game_b.header().result);
        auto tags_a = shard_a.open_extra().value();
        auto tags_b = shard_b.open_extra().value();
        ASSERT_EQ(tags_a.has_value(), tags_b.has_value());
        if (tags_a) {
            EXPECT_EQ(tags_a->tags(place_a.index).value(), tags_b->tags(place_b.index).value());
        }
    }

    test::TempDir dir_;
    const std::vector<std::string> games_ = synthetic_games(120);
};

TEST_F(MergeTest, GivesTheGamesAndTheTreeOfOneIndex) {
    const std::string a = index("a", 0, 50, 2);
    const std::string b = index("b", 50, 120, 3);
    const auto whole = Corpus::open(index("whole", 0, 120)).value();
    const auto report = merge_corpora({.sources = {{a}, {b}}, .out = out(), .threads = 2});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->games, 120U);
    EXPECT_EQ(report->left_out, 0U);
    EXPECT_EQ(report->shards, 5U);
    const auto merged = Corpus::open(out()).value();
    expect_sound(merged);
    for (uint64_t id = 0; id < 120; ++id) expect_same_game(merged, id, whole, id);
    for (const char* const file : {"tree.dat", "tree.games"}) {
        EXPECT_TRUE(test::read_file(fs::path(out()) / file) ==
                    test::read_file(fs::path(whole.path()) / file))
            << file;
    }
    EXPECT_EQ(merged.meta().sources.size(), 2U);
    EXPECT_NE(merged.meta().corpus_id, Corpus::open(a).value().meta().corpus_id);
}

TEST_F(MergeTest, AnyNumberOfThreadsGivesTheSameBytes) {
    const std::string a = index("a", 0, 120, 4);
    const std::string two = dir_ / "two.scoredb";
    ASSERT_TRUE(merge_corpora({.sources = {{a}}, .out = out(), .threads = 1}));
    ASSERT_TRUE(merge_corpora({.sources = {{a}}, .out = two, .threads = 3}));
    for (const auto& entry : fs::recursive_directory_iterator(out())) {
        const auto name = fs::relative(entry.path(), out());
        if (!entry.is_regular_file() || name == "meta") continue;
        EXPECT_TRUE(test::read_file(entry.path()) == test::read_file(two / name)) << name;
    }
}

TEST_F(MergeTest, LeavesOutTheGamesOfASet) {
    const std::string a = index("a", 0, 120, 3);
    std::vector<uint64_t> dropped;
    std::vector<uint64_t> kept;
    std::string text;
    for (uint64_t id = 0; id < 120; ++id) {
        if (id % 7 == 3) {
            dropped.push_back(id);
        } else {
            kept.push_back(id);
            text += games_[id];
        }
    }
    store(a, "dropped", dropped);
    store(a, "some", {0, 3, 4, 119});
    const auto report =
        merge_corpora({.sources = {{a, "@dropped"}}, .out = out(), .ids = dir_ / "ids.csv"});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->games, kept.size());
    EXPECT_EQ(report->left_out, dropped.size());
    const auto before = Corpus::open(a).value();
    const auto after = Corpus::open(out()).value();
    expect_sound(after);
    std::string ids = "corpus,old,new\n";
    for (uint64_t id = 0, next = 0; id < 120; ++id) {
        const bool is_kept = id % 7 != 3;
        if (is_kept) expect_same_game(before, id, after, next);
        ids += "0," + std::to_string(id) + ',' + (is_kept ? std::to_string(next++) : "") + '\n';
    }
    EXPECT_EQ(test::read_file(dir_ / "ids.csv"), ids);
    EXPECT_TRUE(test::read_file(fs::path(out()) / "tree.dat") ==
                test::read_file(fs::path(index_text("rest", text)) / "tree.dat"));
    EXPECT_TRUE(ids_of(after, "dropped").empty());
    EXPECT_EQ(ids_of(after, "some"), (std::vector<uint64_t>{0, 3, after.game_count() - 1}));
}

TEST_F(MergeTest, CarriesSetsOverUnderANewNameWhereItIsTaken) {
    const std::string a = index("a", 0, 20);
    const std::string b = index("b", 20, 30, 2);
    store(a, "mine", {1, 19});
    store(b, "mine", {0, 9});
    store(b, "other", {5});
    const auto report = merge_corpora({.sources = {{a}, {b}}, .out = out()});
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->sets.size(), 3U);
    const auto merged = Corpus::open(out()).value();
    EXPECT_EQ(ids_of(merged, "mine"), (std::vector<uint64_t>{1, 19}));
    EXPECT_EQ(ids_of(merged, "mine-2"), (std::vector<uint64_t>{20, 29}));
    EXPECT_EQ(ids_of(merged, "other"), (std::vector<uint64_t>{25}));
}

TEST_F(MergeTest, KeepsWhereGamesStandInTheirSources) {
    const std::string a = index("a", 0, 10);
    const std::string b = index("b", 10, 20);
    ASSERT_TRUE(merge_corpora({.sources = {{a}, {b}}, .out = out()}));
    const auto merged = Corpus::open(out()).value();
    const uint64_t size_of_a = fs::file_size(dir_ / "a.pgn");
    const auto second = Corpus::open(b).value();
    EXPECT_EQ(merged.game(19).value().header().pgn_offset,
              second.game(9).value().header().pgn_offset + size_of_a);
}

TEST_F(MergeTest, TakesEmptyCorporaAndThoseWithoutATree) {
    const std::string empty = index("empty", 0, 0);
    const std::string a = index("a", 0, 10, 1, false);
    const auto report = merge_corpora({.sources = {{empty}, {a}}, .out = out()});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->games, 10U);
    EXPECT_TRUE(report->edges);
    expect_sound(Corpus::open(out()).value());
    const auto without = merge_corpora({.sources = {{a}, {empty}}, .out = dir_ / "w.scoredb"});
    ASSERT_TRUE(without) << without.error().message;
    EXPECT_FALSE(without->edges);
    EXPECT_FALSE(Corpus::open(dir_ / "w.scoredb").value().has_tree());
}

TEST_F(MergeTest, RefusesItsOwnSourceAndAnExistingOutput) {
    const std::string a = index("a", 0, 10);
    const std::string b = index("b", 10, 20);
    for (const std::string& target : {a, b}) {
        const auto report = merge_corpora({.sources = {{a}}, .out = target});
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().code,
                  target == a ? ErrorCode::InvalidArgument : ErrorCode::Exists);
    }
    EXPECT_EQ(merge_corpora({.sources = {{a, "@none"}}, .out = out()}).error().code,
              ErrorCode::NotFound);
    EXPECT_FALSE(fs::exists(out()));
}

TEST_F(MergeTest, ACancelledRunLeavesNothing) {
    const std::string a = index("a", 0, 10);
    const auto report =
        merge_corpora({.sources = {{a}}, .out = out(), .is_cancelled = [] { return true; }});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
    EXPECT_FALSE(fs::exists(out()));
}

}  // namespace
}  // namespace edge::indexing
