// Any text as PGN read into whole games. Every move kept is legal; what is written reads back as
// the same tree, and writing that again changes nothing.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/pgn/game_reader.h"
#include "codec/pgn/game_writer.h"
#include "core/utf8.h"
#include "require.h"

using namespace edge;

namespace {

void check_tree(const Game& game) {
    const MoveTree& tree = game.moves;
    // The reader adds a node after its parent, so that one pass knows all positions.
    std::vector<Position> positions = {game.start};
    for (NodeIndex node = 1; node < tree.size(); ++node) {
        FUZZ_REQUIRE(tree.parent(node) < node);
        Position position = positions[tree.parent(node)];
        FUZZ_REQUIRE(may_play(position, tree.move(node)));
        play_move(position, tree.move(node));
        FUZZ_REQUIRE(position.hash() == position.compute_hash());
        positions.push_back(position);
        const Annotation& notes = tree.annotation(node);
        FUZZ_REQUIRE(notes.comment == comment_text(notes.comment));
        FUZZ_REQUIRE(notes.comment_before.empty() || tree.begins_variation(node));
    }
}

bool has_moves_left_out(const pgn::TextGame& read) {
    for (const pgn::GameIssue& issue : read.issues) {
        if (issue.kind == pgn::GameIssue::Kind::UnknownVariant) return true;
    }
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    uint64_t last_line = 1;
    for (const pgn::TextGame& read : pgn::read_games(text)) {
        FUZZ_REQUIRE(read.line >= last_line && read.offset < size);
        last_line = read.line;
        check_tree(read.game);
        std::string written;
        pgn::append_game(read.game, written);
        FUZZ_REQUIRE(is_valid_utf8(written));
        const std::vector<pgn::TextGame> back = pgn::read_games(written);
        FUZZ_REQUIRE(back.size() == 1);
        FUZZ_REQUIRE(back[0].issues.empty() || has_moves_left_out(back[0]));
        FUZZ_REQUIRE(back[0].game.moves == read.game.moves);
        FUZZ_REQUIRE(back[0].game.result == read.game.result);
        std::string again;
        pgn::append_game(back[0].game, again);
        FUZZ_REQUIRE(again == written);
    }
    return 0;
}
