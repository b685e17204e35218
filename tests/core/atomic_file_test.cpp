#include "core/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <iterator>
#include <set>
#include <string>

#include "core/parallel.h"
#include "support/temp_dir.h"

namespace edge {
namespace {

namespace fs = std::filesystem;

Status write_whole(const fs::path& path, std::string_view text, bool overwrite) {
    AtomicFile output = EDGE_TRY(AtomicFile::create(path, overwrite));
    EDGE_CHECK(output.file().append(text));
    return output.commit();
}

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
    const test::TempDir dir;
    {
        auto output = AtomicFile::create(dir / "x", false);
        ASSERT_TRUE(output);
        ASSERT_TRUE(output->file().append("half"));
        EXPECT_FALSE(fs::exists(dir / "x"));
    }
    EXPECT_TRUE(fs::is_empty(dir.path()));
    ASSERT_TRUE(write_whole(dir / "x", "whole", false));
    EXPECT_EQ(test::read_file(dir / "x"), "whole");
}

TEST(AtomicFile, KeepsAnExistingFileUnlessAsked) {
    const test::TempDir dir;
    ASSERT_TRUE(write_whole(dir / "x", "old", false));
    const Status refused = write_whole(dir / "x", "new", false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::Exists);
    EXPECT_EQ(refused.error().place.value().file, (dir / "x").string());
    EXPECT_EQ(test::read_file(dir / "x"), "old");
    ASSERT_TRUE(write_whole(dir / "x", "new", true));
    EXPECT_EQ(test::read_file(dir / "x"), "new");
}

TEST(AtomicFile, KeepsAFileThatAppearedMeanwhile) {
    const test::TempDir dir;
    auto output = AtomicFile::create(dir / "x", false);
    ASSERT_TRUE(output);
    test::write_file(dir / "x", "somebody else's");
    EXPECT_FALSE(output->commit());
    EXPECT_EQ(test::read_file(dir / "x"), "somebody else's");
}

TEST(AtomicFile, ReplacesWhatALinkPointsTo) {
    const test::TempDir dir;
    test::write_file(dir / "x", "old");
    fs::create_symlink("x", dir / "link");
    ASSERT_TRUE(write_whole(dir / "link", "new", true));
    EXPECT_TRUE(fs::is_symlink(dir / "link"));
    EXPECT_EQ(test::read_file(dir / "x"), "new");
}

TEST(AtomicFile, RefusesAnythingButRegularFiles) {
    const test::TempDir dir;
    EXPECT_FALSE(write_whole(dir.path(), "x", true));
    EXPECT_FALSE(write_whole("/dev/null", "x", true));
    const Status missing = write_whole(dir / "no/x", "x", false);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
              "cannot create " + (dir / "no/x").string() + ": No such file or directory");
}

TEST(AtomicFile, SaysBeforehandWhatItWouldRefuse) {
    const test::TempDir dir;
    EXPECT_TRUE(AtomicFile::check(dir / "x", false));
    test::write_file(dir / "x", "old");
    EXPECT_FALSE(AtomicFile::check(dir / "x", false));
    EXPECT_TRUE(AtomicFile::check(dir / "x", true));
    EXPECT_FALSE(AtomicFile::check(dir.path(), true));
}

TEST(AtomicFile, ThreadsThatWriteTheSameFileDoNotMixTheirBytes) {
    constexpr unsigned kThreads = 4;
    const test::TempDir dir;
    const auto content_of = [](unsigned thread) {
        return std::string(100'000, static_cast<char>('a' + thread));
    };
    std::atomic<int> failures = 0;
    run_on_threads(kThreads, [&](unsigned thread) {
        for (int i = 0; i < 20; ++i) {
            failures += !write_whole(dir / "x", content_of(thread), true);
        }
    });
    EXPECT_EQ(failures, 0);
    const std::string content = test::read_file(dir / "x");
    ASSERT_FALSE(content.empty());
    EXPECT_EQ(content, content_of(static_cast<unsigned>(content[0] - 'a')));
    EXPECT_EQ(std::distance(fs::directory_iterator(dir.path()), {}), 1) << "nothing is left aside";
}

TEST(AtomicFile, OfManyThatMayNotReplaceOneWins) {
    const test::TempDir dir;
    std::atomic<int> written = 0;
    run_on_threads(4, [&](unsigned thread) {
        written += write_whole(dir / "x", std::to_string(thread), false).has_value();
    });
    EXPECT_EQ(written, 1);
}

TEST(AtomicFile, SkipsFilesLeftByAKilledRun) {
    const test::TempDir dir;
    // The numbers count up over the process, so some of the next ones are taken.
    const fs::path first = AtomicFile::create(dir / "x", false)->file().path();
    const std::string name = first.filename().string();
    const size_t dash = name.rfind('-');
    const int number = std::stoi(name.substr(dash + 1));
    for (int i = 1; i < 4; ++i) {
        test::write_file(dir / (name.substr(0, dash + 1) + std::to_string(number + i)), "left");
    }
    ASSERT_TRUE(write_whole(dir / "x", "whole", false));
    EXPECT_EQ(test::read_file(dir / "x"), "whole");
}

TEST(AtomicFile, RemovesWhatDeadRunsLeftOfTheSameTarget) {
    const test::TempDir dir;
    const pid_t child = ::fork();
    if (child == 0) {
        auto killed = AtomicFile::create(dir / "x", false);
        ::raise(SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    const std::string dead = ".x.partial-" + std::to_string(child) + "-";
    const std::string alive = ".x.partial-" + std::to_string(::getppid()) + "-0";
    const std::string other = ".y.partial-" + std::to_string(child) + "-0";
    for (const std::string& name : {dead + "77", alive, other, dead + "0.mine"}) {
        test::write_file(dir / name, "left");
    }
    ASSERT_TRUE(write_whole(dir / "x", "whole", false));
    std::set<std::string> left;
    for (const auto& entry : fs::directory_iterator(dir.path())) {
        left.insert(entry.path().filename().string());
    }
    EXPECT_EQ(left, (std::set<std::string>{"x", alive, other, dead + "0.mine"}));
}

TEST(AtomicFile, KeepsWhatAnotherMachineHoldsTheLockOf) {
    const test::TempDir dir;
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    const fs::path held = dir / (".x.partial-" + std::to_string(child) + "-0");
    test::write_file(held, "at work");
    const FileDescriptor lock(::open(held.c_str(), O_RDONLY));
    ASSERT_EQ(::flock(lock.get(), LOCK_EX), 0);
    ASSERT_TRUE(write_whole(dir / "x", "whole", false));
    EXPECT_TRUE(fs::exists(held));
}

TEST(AtomicFile, PutsWhatOthersWroteInPlace) {
    const test::TempDir dir;
    test::write_file(dir / "new", "new");
    test::write_file(dir / "old", "old");
    EXPECT_FALSE(AtomicFile::put_in_place(dir / "new", dir / "old", false));
    EXPECT_EQ(test::read_file(dir / "old"), "old");
    std::filesystem::create_symlink(dir / "old", dir / "link");
    ASSERT_TRUE(AtomicFile::put_in_place(dir / "new", dir / "link", true));
    EXPECT_EQ(test::read_file(dir / "old"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(dir / "link"));
    EXPECT_FALSE(std::filesystem::exists(dir / "new"));
}

}  // namespace
}  // namespace edge
