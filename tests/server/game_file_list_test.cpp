#include "server/game_file_list.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "support/temp_dir.h"

namespace edge::server {
namespace {

TEST(GameFileList, HasWhatCanBeIndexed) {
    const test::TempDir dir;
    std::filesystem::create_directories(dir / "sub/c.scoredb");
    std::filesystem::create_directories(dir / ".hidden");
    std::filesystem::create_directories(dir / "1/2/3/4/5");
    for (const char* const name :
         {"b.pgn.zst", "sub/A.PGN", "base.si4", "base.sn4", "base.sg4", "x.vf", "y.fbpgn",
          "book.bin", "notes.txt", "sub/c.scoredb/meta", "sub/c.scoredb/x.pgn", ".hidden/x.pgn",
          ".x.pgn", "1/2/3/4/in.pgn", "1/2/3/4/5/deep.pgn"}) {
        test::write_file(dir / name, "12");
    }
    std::filesystem::create_symlink(dir / "b.pgn.zst", dir / "link.pgn");
    const std::atomic<bool> shutdown = false;
    const Cancellation never(Cancellation::Clock::now() + std::chrono::hours(1), shutdown);
    const Root root = Root::open(dir.path().string()).value();
    std::string listed;
    const auto files = list_game_files(root, never).value();
    for (const ListedGameFile& file : files) {
        listed += file.path + ' ' + std::string(kind_name(file.kind)) + ' ' +
                  std::to_string(file.bytes) + '\n';
    }
    EXPECT_EQ(listed,
              "1/2/3/4/in.pgn pgn 2\n"
              "b.pgn.zst pgn 2\n"
              "base.si4 scid4 6\n"
              "sub/A.PGN pgn 2\n"
              "x.vf viriformat 2\n"
              "y.fbpgn fbpgn 2\n");
    const Cancellation late(Cancellation::Clock::now(), shutdown);
    EXPECT_EQ(list_game_files(root, late).error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace edge::server
