#include "index/compact_shards.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bitmap/bitmap_file.h"
#include "codec/synth/synth.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus.h"
#include "corpus/verify.h"
#include "index/indexer.h"
#include "query/answers/position_file.h"
#include "query/collections/collection.h"
#include "query/lang/text.h"
#include "query/query.h"
#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

namespace fs = std::filesystem;
using corpus::Corpus;

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

Bitmap set_of(const Corpus& corpus, const std::vector<uint64_t>& ids) {
    Bitmap set(corpus::bitmap_layout(corpus));
    for (const uint64_t id : ids) {
        const auto place = corpus.locate(id);
        set.set(place.shard, place.index);
    }
    return set;
}

std::vector<uint64_t> ids_of(const Corpus& corpus, const Bitmap& set) {
    std::vector<uint64_t> ids;
    for (uint32_t shard = 0; shard < set.shard_count(); ++shard) {
        set.for_each(shard, [&](uint32_t game) { ids.push_back(corpus.first_id(shard) + game); });
    }
    return ids;
}

class CompactShardsTest : public testing::Test {
protected:
    // An index of games, to which others are added.
    std::string grow(const std::vector<uint64_t>& parts, const std::string& name = "grown") {
        uint64_t at = 0;
        for (const uint64_t part : parts) {
            add_games_to(name, at, at + part);
            at += part;
        }
        return (dir_ / name).string();
    }
    void add_games_to(const std::string& name, uint64_t begin, uint64_t end, bool extra = true) {
        const fs::path pgn = dir_ / fmt::format("{}-{}.pgn", begin, end);
        test::write_file(pgn, games_text(begin, end));
        IndexOptions options;
        options.inputs = {pgn.string()};
        options.threads = 1;
        options.extra = extra;
        (fs::exists(dir_ / name) ? options.append : options.out) = dir_ / name;
        const auto report = index_games(options);
        ASSERT_TRUE(report) << report.error().message;
    }
    CompactShardsReport compact(const std::string& corpus, std::optional<uint32_t> shards = {},
                                unsigned threads = 2) {
        auto report = compact_shards({.corpus = corpus, .shards = shards, .threads = threads});
        EXPECT_TRUE(report) << report.error().message;
        return report.value_or(CompactShardsReport{});
    }
    static Corpus open(const std::string& path) { return Corpus::open(path).value(); }
    static void expect_sound(const std::string& path) {
        const auto report = corpus::verify(open(path), {.threads = 2}).value();
        for (const corpus::Finding& finding : report.findings) ADD_FAILURE() << finding.message;
    }
    static void collect(const std::string& path, const std::string& name) {
        const auto corpus = open(path);
        const auto query = query::Query::prepare(corpus, *query::parse_text("result = W"));
        const auto games = query::find_games(*query, {});
        ASSERT_TRUE(query::save_collection(*query, *games, name, {}));
    }
    static void expect_collected(const Corpus& corpus, const std::string& name) {
        const auto wrong = query::parse_text("@" + name + " xor result = W");
        const auto query = query::Query::prepare(corpus, *wrong);
        ASSERT_TRUE(query) << query.error().message;
        EXPECT_EQ(query::find_games(*query, {})->count(), 0U);
    }
    void expect_nothing_left() const {
        for (const auto& entry : fs::directory_iterator(dir_.path())) {
            EXPECT_EQ(entry.path().string().find(".partial-"), std::string::npos) << entry.path();
        }
    }
    // Whether the corpus that is to come in the place of another is complete.
    bool is_written() const {
        for (const auto& entry : fs::directory_iterator(dir_.path())) {
            const bool is_partial = entry.path().string().find(".partial-") != std::string::npos;
            if (is_partial && fs::exists(entry.path() / "meta")) return true;
        }
        return false;
    }
    static std::map<std::string, std::string> files_of(const fs::path& corpus) {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(corpus)) {
            if (!entry.is_regular_file()) continue;
            files[fs::relative(entry.path(), corpus).string()] = test::read_file(entry.path());
        }
        return files;
    }

    const test::TempDir dir_ = test::TempDir::in_memory();
};

