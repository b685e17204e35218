// Any bytes as an FBPGN file. All games are accounted for, and what is kept of each comes back from
// a chunk made from it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codec/fbpgn/game_chunk.h"
#include "codec/fbpgn/reader.h"
#include "core/utf8.h"
#include "require.h"

using namespace edge;

namespace {

uint64_t skipped_games(const ConversionReport& report) {
    uint64_t count = 0;
    for (const auto& [kind, tally] : report.skipped) count += tally.count;
    return count;
}

void check_game(const ReadGame& read) {
    ConversionReport report;
    const fbpgn::Chunk chunk = fbpgn::chunk_of(read, report);
    const std::string cbor = fbpgn::chunk_cbor(chunk);
    const auto parsed = fbpgn::parse_chunk(cbor);
    FUZZ_REQUIRE(parsed.has_value() && *parsed == chunk);
    FUZZ_REQUIRE(is_valid_utf8(chunk.moves));
    std::vector<ReadGame> back;
    fbpgn::add_games(chunk, "game 1", back, report);
    FUZZ_REQUIRE(back.size() == 1);
    FUZZ_REQUIRE(back[0].game.result == read.game.result);
    FUZZ_REQUIRE(back[0].game.moves.size() == read.game.moves.size());
    FUZZ_REQUIRE(fbpgn::chunk_of(back[0], report) == chunk);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto container = fbpgn::Container::parse(std::as_bytes(std::span(data, size)), "x.fbpgn");
    if (!container) {
        FUZZ_REQUIRE(!container.error().message.empty());
        return 0;
    }
    fbpgn::Reader reader(*container);
    ConversionReport report;
    uint64_t kept = 0;
    while (true) {
        const auto stretch = reader.next();
        FUZZ_REQUIRE(stretch.has_value());
        if (*stretch == nullptr) break;
        std::vector<ReadGame> games;
        FUZZ_REQUIRE((*stretch)->decode(games, report).has_value());
        kept += games.size();
        for (const ReadGame& game : games) check_game(game);
    }
    FUZZ_REQUIRE(report.games_read == kept + skipped_games(report));
    FUZZ_REQUIRE(report.games_read >= (*container)->game_count());
    FUZZ_REQUIRE(reader.bytes_read() == size);
    return 0;
}
