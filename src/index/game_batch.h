// The games of one block of input, decoded: what a worker hands to the writer. Name numbers count
// within the batch; the writer replaces them by those of the shard.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "codec/conversion_report.h"
#include "codec/pgn/reader.h"
#include "formats/index_issue.h"
#include "formats/name_table.h"
#include "index/game_choice.h"
#include "tree/tree_tuples.h"

namespace edge::indexing {

struct GameBatch {
    struct Game {
        uint32_t record_bytes;
        uint32_t shape_bytes;  // of tag_shapes; below, of tag_values (corpus/extra_frame.h)
        uint32_t value_bytes;
        bool same_shape;  // the same as the previous game's, so it is not repeated in tag_shapes
    };

    std::vector<Game> games;
    std::vector<std::byte> records;  // as in .moves, one after another
    formats::NameTable names;
    std::string tag_shapes;
    std::string tag_values;
    tree::SlicedTuples tuples;

    uint64_t games_read = 0;
    uint64_t plies = 0;
    uint64_t truncated = 0;
    std::array<uint64_t, formats::kIssueReasons> issue_counts{};
    std::vector<formats::IndexIssue> issues;
    // By game, where wanted: as in issues, and for whole games their places in the source.
    std::vector<uint64_t> newlines_before;
    std::vector<std::string> places;
    LeftOutCounts left_out{};  // games that are not in games_read
    // Of whole games: what their reader did not hand out, and what a corpus cannot hold.
    ConversionReport reading;

    pgn::ReadEnd end;       // how the block ended
    uint64_t newlines = 0;  // up to there; counted only where the text will not be available later

    void clear();
};

}  // namespace edge::indexing
