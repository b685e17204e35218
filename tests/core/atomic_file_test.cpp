#include "core/atomic_file.h"

#include <gtest/gtest.h>

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

TEST(AtomicFile, KeepsAnExistingFileUnlessTold) {
    const test::TempDir dir;
    ASSERT_TRUE(write_whole(dir / "x", "old", false));
    EXPECT_FALSE(write_whole(dir / "x", "new", false));
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

TEST(AtomicFile, RefusesWhatIsNoRegularFile) {
    const test::TempDir dir;
    EXPECT_FALSE(write_whole(dir.path(), "x", true));
    EXPECT_FALSE(write_whole("/dev/null", "x", true));
    const Status missing = write_whole(dir / "no/x", "x", false);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
              "cannot create " + (dir / "no/x").string() + ": No such file or directory");
}

}  // namespace
}  // namespace edge
