#include "query/scan/ply_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace edge::query {
namespace {

// The set and its slow twin over plies 0 to `last`.
struct Twins {
    PlySet bits;
    std::set<uint32_t> plies;
};

Twins make(uint32_t last, const std::vector<std::pair<uint8_t, uint8_t>>& spans) {
    Twins twins;
    twins.bits.reset(last, false);
    for (const auto& [a, b] : spans) {
        const uint32_t first = std::min<uint32_t>(a, b) % (last + 1);
        const uint32_t end = std::min<uint32_t>(std::max(a, b), last);
        if (first > end) continue;
        twins.bits.insert({first, end});
        for (uint32_t ply = first; ply <= end; ++ply) twins.plies.insert(ply);
    }
    return twins;
}

using Spans = std::vector<std::pair<uint8_t, uint8_t>>;

RC_GTEST_PROP(PlySet, HasWhatWasInserted, (uint8_t last, Spans spans)) {
    const Twins twins = make(last, spans);
    for (uint32_t ply = 0; ply <= last; ++ply) {
        RC_ASSERT(twins.bits.contains(ply) == twins.plies.contains(ply));
        const auto next = twins.plies.lower_bound(ply);
        RC_ASSERT(twins.bits.next(ply) == (next == twins.plies.end() ? PlySet::kNone : *next));
    }
    RC_ASSERT(twins.bits.highest() ==
              (twins.plies.empty() ? PlySet::kNone : *twins.plies.rbegin()));
}

RC_GTEST_PROP(PlySet, ItsSpansCoverTheSameSet, (uint8_t last, Spans spans)) {
    const Twins twins = make(last, spans);
    std::vector<PlySpan> found;
    twins.bits.append_spans(found);
    std::set<uint32_t> plies;
    uint32_t expected_from = 0;
    for (const PlySpan span : found) {
        RC_ASSERT(span.first >= expected_from);
        expected_from = span.last + 2;  // spans do not touch
        for (uint32_t ply = span.first; ply <= span.last; ++ply) plies.insert(ply);
    }
    RC_ASSERT(plies == twins.plies);
}

TEST(PlySet, FullEndsAtTheLastPly) {
    for (const uint32_t last : {0U, 62U, 63U, 64U, 127U, 128U}) {
        PlySet set;
        set.reset(last, true);
        EXPECT_EQ(set.highest(), last);
    }
}

}  // namespace
}  // namespace edge::query
