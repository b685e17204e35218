#include "core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace edge {
namespace {

TEST(Parallel, DefaultIsAtLeastOneThread) { EXPECT_GE(default_threads(), 1U); }

TEST(Parallel, RunsEachBodyOnce) {
    for (const unsigned threads : {1U, 2U, 7U}) {
        std::vector<int> runs(threads, 0);
        run_on_threads(threads, [&](unsigned index) { ++runs[index]; });
        EXPECT_EQ(runs, std::vector<int>(threads, 1));
    }
}

TEST(Parallel, BodyZeroRunsOnTheCaller) {
    std::thread::id ran_on;
    run_on_threads(3, [&](unsigned index) {
        if (index == 0) ran_on = std::this_thread::get_id();
    });
    EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST(Parallel, ExceptionsReachTheCallerAfterAllEnded) {
    std::atomic<int> ended = 0;
    const auto body = [&](unsigned index) {
        if (index == 1) throw std::bad_alloc();
        ++ended;
    };
    EXPECT_THROW(run_on_threads(4, body), std::bad_alloc);
    EXPECT_EQ(ended, 3);
}

TEST(Parallel, AThreadThatThrowsStopsTheOthers) {
    std::atomic<bool> stopped = false;
    const auto body = [&](unsigned index) {
        if (index == 0) throw std::bad_alloc();
        while (!stopped) std::this_thread::yield();
    };
    EXPECT_THROW(run_on_threads(3, body, [&] { stopped = true; }), std::bad_alloc);
}

}  // namespace
}  // namespace edge
