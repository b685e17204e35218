#include "core/for_each_number.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <vector>

namespace edge {
namespace {

TEST(ForEachNumberThreads, WorksEachNumberOnce) {
    for (const unsigned threads : {0U, 1U, 3U, 50U}) {
        std::vector<int> worked(20, 0);
        for_each_number(worked.size(), threads, [&](unsigned, uint64_t number) {
            ++worked[number];
            return true;
        });
        EXPECT_EQ(worked, std::vector<int>(20, 1));
    }
    for_each_number(0, 4, [](unsigned, uint64_t) {
        ADD_FAILURE() << "there is no number";
        return true;
    });
}

TEST(ForEachNumberThreads, GivesEachThreadAscendingNumbers) {
    std::vector<std::vector<uint64_t>> of_thread(4);
    for_each_number(1000, 4, [&](unsigned thread, uint64_t number) {
        of_thread[thread].push_back(number);
        return true;
    });
    for (const auto& numbers : of_thread) EXPECT_TRUE(std::ranges::is_sorted(numbers));
}

TEST(ForEachNumberThreads, WorksAllBelowTheOneThatStops) {
    std::vector<std::atomic<int>> worked(1000);
    for_each_number(worked.size(), 4, [&](unsigned, uint64_t number) {
        ++worked[number];
        return number != 300;
    });
    for (size_t number = 0; number <= 300; ++number) EXPECT_EQ(worked[number], 1) << number;
}

TEST(ForEachNumberThreads, AnExceptionStopsTheOthersAndReachesTheCaller) {
    std::atomic<bool> thrown = false;
    const auto work = [&](unsigned, uint64_t number) {
        if (number == 5) {
            thrown = true;
            throw std::bad_alloc();
        }
        return true;
    };
    EXPECT_THROW(for_each_number(UINT64_MAX, 3, work), std::bad_alloc);
    EXPECT_TRUE(thrown);
}

}  // namespace
}  // namespace edge
