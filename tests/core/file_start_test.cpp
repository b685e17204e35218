#include "core/file_start.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temp_dir.h"

namespace edge {
namespace {

TEST(FileStart, IsAtMostTheFile) {
    const test::TempDir folder;
    const auto path = folder.path() / "text";
    std::ofstream(path) << "version=2";
    EXPECT_EQ(file_start(path, 8), "version=");
    EXPECT_EQ(file_start(path, 100), "version=2");
    EXPECT_EQ(file_start(path, 0), "");
}

TEST(FileStart, OfWhatCannotBeReadIsEmpty) {
    const test::TempDir folder;
    EXPECT_EQ(file_start(folder.path() / "missing", 8), "");
    EXPECT_EQ(file_start(folder.path(), 8), "");
}

}  // namespace
}  // namespace edge
