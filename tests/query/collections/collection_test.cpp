#include "query/collections/collection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "bitmap/bitmap_file.h"
#include "corpus/bitmap_layout.h"
#include "corpus/collections.h"
#include "corpus/corpus_builder.h"
#include "query/headers/name_aliases.h"
#include "query/lang/text.h"
#include "query/openings.h"
#include "support/some_openings.h"
#include "support/temp_dir.h"

namespace edge::query {
namespace {

namespace fs = std::filesystem;
using corpus::GameResult;
using Texts = std::vector<std::string>;

// A corpus of three games in one shard, to which three others can be added as a second one.
class CollectionTest : public testing::Test {
protected:
    CollectionTest() {
        builder_.games = {
            {.moves = test::line("e4 e5"), .white = "Tal, Mihail"},
            {.moves = test::line("d4"), .result = GameResult::BlackWins, .white = "Tal,M"},
            {.moves = test::line("e4 c5"), .result = GameResult::Draw, .white = "Leko"},
        };
        builder_.meta.corpus_id = std::string(32, 'a');
        builder_.write(root_);
    }

    void grow() {
        const auto first = builder_.games;
        builder_.games.insert(builder_.games.end(), first.begin(), first.end());
        builder_.shards = 2;
        const fs::path grown = dir_ / "grown";
        builder_.write(grown);
        fs::copy(root_ / "bitmaps", grown / "bitmaps",
                 fs::copy_options::recursive | fs::copy_options::overwrite_existing);
        if (fs::exists(root_ / "players.tsv")) {
            fs::copy_file(root_ / "players.tsv", grown / "players.tsv");
        }
        fs::remove_all(root_);
        fs::rename(grown, root_);
    }

    corpus::Corpus open() const { return corpus::Corpus::open(root_.string()).value(); }

    Status save(const std::string& text, const std::string& name, bool takes_aliases = true,
                StoreOptions store = {}) const {
        const auto corpus = open();
        Expr question = EDGE_TRY(parse_text(text));
        if (!takes_aliases) question = without_aliases(std::move(question));
        question = with_openings(std::move(question), test::some_openings());
        const auto query = EDGE_TRY(Query::prepare(corpus, std::move(question)));
        EDGE_CHECK(check_collection(query, name));
        const Bitmap games = EDGE_TRY(find_games(query, {}));
        return save_collection(query, games, name, store);
    }

    std::vector<uint64_t> ids(const std::string& name) const {
        const auto corpus = open();
        const auto set = read_stored_set(corpus, "@" + name);
        EXPECT_TRUE(set) << set.error().message;
        std::vector<uint64_t> found;
        if (!set) return found;
        for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
            set->for_each(shard,
                          [&](uint32_t game) { found.push_back(corpus.first_id(shard) + game); });
        }
        return found;
    }

    CollectionState state(const std::string& name) const {
        return inspect_collections(open(), {name}, test::some_openings().get()).value().front();
    }

    Status refresh(const Texts& names) const {
        return refresh_collections(open(), names, {.openings = test::some_openings(), .run = {}});
    }

