// Every test truncates files in a child process: without the handler it would die of that.
#include "core/lost_pages.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "core/mapped_file.h"
#include "support/temp_dir.h"

namespace edge {
namespace {

constexpr size_t kFileBytes = size_t{1} << 20;
constexpr size_t kKeptBytes = 1000;  // less than a page

MappedFile map_file(const std::filesystem::path& path) {
    test::write_file(path, std::string(kFileBytes, 'x'));
    return *MappedFile::open(path);
}

// Ends the child; the number says which claim was false.
void require(bool claim, int number) {
    if (!claim) ::_exit(number);
}

TEST(LostPages, ReadAsZerosAndAreReported) {
    const test::TempDir dir;
    const auto child = [&dir] {
        survive_lost_pages();
        const MappedFile other = map_file(dir / "other");
        const MappedFile file = map_file(dir / "file");
        require(file.check_unchanged().has_value(), 1);
        std::filesystem::resize_file(dir / "file", kKeptBytes);
        require(lost_page_count() == 0 && last_lost_file().empty(), 2);
        require(file.text()[0] == 'x', 3);
        require(file.text()[kFileBytes / 2] == '\0', 4);
        require(
            std::ranges::all_of(file.text().substr(kKeptBytes), [](char c) { return c == '\0'; }),
            5);
        require(file.text().substr(0, kKeptBytes) == std::string(kKeptBytes, 'x'), 6);
        require(lost_page_count() > 0 && last_lost_file() == (dir / "file").native(), 7);
        const Status changed = file.check_unchanged();
        require(!changed && changed.error().message.ends_with("file: changed while it was read"),
                8);
        require(other.text() == std::string(kFileBytes, 'x') && other.check_unchanged(), 9);
        ::_exit(0);
    };
    EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

TEST(LostPages, OfManyThreads) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    GTEST_SKIP() << "the handler replaces pages that other threads read, as it is meant to";
#endif
#endif
    const test::TempDir dir;
    const auto child = [&dir] {
        survive_lost_pages();
        std::vector<MappedFile> files;
        for (int i = 0; i < 4; ++i) files.push_back(map_file(dir / std::to_string(i)));
        std::atomic<bool> go_on = true;
        std::vector<std::thread> readers;
        for (int i = 0; i < 4; ++i) {
            readers.emplace_back([&, i] {
                while (go_on) {
                    const auto text = files[static_cast<size_t>(i)].text();
                    require(std::ranges::all_of(text, [](char c) { return c == 'x' || c == 0; }),
                            1);
                    (void)map_file(dir / ("own" + std::to_string(i)));  // comes and goes
                }
            });
        }
        for (int i = 0; i < 3; ++i) std::filesystem::resize_file(dir / std::to_string(i), 0);
        for (int i = 0; i < 3; ++i) {
            while (files[static_cast<size_t>(i)].text()[kFileBytes - 1] != '\0') {
            }
        }
        go_on = false;
        for (std::thread& reader : readers) reader.join();
        for (size_t i = 0; i < 4; ++i)
            require(files[i].check_unchanged().has_value() == (i == 3), 2);
        ::_exit(0);
    };
    EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

// The page in which the file ends now raises no signal.
TEST(LostPages, IncludeTheLastPage) {
    const test::TempDir dir;
    test::write_file(dir / "file", std::string(100, 'x'));
    const MappedFile file = *MappedFile::open(dir / "file");
    std::filesystem::resize_file(dir / "file", 50);
    EXPECT_FALSE(file.check_unchanged());
}

TEST(LostPages, DoNotMindAFileThatTookTheirPlace) {
    const test::TempDir dir;
    const MappedFile file = map_file(dir / "file");
    test::write_file(dir / "shorter", "y");
    std::filesystem::rename(dir / "shorter", dir / "file");
    EXPECT_TRUE(file.check_unchanged());
}

// A sanitizer has a handler of its own, so each of these installs the previous one itself.
TEST(LostPages, OtherBusErrorsStillEndTheProcess) {
    const auto child = [] {
        (void)std::signal(SIGBUS, SIG_DFL);
        survive_lost_pages();
        ::raise(SIGBUS);
        ::_exit(0);
    };
    EXPECT_EXIT(child(), testing::KilledBySignal(SIGBUS), "");
}

TEST(LostPages, OtherBusErrorsReachThePreviousHandler) {
    const auto child = [] {
        (void)std::signal(SIGBUS, [](int) { ::_exit(7); });
        survive_lost_pages();
        ::raise(SIGBUS);
        ::_exit(0);
    };
    EXPECT_EXIT(child(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace edge
