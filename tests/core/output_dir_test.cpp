#include "core/output_dir.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/temp_dir.h"

namespace edge {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using test::TempDir;
using test::write_file;

long entry_count(const fs::path& path) {
    return std::distance(fs::directory_iterator(path), fs::directory_iterator());
}

void make_corpus(const fs::path& path, std::string_view meta) {
    fs::create_directory(path);
    write_file(path / "meta", meta);
}

// A process id that is no longer in use.
pid_t dead_pid() {
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(0);
    ::waitpid(pid, nullptr, 0);
    return pid;
}

TEST(OutputDir, AppearsOnlyAtCommit) {
    const TempDir dir;
    const fs::path target = dir / "x.scoredb";
    auto output = OutputDir::create(target, false);
    ASSERT_TRUE(output) << output.error().message;
    fs::create_directory(output->path() / "shards");
    write_file(output->path() / "shards/0.moves", "m");
    EXPECT_FALSE(fs::exists(target));
    const Status committed = output->commit();
    ASSERT_TRUE(committed) << committed.error().message;
    EXPECT_EQ(read_file(target / "shards/0.moves"), "m");
    EXPECT_EQ(entry_count(dir.path()), 1);
}

TEST(OutputDir, LeavesNothingWithoutCommit) {
    const TempDir dir;
    {
        OutputDir output = *OutputDir::create(dir / "x", false);
        const OutputDir moved = std::move(output);
        write_file(moved.path() / "meta", "half");
        EXPECT_EQ(entry_count(dir.path()), 1);
    }
    EXPECT_EQ(entry_count(dir.path()), 0);
}

TEST(OutputDir, RefusesAnExistingTarget) {
    const TempDir dir;
    make_corpus(dir / "x", "version=old");
    const auto output = OutputDir::create(dir / "x", false);
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, ErrorCode::Exists);
    EXPECT_EQ(output.error().place.value().file, (dir / "x").string());
    EXPECT_EQ(read_file(dir / "x/meta"), "version=old");
}

TEST(OutputDir, ForceReplacesACorpus) {
    const TempDir dir;
    make_corpus(dir / "x", "version=old");
    write_file(dir / "x/tree.dat", "old");
    OutputDir output = *OutputDir::create((dir / "x").string() + "/", true);
    write_file(output.path() / "meta", "new");
    EXPECT_EQ(read_file(dir / "x/meta"), "version=old");
    ASSERT_TRUE(output.commit());
    EXPECT_EQ(read_file(dir / "x/meta"), "new");
    EXPECT_FALSE(fs::exists(dir / "x/tree.dat"));
    EXPECT_EQ(entry_count(dir.path()), 1);
}

TEST(OutputDir, ForceReplacesNothingButACorpus) {
    const TempDir dir;
    fs::create_directory(dir / "photos");
    write_file(dir / "photos/one", "1");
    write_file(dir / "file", "text");
    make_corpus(dir / "thesis", "version=2\n");
    write_file(dir / "thesis/chapter", "not part of a corpus");
    make_corpus(dir / "other", "a meta file of something else");
    for (const char* name : {"photos", "file", "thesis", "other"}) {
        const auto output = OutputDir::create(dir / name, true);
        ASSERT_FALSE(output) << name;
        EXPECT_EQ(output.error().code, ErrorCode::Io);
    }
    EXPECT_EQ(entry_count(dir.path()), 4);
}

TEST(OutputDir, ForceFollowsALink) {
    const TempDir dir;
    make_corpus(dir / "real", "version=old");
    fs::create_directory_symlink("real", dir / "link");
    OutputDir output = *OutputDir::create(dir / "link", true);
    write_file(output.path() / "meta", "new");
    ASSERT_TRUE(output.commit());
    EXPECT_TRUE(fs::is_symlink(dir / "link"));
    EXPECT_EQ(read_file(dir / "real/meta"), "new");
}

TEST(OutputDir, DoesNotReplaceATargetThatAppearedMeanwhile) {
    const TempDir dir;
    OutputDir output = *OutputDir::create(dir / "x", false);
    make_corpus(dir / "x", "someone else's");
    const Status committed = output.commit();
    ASSERT_FALSE(committed);
    EXPECT_EQ(committed.error().code, ErrorCode::Exists);
    EXPECT_EQ(read_file(dir / "x/meta"), "someone else's");
}

