#include "wire/explore_json.h"

#include <gtest/gtest.h>

namespace edge::wire {
namespace {

explorer::Answer sample() {
    explorer::Answer answer;
    answer.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    answer.tree_plies = 40;
    answer.score = {3, 2, 1};
    answer.moves.push_back({Move(), "e4", "e2e4", {3, 2, 1}});
    return answer;
}

TEST(ExploreJson, HasTheFieldsInOrder) {
    EXPECT_EQ(explore_json(sample()),
              R"({"fen":"8/8/8/8/8/8/8/8 w - - 0 1","total":6,"white":3,"draws":2,"black":1,)"
              R"("source":"tree","tree_plies":40,)"
              R"("moves":[{"san":"e4","uci":"e2e4","total":6,"white":3,"draws":2,"black":1}]})");
}

TEST(ExploreJson, ABatchIsAnObjectWithAnswers) {
    explorer::Answer empty;
    empty.source = explorer::Source::Scan;
    const explorer::Answer answers[] = {empty};
    EXPECT_EQ(explore_batch_json(answers),
              R"({"answers":[{"fen":"","total":0,"white":0,"draws":0,"black":0,"source":"scan",)"
              R"("tree_plies":null,"moves":[]}]})");
    EXPECT_EQ(explore_batch_json({}), R"({"answers":[]})");
}

}  // namespace
}  // namespace edge::wire