TEST_F(CompactShardsTest, GivesTheShardsOfOneIndex) {
    const std::string grown = grow({40, 5, 30, 1, 60});
    const auto before = open(grown);
    const fs::path pgn = dir_ / "whole.pgn";
    test::write_file(pgn, games_text(0, 136));
    IndexOptions options;
    options.inputs = {pgn.string()};
    options.out = dir_ / "whole";
    ASSERT_TRUE(index_games(options));
    const auto report = compact(grown);
    EXPECT_EQ(report.games, 136U);
    EXPECT_EQ(report.shards_before, 5U);
    EXPECT_EQ(report.shards, 1U);
    EXPECT_TRUE(report.warnings.empty());
    for (const char* const ending : {"moves", "gameidx", "dict", "cols", "extra"}) {
        const std::string name = fmt::format("shards/0.{}", ending);
        EXPECT_TRUE(test::read_file(fs::path(grown) / name) ==
                    test::read_file(dir_ / "whole" / name))
            << name;
    }
    const auto after = open(grown);
    EXPECT_EQ(after.meta().corpus_id, before.meta().corpus_id);
    EXPECT_EQ(after.meta().indexed_at, before.meta().indexed_at);
    EXPECT_EQ(after.meta().sources.size(), 5U);
    EXPECT_EQ(after.meta().tree_segments, before.meta().tree_segments);
    EXPECT_TRUE(after.has_tree_games());
    expect_sound(grown);
    expect_nothing_left();
}

// Other tests and judges ask more; here it is about pairs of shard and game.
TEST_F(CompactShardsTest, QuestionsHaveTheSameGamesAsBefore) {
    const std::string grown = grow({30, 7, 11, 2, 50, 4, 16});
    const auto before = open(grown);
    const std::vector<std::string> questions = {"all",        "checkmate", "result = W",
                                                "plies > 60", "P<p",       "eco = B00..C99"};
    std::vector<std::vector<uint64_t>> expected;
    const auto ask = [&](const Corpus& corpus, const std::string& text) {
        const auto query = query::Query::prepare(corpus, query::parse_text(text).value()).value();
        return ids_of(corpus, query::find_games(query, {}).value());
    };
    for (const std::string& question : questions) expected.push_back(ask(before, question));
    for (const uint32_t shards : {5U, 3U, 2U, 1U}) {
        compact(grown, shards);
        const auto after = open(grown);
        EXPECT_LE(after.shard_count(), shards);
        EXPECT_LT(after.shard_count(), before.shard_count());
        for (size_t i = 0; i < questions.size(); ++i) {
            EXPECT_EQ(ask(after, questions[i]), expected[i]) << questions[i];
        }
        for (uint64_t id = 0; id < before.game_count(); ++id) {
            const auto old_place = before.locate(id);
            const auto place = after.locate(id);
            EXPECT_EQ(
                after.shard(place.shard).open_extra().value()->tags(place.index).value(),
                before.shard(old_place.shard).open_extra().value()->tags(old_place.index).value());
        }
        expect_sound(grown);
    }
}

TEST_F(CompactShardsTest, AnyNumberOfThreadsGivesTheSameBytes) {
    const std::string grown = grow({30, 7, 11, 2, 50, 4, 16});
    const auto set = set_of(open(grown), {1, 40, 100});
    ASSERT_TRUE(write_bitmap(set, fs::path(grown) / "bitmaps/some.bm", false));
    fs::copy(grown, dir_ / "other", fs::copy_options::recursive);
    compact(grown, 3, 1);
    compact((dir_ / "other").string(), 3, 4);
    EXPECT_TRUE(files_of(grown) == files_of(dir_ / "other"));
}

TEST_F(CompactShardsTest, ShardsThatStayAreNotCopied) {
    const std::string grown = grow({100, 5, 5, 100});
    const auto id_of = [&](const char* name) {
        return std::pair(fs::hard_link_count(fs::path(grown) / name),
                         test::read_file(fs::path(grown) / name));
    };
    const auto held = open(grown);
    const auto first = id_of("shards/0.moves");
    const auto last = id_of("shards/3.extra");
    fs::create_hard_link(fs::path(grown) / "shards/3.extra", dir_ / "last.extra");
    compact(grown, 3);
    EXPECT_EQ(open(grown).shard_count(), 3U);
    EXPECT_EQ(id_of("shards/0.moves"), first);
    EXPECT_TRUE(fs::equivalent(fs::path(grown) / "shards/2.extra", dir_ / "last.extra"));
    EXPECT_EQ(id_of("shards/2.extra").second, last.second);
    expect_sound(grown);
}

