#include "index/spool.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

// Batches with parts of all sizes, none among them.
GameBatch make_batch(size_t number) {
    GameBatch batch;
    for (uint32_t i = 0; i < number % 7; ++i) batch.games.push_back({i, i + 1, i + 2, i % 2 == 0});
    batch.records.assign(number * 10, static_cast<std::byte>(number));
    for (size_t i = 0; i < number % 5; ++i) batch.names.intern("name " + std::to_string(i));
    batch.tag_shapes = std::string(number % 3, 's');
    batch.tag_values = std::string(number % 11, 'v');
    return batch;
}

void expect_same(const GameBatch& found, const GameBatch& expected) {
    ASSERT_EQ(found.games.size(), expected.games.size());
    for (size_t i = 0; i < found.games.size(); ++i) {
        EXPECT_EQ(found.games[i].record_bytes, expected.games[i].record_bytes);
        EXPECT_EQ(found.games[i].shape_bytes, expected.games[i].shape_bytes);
        EXPECT_EQ(found.games[i].value_bytes, expected.games[i].value_bytes);
    }
    EXPECT_EQ(found.records, expected.records);
    EXPECT_EQ(found.names.text(), expected.names.text());
    EXPECT_EQ(found.names.size(), expected.names.size());
    EXPECT_EQ(found.tag_shapes, expected.tag_shapes);
    EXPECT_EQ(found.tag_values, expected.tag_values);
}

TEST(Spool, GivesBackInOrderFromMemoryAndFile) {
    for (const uint64_t memory : {0U, 1000U, 1'000'000U}) {
        const test::TempDir dir;
        Spool spool(dir.path(), memory);
        constexpr size_t kBatches = 60;
        for (size_t i = 0; i < kBatches; ++i) ASSERT_TRUE(spool.add(make_batch(i)));
        EXPECT_EQ(std::filesystem::exists(dir / "spool"), memory < 1'000'000);
        size_t next = 0;
        const auto status = spool.drain([&](GameBatch& batch) -> Status {
            expect_same(batch, make_batch(next++));
            return {};
        });
        EXPECT_TRUE(status);
        EXPECT_EQ(next, kBatches);
        EXPECT_FALSE(std::filesystem::exists(dir / "spool"));
    }
}

TEST(Spool, StopsAtTheFirstError) {
    const test::TempDir dir;
    Spool spool(dir.path(), 100);
    for (size_t i = 0; i < 20; ++i) ASSERT_TRUE(spool.add(make_batch(i)));
    size_t taken = 0;
    const auto status = spool.drain([&](GameBatch&) -> Status {
        if (++taken == 10) return fail(ErrorCode::Io, "full");
        return {};
    });
    EXPECT_FALSE(status);
    EXPECT_EQ(taken, 10U);
}

TEST(Spool, MayStayEmpty) {
    const test::TempDir dir;
    Spool spool(dir.path(), 0);
    EXPECT_TRUE(spool.drain([](GameBatch&) -> Status { return fail(ErrorCode::Io, "none"); }));
}

}  // namespace
}  // namespace edge::indexing
