#include "core/running_total.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace edge {
namespace {

TEST(RunningTotal, GivesEachTurnTheSumBeforeIt) {
    RunningTotal total;
    EXPECT_EQ(total.add(0, 5), 0U);
    EXPECT_EQ(total.add(1, 0), 5U);
    EXPECT_EQ(total.add(2, 7), 5U);
    EXPECT_EQ(total.total(), 12U);
}

// Each thread takes every fourth turn, and the amounts differ, so that another order would show.
TEST(RunningTotal, KeepsTheOrderOfTurnsAcrossThreads) {
    constexpr uint64_t kThreads = 4;
    constexpr uint64_t kTurns = 400;
    RunningTotal total;
    std::vector<uint64_t> before(kTurns);
    std::vector<std::thread> threads;
    for (uint64_t thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&, thread] {
            for (uint64_t turn = thread; turn < kTurns; turn += kThreads) {
                before[turn] = total.add(turn, turn * turn).value_or(UINT64_MAX);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    uint64_t expected = 0;
    for (uint64_t turn = 0; turn < kTurns; ++turn) {
        EXPECT_EQ(before[turn], expected) << turn;
        expected += turn * turn;
    }
    EXPECT_EQ(total.total(), expected);
}

// Again and again, as a waiter may come before or after it stops.
TEST(RunningTotal, ReleasesWaitersWhenStopped) {
    for (int round = 0; round < 100; ++round) {
        RunningTotal total;
        EXPECT_EQ(total.add(0, 5), 0U);
        std::atomic<int> begun = 0;
        std::atomic<int> let_go = 0;
        std::vector<std::thread> waiters;
        for (const uint64_t turn : {2U, 3U}) {
            waiters.emplace_back([&, turn] {
                ++begun;
                let_go += total.add(turn, 1).has_value() ? 0 : 1;
            });
        }
        while (begun < 2) std::this_thread::yield();
        total.stop();
        for (std::thread& waiter : waiters) waiter.join();
        EXPECT_EQ(let_go, 2);
        EXPECT_EQ(total.add(1, 1), std::nullopt);
        EXPECT_EQ(total.total(), 5U);
    }
}

}  // namespace
}  // namespace edge
