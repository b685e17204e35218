#include "convert/record_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "codec/synth/random.h"
#include "support/temp_dir.h"

namespace edge::convert {
namespace {

constexpr size_t kKeyBytes = 12;

// Records with keys of few first bytes, so that the later ones decide, and bodies of any size.
std::vector<std::string> records(size_t count) {
    synth::Random random(7);
    std::vector<std::string> made;
    made.reserve(count);
    for (size_t i = 0; i < count; ++i) {
        std::string record(8, static_cast<char>(random.below(4) * 70));
        const uint32_t number = static_cast<uint32_t>(i * 2654435761U);
        for (int shift = 24; shift >= 0; shift -= 8) record += static_cast<char>(number >> shift);
        record.append(random.below(90), static_cast<char>('a' + i % 26));
        made.push_back(std::move(record));
    }
    return made;
}

struct Sorted {
    std::vector<std::string> records;
    uint64_t spilled_bytes = 0;
};

Sorted sorted(const std::vector<std::string>& records, uint64_t memory) {
    const test::TempDir dir;
    RecordSorter sorter(
        {.key_bytes = kKeyBytes, .folder = dir.path(), .name = "run", .memory = memory});
    for (const std::string& record : records) EXPECT_TRUE(sorter.add(record));
    Sorted result;
    EXPECT_TRUE(sorter.visit_sorted([&](std::string_view record) -> Status {
        result.records.emplace_back(record);
        return {};
    }));
    result.spilled_bytes = sorter.spilled_bytes();
    EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
    return result;
}

TEST(RecordSorter, SortsByTheKey) {
    std::vector<std::string> all = records(60000);
    const Sorted in_memory = sorted(all, uint64_t{1} << 30);
    const Sorted spilled = sorted(all, 0);
    std::ranges::sort(all);  // bytes as unsigned numbers, and all keys are different
    EXPECT_EQ(in_memory.records, all);
    EXPECT_EQ(in_memory.spilled_bytes, 0);
    EXPECT_EQ(spilled.records, all);
    EXPECT_GT(spilled.spilled_bytes, uint64_t{3} << 20);
}

TEST(RecordSorter, MayBeEmpty) { EXPECT_TRUE(sorted({}, 0).records.empty()); }

TEST(RecordSorter, StopsWhenAVisitFails) {
    const test::TempDir dir;
    RecordSorter sorter({.key_bytes = kKeyBytes, .folder = dir.path(), .name = "run", .memory = 0});
    for (const std::string& record : records(60000)) ASSERT_TRUE(sorter.add(record));
    size_t visited = 0;
    const Status status = sorter.visit_sorted([&](std::string_view) -> Status {
        if (++visited < 10) return {};
        return fail(ErrorCode::Cancelled, "enough");
    });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(visited, 10);
}

TEST(RecordSorter, ReportsAFolderThatIsNotThere) {
    RecordSorter sorter(
        {.key_bytes = kKeyBytes, .folder = "/nonexistent/folder", .name = "run", .memory = 0});
    Status status;
    for (const std::string& record : records(60000)) {
        status = sorter.add(record);
        if (!status) break;
    }
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace edge::convert
