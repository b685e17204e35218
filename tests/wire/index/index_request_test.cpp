#include "wire/index/index_request.h"

#include <gtest/gtest.h>

namespace edge::wire {
namespace {

std::string error_of(std::string_view json) {
    const auto options = parse_index_request(json);
    return options ? "none" : options.error().message;
}

TEST(IndexRequest, ReadsWhatTheProgramTakesAsOptions) {
    const auto options =
        parse_index_request(
            R"({"inputs": ["a.pgn", "b.si4"], "out": "c.scoredb", "force": true, "shards": 3,)"
            R"( "tree_plies": "all", "tree_min_games": 2, "extra": false, "bad_games": "skip",)"
            R"( "where": "year > 1990", "max_games": 10, "sample": 0.5, "seed": 7,)"
            R"( "memory": "2G"})")
            .value();
    EXPECT_EQ(options.inputs, (std::vector<std::string>{"a.pgn", "b.si4"}));
    EXPECT_EQ(options.out, "c.scoredb");
    EXPECT_TRUE(options.force);
    EXPECT_EQ(options.shards, 3U);
    EXPECT_EQ(options.tree_plies, indexing::kAllPlies);
    EXPECT_EQ(options.tree_min_games, 2U);
    EXPECT_FALSE(options.extra);
    EXPECT_EQ(options.bad_games, indexing::BadGames::Skip);
    EXPECT_EQ(options.choice.max_games, 10U);
    EXPECT_EQ(options.choice.seed, 7U);
    EXPECT_EQ(options.memory, uint64_t{2} << 30);
}

TEST(IndexRequest, NeedsInputsAndAPlaceForTheCorpus) {
    EXPECT_EQ(error_of(R"({"inputs": "a.pgn", "out": "c.scoredb"})"), "none");
    EXPECT_NE(error_of(R"({"inputs": "a.pgn"})").find("out"), std::string::npos);
    EXPECT_NE(error_of(R"({"out": "c.scoredb"})").find("inputs"), std::string::npos);
}

TEST(IndexRequest, TakesOtherNamesOfFields) {
    const auto options = parse_index_request(R"({"pgn_path": "a.pgn", "out_path": "b"})").value();
    EXPECT_EQ(options.inputs, std::vector<std::string>{"a.pgn"});
    EXPECT_EQ(options.out, "b");
}

TEST(IndexRequest, BoundsAreThoseOfTheProgram) {
    const auto with = [](std::string_view shards) {
        return parse_index_request(std::string(R"({"inputs": "a", "out": "b", "shards": )") +
                                   std::string(shards) + "}");
    };
    EXPECT_EQ(with("65536")->shards, 65536U);
    EXPECT_FALSE(with("65537"));
}

TEST(IndexRequest, NamesThePlaceOfAMistake) {
    const auto with = [](std::string_view field) {
        return error_of(std::string(R"({"inputs": "a", "out": "b", )") + std::string(field) + "}");
    };
    EXPECT_TRUE(with(R"("memory": "plenty")").starts_with("/memory")) << with(R"("memory": "x")");
    EXPECT_TRUE(with(R"("memory": 5)").starts_with("/memory"));
    EXPECT_TRUE(with(R"("shards": 0)").starts_with("/shards"));
    EXPECT_TRUE(with(R"("seed": 1)").starts_with("/seed"));
}

}  // namespace
}  // namespace edge::wire
