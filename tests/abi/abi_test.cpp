// The C interface as a program in C sees it, and what it does with misuse.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "bitmap/bitmap_file.h"
#include "core/parallel.h"
#include "corpus/sparse_corpus.h"
#include "edge/edge.h"
#include "query/game_set.h"
#include "support/source_dir.h"
#include "support/temp_dir.h"

namespace edge {
namespace {

using Json = nlohmann::json;

template <auto free>
struct Freed {
    template <class T>
    void operator()(T* handle) const {
        free(handle);
    }
};
using CorpusHandle = std::unique_ptr<edge_corpus, Freed<edge_close>>;
using BitmapHandle = std::unique_ptr<edge_bitmap, Freed<edge_bitmap_free>>;
using ControlHandle = std::unique_ptr<edge_control, Freed<edge_control_free>>;

std::string taken(edge_error* error) {
    std::string message = edge_error_message(error);
    edge_error_free(error);
    return message;
}

struct Answered {
    edge_status status = EDGE_OK;
    std::string text;  // the answer, or what is wrong
    Json json() const { return Json::parse(text); }
};

Answered taken(edge_status status, edge_text answer, edge_error* error) {
    if (status != EDGE_OK) return {status, taken(error)};
    Answered result{status, std::string(answer.data, answer.size)};
    EXPECT_EQ(answer.data[answer.size], '\0');
    edge_text_free(&answer);
    EXPECT_EQ(answer.data, nullptr);
    return result;
}

class AbiTest : public testing::Test {
protected:
    AbiTest() {
        edge_corpus* opened = nullptr;
        EXPECT_EQ(edge_open(games_.corpus().path().c_str(), &opened, nullptr), EDGE_OK);
        corpus_.reset(opened);
    }

    Answered ask(const char* what, const char* request, const edge_bitmap* games = nullptr,
                 edge_control* control = nullptr) const {
        edge_text answer{};
        edge_error* error = nullptr;
        const auto status = edge_ask(corpus_.get(), what, request, games, control, &answer, &error);
        return taken(status, answer, error);
    }
    BitmapHandle find(const char* request, const edge_bitmap* within = nullptr) const {
        edge_bitmap* found = nullptr;
        EXPECT_EQ(edge_find(corpus_.get(), request, within, nullptr, &found, nullptr), EDGE_OK);
        return BitmapHandle(found);
    }

