// Any bytes as viriformat. Every move kept is legal; what is written of a game reads back as the
// same game, and writing that again gives the same bytes. Counting finds the games that reading
// finds.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/fen.h"
#include "codec/viriformat/detection.h"
#include "codec/viriformat/game_encoder.h"
#include "codec/viriformat/reader.h"
#include "codec/viriformat/statistics.h"
#include "require.h"

using namespace edge;

namespace {

std::vector<ReadGame> read_all(std::span<const std::byte> bytes, ConversionReport& report) {
    std::vector<ReadGame> games;
    const auto reader = viriformat::Reader::open(open_memory_stream(bytes), "x.vf");
    if (!reader) {
        FUZZ_REQUIRE(!reader.error().message.empty());
        return games;
    }
    while (true) {
        const auto undecoded = (*reader)->next();
        FUZZ_REQUIRE(undecoded.has_value());
        if (*undecoded == nullptr) break;
        FUZZ_REQUIRE((*undecoded)->decode(games, report));
    }
    FUZZ_REQUIRE((*reader)->bytes_read() == bytes.size());
    return games;
}

void check_game(const ReadGame& read) {
    Position position = read.game.start;
    const MoveTree& tree = read.game.moves;
    for (NodeIndex node = 1; node < tree.size(); ++node) {
        FUZZ_REQUIRE(tree.parent(node) == node - 1);
        FUZZ_REQUIRE(!tree.is_null_move(node));
        FUZZ_REQUIRE(may_play(position, tree.move(node)));
        play_move(position, tree.move(node));
    }
    std::vector<std::byte> written;
    ConversionReport report;
    const bool is_kept = viriformat::GameEncoder({}).encode(read, written, report);
    FUZZ_REQUIRE(is_kept == (read.game.result != GameResult::Unknown));
    if (!is_kept) return;
    FUZZ_REQUIRE(report.lost.empty());
    const std::vector<ReadGame> back = read_all(written, report);
    FUZZ_REQUIRE(back.size() == 1);
    FUZZ_REQUIRE(report.lost.empty());
    FUZZ_REQUIRE(back[0].game == read.game);
    std::vector<std::byte> again;
    FUZZ_REQUIRE(viriformat::GameEncoder({}).encode(back[0], again, report));
    FUZZ_REQUIRE(again == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    ConversionReport report;
    const std::vector<ReadGame> games = read_all(bytes, report);
    for (const ReadGame& read : games) check_game(read);
    const auto statistics = viriformat::statistics_of(open_memory_stream(bytes), "x.vf");
    if (statistics) FUZZ_REQUIRE(statistics->games == report.games_read);
    if (viriformat::looks_like_viriformat(bytes)) FUZZ_REQUIRE(!games.empty());
    return 0;
}
