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
#include "ingest/game_choice.h"
#include "ingest/game_issue.h"
#include "ingest/name_table.h"
#include "ingest/tree_tuples.h"

namespace edge::ingest {

struct GameBatch {
    struct Game {
        uint32_t record_bytes;
        uint32_t shape_bytes;  // of tag_shapes, and below of tag_values (corpus/extra_frame.h)
        uint32_t value_bytes;
        bool same_shape;  // as the game before, so it is not in tag_shapes again
    };

    std::vector<Game> games;
    std::vector<std::byte> records;  // as in .moves, one after another
    NameTable names;
    std::string tag_shapes;
    std::string tag_values;
    PartitionedTuples tuples;

    uint64_t games_read = 0;
    uint64_t plies = 0;
    uint64_t truncated = 0;
    std::array<uint64_t, kIssueReasons> issue_counts{};
    std::vector<GameIssue> issues;
    LeftOutCounts left_out{};  // games that are not in games_read
    // Of whole games: what their reader did not hand out, and what a corpus has no place for.
    ConversionReport reading;

    pgn::ReadEnd end;       // how the block ended
    uint64_t newlines = 0;  // up to there; counted only where the text will not be at hand later

    void clear();
};

}  // namespace edge::ingest
