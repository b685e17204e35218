#include "server/corpora.h"

#include <gtest/gtest.h>

#include "corpus/bitmap_layout.h"
#include "corpus/collection_file.h"
#include "corpus/corpus_builder.h"
#include "index/compact_shards.h"
#include "index/indexer.h"
#include "server/sets.h"
#include "server/stored_bitmaps.h"
#include "support/temp_dir.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

// A root folder that the process works in, as the daemon does.
// Sets are found by their text.
const query::Expr kAnyQuery{query::All{}};

class CorporaTest : public testing::Test {
protected:
    CorporaTest() : before_(fs::current_path()) { fs::current_path(dir_.path()); }
    ~CorporaTest() override { fs::current_path(before_); }

    static void write(const fs::path& path, size_t games) {
        test::CorpusBuilder builder;
        builder.games.resize(games);
        for (test::TestGame& game : builder.games) game.moves = test::line("e4 e5");
        builder.write(path);
    }

    wire::ChosenGames chosen(const OpenCorpus& open, std::string query) {
        Bitmap games(corpus::bitmap_layout(open.corpus));
        auto set = corpus::GameSet::of(open.corpus, games);
        return {std::move(query), std::move(games), std::move(*set)};
    }

    test::TempDir dir_;
    fs::path before_;
    Root root_ = *Root::open(dir_.path().string());
};

TEST_F(CorporaTest, AreOpenedOnceAndSharedAfterwards) {
    write("a.scoredb", 2);
    Corpora corpora(root_, 4);
    const auto first = corpora.open("a.scoredb");
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ((*first)->corpus.game_count(), 2U);
    EXPECT_EQ(corpora.open("a.scoredb").value(), *first);
    EXPECT_EQ(corpora.open_count(), 1U);
}

TEST_F(CorporaTest, AReplacedOneIsOpenedAgain) {
    write("a.scoredb", 2);
    write("b.scoredb", 3);
    Corpora corpora(root_, 4);
    const auto old = corpora.open("a.scoredb").value();
    fs::rename(dir_ / "a.scoredb", dir_ / "old.scoredb");
    fs::rename(dir_ / "b.scoredb", dir_ / "a.scoredb");
    fs::remove_all(dir_ / "old.scoredb");
    EXPECT_EQ(corpora.open("a.scoredb").value()->corpus.game_count(), 3U);
    EXPECT_TRUE(old->corpus.game(1));  // still mapped for whoever holds it
}

TEST_F(CorporaTest, ADeletedOneIsNotFoundAndForgotten) {
    write("a.scoredb", 2);
    Corpora corpora(root_, 4);
    ASSERT_TRUE(corpora.open("a.scoredb"));
    fs::remove_all(dir_ / "a.scoredb");
    const auto gone = corpora.open("a.scoredb");
    ASSERT_FALSE(gone);
    EXPECT_EQ(gone.error().code, ErrorCode::NotFound);
    EXPECT_EQ(corpora.open_count(), 0U);
}

TEST_F(CorporaTest, ALinkThatIsMovedOutOfTheRootIsRefused) {
    write("a.scoredb", 2);
    const test::TempDir outside;
    fs::create_directory_symlink("a.scoredb", dir_ / "link");
    Corpora corpora(root_, 4);
    ASSERT_TRUE(corpora.open("link"));
    write(outside / "b.scoredb", 1);
    fs::remove(dir_ / "link");
    fs::create_directory_symlink(outside / "b.scoredb", dir_ / "link");
    EXPECT_FALSE(corpora.open("link"));
}

TEST_F(CorporaTest, TheLeastUsedIsClosed) {
    for (const char* const name : {"a", "b", "c"}) write(name, 1);
    Corpora corpora(root_, 2);
    const auto a = corpora.open("a").value();
    ASSERT_TRUE(corpora.open("b"));
    ASSERT_TRUE(corpora.open("a"));
    ASSERT_TRUE(corpora.open("c"));
    EXPECT_EQ(corpora.open_count(), 2U);
    EXPECT_EQ(corpora.open("a").value(), a);
}

TEST_F(CorporaTest, SetsAreFoundByIdAndByQuery) {
    write("a", 70);
    Corpora corpora(root_, 2);
    const auto open = corpora.open("a").value();
    Sets sets(1 << 20);
    const auto kept = sets.keep(open, kAnyQuery, chosen(*open, "eco = B33"));
    EXPECT_EQ(sets.find(kept->id), kept);
    EXPECT_EQ(sets.find("no-such"), nullptr);
    EXPECT_EQ(sets.find_query(*open, "eco = B33"), kept);
    EXPECT_EQ(sets.find_query(*open, "eco = B34"), nullptr);
    const auto unsure =
        sets.keep(open, query::Expr{query::BitmapRef{"@name"}}, chosen(*open, "@name"));
    EXPECT_NE(unsure->id, kept->id);
    EXPECT_EQ(sets.find_query(*open, "@name"), nullptr);
    EXPECT_EQ(sets.find(unsure->id), unsure);
}

