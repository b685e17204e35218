// Game records for tests, written as hexadecimal bytes and quoted text: "00 00 BF 0F 'fine' 00".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codec/game.h"
#include "codec/pgn/game_reader.h"
#include "codec/scid4/record_writer.h"

namespace edge::scid4::testing {

inline std::vector<std::byte> record_of(std::string_view text) {
    std::vector<std::byte> record;
    while (!text.empty()) {
        size_t used = 1;
        if (text[0] == '\'') {
            const std::string_view quoted = text.substr(1, text.find('\'', 1) - 1);
            for (const char c : quoted) record.push_back(static_cast<std::byte>(c));
            used = quoted.size() + 2;
        } else if (text[0] != ' ') {
            record.push_back(
                static_cast<std::byte>(std::stoul(std::string(text.substr(0, 2)), nullptr, 16)));
            used = 2;
        }
        text.remove_prefix(used);
    }
    return record;
}

// The tags that a base keeps in the record of a game: here all but the roster and the FEN.
inline std::vector<const GameTag*> extra_tags(const Game& game) {
    std::vector<const GameTag*> tags;
    for (const GameTag& tag : game.tags) {
        const bool is_elsewhere = tag.name == "Event" || tag.name == "Site" || tag.name == "Date" ||
                                  tag.name == "Round" || tag.name == "White" ||
                                  tag.name == "Black" || tag.name == "Result" || tag.name == "FEN";
        if (!is_elsewhere) tags.push_back(&tag);
    }
    return tags;
}

inline Game game_of(std::string_view pgn) { return pgn::read_games(pgn).at(0).game; }

struct Encoded {
    tl::expected<RecordFacts, RecordNote> facts;
    std::vector<std::byte> record = {};
    std::vector<RecordNote> notes = {};
};

inline Encoded encoded(const Game& game) {
    Encoded result;
    result.facts = encode_record(game, extra_tags(game), result.record, result.notes);
    return result;
}

}  // namespace edge::scid4::testing