    test::TempDir dir_;
    fs::path root_ = dir_ / "c.scoredb";
    test::CorpusBuilder builder_;
};

using Ids = std::vector<uint64_t>;

TEST_F(CollectionTest, IsASetWithItsQuery) {
    ASSERT_TRUE(save("result = W,D", "good"));
    EXPECT_EQ(ids("good"), (Ids{0, 2}));
    EXPECT_EQ(corpus::collection_names(open()), Texts{"good"});
    const CollectionState good = state("good");
    EXPECT_EQ(good.query, "result = W,D");
    EXPECT_EQ(good.games, 2U);
    EXPECT_EQ(good.stale, Texts{});
    EXPECT_EQ(good.error, "");
}

TEST_F(CollectionTest, IsCompletedWhenItIsReadAfterTheCorpusHasGrown) {
    ASSERT_TRUE(save("result = W,D", "good"));
    ASSERT_TRUE(save("@good and move(\"e4\") and not never(to_move(w) move(\"e4\"))", "best"));
    ASSERT_TRUE(write_stored_set(open(), *read_stored_set(open(), "@good"), "@plain", {}));
    grow();
    EXPECT_EQ(ids("good"), (Ids{0, 2, 3, 5}));
    EXPECT_EQ(ids("best"), (Ids{0, 2, 3, 5}));
    EXPECT_EQ(ids("plain"), (Ids{0, 2}));
    EXPECT_EQ(state("best").stale, Texts{});
    EXPECT_EQ(state("best").refers_to, Texts{"@good"});
    // The file has not changed.
    EXPECT_EQ(read_bitmap_summary(root_ / "bitmaps" / "good.bm")->layout.shard_count(), 1U);
}

TEST_F(CollectionTest, QueriesNameIt) {
    ASSERT_TRUE(save("result = W,D", "good"));
    grow();
    const auto corpus = open();
    const auto query = Query::prepare(corpus, *parse_text("not @good or @good and result = D"));
    EXPECT_EQ(find_games(*query, {})->count(), 4U);
}

TEST_F(CollectionTest, NewGamesAreJudgedByTheNamesAndOpeningsOfThen) {
    test::write_file(root_ / "players.tsv", "Tal, Mihail\tTal,M\n");
    ASSERT_TRUE(save("white = \"Tal, Mihail\"", "tal"));
    ASSERT_TRUE(save("white = \"Tal, Mihail\"", "spelled", /*takes_aliases=*/false));
    ASSERT_TRUE(save("opening(\"sicilian\")", "sicilian"));
    test::write_file(root_ / "players.tsv", "Leko\tLeko,P\n");
    grow();
    EXPECT_EQ(ids("tal"), (Ids{0, 1, 3, 4}));
    EXPECT_EQ(ids("spelled"), (Ids{0, 3}));
    EXPECT_EQ(ids("sicilian"), (Ids{2, 5}));
    EXPECT_EQ(state("tal").stale, Texts{"players.tsv has other spellings of its names"});
    EXPECT_EQ(state("spelled").stale, Texts{});
    EXPECT_FALSE(state("spelled").takes_aliases);
    EXPECT_EQ(state("sicilian").stale, Texts{});
    ASSERT_TRUE(refresh({"tal"}));
    EXPECT_EQ(ids("tal"), (Ids{0, 3}));
    EXPECT_EQ(state("tal").stale, Texts{});
}

TEST_F(CollectionTest, OtherNamesOfOpeningsMakeItStale) {
    ASSERT_TRUE(save("opening(\"sicilian\")", "sicilian"));
    Openings others;
    ASSERT_TRUE(others.add("e4 e5", {"B20", "Sicilian defence"}));
    EXPECT_EQ(inspect_collections(open(), {"sicilian"}, &others)->front().stale,
              Texts{"other positions have the names of its openings"});
    EXPECT_EQ(inspect_collections(open(), {"sicilian"}, nullptr)->front().stale, Texts{});
    const auto names = std::make_shared<const Openings>(others);
    ASSERT_TRUE(refresh_collections(open(), {"sicilian"}, {.openings = names, .run = {}}));
    EXPECT_EQ(ids("sicilian"), Ids{0});
    EXPECT_EQ(refresh_collections(open(), {"sicilian"}, {}).error().code, ErrorCode::NotFound);
}

TEST_F(CollectionTest, ChangesOfTheSetsItAsksForMakeItStale) {
    ASSERT_TRUE(save("result = W", "won"));
    ASSERT_TRUE(save("@won or result = D", "good"));
    ASSERT_TRUE(save("not @good", "bad"));
    EXPECT_EQ(state("bad").stale, Texts{});
    ASSERT_TRUE(save("result = B", "won", true, {.force = true}));
    EXPECT_EQ(state("won").stale, Texts{});
    EXPECT_EQ(state("good").stale, Texts{"@won has changed"});
    EXPECT_EQ(state("bad").stale, Texts{"@good is stale"});
    ASSERT_TRUE(refresh({"bad"}));  // and before it @good
    EXPECT_EQ(ids("good"), (Ids{1, 2}));
    EXPECT_EQ(ids("bad"), Ids{0});
    EXPECT_EQ(state("bad").stale, Texts{});
}

TEST_F(CollectionTest, APlainSetMayGrowButNotChange) {
    Bitmap games(corpus::bitmap_layout(open()));
    games.set(0, 0);
    ASSERT_TRUE(write_stored_set(open(), games, "@mine", {}));
    ASSERT_TRUE(save("not @mine", "others"));
    grow();
    EXPECT_EQ(state("others").stale, Texts{});
    EXPECT_EQ(ids("others"), (Ids{1, 2, 3, 4, 5}));
    Bitmap more(corpus::bitmap_layout(open()));
    more.set(0, 1);
    ASSERT_TRUE(write_stored_set(open(), more, "@mine", {.force = true}));
    EXPECT_EQ(state("others").stale, Texts{"@mine has changed"});
    fs::remove(root_ / "bitmaps" / "mine.bm");  // without which it cannot be completed
    EXPECT_NE(state("others").error.find("mine.bm"), std::string::npos) << state("others").error;
}

TEST_F(CollectionTest, ASetThatIsGoneMakesItStale) {
    Bitmap games(corpus::bitmap_layout(open()));
    ASSERT_TRUE(write_stored_set(open(), games, "@mine", {}));
    ASSERT_TRUE(save("not @mine", "others"));
    fs::remove(root_ / "bitmaps" / "mine.bm");
    EXPECT_EQ(state("others").stale, Texts{"@mine is gone"});
    EXPECT_EQ(ids("others"), (Ids{0, 1, 2}));
}

TEST_F(CollectionTest, ASetInItsPlaceIsNoAnswerToItsQuery) {
    ASSERT_TRUE(save("result = W,D", "good"));
    const std::string query = test::read_file(root_ / "bitmaps" / "good.query");
    Bitmap games(corpus::bitmap_layout(open()));
    games.set(0, 1);
    EXPECT_EQ(write_stored_set(open(), games, "@good", {}).error().code, ErrorCode::Exists);
    ASSERT_TRUE(write_stored_set(open(), games, "@good", {.force = true}));
    EXPECT_EQ(corpus::collection_names(open()), Texts{});
    // As after a crash between the two files.
    test::write_file(root_ / "bitmaps" / "good.query", query);
    EXPECT_EQ(state("good").stale, Texts{"its set was replaced"});
    grow();
    EXPECT_EQ(ids("good"), Ids{1});
}

TEST_F(CollectionTest, CannotAskForItself) {
    ASSERT_TRUE(save("result = W", "a"));
    ASSERT_TRUE(save("not @a", "b"));
    const auto mistake = [&](const std::string& text, const std::string& name) {
        const Status saved = save(text, name, true, {.force = true});
        return saved ? "none" : saved.error().message;
    };
    EXPECT_EQ(mistake("not @a", "a"),
              "@a would refer to itself; a collection can only refer to others");
    EXPECT_EQ(mistake("@b or result = D", "a"),
              "@a would refer to itself; a collection can only refer to others");
    EXPECT_EQ(mistake("@b", "c"), "none");
    // Files that somebody has exchanged.
    fs::copy_file(root_ / "bitmaps" / "b.query", root_ / "bitmaps" / "a.query",
                  fs::copy_options::overwrite_existing);
    fs::copy_file(root_ / "bitmaps" / "b.bm", root_ / "bitmaps" / "a.bm",
                  fs::copy_options::overwrite_existing);
    grow();
    const auto read = read_stored_set(open(), "@a");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::Corrupt);
    EXPECT_NE(state("b").error.find("refers to itself"), std::string::npos) << state("b").error;
    EXPECT_NE(refresh({"a"}).error().message.find("to itself"), std::string::npos);
}