TEST_F(CompactShardsTest, StoredAnswersAreAboutTheSameGames) {
    const std::string grown = grow({20});
    const fs::path bitmaps = fs::path(grown) / "bitmaps";
    collect(grown, "asked");
    const std::string asked = test::read_file(bitmaps / "asked.query");
    const std::string asked_set = test::read_file(bitmaps / "asked.bm");
    add_games_to("grown", 20, 30);
    add_games_to("grown", 30, 60);
    test::write_file(bitmaps / "asked.bm", asked_set);  // as after a crash
    const auto before = open(grown);
    const std::vector<uint64_t> some = {0, 19, 20, 29, 30, 59};
    ASSERT_TRUE(write_bitmap(set_of(before, some), bitmaps / "dense.bm", false));
    const auto id = corpus::bitmap_corpus_id(before);
    test::write_file(bitmaps / "sparse.bm", format_sparse_bitmap(set_of(before, some), *id));
    ASSERT_TRUE(write_bitmap(set_of(before, some), dir_ / "outside.bm", false));
    test::write_file(dir_ / "outside2.bm", format_sparse_bitmap(set_of(before, some), *id));
    Bitmap early(BitmapLayout{{20}});
    early.set(0, 7);
    ASSERT_TRUE(write_bitmap(early, bitmaps / "early.bm", false));
    query::PositionFile list{.unique = true, .has_fens = true, .total_matched = 9, .positions = {}};
    list.positions = {{0, 3, 5}, {1, 0, 0}, {1, 9, 2}, {2, 29, 1}};
    test::write_file(bitmaps / "found.ps", query::format_positions(list));
    test::write_file(bitmaps / "found.fen", "four lines\n");
    test::write_file(bitmaps / "heat.hm", "a heatmap");
    test::write_file(fs::path(grown) / "players.tsv", "# nobody\n");
    fs::create_directory(fs::path(grown) / "mine");
    test::write_file(fs::path(grown) / "mine/notes.txt", "mine");
    test::write_file(fs::path(grown) / "shards/notes.txt", "mine");

    EXPECT_TRUE(compact(grown).warnings.empty());
    const auto after = open(grown);
    ASSERT_EQ(after.shard_count(), 1U);
    const BitmapCorpus identity = corpus::bitmap_corpus(after);
    for (const char* const name : {"dense.bm", "sparse.bm"}) {
        EXPECT_EQ(ids_of(after, read_bitmap(bitmaps / name, identity).value()), some) << name;
    }
    EXPECT_EQ(ids_of(after, read_bitmap(bitmaps / "early.bm", identity).value()),
              std::vector<uint64_t>{7});
    EXPECT_EQ(read_bitmap_summary(bitmaps / "early.bm").value().layout, identity.layout);
    // What a collection did not ask, it still has to ask.
    EXPECT_EQ(read_bitmap_summary(bitmaps / "asked.bm").value().layout, BitmapLayout{});
    EXPECT_EQ(test::read_file(bitmaps / "asked.query"), asked);
    expect_collected(after, "asked");
    list.positions = {{0, 3, 5}, {0, 20, 0}, {0, 29, 2}, {0, 59, 1}};
    EXPECT_EQ(query::read_positions(bitmaps / "found.ps").value(), list);
    EXPECT_EQ(test::read_file(bitmaps / "found.fen"), "four lines\n");
    EXPECT_EQ(test::read_file(bitmaps / "heat.hm"), "a heatmap");
    EXPECT_EQ(test::read_file(fs::path(grown) / "players.tsv"), "# nobody\n");
    EXPECT_EQ(test::read_file(fs::path(grown) / "mine/notes.txt"), "mine");
    EXPECT_EQ(test::read_file(fs::path(grown) / "shards/notes.txt"), "mine");
    for (const char* const name : {"outside.bm", "outside2.bm"}) {
        const auto outside = read_bitmap(dir_ / name, identity);
        ASSERT_FALSE(outside) << name;
        EXPECT_EQ(outside.error().code, ErrorCode::Unsupported);
    }
    expect_sound(grown);
}

