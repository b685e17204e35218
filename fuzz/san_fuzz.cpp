// The first line is a FEN (the ordinary start when it is none), every further line a move in SAN,
// then in UCI if it is not SAN. What parses is legal, and its own SAN and UCI parse to it again.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci.h"
#include "require.h"

using namespace edge;

namespace {

std::string_view take_line(std::string_view& text) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

void check_move(const Position& position, Move move) {
    FUZZ_REQUIRE(is_legal(position, move));
    const auto by_san = parse_san(position, to_san(position, move));
    FUZZ_REQUIRE(by_san && *by_san == move);
    const auto by_uci = parse_uci(position, to_uci(move, position, CastlingRule::Chess960));
    FUZZ_REQUIRE(by_uci && *by_uci == move);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    Position position = parse_fen(take_line(text), FenMode::Lenient).value_or(Position::start());
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        auto move = parse_san(position, line);
        if (move) check_move(position, *move);
        if (const auto by_uci = parse_uci(position, line)) {
            check_move(position, *by_uci);
            if (!move) move = *by_uci;
        }
        if (!move) continue;
        position.make_move<Maintain::BoardAndHash, CastlingRule::Chess960>(*move);
        FUZZ_REQUIRE(position.hash() == position.compute_hash());
    }
    return 0;
}