TEST_F(CollectionTest, AsksOnlyForSetsByTheirNames) {
    ASSERT_TRUE(save("result = W", "a"));
    const Status saved = save("bitmap(\"" + (root_ / "bitmaps" / "a.bm").string() + "\")", "b");
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::InvalidArgument);
    EXPECT_FALSE(save("all", "no name"));
}

TEST_F(CollectionTest, AQueryThatNamesAFileIsDamage) {
    ASSERT_TRUE(save("result = W", "a"));
    const auto file = root_ / "bitmaps" / "a.query";
    const std::string whole = test::read_file(file);
    std::string other = whole.substr(0, whole.find("hash=", whole.find("made_at")));
    other.replace(other.find("query=result = W"), 16, "query=bitmap(\"/etc/x.bm\")");
    test::write_file(file, other + "hash=" + to_hex(content_hash(other)) + "\n");
    grow();
    const auto read = read_stored_set(open(), "@a");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::Corrupt);
    EXPECT_NE(read.error().message.find("/etc/x.bm"), std::string::npos) << read.error().message;
    EXPECT_EQ(refresh({"a"}).error().code, ErrorCode::Corrupt);
}

// Each level refers to both sets of the one before.
TEST_F(CollectionTest, ManyWaysToASetAreLookedAtOnce) {
    ASSERT_TRUE(save("result = W", "a0"));
    ASSERT_TRUE(save("result = B", "b0"));
    constexpr int kLevels = 24;
    for (int i = 0; i < kLevels; ++i) {
        const std::string both = "@a" + std::to_string(i) + " xor @b" + std::to_string(i);
        ASSERT_TRUE(save(both, "a" + std::to_string(i + 1)));
        ASSERT_TRUE(save(both + " or result = D", "b" + std::to_string(i + 1)));
    }
    EXPECT_EQ(state("a" + std::to_string(kLevels)).stale, Texts{});
    grow();
    EXPECT_EQ(state("a" + std::to_string(kLevels)).error, "");
}

TEST_F(CollectionTest, IsDeletedUnlessAnotherAsksForIt) {
    ASSERT_TRUE(save("result = W", "a"));
    ASSERT_TRUE(save("not @a", "b"));
    const auto refused = delete_collections(open(), {"a"}, false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "@a cannot be deleted: the collection @b refers to it");
    ASSERT_TRUE(delete_collections(open(), {"a", "b"}, false));
    EXPECT_EQ(corpus::collection_names(open()), Texts{});
    EXPECT_TRUE(fs::is_empty(root_ / "bitmaps"));
    EXPECT_EQ(delete_collections(open(), {"a"}, false).error().code, ErrorCode::NotFound);
}

TEST_F(CollectionTest, DamageIsReportedByFile) {
    ASSERT_TRUE(save("result = W", "a"));
    test::write_file(root_ / "bitmaps" / "a.query", "collection=1\nquery");
    EXPECT_NE(state("a").error.find("a.query"), std::string::npos) << state("a").error;
    EXPECT_EQ(ids("a"), Ids{0});  // the set covers all games
    grow();
    EXPECT_EQ(read_stored_set(open(), "@a").error().code, ErrorCode::Corrupt);
}

}  // namespace
}  // namespace edge::query
