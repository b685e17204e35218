#include "core/ordered_work.h"

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

namespace edge {
namespace {

using Work = OrderedWork<uint64_t, uint64_t>;

const auto kTakeAll = [](uint64_t) -> Result<bool> { return true; };

Error error(const char* message) { return {ErrorCode::Io, message}; }

// Runs the work on three threads, each of which puts what it takes.
Status put_all(Work& work) {
    return work.run(3, [&](unsigned) {
        while (const auto taken = work.take()) work.put(taken->number, taken->item);
    });
}

TEST(OrderedWorkThreads, GivesTheSinkEverythingInOrder) {
    for (const uint64_t ahead : {1U, 4U, 1000U}) {
        for (const unsigned threads : {1U, 5U}) {
            std::vector<uint64_t> sunk;  // without a lock: the sink is called by one at a time
            OrderedWork<uint64_t, std::unique_ptr<uint64_t>> work(
                ahead, numbers_below(3000), [&](std::unique_ptr<uint64_t> made) -> Result<bool> {
                    sunk.push_back(*made);
                    return true;
                });
            const Status status = work.run(threads, [&](unsigned) {
                while (const auto taken = work.take()) {
                    work.put(taken->number, std::make_unique<uint64_t>(2 * taken->item));
                }
            });
            ASSERT_TRUE(status);
            ASSERT_EQ(sunk.size(), 3000U);
            for (uint64_t i = 0; i < sunk.size(); ++i) ASSERT_EQ(sunk[i], 2 * i);
        }
    }
}

TEST(OrderedWorkThreads, ReportsTheFirstFailureOfMakingInOrder) {
    uint64_t sunk = 0;
    Work work(8, numbers_below(1000), [&](uint64_t) -> Result<bool> {
        ++sunk;
        return true;
    });
    const Status status = work.run(4, [&](unsigned) {
        while (const auto taken = work.take()) {
            if (taken->number < 100) {
                work.put(taken->number, taken->item);
            } else {
                work.put(taken->number, fail(ErrorCode::Io, std::to_string(taken->number)));
            }
        }
    });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "100");
    EXPECT_EQ(sunk, 100U);
}

TEST(OrderedWorkThreads, AFailureOfTheSinkEndsTheWork) {
    uint64_t sunk = 0;
    Work work(8, numbers_below(UINT64_MAX), [&](uint64_t number) -> Result<bool> {
        if (number == 50) return tl::unexpected(error("full"));
        ++sunk;
        return true;
    });
    const Status status = put_all(work);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "full");
    EXPECT_EQ(sunk, 50U);
}

TEST(OrderedWorkThreads, AFailureOfTheSourceWaitsForWhatWasTaken) {
    uint64_t sunk = 0;
    uint64_t next = 0;
    Work work(
        8,
        [&]() -> Result<std::optional<uint64_t>> {
            if (next == 70) return tl::unexpected(error("cut short"));
            return next++;
        },
        [&](uint64_t) -> Result<bool> {
            ++sunk;
            return true;
        });
    const Status status = put_all(work);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "cut short");
    EXPECT_EQ(sunk, 70U);
}

TEST(OrderedWorkThreads, EnoughIsNotAFailureAndHidesThatOfTheSource) {
    uint64_t next = 0;
    Work work(
        8,
        [&]() -> Result<std::optional<uint64_t>> {
            if (next == 12) return tl::unexpected(error("cut short"));
            return next++;
        },
        [](uint64_t number) -> Result<bool> { return number < 10; });
    EXPECT_TRUE(put_all(work));
}

TEST(OrderedWorkThreads, GivesTheSumOfTheItemsBefore) {
    Work work(4, numbers_below(500), kTakeAll);
    const Status status = work.run(4, [&](unsigned) {
        while (const auto taken = work.take()) {
            const auto before = work.add_to_total(taken->number, 3);
            ASSERT_TRUE(before);
            EXPECT_EQ(*before, 3 * taken->number);
            work.put(taken->number, *before);
        }
    });
    EXPECT_TRUE(status);
}

TEST(OrderedWorkThreads, AnExceptionReleasesThreadsThatWaitForTheItem) {
    for (const bool in_sink : {false, true}) {
        Work work(2, numbers_below(UINT64_MAX), [&](uint64_t number) -> Result<bool> {
            if (in_sink && number == 20) throw std::bad_alloc();
            return true;
        });
        const auto body = [&](unsigned) {
            while (const auto taken = work.take()) {
                if (!in_sink && taken->number == 20) throw std::bad_alloc();
                const auto before = work.add_to_total(taken->number, 1);
                if (!before) return;
                work.put(taken->number, *before);
            }
        };
        EXPECT_THROW((void)work.run(3, body), std::bad_alloc);
    }
}

TEST(OrderedWorkThreads, FailEndsTheWork) {
    Work work(4, numbers_below(UINT64_MAX), kTakeAll);
    const Status status = work.run(3, [&](unsigned thread) {
        while (const auto taken = work.take()) {
            work.put(taken->number, taken->item);
            if (thread == 0 && taken->number > 10) work.fail(error("no room"));
        }
    });
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "no room");
}

}  // namespace
}  // namespace edge
