#include "wire/inspect/file_inspection_json.h"

#include <gtest/gtest.h>

namespace edge::wire {
namespace {

using formats::GameKind;

TEST(FileInspectionJson, OfAScidBase) {
    formats::BaseInspection base;
    base.info = {.type = 7, .games = 4, .autoload = 2, .description = "Club"};
    base.info.flag_labels[5] = "mine";
    base.index_bytes = 10;
    base.names_bytes = 20;
    base.games_bytes = 30;
    EXPECT_EQ(file_inspection_json("club.si4", GameKind::Scid4, base),
              R"({"path":"club.si4","kind":"scid4","games":4,"description":"Club","type":7,)"
              R"("autoload":2,"flags":["","","","","","mine"],)"
              R"("si4_bytes":10,"sn4_bytes":20,"sg4_bytes":30})");
}

TEST(FileInspectionJson, OfFbpgnHasMatchesOnlyOnRequest) {
    formats::FbpgnInspection fbpgn{.size_bytes = 100, .games = 3, .chunks = 2};
    EXPECT_EQ(file_inspection_json("x.fbpgn", GameKind::Fbpgn, fbpgn),
              R"({"path":"x.fbpgn","kind":"fbpgn","size_bytes":100,"games":3,"chunks":2,)"
              R"("index_entries":null})");
    fbpgn.index_entries = 3;
    fbpgn.matched = 1;
    fbpgn.first_matches = {{.ref = 2, .tags = {{"White", "Ana"}, {"Elo", "2500"}}}};
    EXPECT_EQ(file_inspection_json("x.fbpgn", GameKind::Fbpgn, fbpgn),
              R"({"path":"x.fbpgn","kind":"fbpgn","size_bytes":100,"games":3,"chunks":2,)"
              R"("index_entries":3,"matched":1,)"
              R"("matches":[{"ref":2,"tags":{"White":"Ana","Elo":"2500"}}]})");
}

TEST(FileInspectionJson, OfABook) {
    const formats::BookInspection book{.size_bytes = 48, .positions = 2, .entries = 3};
    EXPECT_EQ(file_inspection_json("b.bin", GameKind::Polyglot, book),
              R"({"path":"b.bin","kind":"polyglot","size_bytes":48,"positions":2,"entries":3})");
}

TEST(FileInspectionJson, OfViriformatHasHistograms) {
    viriformat::Statistics games;
    games.size_bytes = 200;
    games.games = 2;
    games.positions = 3;
    games.white_wins = 1;
    games.black_wins = 1;
    games.cut_games = 1;
    games.examples = {"game 2: no end"};
    games.standard_starts = 1;
    games.shortest_plies = 1;
    games.longest_plies = 2;
    games.positions_by_score = {{-100, 1}, {0, 2}};
    games.white_mates = 4;
    games.positions_by_piece_count[32] = 3;
    EXPECT_EQ(file_inspection_json("x.vf", GameKind::Viriformat, games),
              R"({"path":"x.vf","kind":"viriformat","size_bytes":200,"games":2,"positions":3,)"
              R"("results":{"white":1,"draw":0,"black":1},"sound":false,)"
              R"("problems":{"bad_results":0,"bad_boards":0,"illegal_games":0,"cut_games":1},)"
              R"("examples":["game 2: no end"],"standard_starts":1,"chess960_games":0,)"
              R"("captures":0,"castlings":0,"en_passants":0,"promotions":0,)"
              R"("plies":{"shortest":1,"average":1.5,"longest":2},)"
              R"("scores":{"bin":100,"bins":[{"from":-100,"positions":1},)"
              R"({"from":0,"positions":2}],"white_mates":4,"black_mates":0},)"
              R"("men":{"32":3}})");
}

}  // namespace
}  // namespace edge::wire
