// MappedFile and OutputFile, which mirror each other, and what goes through both.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <utility>

#include "core/mapped_file.h"
#include "core/output_file.h"
#include "core/spill_file.h"
#include "support/temp_dir.h"

namespace edge {
namespace {

using test::read_file;
using test::TempDir;
using test::write_file;

TEST(MappedFile, ShowsTheWholeFile) {
    const TempDir dir;
    write_file(dir / "a", "some text");
    auto file = MappedFile::open(dir / "a");
    ASSERT_TRUE(file) << file.error().message;
    file->advise_sequential();
    EXPECT_EQ(file->text(), "some text");
    EXPECT_EQ(file->bytes().size(), 9U);
}

TEST(MappedFile, KeepsItsPagesWhenMoved) {
    const TempDir dir;
    write_file(dir / "a", "first");
    write_file(dir / "b", "second");
    MappedFile first = *MappedFile::open(dir / "a");
    const char* address = first.text().data();
    MappedFile moved = std::move(first);
    EXPECT_EQ(moved.text().data(), address);
    moved = *MappedFile::open(dir / "b");
    EXPECT_EQ(moved.text(), "second");
}

TEST(MappedFile, OpensAnEmptyFile) {
    const TempDir dir;
    write_file(dir / "empty", "");
    auto file = MappedFile::open(dir / "empty");
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->bytes().empty());
    file->advise_sequential();
}

TEST(MappedFile, SaysWhyItCannotOpen) {
    const TempDir dir;
    const auto missing = MappedFile::open(dir / "missing");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
    EXPECT_EQ(missing.error().message,
              "cannot open " + (dir / "missing").string() + ": No such file or directory");

    const auto folder = MappedFile::open(dir.path());
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::Io);
    EXPECT_NE(folder.error().message.find("Is a directory"), std::string::npos);

    ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
    const auto pipe = MappedFile::open(dir / "pipe");
    ASSERT_FALSE(pipe);
    EXPECT_NE(pipe.error().message.find("not a regular file"), std::string::npos);
}

TEST(OutputFile, KeepsSmallAndLargeAppendsInOrder) {
    const TempDir dir;
    const std::string large(3 << 20, 'L');
    std::string expected;
    auto file = OutputFile::create(dir / "out");
    ASSERT_TRUE(file);
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(file->append("small"));
        ASSERT_TRUE(file->append(large));
        ASSERT_TRUE(file->append(std::string(700'000, 'm')));
        expected += "small" + large + std::string(700'000, 'm');
    }
    EXPECT_EQ(file->size(), expected.size());
    ASSERT_TRUE(file->close(true));
    EXPECT_TRUE(read_file(dir / "out") == expected);
}

TEST(OutputFile, OverwritesEarlierBytes) {
    const TempDir dir;
    auto file = OutputFile::create(dir / "out");
    ASSERT_TRUE(file->append("count=??? and more"));
    ASSERT_TRUE(file->write_at(6, std::as_bytes(std::span(std::string_view("123")))));
    ASSERT_TRUE(file->append("!"));
    EXPECT_EQ(file->size(), 19U);
    ASSERT_TRUE(file->close(false));
    EXPECT_EQ(read_file(dir / "out"), "count=123 and more!");
}

TEST(OutputFile, ReportsAFullDisk) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    auto at_close = OutputFile::create("/dev/full");
    ASSERT_TRUE(at_close);
    ASSERT_TRUE(at_close->append("stays in the buffer"));
    const Status closed = at_close->close(false);
    ASSERT_FALSE(closed);
    EXPECT_EQ(closed.error().code, ErrorCode::Io);
    EXPECT_EQ(closed.error().message, "cannot write to /dev/full: No space left on device");

    auto at_append = OutputFile::create("/dev/full");
    EXPECT_FALSE(at_append->append(std::string(2 << 20, 'x')));
}

TEST(OutputFile, ReportsAMissingFolder) {
    const TempDir dir;
    const auto file = OutputFile::create(dir / "missing/out");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::NotFound);
    EXPECT_NE(file.error().message.find("missing/out"), std::string::npos);
}

TEST(SpillFile, IsReadWithoutItsName) {
    const TempDir dir;
    OutputFile file = *OutputFile::create(dir / "spill");
    ASSERT_TRUE(file.append("what memory could not hold"));
    const auto spilled = read_spilled(file);
    ASSERT_TRUE(spilled) << spilled.error().message;
    EXPECT_FALSE(std::filesystem::exists(dir / "spill"));
    EXPECT_EQ(spilled->text(), "what memory could not hold");
}

}  // namespace
}  // namespace edge