TEST_F(CorporaTest, SetsBeyondTheLimitAreDropped) {
    write("a", 70);
    Corpora corpora(root_, 2);
    const auto open = corpora.open("a").value();
    Sets one(1 << 20);
    const auto first = one.keep(open, kAnyQuery, chosen(*open, "1"));
    ASSERT_EQ(one.count(), 1U);
    const size_t bytes = one.bytes();
    Sets two(2 * bytes);
    const auto a = two.keep(open, kAnyQuery, chosen(*open, "1"));
    const auto b = two.keep(open, kAnyQuery, chosen(*open, "2"));
    EXPECT_EQ(two.find(a->id), a);  // now b is the older one
    const auto c = two.keep(open, kAnyQuery, chosen(*open, "3"));
    EXPECT_EQ(two.find(b->id), nullptr);
    EXPECT_EQ(two.find(a->id), a);
    EXPECT_EQ(two.find(c->id), c);
    Sets none(1);
    EXPECT_FALSE(none.keep(open, kAnyQuery, chosen(*open, "1"))->id.empty());
    EXPECT_EQ(none.count(), 0U);
}

TEST(StoredBitmaps, PathsAreFoundAnywhereInAQuery) {
    const query::Expr named{query::BitmapRef{"@good"}};
    const query::Expr path{query::BitmapRef{"/etc/x.bm"}};
    const query::Expr both{query::Combination{query::BoolOp::Or, {named, path}}};
    EXPECT_TRUE(check_no_paths(named));
    EXPECT_FALSE(check_no_paths(path));
    EXPECT_FALSE(check_no_paths(both));
    EXPECT_FALSE(check_no_paths(query::Expr{query::BitmapRef{"@../x"}}));
    EXPECT_TRUE(names_bitmaps(both));
    EXPECT_FALSE(names_bitmaps(query::Expr{query::All{}}));
}

TEST_F(CorporaTest, AreFoundOpenOnlyAfterTheyWereOpened) {
    write("a.scoredb", 2);
    Corpora corpora(root_, 4);
    EXPECT_FALSE(corpora.find_open("a.scoredb"));
    const auto open = corpora.open("a.scoredb").value();
    EXPECT_EQ(corpora.find_open("a.scoredb"), open);
    fs::remove_all(dir_ / "a.scoredb");
    EXPECT_FALSE(corpora.find_open("a.scoredb"));
}

TEST_F(CorporaTest, LinksInsideMustNotLeadOut) {
    const test::TempDir outside;
    write("a.scoredb", 2);
    Corpora corpora(root_, 4);
    fs::rename("a.scoredb/shards/0.dict", outside / "dict");
    fs::create_symlink(outside / "dict", "a.scoredb/shards/0.dict");
    const auto refused = corpora.open("a.scoredb");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);

    fs::rename(outside / "dict", dir_ / "dict");
    fs::remove("a.scoredb/shards/0.dict");
    fs::create_symlink("../../dict", "a.scoredb/shards/0.dict");
    EXPECT_TRUE(corpora.open("a.scoredb"));
}

TEST_F(CorporaTest, LinksOfStoredBitmapsMustNotLeadOut) {
    const test::TempDir outside;
    write("a.scoredb", 2);
    EXPECT_TRUE(check_links(root_, "a.scoredb", "@x"));
    fs::create_directory("a.scoredb/bitmaps");
    test::write_file(outside / "x.bm", "");
    fs::create_symlink(outside / "x.bm", "a.scoredb/bitmaps/x.bm");
    fs::create_symlink(outside / "x.bm", "a.scoredb/bitmaps/y-1.bm");
    test::write_file("a.scoredb/bitmaps/z.bm", "");
    EXPECT_FALSE(check_links(root_, "a.scoredb", "@x"));
    EXPECT_FALSE(check_links(root_, "a.scoredb", "@y"));
    EXPECT_TRUE(check_links(root_, "a.scoredb", "@z"));
    const auto corpus = corpus::Corpus::open("a.scoredb").value();
    const query::Expr named{query::BitmapRef{"@x"}};
    EXPECT_FALSE(check_links(root_, "a.scoredb", corpus, named));

    // A collection is made of the sets that it refers to.
    corpus::CollectionFile collection;
    collection.query = "not @x";
    collection.sources = {{"@x", {}}};
    test::write_file("a.scoredb/bitmaps/z.query", corpus::format_collection(collection).value());
    EXPECT_TRUE(check_links(root_, "a.scoredb", "@z"));
    EXPECT_FALSE(check_links(root_, "a.scoredb", corpus, query::Expr{query::BitmapRef{"@z"}}));

    fs::remove_all("a.scoredb/bitmaps");
    fs::create_directory_symlink(outside.path(), "a.scoredb/bitmaps");
    EXPECT_FALSE(check_links(root_, "a.scoredb", "@z"));
}

