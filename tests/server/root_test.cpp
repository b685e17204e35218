#include "server/root.h"

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

class RootTest : public testing::Test {
protected:
    RootTest() {
        fs::create_directories(dir_ / "root/sub/games.scoredb");
        fs::create_directories(dir_ / "root/.hidden");
        fs::create_directories(dir_ / "root-sibling");
        fs::create_directory_symlink(dir_ / "root-sibling", dir_ / "root/out");
        fs::create_directory_symlink("../root-sibling", dir_ / "root/out-relative");
        fs::create_directory_symlink("sub", dir_ / "root/in");
        fs::create_directory_symlink(".hidden", dir_ / "root/to-hidden");
        fs::create_symlink("loop", dir_ / "root/loop");
        fs::create_symlink("nowhere", dir_ / "root/dangling");
    }

    Root root() const { return *Root::open((dir_ / "root").string()); }

    test::TempDir dir_;
};

TEST_F(RootTest, GivesPathsBelowItself) {
    EXPECT_EQ(root().existing("sub/games.scoredb").value(), "sub/games.scoredb");
    EXPECT_EQ(root().existing("sub//games.scoredb").value(), "sub/games.scoredb");
    EXPECT_EQ(root().existing("in/games.scoredb").value(), "sub/games.scoredb");
}

TEST_F(RootTest, RefusesEveryWayOut) {
    const std::string absolute = (dir_ / "root/sub").string();
    for (const std::string& path :
         {std::string(), std::string("/"), std::string("/etc/passwd"), absolute, std::string(".."),
          std::string("../root-sibling"), std::string("sub/../../root-sibling"),
          std::string("sub/.."), std::string("."), std::string(".hidden"),
          std::string("sub/./games.scoredb"), std::string("out"), std::string("out-relative"),
          std::string("to-hidden"), std::string("sub\0/x", 6), std::string("sub\n"),
          std::string(5000, 'a')}) {
        const auto found = root().existing(path);
        ASSERT_FALSE(found) << path;
        EXPECT_EQ(found.error().code, ErrorCode::InvalidArgument) << path;
        EXPECT_FALSE(root().to_be_made(path)) << path;
    }
    EXPECT_FALSE(root().existing("loop"));
    EXPECT_FALSE(root().existing("dangling"));
    EXPECT_EQ(root().existing("nothing").error().code, ErrorCode::NotFound);
}

TEST_F(RootTest, GivesPathsOfWhatIsToBeMade) {
    EXPECT_EQ(root().to_be_made("new.scoredb").value(), "new.scoredb");
    EXPECT_EQ(root().to_be_made("in/new.scoredb").value(), "sub/new.scoredb");
    EXPECT_FALSE(root().to_be_made("no-folder/new.scoredb"));
    EXPECT_FALSE(root().to_be_made("out/new.scoredb"));
    EXPECT_FALSE(root().to_be_made("dangling"));
    EXPECT_FALSE(root().to_be_made("sub/"));
}

TEST_F(RootTest, MustBeAFolder) {
    EXPECT_FALSE(Root::open((dir_ / "nothing").string()));
    test::write_file(dir_ / "file", "x");
    EXPECT_FALSE(Root::open((dir_ / "file").string()));
}

}  // namespace
}  // namespace edge::server