TEST_F(CompactShardsTest, ASetOfACollectionKeepsTheShardsThatItHasWhole) {
    const std::string grown = grow({20, 10, 30});
    const fs::path bitmaps = fs::path(grown) / "bitmaps";
    collect(grown, "asked");
    const std::string asked = test::read_file(bitmaps / "asked.bm");
    add_games_to("grown", 60, 65);
    test::write_file(bitmaps / "asked.bm", asked);  // as after a crash
    compact(grown, 2);
    ASSERT_EQ(corpus::bitmap_layout(open(grown)), (BitmapLayout{{30, 35}}));
    EXPECT_EQ(read_bitmap(bitmaps / "asked.bm").value().layout(), BitmapLayout{{30}});
    expect_collected(open(grown), "asked");
    expect_sound(grown);
    add_games_to("grown", 65, 70);
    EXPECT_EQ(read_bitmap(bitmaps / "asked.bm").value().layout(), (BitmapLayout{{30, 35, 5}}));
    expect_collected(open(grown), "asked");
}

TEST_F(CompactShardsTest, WhatCannotBeReadIsCopiedAndWhatHasANumberIsLeftOut) {
    const std::string grown = grow({20, 10});
    const fs::path bitmaps = fs::path(grown) / "bitmaps";
    test::write_file(bitmaps / "bad.bm", "PMOTE-BM");
    test::write_file(bitmaps / "bad.ps", "PMOTE-PS");
    query::PositionFile list{.total_matched = 1, .positions = {{1, 10, 0}}};
    test::write_file(bitmaps / "other.ps", query::format_positions(list));
    test::write_file(fs::path(grown) / "shards/1.notes", "of another program");
    const auto files = files_of(grown);
    const auto report = compact(grown);
    ASSERT_EQ(report.warnings.size(), 4U);
    EXPECT_NE(report.warnings[0].find("shards/1.notes"), std::string::npos) << report.warnings[0];
    for (const char* const name : {"bitmaps/bad.bm", "bitmaps/bad.ps", "bitmaps/other.ps"}) {
        EXPECT_EQ(test::read_file(fs::path(grown) / name), files.at(name));
    }
    EXPECT_FALSE(fs::exists(fs::path(grown) / "shards/1.notes"));
}

TEST_F(CompactShardsTest, KeepsApartShardsWithTagsAndWithout) {
    const std::string grown = grow({20, 10});
    add_games_to("grown", 30, 40, false);
    add_games_to("grown", 40, 50, false);
    EXPECT_EQ(compact(grown).shards, 2U);
    EXPECT_TRUE(fs::exists(fs::path(grown) / "shards/0.extra"));
    EXPECT_FALSE(fs::exists(fs::path(grown) / "shards/1.extra"));
    expect_sound(grown);
}

TEST_F(CompactShardsTest, WithNothingToJoinNothingIsWritten) {
    const std::string one = grow({20});
    const auto files = files_of(one);
    const auto meta = fs::last_write_time(fs::path(one) / "meta");
    EXPECT_EQ(compact(one).shards, 1U);
    EXPECT_TRUE(files_of(one) == files);
    EXPECT_EQ(fs::last_write_time(fs::path(one) / "meta"), meta);
}

TEST_F(CompactShardsTest, RefusesToCopyDamage) {
    const std::string grown = grow({20, 10});
    const fs::path damaged = fs::path(grown) / "shards/1.dict";
    std::string names = test::read_file(damaged);
    names[0] = names[0] == 'X' ? 'Y' : 'X';
    test::write_file(damaged, names);
    const auto files = files_of(grown);
    const auto report = compact_shards({.corpus = grown});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Corrupt);
    EXPECT_NE(report.error().message.find("1.dict"), std::string::npos) << report.error().message;
    EXPECT_TRUE(files_of(grown) == files);
    expect_nothing_left();
}

TEST_F(CompactShardsTest, ACancelledRunLeavesTheCorpusAsItWas) {
    const std::string grown = grow({20, 10, 5});
    const auto files = files_of(grown);
    int polls = 0;
    int stop_at = 0;
    for (;; ++stop_at) {
        polls = 0;
        const auto report = compact_shards(
            {.corpus = grown, .threads = 1, .is_cancelled = [&] { return polls++ == stop_at; }});
        if (report) break;
        EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
        ASSERT_TRUE(files_of(grown) == files) << stop_at;
        expect_nothing_left();
    }
    EXPECT_GT(stop_at, 3);
    EXPECT_EQ(open(grown).shard_count(), 1U);
}

