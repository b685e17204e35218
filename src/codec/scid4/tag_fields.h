// Where the tags of a game go in a Scid 4 base: into fields of its index entry, into the names, or
// unchanged into its record.
#pragma once

#include <string_view>
#include <vector>

#include "codec/game.h"
#include "codec/scid4/index_entry.h"
#include "codec/scid4/record_facts.h"

namespace edge::scid4 {

struct TagFields {
    // Views of the game's tags; empty where a tag is missing, as Scid has it.
    std::string_view event, site, round, white, black;
    // Sets flags, result, dates, ECO and ratings.
    IndexEntry entry;
    std::vector<const GameTag*> extra;  // for the record, in their order
};

// What an entry cannot hold is reported in `notes`. Replaces the content of `fields`.
void sort_tags(const Game& game, TagFields& fields, std::vector<RecordNote>& notes);

}  // namespace edge::scid4