    const test::GameSet games_{test::classics_pgn()};
    CorpusHandle corpus_;
};

BitmapHandle combine(const char* operation, const BitmapHandle& left,
                     const BitmapHandle& right = {}) {
    edge_bitmap* games = nullptr;
    EXPECT_EQ(edge_bitmap_combine(operation, left.get(), right.get(), &games, nullptr), EDGE_OK);
    return BitmapHandle(games);
}

TEST(AbiVersionTest, HasItsVersions) {
    EXPECT_EQ(edge_abi_version(), static_cast<uint32_t>(EDGE_ABI_VERSION));
    EXPECT_NE(std::string(edge_version()).find('.'), std::string::npos);
}

TEST_F(AbiTest, AnswersEveryQuestion) {
    const Json query = ask("query", R"({"query": "checkmate"})").json();
    EXPECT_EQ(query["games_matched"], 10);
    EXPECT_EQ(query["games_scanned"], 58);
    EXPECT_EQ(ask("explore", "{}").json()["total"], 58);
    const Json games = ask("games", R"({"limit": 3})").json();
    EXPECT_EQ(games["games"].size(), 3U);
    EXPECT_TRUE(ask("games", R"({"format": "pgn", "limit": 1})").text.starts_with("[Event "));
    EXPECT_EQ(ask("inspect", "{}").json()["meta"]["total_games"], 58);
    EXPECT_EQ(ask("inspect", R"({"verify": true})").json()["verify"]["ok"], true);
    const Json players = ask("players", R"({"text": "kasparow"})").json();
    EXPECT_EQ(players["players"][0]["name"], "Kasparov, Garry");
    EXPECT_EQ(players["players"][0]["games"], 4);
    const Json news = ask("news", R"({"pgn": "1. e4 e5 2. Nf3 *"})").json();
    EXPECT_EQ(news["games"], 58);
}

TEST_F(AbiTest, ListsThePositionsThatWereRequested) {
    const Json json = ask("query", R"({"query": "checkmate", "answer": "positions"})").json();
    EXPECT_EQ(json["positions_listed"], 10);
    EXPECT_EQ(json["positions"].size(), 10U);
}

TEST_F(AbiTest, ExplainsWithoutRunning) {
    const Json json = ask("query", R"({"query": "checkmate", "answer": "explain"})").json();
    EXPECT_EQ(json["query"], "ever(checkmate)");
}

TEST_F(AbiTest, ASetNarrowsEveryQuestion) {
    const BitmapHandle mates = find(R"({"query": "checkmate"})");
    ASSERT_EQ(edge_bitmap_count(mates.get()), 10U);
    EXPECT_EQ(ask("query", "{}", mates.get()).json()["games_matched"], 10);
    EXPECT_EQ(ask("explore", "{}", mates.get()).json()["total"], 10);
    EXPECT_EQ(ask("games", "{}", mates.get()).json()["games_matched"], 10);
    const auto won = find(R"({"query": "result = W"})", mates.get());
    const auto alone = find(R"({"query": "result = W and checkmate"})");
    EXPECT_EQ(edge_bitmap_count(won.get()), edge_bitmap_count(alone.get()));
    EXPECT_EQ(ask("query", R"({"query": "result = W"})", mates.get()).json()["query"],
              "bitmap(\"10 games\") and result = W");
}

TEST_F(AbiTest, SetsHaveTheirAlgebra) {
    const auto mates = find(R"({"query": "checkmate"})");
    const auto won = find(R"({"query": "result = W"})");
    const uint64_t both = edge_bitmap_count(combine("and", mates, won).get());
    const uint64_t any = edge_bitmap_count(combine("or", mates, won).get());
    EXPECT_EQ(any + both, edge_bitmap_count(mates.get()) + edge_bitmap_count(won.get()));
    EXPECT_EQ(edge_bitmap_count(combine("xor", mates, won).get()), any - both);
    EXPECT_EQ(edge_bitmap_count(combine("sub", mates, won).get()), 10 - both);
    EXPECT_EQ(edge_bitmap_count(combine("not", mates).get()), 48U);

    edge_error* error = nullptr;
    edge_bitmap* games = nullptr;
    EXPECT_EQ(edge_bitmap_combine("nand", mates.get(), won.get(), &games, &error),
              EDGE_INVALID_ARGUMENT);
    EXPECT_NE(taken(error).find("nand"), std::string::npos);
    EXPECT_EQ(edge_bitmap_combine("and", mates.get(), nullptr, &games, nullptr),
              EDGE_INVALID_ARGUMENT);
    EXPECT_EQ(games, nullptr);
}

TEST_F(AbiTest, WordsAreTheSet) {
    const std::vector<uint64_t> ids = {57, 3, 3, 0};
    edge_bitmap* made = nullptr;
    ASSERT_EQ(edge_bitmap_of(corpus_.get(), ids.data(), ids.size(), &made, nullptr), EDGE_OK);
    const BitmapHandle games(made);
    EXPECT_EQ(edge_bitmap_count(games.get()), 3U);
    std::vector<uint64_t> found;
    uint64_t first = 0;
    for (uint32_t shard = 0; shard < edge_bitmap_shards(games.get()); ++shard) {
        uint64_t shard_games = 0;
        const uint64_t* const words = edge_bitmap_words(games.get(), shard, &shard_games);
        for (uint64_t game = 0; game < shard_games; ++game) {
            if ((words[game / 64] >> (game % 64) & 1) != 0) found.push_back(first + game);
        }
        first += shard_games;
    }
    EXPECT_EQ(found, (std::vector<uint64_t>{0, 3, 57}));
    EXPECT_EQ(edge_bitmap_words(games.get(), 1000, nullptr), nullptr);

    const uint64_t beyond = 58;
    EXPECT_EQ(edge_bitmap_of(corpus_.get(), &beyond, 1, &made, nullptr), EDGE_INVALID_ARGUMENT);
}

TEST(AbiWordsTest, AShardWithoutGamesHasAnAddress) {
    const test::TempDir dir;
    test::write_file(dir / "none.pgn", "");
    const test::GameSet none(dir / "none.pgn", 1);
    edge_corpus* opened = nullptr;
    ASSERT_EQ(edge_open(none.corpus().path().c_str(), &opened, nullptr), EDGE_OK);
    const CorpusHandle corpus(opened);
    edge_bitmap* made = nullptr;
    ASSERT_EQ(edge_bitmap_of(corpus.get(), nullptr, 0, &made, nullptr), EDGE_OK);
    const BitmapHandle games(made);
    ASSERT_EQ(edge_bitmap_shards(games.get()), 1U);
    uint64_t shard_games = 1;
    EXPECT_NE(edge_bitmap_words(games.get(), 0, &shard_games), nullptr);
    EXPECT_EQ(shard_games, 0U);
}

TEST_F(AbiTest, SetsAreStoredAndOutliveTheCorpus) {
    const auto mates = find(R"({"query": "checkmate"})");
    EXPECT_EQ(edge_bitmap_save(corpus_.get(), mates.get(), "@mates", false, nullptr), EDGE_OK);
    edge_error* error = nullptr;
    EXPECT_EQ(edge_bitmap_save(corpus_.get(), mates.get(), "@mates", false, &error), EDGE_EXISTS);
    EXPECT_NE(taken(error).find("exists already"), std::string::npos);
    EXPECT_EQ(ask("combine", R"({"op": "not", "inputs": ["@mates"], "output": "@rest"})")
                  .json()["games_set"],
              48);
    edge_bitmap* loaded = nullptr;
    ASSERT_EQ(edge_bitmap_load(corpus_.get(), "@rest", &loaded, nullptr), EDGE_OK);
    const BitmapHandle rest(loaded);
    corpus_.reset();
    EXPECT_EQ(edge_bitmap_count(rest.get()), 48U);
}

TEST_F(AbiTest, SetsOfFewGamesAreStoredSparse) {
    const test::TempDir dir;
    const auto root = dir / "c.scoredb";
    test::write_sparse_corpus(root);
    edge_corpus* opened = nullptr;
    ASSERT_EQ(edge_open(root.c_str(), &opened, nullptr), EDGE_OK);
    const CorpusHandle corpus(opened);
    const uint64_t ids[] = {19999, 7, 3};
    edge_bitmap* made = nullptr;
    ASSERT_EQ(edge_bitmap_of(corpus.get(), ids, 3, &made, nullptr), EDGE_OK);
    const BitmapHandle games(made);
    const auto elsewhere = dir / "few.bm";
    const auto version = [&](const char* name, const std::filesystem::path& file) {
        EXPECT_EQ(edge_bitmap_save(corpus.get(), games.get(), name, false, nullptr), EDGE_OK);
        edge_bitmap* loaded = nullptr;
        EXPECT_EQ(edge_bitmap_load(corpus.get(), name, &loaded, nullptr), EDGE_OK);
        const BitmapHandle again(loaded);
        EXPECT_EQ(edge_bitmap_count(again.get()), 3U);
        return read_bitmap_summary(file)->version;
    };
    EXPECT_EQ(version("@few", root / "bitmaps/few.bm"), kSparseVersion);
    EXPECT_EQ(version(elsewhere.c_str(), elsewhere), kDenseVersion);

    const auto other = root / "bitmaps/other.bm";
    ASSERT_TRUE(write_bitmap(Bitmap({{20000}}), other, false, ContentHash{1, 2}));
    edge_bitmap* loaded = nullptr;
    edge_error* error = nullptr;
    EXPECT_EQ(edge_bitmap_load(corpus.get(), "@other", &loaded, &error), EDGE_UNSUPPORTED);
    EXPECT_NE(taken(error).find("found a bitmap of the corpus 0000"), std::string::npos);
}

TEST_F(AbiTest, ASetOfAnotherCorpusIsRefused) {
    const test::GameSet others{test::classics_pgn(), 3};
    edge_corpus* opened = nullptr;
    ASSERT_EQ(edge_open(others.corpus().path().c_str(), &opened, nullptr), EDGE_OK);
    const CorpusHandle other(opened);
    const auto mates = find(R"({"query": "checkmate"})");
    edge_bitmap* found = nullptr;
    EXPECT_EQ(edge_find(other.get(), "{}", mates.get(), nullptr, &found, nullptr),
              EDGE_INVALID_ARGUMENT);
    EXPECT_EQ(edge_bitmap_save(other.get(), mates.get(), "@x", false, nullptr),
              EDGE_INVALID_ARGUMENT);
}

TEST_F(AbiTest, MistakesAreNamed) {
    EXPECT_EQ(ask("question", "{}").status, EDGE_INVALID_ARGUMENT);
    EXPECT_NE(ask("question", "{}").text.find("query, explore"), std::string::npos);
    EXPECT_EQ(ask("query", "{").status, EDGE_INVALID_ARGUMENT);
    EXPECT_EQ(ask("query", R"({"querry": "x"})").status, EDGE_INVALID_ARGUMENT);
    EXPECT_NE(ask("query", R"({"query": "elo >"})").text.find("/query"), std::string::npos);
    EXPECT_EQ(ask("query", nullptr).status, EDGE_INVALID_ARGUMENT);
    edge_text answer{};
    EXPECT_EQ(edge_ask(nullptr, "query", "{}", nullptr, nullptr, &answer, nullptr),
              EDGE_INVALID_ARGUMENT);
    EXPECT_EQ(edge_ask(corpus_.get(), "query", "{}", nullptr, nullptr, nullptr, nullptr),
              EDGE_INVALID_ARGUMENT);
    EXPECT_EQ(answer.data, nullptr);
    edge_corpus* opened = nullptr;
    edge_error* error = nullptr;
    EXPECT_EQ(edge_open("no/such.scoredb", &opened, &error), EDGE_NOT_FOUND);
    EXPECT_NE(taken(error).find("no/such.scoredb"), std::string::npos);
    EXPECT_EQ(opened, nullptr);
}

TEST_F(AbiTest, APlaceIsReported) {
    const auto failed = [&](const char* request) {
        edge_bitmap* found = nullptr;
        edge_error* error = nullptr;
        EXPECT_EQ(edge_find(corpus_.get(), request, nullptr, nullptr, &found, &error),
                  EDGE_INVALID_ARGUMENT);
        return std::unique_ptr<edge_error, Freed<edge_error_free>>(error);
    };
    edge_place place{};
    const auto text = failed(R"({"query": "result = W\n and \u00e9\u00e9 foo"})");
    ASSERT_TRUE(edge_error_place(text.get(), &place));
    EXPECT_STREQ(place.file, "");
    EXPECT_STREQ(place.pointer, "/query");
    EXPECT_EQ(place.line, 2U);
    EXPECT_EQ(place.column, 6U);
    EXPECT_EQ(place.offset, -1);

    const auto json = failed(R"({"query_json": {"and": [true, {"x/y": 1}]}})");
    ASSERT_TRUE(edge_error_place(json.get(), &place));
    EXPECT_EQ(std::string(place.pointer).substr(0, 17), "/query_json/and/0");
    EXPECT_EQ(place.line, 0U);

    EXPECT_FALSE(edge_error_place(nullptr, &place));
    EXPECT_STREQ(place.pointer, "");
}

TEST(AbiStatusTest, HasAName) {
    EXPECT_STREQ(edge_status_name(EDGE_OK), "OK");
    EXPECT_STREQ(edge_status_name(EDGE_EXISTS), "EXISTS");
    EXPECT_STREQ(edge_status_name(static_cast<edge_status>(15)), "INTERNAL");
}

TEST(AbiFreeTest, NothingCanBeFreed) {
    edge_error_free(nullptr);
    edge_text_free(nullptr);
    edge_close(nullptr);
    edge_control_free(nullptr);
    edge_control_cancel(nullptr);
    edge_bitmap_free(nullptr);
    EXPECT_EQ(edge_bitmap_count(nullptr), 0U);
    EXPECT_STREQ(edge_error_message(nullptr), "");
}

TEST_F(AbiTest, ACancelledControlEndsTheCall) {
    const ControlHandle control(edge_control_new(2, nullptr, nullptr));
    edge_control_cancel(control.get());
    EXPECT_EQ(ask("query", R"({"query": "checkmate"})", nullptr, control.get()).status,
              EDGE_CANCELLED);
}

TEST_F(AbiTest, ACallbackCancelsByReturningFalse) {
    std::atomic<int> calls = 0;
    const ControlHandle control(edge_control_new(
        2,
        [](void* user, uint64_t, uint64_t, uint64_t) {
            ++*static_cast<std::atomic<int>*>(user);
            return false;
        },
        &calls));
    EXPECT_EQ(ask("query", R"({"query": "checkmate"})", nullptr, control.get()).status,
              EDGE_CANCELLED);
    EXPECT_EQ(calls, 1);
}

TEST_F(AbiTest, ManyThreadsAskOneCorpus) {
    run_on_threads(4, [this](unsigned) {
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(ask("query", R"({"query": "checkmate"})").json()["games_matched"], 10);
        }
    });
}

TEST(AbiRunTest, IndexesAndConverts) {
    const test::TempDir dir;
    const std::string pgn = (test::source_dir() / "data/classics.pgn").string();
    const auto run = [](const char* what, const Json& request) {
        edge_text answer{};
        edge_error* error = nullptr;
        const auto status = edge_run(what, request.dump().c_str(), nullptr, &answer, &error);
        return taken(status, answer, error);
    };
    const std::string corpus = (dir.path() / "c.scoredb").string();
    EXPECT_EQ(run("index", {{"inputs", pgn}, {"out", corpus}}).json()["games"], 58);
    EXPECT_EQ(run("index", {{"inputs", pgn}, {"out", corpus}}).status, EDGE_EXISTS);
    const Json converted = run("convert", {{"inputs", {corpus}},
                                           {"out", (dir.path() / "mates.pgn").string()},
                                           {"query", "checkmate"}})
                               .json();
    EXPECT_EQ(converted["games_written"], 10);
    EXPECT_NE(run("convert", {{"inputs", pgn}}).text.find("\"out\" is missing"), std::string::npos);
    EXPECT_NE(
        run("convert", {{"inputs", pgn}, {"out", "x.vf"}, {"score", "loud"}}).text.find("/score"),
        std::string::npos);
    const std::string both = (dir.path() / "both.scoredb").string();
    const Json merged = run("merge", {{"corpora", {corpus, corpus}}, {"out", both}}).json();
    EXPECT_EQ(merged["games"], 116);
    EXPECT_EQ(merged["shards"], 2);
    EXPECT_EQ(run("compact", {{"corpus", both}, {"shards", true}}).json()["shards"], 1);
    EXPECT_EQ(run("compact", {{"corpus", both}, {"tree", true}}).json()["segments"], 1);
    EXPECT_EQ(run("compact", {{"corpus", both}}).status, EDGE_INVALID_ARGUMENT);
    EXPECT_EQ(run("compact", {{"corpus", both}, {"drop", "@none"}, {"out", corpus + '2'}}).status,
              EDGE_NOT_FOUND);
}

}  // namespace
}  // namespace edge
