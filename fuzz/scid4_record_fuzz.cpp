// Any bytes as a game record of a Scid 4 base. Every move kept is legal; what is encoded again
// decodes to the same game, and encoding that changes nothing.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codec/scid4/record_reader.h"
#include "codec/scid4/record_writer.h"
#include "core/utf8.h"
#include "require.h"

using namespace edge;

namespace {

void check_tree(const Game& game) {
    const MoveTree& tree = game.moves;
    // The reader adds a node after its parent, so that one pass knows all positions.
    std::vector<Position> positions = {game.start};
    positions.reserve(tree.size());
    for (NodeIndex node = 1; node < tree.size(); ++node) {
        FUZZ_REQUIRE(tree.parent(node) < node);
        Position position = positions[tree.parent(node)];
        FUZZ_REQUIRE(may_play(position, tree.move(node)));
        play_move(position, tree.move(node));
        positions.push_back(position);
        const Annotation& notes = tree.annotation(node);
        FUZZ_REQUIRE(notes.comment == comment_text(notes.comment));
        FUZZ_REQUIRE(notes.comment_before.empty() || tree.begins_variation(node));
    }
    for (const GameTag& tag : game.tags) {
        FUZZ_REQUIRE(is_valid_utf8(tag.name) && is_valid_utf8(tag.value));
    }
}

tl::expected<scid4::RecordFacts, scid4::RecordNote> encode(const Game& game,
                                                           std::vector<std::byte>& record,
                                                           std::vector<scid4::RecordNote>& notes) {
    std::vector<const GameTag*> tags;
    for (const GameTag& tag : game.tags) {
        if (tag.name != "FEN") tags.push_back(&tag);
    }
    return scid4::encode_record(game, tags, record, notes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Game game;
    std::vector<scid4::RecordNote> notes;
    if (!scid4::decode_record(std::as_bytes(std::span(data, size)), game, notes)) return 0;
    check_tree(game);

    std::vector<std::byte> record;
    notes.clear();
    const auto facts = encode(game, record, notes);
    const bool fits = facts.has_value();
    FUZZ_REQUIRE(fits || record.empty());
    if (!fits) return 0;
    FUZZ_REQUIRE(record.size() <= scid4::kMaxRecordBytes);
    FUZZ_REQUIRE(facts->plies < game.moves.size() && facts->home_pawns.count <= 16);

    Game back;
    std::vector<scid4::RecordNote> notes_back;
    FUZZ_REQUIRE(scid4::decode_record(record, back, notes_back).has_value());
    FUZZ_REQUIRE(notes_back.empty());
    if (notes.empty()) FUZZ_REQUIRE(back.moves == game.moves);
    std::vector<std::byte> again;
    const auto facts_again = encode(back, again, notes_back);
    FUZZ_REQUIRE(facts_again.has_value() && *facts_again == *facts);
    FUZZ_REQUIRE(again == record);
    return 0;
}
