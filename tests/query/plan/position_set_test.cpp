#include "query/plan/position_set.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "query/plan/predicate_evaluation.h"
#include "support/query_gen.h"

namespace edge::query {
namespace {

TEST(PositionSet, HoldsWhatWasPutIn) {
    const std::vector<Position>& some = gen::standard_vocabulary().positions;
    for (size_t size = 0; size <= some.size(); ++size) {
        const PositionSet set({some.begin(), some.begin() + static_cast<ptrdiff_t>(size)});
        for (size_t i = 0; i < some.size(); ++i) {
            bool is_in = false;
            for (size_t k = 0; k < size; ++k) is_in |= some[k].same_position(some[i]);
            EXPECT_EQ(set.holds(some[i]), is_in) << size << ' ' << i;
            if (is_in) {
                EXPECT_TRUE(set.may_hold(placement_hash(some[i])));
            }
        }
    }
}

TEST(PositionSet, LooksBeyondThePieces) {
    const auto position = [](std::string_view fen) {
        return parse_fen(fen, FenMode::Strict).value();
    };
    const Position start = Position::start();
    const PositionSet set({start});
    for (const std::string_view fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
                                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1"}) {
        EXPECT_TRUE(set.may_hold(placement_hash(position(fen))));
        EXPECT_FALSE(set.holds(position(fen))) << fen;
    }
    EXPECT_TRUE(set.holds(position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 9 9")));
    EXPECT_FALSE(PositionSet({}).holds(start));
    EXPECT_FALSE(PositionSet({}).may_hold(0));
}

}  // namespace
}  // namespace edge::query
