#include "codec/move_score.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace edge {
namespace {

using Form = EngineScore::Form;

std::optional<int> eval(std::string_view comment) {
    const auto found = find_eval(comment);
    return found ? std::optional<int>(found->score) : std::nullopt;
}

std::optional<int> engine(std::string_view comment) {
    const auto found = find_engine_score(comment);
    return found ? std::optional<int>(found->score) : std::nullopt;
}

TEST(FindEval, ReadsPawnsAndMates) {
    EXPECT_EQ(eval("[%eval 0.17]"), 17);
    EXPECT_EQ(eval("[%eval -12.34]"), -1234);
    EXPECT_EQ(eval("[%eval +0.5]"), 50);
    EXPECT_EQ(eval("[%eval .5]"), 50);
    EXPECT_EQ(eval("[%eval 3]"), 300);
    EXPECT_EQ(eval("[%eval #4]"), 32763);
    EXPECT_EQ(eval("[%eval #-4]"), -32763);
    EXPECT_EQ(eval("[%eval #0]"), 32767);
    EXPECT_EQ(eval("[%eval #-0]"), -32767);
}

TEST(FindEval, SkipsTextNextToIt) {
    EXPECT_EQ(eval("good [%clk 0:01:00] [%eval 0.17] move"), 17);
    EXPECT_EQ(eval("[%eval 0.17,24]"), 17);
    EXPECT_TRUE(find_eval("[%eval 0.17]")->is_alone);
    EXPECT_FALSE(find_eval("[%eval 0.17] [%clk 0:01:00]")->is_alone);
    EXPECT_EQ(eval("[%eval x] [%eval 0.17]"), 17);
}

TEST(FindEval, WantsAScore) {
    EXPECT_EQ(eval(""), std::nullopt);
    EXPECT_EQ(eval("[%eval ]"), std::nullopt);
    EXPECT_EQ(eval("[%eval 0.17"), std::nullopt);
    EXPECT_EQ(eval("[%eval -]"), std::nullopt);
    EXPECT_EQ(eval("[%eval #]"), std::nullopt);
    EXPECT_EQ(eval("[%evaluation 0.17]"), std::nullopt);
    EXPECT_EQ(eval("0.17/20 3s"), std::nullopt);
}

TEST(FindEval, ClampsWhatIsOutOfRange) {
    EXPECT_EQ(eval("[%eval 319.99]"), 31999);
    EXPECT_FALSE(find_eval("[%eval 319.99]")->clamped);
    EXPECT_EQ(eval("[%eval -320.00]"), -31999);
    EXPECT_TRUE(find_eval("[%eval -320.00]")->clamped);
    EXPECT_EQ(eval("[%eval 99999999999999999999.00]"), 31999);
    EXPECT_EQ(eval("[%eval #767]"), 32000);
    EXPECT_EQ(eval("[%eval #-768]"), -32000);
    EXPECT_TRUE(find_eval("[%eval #-768]")->clamped);
}

TEST(EvalText, ReadsBackAsEveryScore) {
    EXPECT_EQ(eval_text(17), "[%eval 0.17]");
    EXPECT_EQ(eval_text(-5), "[%eval -0.05]");
    EXPECT_EQ(eval_text(-31999), "[%eval -319.99]");
    EXPECT_EQ(eval_text(-32763), "[%eval #-4]");
    for (int score = -kMate; score <= kMate; ++score) {
        const auto found = find_eval(eval_text(static_cast<Score>(score)));
        ASSERT_TRUE(found && found->score == score && !found->clamped && found->is_alone) << score;
    }
    EXPECT_EQ(eval_text(INT16_MIN), "[%eval #-0]");
}

TEST(FindEngineScore, ReadsEachProgram) {
    EXPECT_EQ(engine("+1.15/12 0.080s, tl=0.220s"), 115);
    EXPECT_EQ(engine("0.00/64 3.696s, tl=3.386s, Draw by adjudication: SyzygyTB"), 0);
    EXPECT_EQ(engine("-0.76/33 28.982s, n=4882885462, sd=58, pv=\"a7a6 a1d1\""), -76);
    EXPECT_EQ(engine("(Nb1c3 Bc8b7) +0.65/27 33"), 65);
    EXPECT_EQ(engine("-0.03/23 291"), -3);
    EXPECT_EQ(engine("0. 07/24 210"), 7);
    EXPECT_EQ(engine("0.08/ 21 258 (Rad8)"), 8);
    EXPECT_EQ(engine("d=32, sd=48, n=3696387539, pv=b3 Nf6, wv=-0.24, R50=49,"), -24);
    EXPECT_EQ(engine("ev=0.65, d=6, pd=Rd5, mt=00:00:00,"), 65);
    EXPECT_EQ(engine("ev=-12,d=21,tl=01:56:09,pd=dxe5"), -12);
    EXPECT_EQ(engine("Eval = 0.04, Depth = 1, TimeLeft = 02:00:00"), 4);
    EXPECT_EQ(engine("[%clk 0:01:00] +0.35/12 1s"), 35);
}

TEST(FindEngineScore, CountsMatesInMoves) {
    EXPECT_EQ(engine("+M31/18 0.222s, tl=7.373s"), 32767 - 16);
    EXPECT_EQ(engine("-M40/33 4.033s, tl=3.247s"), -(32767 - 20));
    EXPECT_EQ(engine("(Qd1h5) +M12/30 4"), 32767 - 12);
    EXPECT_EQ(engine("-#37/25 104"), -(32767 - 37));
    EXPECT_EQ(engine("d=30, wv=-M27,"), -(32767 - 14));
    EXPECT_EQ(engine("ev=#30, d=23, wv=-#30,"), -(32767 - 30));
}

TEST(FindEngineScore, PrefersTheScoreToTheMatesMadeOfIt) {
    const auto found = find_engine_score("-119.14/23 1.6s, ev=-M86, d=23, wv=M86,");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->score, -11914);
    EXPECT_EQ(found->form, Form::Seconds);
    EXPECT_EQ(find_engine_score("ev=0.24, d=24, wv=-0.24,")->form, Form::WhiteValue);
}

TEST(FindEngineScore, WantsAScore) {
    for (const std::string_view comment :
         {"", "book", "B 0", "White mates", "12/30 4", "1.5 pawns", "mb=+0+0+0", "prev=0.5",
          "[%eval 0.17]", "(never closed 0.5/3 1", "0.5/", "0.5/x 1s", "+M/3 1s", "wv=, ev="}) {
        EXPECT_EQ(engine(comment), std::nullopt) << comment;
    }
}

TEST(ViewOf, IsTheMoversWhereAProgramMarksPositiveScores) {
    EXPECT_EQ(view_of(Form::Seconds, false), ScoreView::Mover);
    EXPECT_EQ(view_of(Form::BareTime, true), ScoreView::Mover);
    EXPECT_EQ(view_of(Form::BareTime, false), ScoreView::White);
    EXPECT_EQ(view_of(Form::WhiteValue, true), ScoreView::White);
    EXPECT_EQ(view_of(Form::Value, true), ScoreView::White);
    EXPECT_TRUE(find_engine_score("+0.65/27 33")->has_plus);
    EXPECT_FALSE(find_engine_score("0.65/27 33")->has_plus);
}

}  // namespace
}  // namespace edge