TEST_F(CompactShardsTest, ReadersKeepTheOldCorpus) {
    const std::string grown = grow({20, 10});
    const auto reader = open(grown);
    compact(grown);
    EXPECT_EQ(reader.shard_count(), 2U);
    EXPECT_EQ(reader.game(25).value().plies(), open(grown).game(25).value().plies());
    // What it stores now is stored nowhere, and that is an error.
    const auto stored = reader.at(grown + "/bitmaps/late.bm", [&](const std::string& path) {
        return write_bitmap(set_of(reader, {3}), path, false);
    });
    EXPECT_FALSE(stored);
    EXPECT_FALSE(fs::exists(fs::path(grown) / "bitmaps/late.bm"));
}

// The other one has opened the old directory by then, and waits for its lock.
TEST_F(CompactShardsTest, AWriterThatWaitsGoesOnWithTheNewCorpus) {
    const std::string grown = grow({20, 10});
    test::write_file(dir_ / "more.pgn", games_text(30, 35));
    std::atomic<bool> waits = false;
    std::thread writer;
    const auto report = compact_shards({.corpus = grown, .threads = 1, .is_cancelled = [&] {
                                            if (writer.joinable()) return false;
                                            writer = std::thread([&] {
                                                IndexOptions options;
                                                options.inputs = {(dir_ / "more.pgn").string()};
                                                options.append = grown;
                                                options.lock.on_wait = [&] { waits = true; };
                                                const auto added = index_games(options);
                                                EXPECT_TRUE(added) << added.error().message;
                                            });
                                            while (!waits) std::this_thread::yield();
                                            return false;
                                        }});
    ASSERT_TRUE(report) << report.error().message;
    writer.join();
    const auto corpus = open(grown);
    EXPECT_EQ(corpus.game_count(), 35U);
    EXPECT_EQ(corpus.shard_count(), 2U);
    expect_sound(grown);
    expect_nothing_left();
}

// A query that began before and stores its answer while the shards are being joined.
TEST_F(CompactShardsTest, TakesOverWhatIsStoredMeanwhile) {
    const std::string grown = grow({20, 10});
    const auto reader = open(grown);
    const fs::path bitmaps = fs::path(grown) / "bitmaps";
    ASSERT_TRUE(write_bitmap(set_of(reader, {1}), bitmaps / "gone.bm", false));
    ASSERT_TRUE(write_bitmap(set_of(reader, {1}), bitmaps / "changed.bm", false));
    const auto store = [&](const char* name, uint64_t id) {
        const auto stored = reader.at(grown + "/bitmaps/" + name, [&](const std::string& path) {
            return write_bitmap(set_of(reader, {id}), path, true);
        });
        EXPECT_TRUE(stored) << stored.error().message;
    };
    bool is_stored = false;
    const auto report = compact_shards({.corpus = grown, .threads = 1, .is_cancelled = [&] {
                                            // The last time that it asks: everything has been taken
                                            // over once.
                                            if (is_stored || !is_written()) return false;
                                            is_stored = true;
                                            store("new.bm", 25);
                                            store("changed.bm", 26);
                                            fs::remove(bitmaps / "gone.bm");
                                            return false;
                                        }});
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(is_stored);
    const auto corpus = open(grown);
    const BitmapCorpus identity = corpus::bitmap_corpus(corpus);
    EXPECT_EQ(ids_of(corpus, read_bitmap(bitmaps / "new.bm", identity).value()),
              std::vector<uint64_t>{25});
    EXPECT_EQ(ids_of(corpus, read_bitmap(bitmaps / "changed.bm", identity).value()),
              std::vector<uint64_t>{26});
    EXPECT_FALSE(fs::exists(bitmaps / "gone.bm"));
}

TEST_F(CompactShardsTest, TellsWhereThereIsNoCorpus) {
    EXPECT_EQ(compact_shards({.corpus = dir_ / "none"}).error().code, ErrorCode::NotFound);
    fs::create_directory(dir_ / "empty");
    EXPECT_EQ(compact_shards({.corpus = dir_ / "empty"}).error().code, ErrorCode::NotFound);
    EXPECT_TRUE(fs::is_empty(dir_ / "empty"));
}

}  // namespace
}  // namespace edge::indexing
