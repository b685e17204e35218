#include "server/client_message.h"

#include <gtest/gtest.h>

namespace edge::server {
namespace {

TEST(ClientMessage, SaysHowToReplace) {
    EXPECT_EQ(client_message({ErrorCode::Exists, "/srv/c exists already"}, "/srv"),
              "c exists already; \"force\": true replaces it");
    EXPECT_EQ(client_message({ErrorCode::Io, "/srv/c exists already"}, "/srv"), "c exists already");
}

TEST(ClientMessage, HasPathsRelativeToTheRoot) {
    EXPECT_EQ(without_root("/srv/c/a.pgn, line 3, and /srv/c/b.pgn", "/srv/c"),
              "a.pgn, line 3, and b.pgn");
    EXPECT_EQ(without_root("/srv/cc/a.pgn", "/srv/c"), "/srv/cc/a.pgn");
    EXPECT_EQ(without_root("/a.pgn", "/"), "/a.pgn");
    EXPECT_EQ(without_root("/mnt/srv/c/a.pgn: gone", "/srv/c"), "/mnt/srv/c/a.pgn: gone");
}

}  // namespace
}  // namespace edge::server
