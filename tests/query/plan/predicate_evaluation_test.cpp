// Which positions predicates find, pinned for the scan and for the oracle alike.
#include "query/plan/predicate_evaluation.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "query/game_set.h"
#include "query/lang/text.h"
#include "query/oracle_games.h"
#include "query/query.h"

namespace edge::query {
namespace {

using oracle::Plies;

struct Row {
    std::string_view move;
    Plies plies;  // from which it is played
};

Plies scanned(const corpus::Corpus& corpus, const Expr& expr) {
    Plies plies;
    const Status done = visit_positions(
        Query::prepare(corpus, expr).value(), {}, {}, nullptr,
        [&](unsigned, corpus::GamePlace, const corpus::GameView&, std::span<const PlySpan> spans) {
            for (const PlySpan& span : spans) {
                for (uint32_t ply = span.first; ply <= span.last; ++ply) plies.push_back(ply);
            }
        });
    EXPECT_TRUE(done);
    return plies;
}

struct Found {
    std::string condition;
    Plies plies;
};

void expect_found(std::string_view moves, const std::vector<Found>& rows) {
    const test::GameSet games(std::vector<test::TestGame>{{.moves = test::line(moves)}});
    for (const auto& [condition, plies] : rows) {
        const auto expr = parse_text("ever(" + condition + ")");
        ASSERT_TRUE(expr) << condition << ": " << expr.error().message;
        EXPECT_EQ(scanned(games.corpus(), *expr), plies) << condition;
        EXPECT_EQ(oracle::matching_plies(normalized(*expr), oracle::game_of(moves)), plies)
            << condition;
    }
}

void expect_rows(std::string_view predicate, std::string_view moves, const std::vector<Row>& rows) {
    std::vector<Found> found;
    found.reserve(rows.size());
    for (const auto& [move, plies] : rows) {
        found.push_back({std::string(predicate) + "(\"" + std::string(move) + "\")", plies});
    }
    expect_found(moves, found);
}

void expect_moves(std::string_view moves, const std::vector<Row>& rows) {
    expect_rows("move", moves, rows);
}

// Rooks take on c3 twice: from c6, where the one on g3 could have done it too, and from g3.
TEST(MovePattern, WhatSanLeavesOutIsFree) {
    expect_moves("c3 a5 d3 Ra6 d4 Rc6 a3 h5 b4 Rhh6 b5 Rhg6 a4 Rg3 h4 Rcxc3 Nxc3 Rxc3",
                 {
                     {"Rxc3", {15, 17}},
                     {"Rcxc3", {15}},
                     {"R6xc3", {15}},
                     {"Rc6xc3", {15}},
                     {"R3xc3", {17}},
                     {"Rgxc3", {17}},
                     {"Raxc3", {}},
                     {"Rg6", {11}},
                     {"Nxc3", {16}},
                     {"xc3", {}},
                 });
}

TEST(MovePattern, WithoutXItIsNotACapture) {
    expect_moves("e4 d6 a3 Bg4 a4 Bf3 Nxf3", {{"Nf3", {}}, {"Nxf3", {6}}, {"g1f3", {6}}});
    expect_moves("Nf3 Nf6", {{"Nf3", {0}}, {"Nxf3", {}}, {"g1f3", {0}}});
    expect_moves("e4 d5 exd5 Qxd5",
                 {{"d5", {1}}, {"xd5", {2}}, {"exd5", {2}}, {"cxd5", {}}, {"Qxd5", {3}}});
}

TEST(MovePattern, SmallBIsThePawnAndLargeBTheBishop) {
    expect_moves("e4 e5 Nc3 Bb4 a3 Bxc3 bxc3",
                 {{"Bxc3", {5}}, {"bxc3", {6}}, {"xc3", {6}}, {"dxc3", {}}});
}

TEST(MovePattern, CheckAndMateAreAskedForOnlyWhereTyped) {
    expect_moves("e4 e6 d4 d5 Bd3 Nf6 e5 Nfd7 Nf3 Be7 O-O O-O Bxh7+ Kxh7 Ng5+ Bxg5",
                 {{"Bxh7", {12}}, {"Bxh7+", {12}}, {"Bxh7#", {}}, {"Ng5+", {14}}, {"O-O+", {}}});
    expect_moves("e3 a6 Bd3 a5 Bxh7 Rxh7", {{"Bxh7", {4}}, {"Bxh7+", {}}, {"d3h7+", {}}});
    expect_moves("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", {{"Qxf7", {6}},
                                                 {"Qxf7+", {6}},
                                                 {"Qxf7#", {6}},
                                                 {"h5f7#", {6}},
                                                 {"Qf7#", {}},
                                                 {"Qh5+", {}}});
    expect_moves("e4 e5 Qh5 Nc6 Qxf7+", {{"Qxf7+", {4}}, {"Qxf7#", {}}});
    expect_moves("e4 e5 Qh5 Nc6 Qxf7+ Kxf7", {{"Qxf7+", {4}}, {"Qxf7#", {}}});
}

TEST(MovePattern, APromotionWithoutAPieceIsAny) {
    expect_moves("h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 h8=N Rxh8 Rxh8", {{"h8", {8}},
                                                                  {"h8=N", {8}},
                                                                  {"h8=Q", {}},
                                                                  {"h7h8", {8}},
                                                                  {"h7h8n", {8}},
                                                                  {"h7h8q", {}},
                                                                  {"xh8", {}},
                                                                  {"R1xh8", {10}}});
    expect_moves(
        "e4 a6 e5 d5 exd6 cxd6 d4 b5 d5 b4 a4 bxa3 Rxa3 h5 b4 h4 b5 h3 b6 hxg2 b7 gxh1=Q bxa8=N",
        {
            {"gxh1", {21}},
            {"xh1", {21}},
            {"xh1=N", {}},
            {"h1", {}},
            {"g2h1", {21}},
            {"bxa8=N", {22}},
            {"b7a8q", {}},
            {"xd6", {4, 5}},
            {"exd6 e.p.", {4}},
            {"exd6e.p.+", {}},
            {"5xd6", {4}},
        });
}

TEST(MovePattern, CastlingIsItsOwnMoveInSanAndTwoMovesInUci) {
    expect_moves("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O a6 Re1 a5 h3 a4 Kh2 b6 Rh1", {{"O-O", {6}},
                                                                          {"e1g1", {6}},
                                                                          {"e1h1", {6, 14}},
                                                                          {"Kg1", {}},
                                                                          {"Rh1", {14}},
                                                                          {"O-O-O", {}},
                                                                          {"e1a1", {}},
                                                                          {"e8h8", {}}});
    expect_moves(
        "e4 e5 d4 exd4 Qxd4 Nc6 Qd1 d5 exd5 Qxd5 Qxd5 Nb4 Qd8+ Kxd8 Na3 Bf5 Bd2 Nf6 Bc3 a6 O-O-O+",
        {{"O-O-O", {20}},
         {"O-O-O+", {20}},
         {"O-O-O#", {}},
         {"e1c1", {20}},
         {"e1a1+", {20}},
         {"Kc1", {}}});
}

TEST(MovePattern, TheLooseReadingAsksForLittle) {
    expect_rows("loose_move", "e3 a6 Bd3 a5 Bxh7 Rxh7",
                {{"Bxh7+", {4}}, {"Bh7", {4}}, {"e3#", {0}}, {"dxe3", {0}}});
    expect_rows("loose_move", "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 h8=N Rxh8",
                {{"h8=Q+", {8}}, {"h8", {8}}, {"xh8", {8}}});
}

TEST(OppositeBishops, AreOneEachOnDifferentColors) {
    expect_found("e4 e5 Bb5 Nc6 Bxc6 dxc6 d3 Bb4+ c3 Bxc3+ Nxc3 Bg4 Qxg4",
                 {{"opposite_bishops", {11, 12}},
                  {"black: opposite_bishops", {11, 12}},
                  {"opposite_bishops moved(B)", {11}}});
    // The bishops left stand on dark squares.
    expect_found("e4 e5 Bb5 Nc6 Bxc6 dxc6 d3 Bg4 f3 Bxf3 Nxf3",
                 {{"opposite_bishops", {}}, {"B=b=1", {11}}});
}

TEST(Iqp, IsTheOnlyPawnOnItsFileAndThoseNextToIt) {
    const std::string_view moves = "d4 d5 c4 e6 Nc3 c5 cxd5 exd5 dxc5 Be6 e4 dxe4";
    expect_found(moves, {{"iqp", {9, 10, 11}},
                         {"black: iqp", {9, 10, 11}},
                         {"white: iqp", {}},
                         {"black: iqp to_move(w)", {10}}});
    // An enemy pawn on the file, and a second pawn of its own.
    expect_found("d4 d5 c4 dxc4 e4 e5 Nf3 exd4", {{"iqp", {}}});
    expect_found("e4 d5 exd5 c6 c4 cxd5 cxd5 Qxd5", {{"white: iqp", {8}}, {"iqp", {8}}});
}

TEST(ToMove, IsAboutTheSideOfItsCondition) {
    const std::string_view moves = "e4 d5 exd5 Qxd5 Nc3 Qd8";
    expect_found(moves, {{"white: to_move(us) captured(P)", {2}},
                         {"white: to_move(them) captured(P)", {3}},
                         {"black: to_move(us) captured(P)", {3}},
                         {"to_move(us) captured(P)", {2, 3}},
                         {"both: to_move(us)", {}},
                         {"neither: to_move(them)", {}},
                         {"mover: to_move(us)", oracle::plies(0, 6)},
                         {"white: none(to_move(us), captured(P))", {1, 5}}});
}

TEST(Quiet, IsWithoutCheckCaptureAndPromotion) {
    expect_found("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", {{"quiet", oracle::plies(0, 5)}});
    expect_found("e4 d5 exd5 Qxd5", {{"quiet", {0, 1, 4}}, {"white: quiet", {0, 1, 4}}});
    expect_found("e4 d5 Bb5+ c6 a3 cxb5", {{"quiet", {0, 1, 2, 4, 6}}});
    // En passant, and a promotion that takes nothing.
    expect_found("e4 a6 e5 d5 exd6", {{"quiet", {0, 1, 2, 3, 5}}});
    expect_found("h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 h8=N Rxh8", {{"quiet", {0, 1, 3, 5, 6, 7, 10}}});
}

TEST(Sacrifice, IsMaterialThatDoesNotComeBackAtOnce) {
    const std::string fried_liver = "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7";
    expect_found(fried_liver + " Kxf7 d3 a6", {{"sacrifice", {10}},
                                               {"white: sacrifice", {10}},
                                               {"mover: sacrifice", {10}},
                                               {"either: sacrifice", {10}},
                                               {"black: sacrifice", {}},
                                               {"both: sacrifice", {}}});
    // An exchange is none, nor is a pawn that is won back.
    expect_found("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 a3", {{"sacrifice", {}}});
    expect_found("e4 d5 exd5 Qxd5 a3", {{"sacrifice", {}}});
    // En passant.
    expect_found("e4 a6 e5 d5 exd6 a5", {{"sacrifice", {3}}, {"black: sacrifice", {3}}});
}

TEST(Sacrifice, TheLastPositionStandsForThoseAfterIt) {
    const std::string fried_liver = "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7";
    expect_found(fried_liver, {{"sacrifice", {}}});
    expect_found(fried_liver + " Kxf7", {{"sacrifice", {10}}});
    expect_found(fried_liver + " Kxf7 Bxd5+", {{"sacrifice", {}}});
}

TEST(Sacrifice, CountsPromotions) {
    const std::string to_the_end = "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 h8=N";
    expect_found(to_the_end, {{"sacrifice", {1, 3, 7}}});
    expect_found(to_the_end + " Rxh8", {{"sacrifice", {1, 3, 8}}});
    expect_found(to_the_end + " Rxh8 Rxh8", {{"sacrifice", {1, 3, 9}}});
}

TEST(Sacrifice, NobodyHasToNameTheSide) {
    const std::string_view moves = "e4 a6 e5 d5 exd6 a5";
    expect_found(moves, {{"none(sacrifice)", {0, 1, 2, 4, 5, 6}},
                         {"neither: sacrifice", {0, 1, 2, 4, 5, 6}}});
}

TEST(SubFenImages, ExchangeColorsLeftAndRightOrBoth) {
    const auto pawn = [](const std::string& options) {
        return "subfen(\"8/8/8/8/4P3/8/8/8\"" + options + ")";
    };
    expect_found("d4 d5 a3 a6 e4 e5", {{pawn(""), {5, 6}},
                                       {pawn(", mirror"), {5, 6}},
                                       {pawn(", mirror_files"), oracle::plies(1, 6)}});
    expect_found("a3 d5 a4 e5", {{pawn(""), {}},
                                 {pawn(", mirror"), {4}},
                                 {pawn(", mirror_files"), {}},
                                 {pawn(", mirror, mirror_files"), {2, 3, 4}}});
    const auto castled = [](const std::string& options) {
        return "subfen(\"8/8/8/8/8/8/8/KR6\"" + options + ")";
    };
    expect_found("e4 e5 Nf3 Nf6 Bb5 Bb4 O-O O-O", {{castled(", shift"), {}},
                                                   {castled(", mirror, shift"), {}},
                                                   {castled(", mirror_files"), {}},
                                                   {castled(", mirror_files, shift"), {7, 8}}});
    expect_found("e4 e5 a3 Nf6 a4 Bc5 a5 O-O", {{castled(", mirror_files, shift"), {}},
                                                {castled(", mirror, mirror_files, shift"), {8}}});
}

}  // namespace
}  // namespace edge::query
