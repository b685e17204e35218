// Any text as a FEN, both ways to read it. What parses prints to a strict FEN of the same position.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "require.h"

using namespace edge;

namespace {

void check_position(const Position& position) {
    for (const std::string& printed : {to_fen(position), to_shredder_fen(position)}) {
        const auto again = parse_fen(printed, FenMode::Strict);
        FUZZ_REQUIRE(again.has_value());
        FUZZ_REQUIRE(again->same_position(position));
        FUZZ_REQUIRE(again->hash() == position.hash());
        FUZZ_REQUIRE(to_fen(*again) == to_fen(position));
    }
    const MoveList moves = legal_moves(position);
    FUZZ_REQUIRE(moves.size() <= MoveList::kCapacity);
    FUZZ_REQUIRE(has_legal_move(position) == !moves.empty());
    for (const Move move : moves) {
        FUZZ_REQUIRE(is_legal(position, move));
        Position next = position;
        next.make_move<Maintain::BoardAndHash, CastlingRule::Chess960>(move);
        FUZZ_REQUIRE(next.hash() == next.compute_hash());
        FUZZ_REQUIRE(next.in_check() == gives_check(position, move));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto strict = parse_fen(text, FenMode::Strict);
    const auto lenient = parse_fen(text, FenMode::Lenient);
    if (strict) {
        FUZZ_REQUIRE(lenient && lenient->same_position(*strict));
        check_position(*strict);
    } else {
        FUZZ_REQUIRE(strict.error().offset <= size);
        FUZZ_REQUIRE(!describe(strict.error(), text).empty());
    }
    if (lenient) {
        check_position(*lenient);
    } else {
        FUZZ_REQUIRE(lenient.error().offset <= size);
    }
    return 0;
}
