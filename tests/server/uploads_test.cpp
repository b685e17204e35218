#include "server/uploads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temp_dir.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

class UploadsTest : public testing::Test {
protected:
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(dir_.path())) {
            found.push_back(entry.path().filename().native());
        }
        std::ranges::sort(found);
        return found;
    }
    std::string begin(const std::string& name, uint64_t bytes) {
        return uploads_.begin(name, bytes).value().value().id;
    }

    test::TempDir dir_;
    Root root_ = *Root::open(dir_.path().string());
    Uploads uploads_{root_, milliseconds(60'000)};
};

TEST_F(UploadsTest, AFileAppearsWithItsLastPiece) {
    const std::string id = begin("x.pgn", 5);
    EXPECT_EQ(uploads_.put(id, 0, "abc")->received, 3U);
    ASSERT_EQ(names().size(), 1U);
    EXPECT_TRUE(names().front().starts_with(".x.pgn.partial-"));
    EXPECT_EQ(uploads_.put(id, 3, std::string("\0\xFF", 2))->received, 5U);
    EXPECT_EQ(names(), std::vector<std::string>{"x.pgn"});
    EXPECT_EQ(test::read_file(dir_ / "x.pgn"), std::string("abc\0\xFF", 5));
    EXPECT_EQ(uploads_.running_count(), 0U);
}

TEST_F(UploadsTest, APieceMayBeSentAgain) {
    const std::string id = begin("x.pgn", 5);
    ASSERT_TRUE(uploads_.put(id, 0, "abc"));
    EXPECT_EQ(uploads_.put(id, 0, "abc")->received, 3U);
    EXPECT_EQ(uploads_.put(id, 1, "b")->received, 3U);
    ASSERT_TRUE(uploads_.put(id, 3, "de"));
    EXPECT_EQ(uploads_.put(id, 3, "de")->received, 5U);
    EXPECT_EQ(test::read_file(dir_ / "x.pgn"), "abcde");
}

TEST_F(UploadsTest, PiecesComeInOrderAndWithinTheFile) {
    const std::string id = begin("x.pgn", 5);
    ASSERT_TRUE(uploads_.put(id, 0, "ab"));
    const struct {
        uint64_t offset;
        std::string piece;
    } wrong[] = {{3, "d"}, {1, "bc"}, {2, ""},           {2, "cdef"},
                 {6, "x"}, {5, "x"},  {UINT64_MAX, "x"}, {UINT64_MAX - 1, "xy"}};
    for (const auto& [offset, piece] : wrong) {
        const auto refused = uploads_.put(id, offset, piece);
        ASSERT_FALSE(refused) << offset << piece;
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    }
    EXPECT_EQ(uploads_.put(id, 3, "d").error().message,
              "/offset: found 3, expected 2, where the next piece begins");
    ASSERT_TRUE(uploads_.put(id, 2, "cde"));
    EXPECT_EQ(test::read_file(dir_ / "x.pgn"), "abcde");
}

TEST_F(UploadsTest, NeverReplaceAFile) {
    test::write_file(dir_ / "x.pgn", "old");
    EXPECT_EQ(uploads_.begin("x.pgn", 3).error().code, ErrorCode::Exists);
    fs::create_directory(dir_ / "y.pgn");
    EXPECT_EQ(uploads_.begin("y.pgn", 3).error().code, ErrorCode::Exists);
    const std::string id = begin("z.pgn", 3);
    test::write_file(dir_ / "z.pgn", "old");
    const auto refused = uploads_.put(id, 0, "new");
    EXPECT_EQ(refused.error().code, ErrorCode::Exists);
    EXPECT_EQ(refused.error().message, "z.pgn exists already");
    EXPECT_EQ(test::read_file(dir_ / "z.pgn"), "old");
    EXPECT_EQ(names(), (std::vector<std::string>{"x.pgn", "y.pgn", "z.pgn"}));
    EXPECT_EQ(uploads_.put(id, 0, "new").error().code, ErrorCode::NotFound);
}

TEST_F(UploadsTest, LeaveNothingWhenTheyAreDropped) {
    const std::string id = begin("x.pgn", 5);
    ASSERT_TRUE(uploads_.put(id, 0, "abc"));
    EXPECT_TRUE(uploads_.drop(id));
    EXPECT_TRUE(names().empty());
    EXPECT_EQ(uploads_.put(id, 3, "de").error().code, ErrorCode::NotFound);
    EXPECT_EQ(uploads_.drop(id).error().code, ErrorCode::NotFound);
    const std::string complete = begin("y.pgn", 1);
    ASSERT_TRUE(uploads_.put(complete, 0, "a"));
    EXPECT_TRUE(uploads_.drop(complete));
    EXPECT_EQ(names(), std::vector<std::string>{"y.pgn"});
}

TEST_F(UploadsTest, AreDroppedWhenNoPieceComes) {
    const std::string id = begin("x.pgn", 5);
    const auto now = Uploads::Clock::now();
    uploads_.drop_idle(now);
    EXPECT_EQ(uploads_.running_count(), 1U);
    uploads_.drop_idle(now + milliseconds(61'000));
    EXPECT_EQ(uploads_.running_count(), 0U);
    EXPECT_TRUE(names().empty());
    EXPECT_EQ(uploads_.put(id, 0, "a").error().code, ErrorCode::NotFound);
}

TEST_F(UploadsTest, AFewAtATime) {
    std::string last;
    for (size_t i = 0; i < Uploads::kMostRunning; ++i) {
        last = begin("x" + std::to_string(i) + ".pgn", 1);
    }
    EXPECT_FALSE(uploads_.begin("y.pgn", 1).value());
    ASSERT_TRUE(uploads_.put(last, 0, "a"));  // complete, it no longer counts
    EXPECT_TRUE(uploads_.begin("y.pgn", 1).value());
    uploads_.stop();
    EXPECT_EQ(names(), std::vector<std::string>{"x3.pgn"});
    EXPECT_FALSE(uploads_.begin("z.pgn", 1).value());
}

TEST_F(UploadsTest, HaveIdsThatDiffer) {
    const std::string a = begin("a.pgn", 1);
    const std::string b = begin("b.pgn", 1);
    EXPECT_EQ(a.size(), 32U);
    EXPECT_NE(a, b);
}

TEST_F(UploadsTest, TakeOnlyNamesOfGames) {
    for (const char* const name :
         {"x.pgn", "X.PGN", "a b.pgn.zst", "x.pgn.gz", "x.pgn.bz2", "x.vf", "x.viriformat",
          "x.fbpgn", "\xC3\xA9t\xC3\xA9.pgn", "-.pgn", "a..pgn"}) {
        EXPECT_TRUE(check_upload_name(name)) << name;
    }
    for (const std::string& name : {std::string(),
                                    std::string("."),
                                    std::string(".."),
                                    std::string(".x.pgn"),
                                    std::string("/x.pgn"),
                                    std::string("a/x.pgn"),
                                    std::string("../x.pgn"),
                                    std::string("a\\x.pgn"),
                                    std::string("x.txt"),
                                    std::string("x"),
                                    std::string("x.pgn "),
                                    std::string("x.pgn/"),
                                    std::string("x.scoredb"),
                                    std::string("x.bin"),
                                    std::string("x.si4"),
                                    std::string("x.sn4"),
                                    std::string("x\n.pgn"),
                                    std::string("x\x7F.pgn"),
                                    std::string("x\0.pgn", 6),
                                    std::string("meta"),
                                    std::string(197, 'x') + ".pgn"}) {
        const auto refused = check_upload_name(name);
        ASSERT_FALSE(refused) << name;
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(refused.error().place->pointer, "/name");
    }
}

TEST_F(UploadsTest, TheNextDaemonRemovesWhatAKilledOneLeft) {
    // No process has this number: it is above the highest one that Linux allows.
    test::write_file(dir_ / ".x.pgn.partial-2147483647-0", "abc");
    test::write_file(dir_ / ".notes.txt.partial-2147483647-0", "somebody else's");
    test::write_file(dir_ / ".x.pgn.partial-1-0", "of a process that lives");
    test::write_file(dir_ / ".x.pgn", "hidden");
    const std::string id = begin("y.pgn", 2);
    uploads_.remove_leftovers();
    ASSERT_TRUE(uploads_.put(id, 0, "ab"));
    EXPECT_EQ(names(), (std::vector<std::string>{".notes.txt.partial-2147483647-0", ".x.pgn",
                                                 ".x.pgn.partial-1-0", "y.pgn"}));
}

}  // namespace
}  // namespace edge::server
