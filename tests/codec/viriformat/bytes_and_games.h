// From PGN to the bytes of viriformat and back, for tests.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/pgn/game_reader.h"
#include "codec/viriformat/game_encoder.h"
#include "codec/viriformat/packed_move.h"
#include "codec/viriformat/reader.h"
#include "core/byte_order.h"
#include "core/byte_stream.h"

namespace edge::testing {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(std::initializer_list<unsigned> values) {
    Bytes bytes;
    for (const unsigned value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

// The ordinary start, White won; a game follows it.
inline Bytes start_board() {
    return bytes_of({0xff, 0xff, 0,    0, 0, 0,    0xff, 0xff, 0x16, 0x42, 0x25,
                     0x61, 0,    0,    0, 0, 0x88, 0x88, 0x88, 0x88, 0x9e, 0xca,
                     0xad, 0xe9, 0x40, 0, 1, 0,    0,    0,    2,    0});
}

inline void append(Bytes& bytes, const Bytes& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

// A comment before the first move belongs to the game only where a tag has begun it.
inline ReadGame pgn_game(std::string_view text) {
    const std::string tags = text.starts_with('[') ? "" : "[White \"?\"]\n\n";
    return {pgn::read_games(tags + std::string(text)).at(0).game, "game 1"};
}

inline Bytes encoded(const ReadGame& game, viriformat::ScoreOptions options,
                     ConversionReport& report) {
    Bytes bytes;
    viriformat::GameEncoder(options).encode(game, bytes, report);
    return bytes;
}

// Empty, with a failed test, when the bytes are refused.
inline std::vector<ReadGame> decoded(std::span<const std::byte> bytes, ConversionReport& report) {
    std::vector<ReadGame> games;
    const auto reader = viriformat::Reader::open(open_memory_stream(bytes), "x.vf");
    if (!reader) {
        ADD_FAILURE() << reader.error().message;
        return games;
    }
    while (true) {
        const auto undecoded = (*reader)->next();
        if (!undecoded || *undecoded == nullptr) return games;
        EXPECT_TRUE((*undecoded)->decode(games, report));
    }
}

// The scores of the moves in the bytes of one game.
inline std::vector<int> scores_in(const Bytes& game) {
    std::vector<int> scores;
    for (size_t at = 32; at + 4 < game.size(); at += viriformat::kMoveBytes) {
        scores.push_back(load<Score>(game.data() + at + 2));
    }
    return scores;
}

}  // namespace edge::testing
