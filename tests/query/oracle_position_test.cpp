// Pins what the oracle says about single positions: each atom true and false, on games short enough
// to follow in the head.
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "query/oracle_games.h"

namespace edge::query::oracle {
namespace {

constexpr uint16_t kEmpty = 1, kAnyWhite = 0x007E, kAnyBlack = 0x7E00;

Plies where(const Atom& atom, const OracleGame& game, Color side = Color::White) {
    Plies found;
    for (uint32_t ply = 0; ply < game.positions.size(); ++ply) {
        if (holds({atom}, {side}, game, ply)) found.push_back(ply);
    }
    return found;
}

KindSet kinds(std::string_view letters) {
    KindSet set = 0;
    for (const char letter : letters) {
        set = static_cast<KindSet>(set | 1U << index(type_of(piece(letter))));
    }
    return set;
}

// Ends in mate at ply 7.
const OracleGame& mate() {
    static const OracleGame kGame = game_of("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7");
    return kGame;
}

// Ends in stalemate at ply 19; the plies of the captures are 5 a, 9 c, 11 d, 13 b, 15 N, 17 B.
const OracleGame& stalemate() {
    static const OracleGame kGame =
        game_of("e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6");
    return kGame;
}

// Two captures en passant (4, 11) and two promotions (21, 22).
const OracleGame& promotions() {
    static const OracleGame kGame = game_of(
        "e4 a6 e5 d5 exd6 cxd6 d4 b5 d5 b4 a4 bxa3 Rxa3 h5 b4 h4 b5 h3 b6 hxg2 b7 gxh1=Q bxa8=N");
    return kGame;
}

// The queens go at plies 11 and 14, White castles long at 18 and puts the rook on d7 at 22, where
// it is taken. The d- and e-files are open from ply 10.
const OracleGame& open_files() {
    static const OracleGame kGame = game_of(
        "e4 e5 d4 exd4 Qxd4 Nc6 Qd1 d5 exd5 Qxd5 Qxd5 Nb4 Qd8 Kxd8 Na3 Bf5 Bd2 Nf6 O-O-O Kc8 Bf4 "
        "a6 Rd7 Bxd7");
    return kGame;
}

TEST(OraclePosition, CheckMateAndStalemateBelongToTheSideToMove) {
    EXPECT_EQ(where({PlainPredicate::InCheck}, mate(), Color::Black), (Plies{7}));
    EXPECT_EQ(where({PlainPredicate::InCheck}, mate(), Color::White), Plies{});
    EXPECT_EQ(where({PlainPredicate::Checkmate}, mate(), Color::Black), (Plies{7}));
    EXPECT_EQ(where({PlainPredicate::Checkmate}, mate(), Color::White), Plies{});
    EXPECT_EQ(where({PlainPredicate::Stalemate}, mate(), Color::Black), Plies{});
    EXPECT_EQ(where({PlainPredicate::InCheck}, stalemate(), Color::Black), (Plies{11}));
    EXPECT_EQ(where({PlainPredicate::Stalemate}, stalemate(), Color::Black), (Plies{19}));
    EXPECT_EQ(where({PlainPredicate::Stalemate}, stalemate(), Color::White), Plies{});
    EXPECT_EQ(where({PlainPredicate::Checkmate}, stalemate(), Color::Black), Plies{});
    EXPECT_EQ(where({ToMove{Turn::Black}}, mate()), (Plies{1, 3, 5, 7}));
}

TEST(OraclePosition, PiecesOfASide) {
    EXPECT_EQ(where({PlainPredicate::QueensOff}, open_files(), Color::Black), plies(11, 24));
    EXPECT_EQ(where({PlainPredicate::QueensOff}, open_files(), Color::White), plies(14, 24));
    EXPECT_EQ(where({PlainPredicate::BishopPair}, stalemate(), Color::Black), plies(0, 16));
    EXPECT_EQ(where({PlainPredicate::BishopPair}, stalemate(), Color::White), plies(0, 19));
    EXPECT_EQ(where({PlainPredicate::RookOnSeventh}, open_files(), Color::White), (Plies{23}));
    EXPECT_EQ(where({PlainPredicate::RookOnSeventh}, open_files(), Color::Black), Plies{});
}

TEST(OraclePosition, CastlingIsALatch) {
    const OracleGame game = game_of("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 d6");
    EXPECT_EQ(where({PlainPredicate::KingCastled}, game, Color::White), plies(7, 10));
    EXPECT_EQ(where({PlainPredicate::KingCastled}, game, Color::Black), plies(8, 10));
    EXPECT_EQ(where({PlainPredicate::KingCastled}, open_files(), Color::White), plies(19, 24));
    // The king walks to the same square.
    const OracleGame walk = game_of("e4 e5 Nf3 Nf6 Bc4 Bc5 Ke2 d6 Re1 c6 Kf1 b6 Kg1 a6");
    EXPECT_EQ(where({PlainPredicate::KingCastled}, walk, Color::White), Plies{});
}

TEST(OraclePosition, PawnStructure) {
    using enum FilePredicate;
    EXPECT_EQ(where({FileTest{DoubledPawn, {}}}, promotions(), Color::White), (Plies{5}));
    EXPECT_EQ(where({FileTest{DoubledPawn, 3}}, promotions(), Color::White), (Plies{5}));
    EXPECT_EQ(where({FileTest{DoubledPawn, {}}}, promotions(), Color::Black), (Plies{12, 20, 21}));
    EXPECT_EQ(where({FileTest{DoubledPawn, 1}}, promotions(), Color::Black), Plies{});
    EXPECT_EQ(where({FileTest{IsolatedPawn, {}}}, stalemate(), Color::Black), plies(9, 12));
    EXPECT_EQ(where({FileTest{IsolatedPawn, 1}}, stalemate(), Color::Black), plies(9, 12));
    EXPECT_EQ(where({FileTest{IsolatedPawn, 3}}, stalemate(), Color::Black), Plies{});
    EXPECT_EQ(where({FileTest{IsolatedPawn, {}}}, stalemate(), Color::White), Plies{});
    EXPECT_EQ(where({FileTest{PassedPawn, {}}}, stalemate(), Color::White), plies(13, 19));
    EXPECT_EQ(where({FileTest{PassedPawn, 2}}, stalemate(), Color::White), plies(13, 19));
    EXPECT_EQ(where({FileTest{PassedPawn, 3}}, stalemate(), Color::White), Plies{});
    EXPECT_EQ(where({FileTest{PassedPawn, {}}}, stalemate(), Color::Black), Plies{});
}

TEST(OraclePosition, APawnPassesThoseNextToIt) {
    const OracleGame game = game_of("e4 d5 exd5 e5 d6 e4 dxc7 e3 cxb8=Q exf2");
    // c7 has b7 next to it, f2 has g2: a pawn on the same rank does not stop a pawn.
    EXPECT_EQ(where({FileTest{FilePredicate::PassedPawn, 2}}, game, Color::White), (Plies{7, 8}));
    EXPECT_EQ(where({FileTest{FilePredicate::PassedPawn, 5}}, game, Color::Black), (Plies{10}));
    EXPECT_EQ(where({FileTest{FilePredicate::PassedPawn, 4}}, game, Color::Black), Plies{});
}

TEST(OraclePosition, RooksOnOpenFiles) {
    using enum FilePredicate;
    EXPECT_EQ(where({FileTest{RookOnOpenFile, {}}}, open_files(), Color::White), plies(19, 23));
    EXPECT_EQ(where({FileTest{RookOnOpenFile, 3}}, open_files(), Color::White), plies(19, 23));
    EXPECT_EQ(where({FileTest{RookOnOpenFile, 4}}, open_files(), Color::White), Plies{});
    EXPECT_EQ(where({FileTest{RookOnOpenFile, {}}}, open_files(), Color::Black), Plies{});
}

TEST(OraclePosition, CountsCompareNeighboursInAChain) {
    const auto chain = [](std::vector<CountSum> sums, std::vector<Relation> relations) {
        return Atom{CountChain{std::move(sums), std::move(relations)}};
    };
    const CountSum white_queens = {{1, Counted::WhiteQueen}};
    const CountSum black_queens = {{1, Counted::BlackQueen}};
    const CountSum none = {{0, Counted::Const}};
    EXPECT_EQ(where(chain({white_queens, black_queens, none}, {Relation::Equal, Relation::Equal}),
                    open_files()),
              plies(14, 24));
    EXPECT_EQ(where(chain({white_queens, black_queens}, {Relation::Greater}), open_files()),
              plies(11, 13));
    EXPECT_EQ(where(chain({white_queens, black_queens}, {Relation::Less}), promotions()),
              (Plies{22, 23}));
    EXPECT_EQ(where(chain({{{1, Counted::WhiteKnight}}, {{3, Counted::Const}}}, {Relation::Equal}),
                    promotions()),
              (Plies{23}));
    EXPECT_EQ(where(chain({{{1, Counted::WhiteMaterial}}, {{1, Counted::BlackMaterial}}},
                          {Relation::Equal}),
                    mate()),
              plies(0, 6));
    EXPECT_EQ(
        where(chain({{{1, Counted::BlackPieces}}, {{15, Counted::Const}}}, {Relation::LessEqual}),
              mate()),
        (Plies{7}));
    // A factor and a constant: 2*Q+1 is 3 with a queen and 1 without.
    EXPECT_EQ(where(chain({{{2, Counted::WhiteQueen}, {1, Counted::Const}}, {{3, Counted::Const}}},
                          {Relation::NotEqual}),
                    open_files()),
              plies(14, 24));
    EXPECT_EQ(
        where(chain({{{1, Counted::WhiteKing}}, {{1, Counted::BlackKing}}, {{1, Counted::Const}}},
                    {Relation::Equal, Relation::GreaterEqual}),
              mate()),
        plies(0, 7));
}

TEST(OraclePosition, MaterialInOneOrientationOrBoth) {
    MaterialTest test;  // pawns, knights, bishops, rooks, queens
    test.pieces = {{{0, 6, 2, 2, 1, 0, 0}, {0, 6, 2, 2, 2, 0, 0}}};
    test.any_colors = false;
    EXPECT_EQ(where({test}, open_files()), (Plies{24}));
    std::swap(test.pieces[0], test.pieces[1]);
    EXPECT_EQ(where({test}, open_files()), Plies{});
    test.any_colors = true;
    EXPECT_EQ(where({test}, open_files()), (Plies{24}));
    test.pieces[0][1] = 5;
    EXPECT_EQ(where({test}, open_files()), Plies{});
}

TEST(OraclePosition, PatternsConstrainTheSquaresTheyName) {
    const OracleGame game = game_of("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O");
    EXPECT_EQ(where({pattern({})}, game), plies(0, 8));
    EXPECT_EQ(where({pattern({{"e4", only('P')}})}, game), plies(1, 8));
    EXPECT_EQ(where({pattern({{"e4", only('p')}})}, game), Plies{});
    EXPECT_EQ(where({pattern({{"g1", kEmpty}})}, game), plies(3, 6));
    EXPECT_EQ(where({pattern({{"f3", kAnyWhite}, {"f6", kAnyBlack}})}, game), plies(4, 8));
    EXPECT_EQ(where({pattern({{"f3", kAnyBlack}})}, game), Plies{});
    EXPECT_EQ(where({pattern({{"f6", static_cast<uint16_t>(kAnyWhite | kAnyBlack)}})}, game),
              plies(4, 8));
}

TEST(OraclePosition, PatternsMirrorAndShift) {
    const OracleGame game = game_of("Nf3 e5 Nc3 Nf6");
    EXPECT_EQ(where({pattern({{"e4", only('P')}})}, game), Plies{});
    EXPECT_EQ(where({pattern({{"e4", only('P')}}, true)}, game), plies(2, 4));
    // A knight two files from a knight, with an empty file between them.
    const std::vector<Placed> knights = {{"a1", only('N')}, {"d1", only('N')}};
    EXPECT_EQ(where({pattern(knights, false, true)}, game), (Plies{3, 4}));
    EXPECT_EQ(where({pattern(knights)}, game), Plies{});
    // Black's knights b8 and f6 are not on a rank; mirrored and shifted b8 and g8 are five apart.
    const std::vector<Placed> far = {{"a1", only('N')}, {"f1", only('N')}};
    EXPECT_EQ(where({pattern(far, false, true)}, game), (Plies{0}));
    EXPECT_EQ(where({pattern(far, true, true)}, game), plies(0, 3));
    // Corner to corner nothing can move: shifting changes nothing.
    const std::vector<Placed> corners = {{"a1", only('R')}, {"h8", only('N')}};
    EXPECT_EQ(where({pattern(corners, true, true)}, game), Plies{});
}

TEST(OraclePosition, PositionsDifferByEnPassantButNotByClocks) {
    const auto at = [](std::string_view fen) {
        return Atom{PositionTest{parse_fen(fen, FenMode::Strict).value()}};
    };
    EXPECT_EQ(
        where(at("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 7 30"), promotions()),
        (Plies{4}));
    EXPECT_EQ(
        where(at("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"), promotions()),
        Plies{});
    const OracleGame back = game_of("Nf3 Nf6 Ng1 Ng8 Nf3");
    EXPECT_EQ(where(at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), back),
              (Plies{0, 4}));
    EXPECT_EQ(where(at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1"), back), Plies{});
}

MovePattern san(PieceType piece, std::string_view to, bool capture = false) {
    MovePattern move;
    move.piece = piece;
    move.to = square(to);
    move.capture = capture;
    return move;
}

TEST(OraclePosition, SanSaysWhatMustHold) {
    const auto played = [](const MovePattern& move, const OracleGame& game) {
        return where({MoveTest{{move}}}, game);
    };
    EXPECT_EQ(played(san(PieceType::Queen, "f7", true), mate()), (Plies{6}));
    EXPECT_EQ(played(san(PieceType::Queen, "f7"), mate()), Plies{});
    MovePattern rook = san(PieceType::Rook, "h6");
    EXPECT_EQ(played(rook, stalemate()), (Plies{7}));
    rook.from_file = uint8_t{7};  // the other rook stands on h8
    EXPECT_EQ(played(rook, stalemate()), Plies{});
    rook.from_file = uint8_t{0};
    EXPECT_EQ(played(rook, stalemate()), (Plies{7}));
    rook.from_rank = uint8_t{5};
    EXPECT_EQ(played(rook, stalemate()), (Plies{7}));
    rook.from_rank = uint8_t{6};
    EXPECT_EQ(played(rook, stalemate()), Plies{});
    rook.from_file.reset();
    rook.from_rank = uint8_t{5};
    EXPECT_EQ(played(rook, stalemate()), (Plies{7}));
    MovePattern promotion = san(PieceType::Pawn, "h1", true);
    EXPECT_EQ(played(promotion, promotions()), (Plies{21}));
    promotion.from_file = uint8_t{6};
    promotion.promotion = PieceType::Queen;
    EXPECT_EQ(played(promotion, promotions()), (Plies{21}));
    promotion.promotion = PieceType::Knight;
    EXPECT_EQ(played(promotion, promotions()), Plies{});
    MovePattern castling;
    castling.castling = MovePattern::Castling::QueenSide;
    EXPECT_EQ(played(castling, open_files()), (Plies{18}));
    castling.castling = MovePattern::Castling::KingSide;
    EXPECT_EQ(played(castling, open_files()), Plies{});
    EXPECT_EQ(played(san(PieceType::King, "c1"), open_files()), Plies{});
    EXPECT_EQ(where({MoveTest{{san(PieceType::Pawn, "e4"), san(PieceType::Pawn, "e5")}}}, mate()),
              (Plies{0, 1}));
}

TEST(OraclePosition, AMarkAsksForCheckOrMate) {
    const auto played = [](std::string_view to, MovePattern::Mark mark, const OracleGame& game) {
        MovePattern move = san(PieceType::Queen, to, true);
        move.mark = mark;
        return where({MoveTest{{move}}}, game);
    };
    using Mark = MovePattern::Mark;
    EXPECT_EQ(played("f7", Mark::Check, mate()), (Plies{6}));
    EXPECT_EQ(played("f7", Mark::Mate, mate()), (Plies{6}));
    EXPECT_EQ(played("d7", Mark::Check, stalemate()), (Plies{10}));
    EXPECT_EQ(played("d7", Mark::Mate, stalemate()), Plies{});
    EXPECT_EQ(played("c7", Mark::None, stalemate()), (Plies{8}));
    EXPECT_EQ(played("c7", Mark::Check, stalemate()), Plies{});
}

TEST(OraclePosition, UciIsFromToAndPromotion) {
    MovePattern move;
    move.style = MovePattern::Style::Uci;
    move.from_file = uint8_t{6};
    move.from_rank = uint8_t{1};
    move.to = square("h1");
    EXPECT_EQ(where({MoveTest{{move}}}, promotions()), (Plies{21}));
    move.promotion = PieceType::Queen;
    EXPECT_EQ(where({MoveTest{{move}}}, promotions()), (Plies{21}));
    move.promotion = PieceType::Rook;
    EXPECT_EQ(where({MoveTest{{move}}}, promotions()), Plies{});
    move.promotion = PieceType::None;
    move.from_file = uint8_t{4};
    move.from_rank = uint8_t{0};
    for (const std::string_view to : {"c1", "a1"}) {
        move.to = square(to);
        EXPECT_EQ(where({MoveTest{{move}}}, open_files()), (Plies{18})) << to;
    }
    move.to = square("h1");
    EXPECT_EQ(where({MoveTest{{move}}}, open_files()), Plies{});
}

TEST(OraclePosition, LooseMovesIgnoreCapturesPawnFilesAndPromotions) {
    const auto played = [](MovePattern move, const OracleGame& game) {
        move.style = MovePattern::Style::Loose;
        return where({MoveTest{{move}}}, game);
    };
    EXPECT_EQ(played(san(PieceType::Queen, "f7"), mate()), (Plies{6}));
    EXPECT_EQ(played(san(PieceType::Rook, "h6"), stalemate()), (Plies{7}));
    MovePattern wrong_rook = san(PieceType::Rook, "h6");
    wrong_rook.from_file = uint8_t{7};
    EXPECT_EQ(played(wrong_rook, stalemate()), Plies{});
    EXPECT_EQ(played(san(PieceType::Pawn, "h1"), promotions()), (Plies{21}));
    MovePattern wrong_file = san(PieceType::Pawn, "d6");
    wrong_file.from_file = uint8_t{6};
    EXPECT_EQ(played(wrong_file, promotions()), (Plies{4, 5}));
    EXPECT_EQ(played(san(PieceType::King, "c1"), open_files()), Plies{});
}

TEST(OraclePosition, WhatTheMoveDoes) {
    EXPECT_EQ(where({Moved{kinds("Q")}}, mate()), (Plies{4, 6}));
    EXPECT_EQ(where({Moved{kinds("PN")}}, mate()), (Plies{0, 1, 3, 5}));
    EXPECT_EQ(where({Moved{kinds("K")}}, open_files()), (Plies{13, 18, 19}));
    EXPECT_EQ(where({Captured{}}, mate()), plies(0, 5));
    EXPECT_EQ(where({Captured{kinds("P")}}, mate()), (Plies{6}));
    EXPECT_EQ(where({Captured{kinds("P")}}, promotions()), (Plies{4, 5, 11, 12, 19}));
    EXPECT_EQ(where({Captured{kinds("RQ")}}, promotions()), (Plies{21, 22}));
    EXPECT_EQ(where({Promoted{kinds("Q")}}, promotions()), (Plies{21}));
    EXPECT_EQ(where({Promoted{kinds("NB")}}, promotions()), (Plies{22}));
    EXPECT_EQ(where({PlainPredicate::GivesCheck}, mate()), (Plies{6}));
    EXPECT_EQ(where({PlainPredicate::GivesCheck}, stalemate()), (Plies{10}));
}

TEST(OraclePosition, AnyAndNoneTestTheSameLane) {
    const AnyOf any{{{{PlainPredicate::KingCastled}}, {{ToMove{Turn::Black}}, {Captured{}}}},
                    false};
    EXPECT_EQ(where({any}, mate()), (Plies{1, 3, 5}));
    AnyOf none = any;
    none.negated = true;
    EXPECT_EQ(where({none}, mate()), (Plies{0, 2, 4, 6, 7}));
    const AnyOf castled{{{{PlainPredicate::KingCastled}}}, false};
    EXPECT_EQ(where({castled}, open_files(), Color::White), plies(19, 24));
    EXPECT_EQ(where({castled}, open_files(), Color::Black), Plies{});
    EXPECT_EQ(where({PlainPredicate::Pass}, mate()), plies(0, 7));
}

}  // namespace
}  // namespace edge::query::oracle
