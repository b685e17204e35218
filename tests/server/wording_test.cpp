#include "server/wording.h"

#include <gtest/gtest.h>

namespace edge::server {
namespace {

TEST(ClientWording, NamesFieldsNotOptions) {
    EXPECT_EQ(client_wording("c exists already; --force replaces it", "/srv"),
              "c exists already; \"force\": true replaces it");
    EXPECT_EQ(client_wording("c exists already; force replaces it", "/srv"),
              "c exists already; \"force\": true replaces it");
    EXPECT_EQ(client_wording("x; stopped by --bad-games fail", "/srv"),
              "x; stopped by \"bad_games\": \"fail\"");
    EXPECT_EQ(client_wording("c: edge index --add-tree-games makes it", "/srv"),
              "c: edge index --add-tree-games makes it");
}

TEST(ClientWording, TellsPathsFromTheRootOn) {
    EXPECT_EQ(client_wording("/srv/c/a.pgn, line 3, and /srv/c/b.pgn", "/srv/c"),
              "a.pgn, line 3, and b.pgn");
    EXPECT_EQ(client_wording("/srv/cc/a.pgn", "/srv/c"), "/srv/cc/a.pgn");
    EXPECT_EQ(client_wording("/a.pgn", "/"), "/a.pgn");
    EXPECT_EQ(client_wording("/mnt/srv/c/a.pgn: gone", "/srv/c"), "/mnt/srv/c/a.pgn: gone");
}

}  // namespace
}  // namespace edge::server
