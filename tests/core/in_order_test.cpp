#include "core/in_order.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <vector>

#include "core/parallel.h"

namespace edge {
namespace {

TEST(InOrderThreads, AConsumerThatThrowsLeavesNoThreadWaiting) {
    InOrder<int> in_order(2);
    std::atomic<uint64_t> next = 0;
    const auto deliver_all = [&](unsigned) {
        for (;;) {
            const bool goes_on = in_order.deliver(next++, 0, [](int) -> bool { throw 1; });
            if (!goes_on) return;
        }
    };
    EXPECT_THROW(run_on_threads(3, deliver_all), int);
}

TEST(InOrderThreads, PassesOnInOrderAndOneAtATime) {
    for (const uint64_t window : {1U, 3U, 100U}) {
        InOrder<std::unique_ptr<uint64_t>> in_order(window);
        constexpr uint64_t kCount = 5000;
        std::atomic<uint64_t> next = 0;
        std::vector<uint64_t> passed_on;  // without a lock: only one consumer runs at a time
        run_on_threads(5, [&](unsigned) {
            for (uint64_t number = next++; number < kCount; number = next++) {
                const bool goes_on =
                    in_order.deliver(number, std::make_unique<uint64_t>(number), [&](auto value) {
                        passed_on.push_back(*value);
                        return true;
                    });
                EXPECT_TRUE(goes_on);
            }
        });
        ASSERT_EQ(passed_on.size(), kCount);
        for (uint64_t i = 0; i < kCount; ++i) ASSERT_EQ(passed_on[i], i);
    }
}

TEST(InOrderThreads, AConsumerThatReturnsFalseStopsAll) {
    InOrder<uint64_t> in_order(4);
    std::atomic<uint64_t> next = 0;
    std::atomic<unsigned> refused = 0;
    std::vector<uint64_t> passed_on;
    run_on_threads(4, [&](unsigned) {
        for (;;) {
            const bool goes_on = in_order.deliver(next++, 0, [&](uint64_t) {
                passed_on.push_back(0);
                return passed_on.size() < 100;
            });
            if (!goes_on) break;
        }
        ++refused;
    });
    EXPECT_EQ(passed_on.size(), 100U);
    EXPECT_EQ(refused, 4U);
}

TEST(InOrderThreads, StopWakesADeliveryThatWaitsForItsTurn) {
    InOrder<int> in_order(1);
    const auto never = [](int) {
        ADD_FAILURE() << "it was not its turn";
        return true;
    };
    run_on_threads(2, [&](unsigned index) {
        if (index == 0) {
            in_order.stop();
        } else {
            EXPECT_FALSE(in_order.deliver(1, 0, never));
        }
    });
    EXPECT_FALSE(in_order.deliver(0, 0, never));
}

TEST(InOrder, PassesOnWhatWaitedAfterTheTurn) {
    InOrder<char> in_order(10);
    std::string passed_on;
    const auto consume = [&](char c) {
        passed_on += c;
        return true;
    };
    EXPECT_TRUE(in_order.deliver(2, 'c', consume));
    EXPECT_TRUE(in_order.deliver(1, 'b', consume));
    EXPECT_EQ(passed_on, "");
    EXPECT_TRUE(in_order.deliver(0, 'a', consume));
    EXPECT_EQ(passed_on, "abc");
    EXPECT_TRUE(in_order.deliver(3, 'd', consume));
    EXPECT_EQ(passed_on, "abcd");
}

}  // namespace
}  // namespace edge