TEST(OutputDir, TakesTheNextNumberWhereTheTargetExists) {
    const TempDir dir;
    make_corpus(dir / "x.1.scoredb", "version=old");
    write_file(dir / "x.1-3.scoredb", "not even a folder");
    OutputDir first = OutputDir::create_numbered(dir / "x.1.scoredb").value();
    OutputDir second = OutputDir::create_numbered(dir / "x.1.scoredb").value();
    write_file(first.path() / "meta", "first");
    write_file(second.path() / "meta", "second");
    ASSERT_TRUE(second.commit());
    ASSERT_TRUE(first.commit());
    EXPECT_EQ(second.target().filename(), "x.1-2.scoredb");
    EXPECT_EQ(first.target().filename(), "x.1-4.scoredb");
    EXPECT_EQ(read_file(dir / "x.1.scoredb/meta"), "version=old");
    EXPECT_EQ(read_file(second.target() / "meta"), "second");
    EXPECT_EQ(read_file(first.target() / "meta"), "first");
    EXPECT_EQ(entry_count(dir.path()), 4);
}

TEST(OutputDir, TakesDifferentNumbersInManyThreads) {
    const TempDir dir;
    constexpr size_t kRuns = 16;
    std::vector<std::thread> runs;
    std::vector<std::string> names(kRuns);
    for (size_t i = 0; i < kRuns; ++i) {
        runs.emplace_back([&, i] {
            OutputDir output = OutputDir::create_numbered(dir / "x.scoredb").value();
            write_file(output.path() / "meta", std::to_string(i));
            if (output.commit()) names[i] = output.target().filename().string();
        });
    }
    for (std::thread& run : runs) run.join();
    for (size_t i = 0; i < kRuns; ++i) {
        ASSERT_FALSE(names[i].empty()) << i;
        EXPECT_EQ(read_file(dir / names[i] / "meta"), std::to_string(i));
    }
    EXPECT_EQ(entry_count(dir.path()), static_cast<long>(kRuns));
    EXPECT_TRUE(fs::exists(dir / "x.scoredb"));
    EXPECT_TRUE(fs::exists(dir / "x-16.scoredb"));
}

TEST(OutputDir, RemovesOnlyTheLeftoversOfDeadRuns) {
    const TempDir dir;
    const std::string dead = std::to_string(dead_pid());
    const std::string alive = std::to_string(::getppid());
    const auto name = [](std::string_view target, std::string_view pid) {
        return fmt::format(".{}.partial-{}-00ff", target, pid);
    };
    make_corpus(dir / name("x", dead), "litter");
    make_corpus(dir / name("x", alive), "at work");
    make_corpus(dir / name("y", dead), "another target's");
    make_corpus(dir / (name("x", dead) + ".mine"), "not our pattern");
    {
        const auto output = OutputDir::create(dir / "x", false);
        ASSERT_TRUE(output);
    }
    EXPECT_FALSE(fs::exists(dir / name("x", dead)));
    EXPECT_FALSE(fs::exists(dir / name("y", dead)));
    EXPECT_EQ(entry_count(dir.path()), 2);
}

TEST(OutputDir, AKilledRunKeepsTheOldCorpusAndTheNextRunCleansUp) {
    const TempDir dir;
    make_corpus(dir / "x", "version=old");
    const pid_t child = ::fork();
    if (child == 0) {
        auto output = OutputDir::create(dir / "x", true);
        if (output) write_file(output->path() / "meta", "half");
        ::raise(SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(read_file(dir / "x/meta"), "version=old");
    EXPECT_EQ(entry_count(dir.path()), 2);
    {
        ASSERT_TRUE(OutputDir::create(dir / "x", true));
    }
    EXPECT_EQ(entry_count(dir.path()), 1);
}

TEST(OutputDir, NamesAnUnusableParent) {
    const TempDir dir;
    const auto missing = OutputDir::create(dir / "missing/x", false);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("missing"), std::string::npos);

    // Root may write anywhere, so this part runs as another user.
    const uid_t user = ::geteuid();
    fs::permissions(dir.path(), fs::perms(0555));
    if (user == 0) {
        ASSERT_EQ(::seteuid(65534), 0);
    }
    const auto unwritable = OutputDir::create(dir / "x", false);
    ASSERT_EQ(::seteuid(user), 0);
    fs::permissions(dir.path(), fs::perms::owner_all);
    ASSERT_FALSE(unwritable);
    EXPECT_NE(unwritable.error().message.find("Permission denied"), std::string::npos);
}

}  // namespace
}  // namespace edge
