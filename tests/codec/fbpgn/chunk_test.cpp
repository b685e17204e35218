#include "codec/fbpgn/chunk.h"

#include <gtest/gtest.h>

#include <string>

namespace edge::fbpgn {
namespace {

using namespace std::string_literals;

TEST(FbpgnChunk, IsAMapOfTagsAndMoves) {
    const Chunk chunk{.tags = {{"White", "Carlsen"}, {"Result", "1-0"}, {"Opening", "Réti"}},
                      .moves = "1. Nf3 1-0"};
    const std::string cbor = chunk_cbor(chunk);
    EXPECT_EQ(cbor,
              "\xA2\x61m\xA3\x61W\x67"
              "Carlsen\x62Rs\x63"
              "1-0\x67Opening\x65R\xC3\xA9ti"
              "\x62mv\x6A"
              "1. Nf3 1-0");
    EXPECT_EQ(parse_chunk(cbor), chunk);
}

TEST(FbpgnChunk, TakesOtherOrdersKindsAndLengths) {
    // {_ "mv": (_ "1. ", "e4"), "x": [1, 2], "m": {_ "WE": 2606, "W": "A", "W": "B", "y": [0]}}
    const std::string cbor =
        "\xBF\x62mv\x7F\x63"
        "1. \x62"
        "e4\xFF\x61x\x82\x01\x02\x61m\xBF\x62WE\x19\x0A\x2E"
        "\x61W\x61"
        "A\x61W\x61"
        "B\x61y\x81\x00\xFF\xFF"s;
    const auto chunk = parse_chunk(cbor);
    ASSERT_TRUE(chunk) << chunk.error().message;
    const std::vector<GameTag> tags = {{"WhiteElo", "2606"}, {"White", "B"}};
    EXPECT_EQ(chunk->tags, tags);
    EXPECT_EQ(chunk->moves, "1. e4");
    const std::vector<std::string> odd = {"x", "y"};
    EXPECT_EQ(chunk->odd_fields, odd);
}

TEST(FbpgnChunk, RefusesOtherThings) {
    const auto message = [](std::string_view cbor) { return parse_chunk(cbor).error().message; };
    EXPECT_EQ(message("\x01"),
              "offset 1 of the chunk: found no map, expected a map of tags and moves");
    EXPECT_EQ(message("\xA1\x61m\xA0"),
              "offset 4 of the chunk: found no 'mv', expected the text of the moves");
    EXPECT_EQ(message("\xA1\x62mv\x60"),
              "offset 5 of the chunk: found no 'm', expected the map of tags");
    EXPECT_EQ(message("\xA2\x61m\x80\x62mv\x60"),
              "offset 4 of the chunk: found no map, expected the map of tags");
    EXPECT_EQ(message("\xA2\x61m\xA0\x62mv\x01"),
              "offset 8 of the chunk: found a number, expected text");
    EXPECT_EQ(message("\xA2\x61m\xA0\x62mv\x60\x00"s),
              "offset 8 of the chunk: found 1 more bytes, expected the end");
}

TEST(FbpgnChunk, RefusesEveryTruncation) {
    const std::string cbor = chunk_cbor({.tags = {{"Event", "x"}}, .moves = "1. e4 *"});
    for (size_t size = 0; size < cbor.size(); ++size) {
        EXPECT_FALSE(parse_chunk(cbor.substr(0, size))) << size;
    }
}

}  // namespace
}  // namespace edge::fbpgn
