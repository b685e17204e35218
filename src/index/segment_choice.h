// Which trees of a growing corpus are merged when a segment more has come. The last segments become
// one, so that each has neighbouring games.
//
// Up to kUnmergedSegments stand as they are: answers over that many stay fast. When there would be
// more, the shortest run of last segments is merged that brings their number back, whose oldest has
// at most as many games as the others of it together, and which comes after a segment with more
// games than all of it. Where there is no such run, the longest is, whose oldest has at most four
// times the games of the others together; where there is none either, nothing is merged.
//
// How often a game is copied: once from the segment that it came in, and then only into segments
// that grow. The segment before a merged one R had more games than R. So when R is merged again,
// either that segment is part of it and the result has more than twice the games of R, or R is the
// oldest part and the others have at least a quarter of its games. So of N games one is copied at
// most 1 + log_1.25(N) times, and a large tree is not copied for a few games more.
//
// How many segments there are: kUnmergedSegments, or else each has more than four times the games
// of all after it together, so that N games are in at most 1 + log_5(N) segments, 14 of 2^32.
//
// Segments that have 2^32 edges together or more are never merged, so the second bound is for those
// whose edges are fewer. Games are counted because, unlike edges, no two segments have the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace edge::indexing {

inline constexpr size_t kUnmergedSegments = 8;

struct SegmentSize {
    uint64_t games;
    uint64_t edges;
};

// How many of the last segments become one; 1: no two are merged. The newest comes last.
size_t segments_to_merge(std::span<const SegmentSize> segments);

}  // namespace edge::indexing
