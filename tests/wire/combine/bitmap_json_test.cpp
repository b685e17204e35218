#include "wire/combine/bitmap_json.h"

#include <gtest/gtest.h>

namespace edge::wire {
namespace {

Bitmap sample() {
    Bitmap bitmap({{3, 0, 2}});
    bitmap.set(0, 1);
    bitmap.set(2, 0);
    bitmap.set(2, 1);
    return bitmap;
}

TEST(BitmapJson, ACombinationSaysWhatWentIn) {
    const std::string inputs[] = {"a.bm", "b.bm"};
    EXPECT_EQ(bitmap_combine_json(BitmapOperation::Sub, inputs, "c.bm", sample()),
              R"({"op":"sub","inputs":["a.bm","b.bm"],"output":"c.bm","games_total":5,)"
              R"("games_set":3})");
}

TEST(BitmapJson, InfoCountsByShard) {
    const BitmapSummary summary{.version = 2,
                                .bytes = 50,
                                .regular_bytes = 50,
                                .corpus_id = ContentHash{1, 2},
                                .layout = {{3, 0, 2}},
                                .games_set = {1, 0, 2}};
    EXPECT_EQ(
        bitmap_info_json("a.bm", summary),
        R"({"path":"a.bm","version":2,"bytes":50,)"
        R"("corpus_id":"00000000000000010000000000000002","num_shards":3,"games_total":5,"games_set":3,)"
        R"("shards":[{"shard":0,"games":3,"set":1},{"shard":1,"games":0,"set":0},)"
        R"({"shard":2,"games":2,"set":2}]})");
}

TEST(BitmapJson, AListHasTheErrorsOfDamagedOnes) {
    const corpus::BitmapInspection bitmaps[] = {
        {.name = "good", .path = "good.bm", .bytes = 50, .version = 1, .games_set = 7},
        {.name = "bad", .path = "bad.bm", .bytes = 1, .error = "damaged"}};
    EXPECT_EQ(
        bitmap_list_json("c.scoredb", bitmaps),
        R"({"corpus":"c.scoredb","bitmaps":[{"name":"good","version":1,"bytes":50,"games_set":7},)"
        R"({"name":"bad","version":null,"bytes":1,"games_set":null,"error":"damaged"}]})");
    EXPECT_EQ(bitmap_list_json("c.scoredb", {}), R"({"corpus":"c.scoredb","bitmaps":[]})");
}

}  // namespace
}  // namespace edge::wire
