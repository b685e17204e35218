#include "core/directory_lock.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "support/temp_dir.h"

namespace edge {
namespace {

TEST(DirectoryLock, IsHeldByOneAtATime) {
    const test::TempDir dir;
    {
        const auto lock = DirectoryLock::take(dir.path(), {});
        ASSERT_TRUE(lock) << lock.error().message;
        const auto other = DirectoryLock::take(dir.path(), {.wait = false});
        ASSERT_FALSE(other);
        EXPECT_EQ(other.error().code, ErrorCode::Busy);
        EXPECT_NE(other.error().message.find(dir.path().string()), std::string::npos);
    }
    EXPECT_TRUE(DirectoryLock::take(dir.path(), {.wait = false}));
}

TEST(DirectoryLock, WaitsForTheOther) {
    const test::TempDir dir;
    std::optional<DirectoryLock> first = DirectoryLock::take(dir.path(), {}).value();
    std::atomic<bool> waits = false;
    std::atomic<bool> got = false;
    std::thread waiter([&] {
        got = DirectoryLock::take(dir.path(), {.on_wait = [&] { waits = true; }}).has_value();
    });
    while (!waits) std::this_thread::yield();
    EXPECT_FALSE(got);
    first.reset();
    waiter.join();
    EXPECT_TRUE(got);
}

TEST(DirectoryLock, WaitingCanBeCancelled) {
    const test::TempDir dir;
    const auto first = DirectoryLock::take(dir.path(), {});
    ASSERT_TRUE(first);
    const auto second = DirectoryLock::take(dir.path(), {.is_cancelled = [] { return true; }});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::Cancelled);
}

// Whoever waited for a directory that was exchanged gets the new one.
TEST(DirectoryLock, IsOnWhatIsThereWhenItIsTaken) {
    const test::TempDir dir;
    const auto old_one = dir / "corpus";
    std::filesystem::create_directory(old_one);
    std::optional<DirectoryLock> first = DirectoryLock::take(old_one, {}).value();
    std::atomic<bool> waits = false;
    std::optional<Result<DirectoryLock>> second;
    std::thread waiter(
        [&] { second = DirectoryLock::take(old_one, {.on_wait = [&] { waits = true; }}); });
    while (!waits) std::this_thread::yield();
    std::filesystem::rename(old_one, dir / "gone");
    std::filesystem::create_directory(old_one);
    first.reset();
    waiter.join();
    ASSERT_TRUE(second->has_value());
    EXPECT_FALSE(DirectoryLock::take(old_one, {.wait = false})) << "the new one is locked";
    EXPECT_TRUE(DirectoryLock::take(dir / "gone", {.wait = false}));
}

TEST(DirectoryLock, OfNothingNamesThePath) {
    const test::TempDir dir;
    const auto lock = DirectoryLock::take(dir / "none", {});
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace edge
