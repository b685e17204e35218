// Pins the oracle itself: windows, sides, transitions, sequences, combinations and witnesses, on
// traces short enough to write down.
#include <gtest/gtest.h>

#include "query/oracle_games.h"

namespace edge::query::oracle {
namespace {

// White's knight is on f3 at plies 1, 2, 5 and 6, Black's on f6 at 2, 3 and 6.
const OracleGame& shuffle() {
    static const OracleGame kGame = game_of("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6");
    return kGame;
}

// White has castled from ply 7 on, Black from ply 8.
const OracleGame& castling() {
    static const OracleGame kGame = game_of("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 d6");
    return kGame;
}

Condition white_knight() {
    return {Side::Either, Transition::None, {{pattern({{"f3", only('N')}})}}};
}
Condition black_knight() {
    return {Side::Either, Transition::None, {{pattern({{"f6", only('n')}})}}};
}
Condition castled(Side side, Transition transition = Transition::None) {
    return {side, transition, {{PlainPredicate::KingCastled}}};
}
Condition with_transition(Condition condition, Transition transition) {
    condition.transition = transition;
    return condition;
}
Condition negated(Condition condition) {
    condition.side = Side::Neither;
    return condition;
}

using Range = std::optional<PlyRange>;
Expr streak(uint32_t length, Condition condition, Range range = {}) {
    return {Windowed{std::move(condition), Quantifier::Streak, length, range}};
}
Expr ever(Condition condition, Range range = {}) { return streak(1, std::move(condition), range); }
Expr always(Condition condition, Range range = {}) {
    return {Windowed{std::move(condition), Quantifier::Always, 1, range}};
}
Expr never(Condition condition, Range range = {}) {
    return {Windowed{std::move(condition), Quantifier::Never, 1, range}};
}
Expr combination(BoolOp op, std::vector<Expr> operands) {
    return {Combination{op, std::move(operands)}};
}
Expr negation(Expr operand) { return combination(BoolOp::Not, {std::move(operand)}); }
Expr result(uint8_t results) { return {HeaderTest{ResultTest{results}}}; }

using Found = std::optional<Plies>;

// The witness, once it agrees with the verdict.
Found found(const Expr& query, const OracleGame& game) {
    const Found plies = witness(query, game);
    EXPECT_EQ(plies.has_value(), matches(query, game));
    return plies;
}

constexpr std::nullopt_t kNothing = std::nullopt;

// Where the query holds ply by ply, whether or not the game matches.
Plies folded_plies(const Expr& query, const OracleGame& game) {
    return matching_plies(query, game, true);
}

TEST(Oracle, StreaksAreTheEarliestThatFit) {
    EXPECT_EQ(found(ever(white_knight()), shuffle()), Found(Plies{1}));
    EXPECT_EQ(found(streak(2, white_knight()), shuffle()), Found(Plies{1, 2}));
    EXPECT_EQ(found(streak(3, white_knight()), shuffle()), Found(kNothing));
    EXPECT_EQ(found(ever(white_knight(), PlyRange{3, {}}), shuffle()), Found(Plies{5}));
    EXPECT_EQ(found(streak(2, white_knight(), PlyRange{2, {}}), shuffle()), Found(Plies{5, 6}));
    EXPECT_EQ(found(streak(2, white_knight(), PlyRange{2, 5}), shuffle()), Found(kNothing));
    EXPECT_EQ(found(ever(white_knight(), PlyRange{3, 4}), shuffle()), Found(kNothing));
}

TEST(Oracle, AlwaysAndNeverSeeTheirRange) {
    EXPECT_EQ(found(always(white_knight()), shuffle()), Found(kNothing));
    EXPECT_EQ(found(always(white_knight(), PlyRange{1, 2}), shuffle()), Found(Plies{1, 2}));
    EXPECT_EQ(found(always(white_knight(), PlyRange{5, 100}), shuffle()), Found(Plies{5, 6}));
    EXPECT_EQ(found(always(white_knight(), PlyRange{6, {}}), shuffle()), Found(Plies{6}));
    EXPECT_EQ(found(always(white_knight(), PlyRange{4, {}}), shuffle()), Found(kNothing));
    EXPECT_EQ(found(never(white_knight()), shuffle()), Found(kNothing));
    EXPECT_EQ(found(never(white_knight(), PlyRange{3, 4}), shuffle()), Found(Plies{}));
}

TEST(Oracle, AnEmptyRangeSatisfiesOnlyNever) {
    const PlyRange beyond{7, {}};
    EXPECT_FALSE(matches(ever(white_knight(), beyond), shuffle()));
    EXPECT_FALSE(matches(always(white_knight(), beyond), shuffle()));
    EXPECT_TRUE(matches(never(white_knight(), beyond), shuffle()));
    EXPECT_EQ(matching_plies(ever(white_knight(), beyond), shuffle()), Plies{});
    EXPECT_EQ(matching_plies(never(white_knight(), beyond), shuffle()), Plies{});
}

TEST(Oracle, TransitionsLookOnePlyBack) {
    const Condition became = with_transition(white_knight(), Transition::Became);
    const Condition ceased = with_transition(white_knight(), Transition::Ceased);
    EXPECT_EQ(folded_plies(ever(became), shuffle()), (Plies{1, 5}));
    EXPECT_EQ(folded_plies(ever(ceased), shuffle()), (Plies{3}));
    // The ply before the range is looked at too, and ply 0 has none before it.
    EXPECT_EQ(found(ever(became, PlyRange{5, 5}), shuffle()), Found(Plies{5}));
    EXPECT_EQ(found(always(became, PlyRange{5, 5}), shuffle()), Found(Plies{5}));
    EXPECT_EQ(found(ever(became, PlyRange{6, 6}), shuffle()), Found(kNothing));
    EXPECT_EQ(found(ever(became, PlyRange{2, 4}), shuffle()), Found(kNothing));
    const Condition pass = {Side::Either, Transition::Became, {{PlainPredicate::Pass}}};
    EXPECT_FALSE(matches(ever(pass), shuffle()));
    EXPECT_EQ(folded_plies(negation(ever(became)), shuffle()), (Plies{0, 2, 3, 4, 6}));
}

TEST(Oracle, EitherIsOneLaneOrTheOther) {
    EXPECT_EQ(found(ever(castled(Side::White)), castling()), Found(Plies{7}));
    EXPECT_EQ(found(ever(castled(Side::Black)), castling()), Found(Plies{8}));
    EXPECT_EQ(found(ever(castled(Side::Either)), castling()), Found(Plies{7}));
    // Each lane has one transition; no lane has two in a row, though two plies in a row have one.
    const Condition became = castled(Side::Either, Transition::Became);
    EXPECT_EQ(folded_plies(ever(became), castling()), (Plies{7, 8}));
    EXPECT_EQ(found(streak(2, became), castling()), Found(kNothing));
    EXPECT_EQ(found(always(became, PlyRange{7, 8}), castling()), Found(kNothing));
    EXPECT_EQ(found(never(castled(Side::Either), PlyRange{0, 7}), castling()), Found(kNothing));
    EXPECT_EQ(found(never(castled(Side::Either), PlyRange{0, 6}), castling()), Found(Plies{}));
    EXPECT_EQ(folded_plies(negation(ever(castled(Side::Either))), castling()), plies(0, 6));
}

TEST(Oracle, BothAndNeitherCombineBeforeTransitionAndWindow) {
    EXPECT_EQ(folded_plies(ever(castled(Side::Both)), castling()), plies(8, 10));
    EXPECT_EQ(folded_plies(ever(castled(Side::Neither)), castling()), plies(0, 6));
    EXPECT_EQ(folded_plies(ever(castled(Side::Both, Transition::Became)), castling()), (Plies{8}));
    EXPECT_EQ(folded_plies(ever(castled(Side::Neither, Transition::Ceased)), castling()),
              (Plies{7}));
    EXPECT_EQ(found(streak(3, castled(Side::Both)), castling()), Found(plies(8, 10)));
    EXPECT_EQ(found(always(castled(Side::Neither), PlyRange{0, 6}), castling()),
              Found(Plies{0, 6}));
    EXPECT_EQ(found(never(castled(Side::Neither), PlyRange{7, {}}), castling()), Found(Plies{}));
}

TEST(Oracle, AWindowLeftOutIsTheDefaultStreak) {
    const auto plain = [](Condition condition, Range range = {}) {
        return normalized({Windowed{std::move(condition), Quantifier::Default, 1, range}});
    };
    // White's queen is gone from ply 4 on, Black's at ply 9, the last.
    const OracleGame game = game_of("e4 d5 Qg4 Bxg4 d4 Qd6 a3 Qa6 Bxa6");
    const Condition no_queens = {Side::Default, Transition::None, {{PlainPredicate::QueensOff}}};
    Condition black_has_none = no_queens;
    black_has_none.side = Side::Black;
    Condition white_has_none = no_queens;
    white_has_none.side = Side::White;
    EXPECT_EQ(found(plain(white_has_none), game), Found(Plies{4, 5}));
    EXPECT_EQ(found(plain(black_has_none), game), Found(kNothing));
    EXPECT_EQ(found(plain(no_queens), game), Found(kNothing));
    EXPECT_EQ(found(plain(no_queens, PlyRange{1, {}}), game), Found(Plies{9}));
    EXPECT_EQ(found(plain(with_transition(no_queens, Transition::Became)), game), Found(Plies{9}));
    EXPECT_EQ(found(plain(castled(Side::Default)), castling()), Found(Plies{7}));
}

// ---- sequences

Expr sequence(std::vector<std::vector<Condition>> runs) { return {Sequence{std::move(runs)}}; }

TEST(Oracle, SequencesTakeLaterPliesAndRunsTheNextPly) {
    const Condition white = white_knight();
    const Condition black = black_knight();
    EXPECT_EQ(found(sequence({{white}, {black}}), shuffle()), Found(Plies{1, 2}));
    EXPECT_EQ(found(sequence({{black}, {white}}), shuffle()), Found(Plies{2, 5}));
    EXPECT_EQ(found(sequence({{white}, {white}, {white}}), shuffle()), Found(Plies{1, 2, 5}));
    EXPECT_EQ(found(sequence({{white, black}}), shuffle()), Found(Plies{1, 2}));
    EXPECT_EQ(found(sequence({{black, white}}), shuffle()), Found(kNothing));
    EXPECT_EQ(found(sequence({{white, white, black}}), shuffle()), Found(Plies{1, 2, 3}));
    EXPECT_EQ(found(sequence({{white, white}, {black, black}}), shuffle()), Found(kNothing));
    EXPECT_EQ(found(sequence({{black, black}, {white, white}}), shuffle()),
              Found(Plies{2, 3, 5, 6}));
    EXPECT_EQ(found(sequence({{black}}), shuffle()), Found(Plies{2}));
}

TEST(Oracle, SequencesLoseNoMatchWhenAnAttemptFails) {
    // Quiet moves at plies 0 to 3, a pawn taken at ply 4: an attempt from ply 0 or 1 fails halfway.
    const OracleGame game = game_of("e4 d5 Nc3 Nf6 exd5");
    const Condition quiet = {Side::Either, Transition::None, {{Captured{}}}};
    const Condition takes = {Side::Either, Transition::None, {{Captured{1U << 1}}}};
    EXPECT_EQ(found(sequence({{quiet, quiet, takes}}), game), Found(Plies{2, 3, 4}));
    EXPECT_EQ(found(sequence({{white_knight(), negated(white_knight())}}), shuffle()),
              Found(Plies{2, 3}));
    // The first black knight could be at 2, which leaves 3 free; the run needs 2 and 3 itself.
    EXPECT_EQ(found(sequence({{white_knight()},
                              {black_knight(), negated(white_knight())},
                              {white_knight(), black_knight()}}),
                    shuffle()),
              Found(Plies{1, 2, 3, 5, 6}));
}

TEST(Oracle, OfMatchesThatEndTogetherTheSmallestPliesWin) {
    const Condition late = {
        Side::Either, Transition::None, {{ToMove{Turn::Black}}, {pattern({{"f3", only('N')}})}}};
    // The white knight is on f3 with Black to move at plies 1 and 5.
    EXPECT_EQ(found(sequence({{black_knight()}, {late}}), shuffle()), Found(Plies{2, 5}));
    EXPECT_EQ(found(sequence({{castled(Side::Either, Transition::Became)},
                              {castled(Side::Either, Transition::Became)}}),
                    castling()),
              Found(Plies{7, 8}));
}

// ---- combinations

TEST(Oracle, CombinationsAreBoolean) {
    OracleGame game = shuffle();
    game.header.result = corpus::GameResult::Draw;
    game.bitmaps = {"@in"};
    const Expr yes = result(1U << 2);
    const Expr no = result(1U << 1);
    EXPECT_TRUE(matches({All{}}, game));
    EXPECT_TRUE(matches({BitmapRef{"@in"}}, game));
    EXPECT_FALSE(matches({BitmapRef{"@out"}}, game));
    EXPECT_TRUE(matches(combination(BoolOp::And, {yes, yes}), game));
    EXPECT_FALSE(matches(combination(BoolOp::And, {yes, no, yes}), game));
    EXPECT_TRUE(matches(combination(BoolOp::Or, {no, yes}), game));
    EXPECT_FALSE(matches(combination(BoolOp::Or, {no, no}), game));
    EXPECT_FALSE(matches(combination(BoolOp::Xor, {yes, yes}), game));
    EXPECT_TRUE(matches(combination(BoolOp::Xor, {yes, yes, yes}), game));
    EXPECT_TRUE(matches(combination(BoolOp::Sub, {yes, no, no}), game));
    EXPECT_FALSE(matches(combination(BoolOp::Sub, {yes, no, yes}), game));
    EXPECT_FALSE(matches(combination(BoolOp::Sub, {no, no}), game));
    EXPECT_FALSE(matches(negation(yes), game));
}

TEST(Oracle, WitnessesOfCombinations) {
    const OracleGame& game = shuffle();
    const Expr white = ever(white_knight());                   // {1}
    const Expr black = streak(2, black_knight());              // {2, 3}
    const Expr late = ever(white_knight(), PlyRange{3, {}});   // {5}
    const Expr absent = ever(white_knight(), PlyRange{3, 4});  // no match
    const Expr header = result(1U << 0);                       // a match without plies
    EXPECT_EQ(found(combination(BoolOp::And, {late, white, black}), game),
              Found(Plies{1, 2, 3, 5}));
    EXPECT_EQ(found(combination(BoolOp::And, {header, white}), game), Found(Plies{1}));
    EXPECT_EQ(found(combination(BoolOp::Or, {late, absent, black}), game), Found(Plies{2, 3}));
    EXPECT_EQ(found(combination(BoolOp::Or, {white, header}), game), Found(Plies{}));
    EXPECT_EQ(found(combination(BoolOp::Or, {absent, absent}), game), Found(kNothing));
    // Both end at ply 3; the first operand wins.
    EXPECT_EQ(found(combination(BoolOp::Or, {ever(black_knight(), PlyRange{3, {}}), black}), game),
              Found(Plies{3}));
    EXPECT_EQ(found(combination(BoolOp::Xor, {late, absent}), game), Found(Plies{5}));
    EXPECT_EQ(found(combination(BoolOp::Xor, {late, black, white}), game), Found(Plies{1}));
    EXPECT_EQ(found(combination(BoolOp::Sub, {late, absent}), game), Found(Plies{5}));
    EXPECT_EQ(found(negation(absent), game), Found(Plies{}));
    EXPECT_EQ(found(negation(negation(white)), game), Found(Plies{}));
    EXPECT_EQ(found({All{}}, game), Found(Plies{}));
}

// ---- aggregates

TEST(Oracle, OnlyGamesThatMatchHavePositions) {
    const OracleGame& game = shuffle();
    EXPECT_EQ(matching_plies(streak(2, white_knight()), game), (Plies{1, 2, 5, 6}));
    EXPECT_EQ(matching_plies(streak(20, white_knight()), game), Plies{});
    EXPECT_EQ(matching_plies(always(white_knight(), PlyRange{1, 2}), game), (Plies{1, 2}));
    EXPECT_EQ(matching_plies(always(white_knight()), game), Plies{});
    EXPECT_EQ(matching_plies(never(white_knight(), PlyRange{3, 4}), game), (Plies{3, 4}));
    EXPECT_EQ(matching_plies(never(white_knight(), PlyRange{2, 5}), game), Plies{});
}

TEST(Oracle, AggregatesIgnoreQuantifiersAndKeepRanges) {
    const OracleGame& game = shuffle();
    EXPECT_EQ(folded_plies(streak(20, white_knight()), game), (Plies{1, 2, 5, 6}));
    EXPECT_EQ(folded_plies(always(white_knight()), game), (Plies{1, 2, 5, 6}));
    EXPECT_EQ(folded_plies(ever(white_knight(), PlyRange{2, 5}), game), (Plies{2, 5}));
    EXPECT_EQ(folded_plies(never(white_knight(), PlyRange{2, 5}), game), (Plies{3, 4}));
    EXPECT_EQ(folded_plies(negation(always(white_knight(), PlyRange{2, 5})), game), (Plies{3, 4}));
    EXPECT_EQ(folded_plies(negation(never(white_knight(), PlyRange{2, 5})), game), (Plies{2, 5}));
}

TEST(Oracle, AggregatesPushNegationToTheLeaves) {
    const OracleGame& game = shuffle();
    const Expr white = ever(white_knight(), PlyRange{0, 4});  // yes 1 2, no 0 3 4
    const Expr black = ever(black_knight());                  // yes 2 3 6, no 0 1 4 5
    EXPECT_EQ(folded_plies(combination(BoolOp::And, {white, black}), game), (Plies{2}));
    EXPECT_EQ(folded_plies(combination(BoolOp::Or, {white, black}), game), (Plies{1, 2, 3, 6}));
    EXPECT_EQ(folded_plies(combination(BoolOp::Sub, {white, black}), game), (Plies{1}));
    EXPECT_EQ(folded_plies(combination(BoolOp::Sub, {black, white}), game), (Plies{3}));
    EXPECT_EQ(folded_plies(combination(BoolOp::Xor, {white, black}), game), (Plies{1, 3}));
    EXPECT_EQ(folded_plies(negation(combination(BoolOp::And, {white, black})), game),
              (Plies{0, 1, 3, 4, 5}));
    EXPECT_EQ(folded_plies(negation(combination(BoolOp::Or, {white, black})), game), (Plies{0, 4}));
    EXPECT_EQ(folded_plies(negation(combination(BoolOp::Xor, {white, black})), game),
              (Plies{0, 2, 4}));
}

TEST(Oracle, HeadersDecideWholeGamesAndSequencesHaveTheirMatch) {
    const OracleGame& game = shuffle();
    const Expr unknown = result(1U << 0);
    const Expr won = result(1U << 1);
    const Expr played = sequence({{white_knight()}, {black_knight()}});
    EXPECT_EQ(folded_plies({All{}}, game), plies(0, 6));
    EXPECT_EQ(folded_plies(unknown, game), plies(0, 6));
    EXPECT_EQ(folded_plies(won, game), Plies{});
    EXPECT_EQ(folded_plies(played, game), (Plies{1, 2}));
    EXPECT_EQ(folded_plies(negation(played), game), Plies{});
    EXPECT_EQ(folded_plies(combination(BoolOp::And, {played, ever(black_knight())}), game),
              (Plies{2}));
    EXPECT_EQ(folded_plies(combination(BoolOp::And, {won, ever(black_knight())}), game), Plies{});
    EXPECT_EQ(folded_plies(combination(BoolOp::Or, {unknown, ever(black_knight())}), game),
              plies(0, 6));
}

}  // namespace
}  // namespace edge::query::oracle
