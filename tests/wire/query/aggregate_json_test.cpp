#include "wire/query/aggregate_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace edge::wire {
namespace {

using query::GroupKey;

TEST(AggregateJson, HeatmapHasThePlanesOfTheKindsRequested) {
    query::Heatmap heatmap;
    heatmap.total_positions = 3;
    heatmap.total_games = 2;
    heatmap.counts[7][57] = 3;
    const Json json = heatmap_json(heatmap, 1U << index(PieceType::Knight));
    EXPECT_EQ(json["total_positions"], 3);
    EXPECT_EQ(json["total_games"], 2);
    EXPECT_EQ(json["planes"].size(), 2U);
    EXPECT_EQ(json["planes"]["n"].size(), 64U);
    EXPECT_EQ(json["planes"]["n"][57], 3);
    EXPECT_EQ(heatmap_json(heatmap, 0)["planes"].size(), 12U);
}

TEST(AggregateJson, GroupsSayTheirKeysInWords) {
    query::GroupTable table{GroupKey::Eco, 9, 2, 0, true, {}};
    table.rows = {{uint64_t{122}, 6, 2, 1, 0, 1}, {query::kUnknownNumber, 3, 1, 0, 0, 0}};
    EXPECT_EQ(json_text(groups_json(table)),
              R"({"group_by":"eco","total_positions":9,"distinct_groups":2,"sorted_by":"games",)"
              R"("rows":[{"key":"B22","positions":6,"games":2,"white":1,"draws":0,"black":1},)"
              R"({"key":null,"positions":3,"games":1,"white":0,"draws":0,"black":0}]})");
    table = {GroupKey::PawnStructure, 9, 1, 0, false, {}};
    table.rows = {{query::PawnStructure{0xFF00, 0}, 9, 2, 0, 0, 0}};
    EXPECT_EQ(groups_json(table)["rows"][0]["key"], "8/8/8/8/8/8/PPPPPPPP/8");
    EXPECT_EQ(groups_json(table)["sorted_by"], "positions");
    table = {GroupKey::Year, 9, 1, 0, false, {}};
    table.rows = {{uint64_t{1997}, 9, 2, 0, 0, 0}};
    EXPECT_EQ(groups_json(table)["rows"][0]["key"], 1997);
}

TEST(AggregateJson, PlayersHaveWinsAndLosses) {
    query::GroupTable table{GroupKey::Player, 9, 1, 0, false, {}};
    table.rows = {{std::string("Anna"), 9, 2, 1, 0, 1}};
    EXPECT_EQ(json_text(groups_json(table)["rows"][0]),
              R"({"key":"Anna","positions":9,"games":2,"wins":1,"draws":0,"losses":1})");
}

TEST(AggregateJson, PositionsAreLines) {
    EXPECT_EQ(position_json({12, {1, 2}, 7, ""}), R"({"game_id":12,"shard":1,"game":2,"ply":7})");
    EXPECT_EQ(position_json({12, {1, 2}, 7, "8/8"}),
              R"({"game_id":12,"shard":1,"game":2,"ply":7,"fen":"8/8"})");
    EXPECT_EQ(position_json({12, {1, 2}, 7, "", "8/8 c0"}),
              R"({"game_id":12,"shard":1,"game":2,"ply":7,"epd":"8/8 c0"})");
}

TEST(AggregateJson, PartitionsListTheirFiles) {
    EXPECT_EQ(
        json_text(partition_json(GroupKey::Result, {{uint64_t{1}, "x-white", "x-white.bm", 4}})),
        R"({"partition":"result","parts":[{"value":"1-0","name":"x-white",)"
        R"("path":"x-white.bm","games":4}]})");
}

}  // namespace
}  // namespace edge::wire