// Where the first shard stays the same file, ids that were found before stay valid, and sets with
// them.
TEST_F(CorporaTest, OneWhoseShardsWereJoinedIsOpenedAgain) {
    const std::string games[] = {"1. e4 e5 2. Nf3 Nc6 *", "1. d4 *", "1. c4 *"};
    for (size_t i = 0; i < std::size(games); ++i) {
        test::write_file("x.pgn", games[i]);
        indexing::IndexOptions options;
        options.inputs = {"x.pgn"};
        (i > 0 ? options.append : options.out) = "a.scoredb";
        ASSERT_TRUE(indexing::index_games(options));
    }
    Corpora corpora(root_, 4);
    Sets sets(1 << 20);
    const auto before = corpora.open("a.scoredb").value();
    const auto kept = sets.keep(before, kAnyQuery, chosen(*before, "1"));
    ASSERT_TRUE(indexing::compact_shards({.corpus = "a.scoredb", .shards = 2}));
    EXPECT_EQ(corpora.find_open("a.scoredb"), nullptr);
    const auto joined = corpora.open("a.scoredb").value();
    EXPECT_EQ(joined->corpus.shard_count(), 2U);
    EXPECT_TRUE(is_same_or_grown(*before, *joined));
    sets.forget_gone(root_.path());
    EXPECT_EQ(sets.find(kept->id), kept);
    EXPECT_EQ(kept->corpus->corpus.shard_count(), 3U) << "the set is asked about as it was";
    ASSERT_TRUE(indexing::compact_shards({.corpus = "a.scoredb", .shards = 1}));
    EXPECT_FALSE(is_same_or_grown(*before, *corpora.open("a.scoredb").value()));
    sets.forget_gone(root_.path());
    EXPECT_EQ(sets.count(), 0U);
}

TEST_F(CorporaTest, OneThatHasGrownKeepsTheSetsOfBothStates) {
    test::write_file("x.pgn", "1. e4 *");
    test::write_file("y.pgn", "1. d4 *");
    const auto index = [](const char* input, bool adds) {
        indexing::IndexOptions options;
        options.inputs = {input};
        options.force = !adds;
        (adds ? options.append : options.out) = "a.scoredb";
        ASSERT_TRUE(indexing::index_games(options));
    };
    Corpora corpora(root_, 4);
    Sets sets(1 << 20);
    index("x.pgn", false);
    const auto before = corpora.open("a.scoredb").value();
    index("y.pgn", true);
    const auto after = corpora.open("a.scoredb").value();
    EXPECT_TRUE(is_same_or_grown(*before, *after));
    EXPECT_FALSE(is_same_or_grown(*after, *before));
    const auto newer = sets.keep(after, kAnyQuery, chosen(*before, "1"));
    const auto older = sets.keep(before, kAnyQuery, chosen(*before, "2"));  // of a slow scan
    sets.forget_gone(root_.path());
    EXPECT_EQ(sets.find(newer->id), newer);
    EXPECT_EQ(sets.find(older->id), older);
    index("x.pgn", false);
    const auto other = corpora.open("a.scoredb").value();
    EXPECT_FALSE(is_same_or_grown(*before, *other));
    EXPECT_FALSE(is_same_or_grown(*after, *other));
    sets.forget_gone(root_.path());
    EXPECT_EQ(sets.count(), 0U);
}

TEST_F(CorporaTest, WhatIsGoneIsDropped) {
    write("a.scoredb", 2);
    write("b.scoredb", 2);
    Corpora corpora(root_, 4);
    Sets sets(1 << 20);
    for (const char* const name : {"a.scoredb", "b.scoredb"}) {
        const auto open = corpora.open(name).value();
        sets.keep(open, kAnyQuery, chosen(*open, "q"));
    }
    fs::remove_all("a.scoredb");
    corpora.forget_gone();
    sets.forget_gone(root_.path());
    EXPECT_EQ(corpora.open_count(), 1U);
    EXPECT_EQ(sets.count(), 1U);
    EXPECT_TRUE(sets.find_query(*corpora.find_open("b.scoredb"), "q"));
}

}  // namespace
}  // namespace edge::server
