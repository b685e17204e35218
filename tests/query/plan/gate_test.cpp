#include "query/plan/gate.h"

#include <gtest/gtest.h>

#include <string_view>

#include "query/lang/text.h"
#include "query/plan/program.h"

namespace edge::query {
namespace {

// The program of a query of one condition, and the gate of its first lane.
struct Compiled {
    explicit Compiled(std::string_view text)
        : program(compile(normalized(parse_text(text).value())).value()), gate(program, 0) {}
    Program program;
    Gate gate;
};

template <class Kind>
void expect_kind(std::string_view text, bool is_exact) {
    const Compiled compiled(text);
    EXPECT_TRUE(std::holds_alternative<Kind>(compiled.gate.kind())) << text;
    EXPECT_EQ(compiled.gate.is_exact(), is_exact) << text;
}

TEST(Gate, OfASingleAtomIsUsuallyExact) {
    expect_kind<gate::CountsHold>("P<p", true);
    expect_kind<gate::SameMaterial>("material(\"KRPKR\")", true);
    expect_kind<gate::StandsOn>("white: rook_on_seventh", true);
    expect_kind<gate::FitsPattern>("subfen(\"8/8/8/8/8/8/8/R6R\")", true);
    expect_kind<gate::FitsSomewhere>("subfen(\"8/8/8/3PP3/8/8/8/8\", shift)", true);
    expect_kind<gate::FileHolds>("white: passed_pawn", true);
    expect_kind<gate::ColorToMove>("to_move(w)", true);
    expect_kind<gate::MoveOf>("moved(NB)", true);
    expect_kind<gate::MoveTakes>("captured(Q)", true);
    expect_kind<gate::MovesSpecially>("promoted(Q)", false);
    expect_kind<gate::MovesTo>("move(\"Nf3\")", false);
    expect_kind<gate::CountsHold>("opposite_bishops", false);
    expect_kind<gate::StandsOn>("white: iqp", false);
    expect_kind<gate::FitsPattern>("subfen(\"8/8/8/8/4P3/8/8/8\", mirror_files)", true);
    expect_kind<gate::FitsSomewhere>("subfen(\"8/8/8/8/4P3/8/8/8\", mirror, mirror_files)", true);
    expect_kind<gate::Open>("in_check", false);
}

TEST(Gate, OfSeveralAtomsIsTheMostSelectiveAndNeverExact) {
    expect_kind<gate::CountsHold>("in_check P<p", false);
    expect_kind<gate::SameMaterial>("P<p material(\"KRPKR\") to_move(w)", false);
    expect_kind<gate::MoveTakes>("moved(P) captured(Q) gives_check", false);
}

TEST(Gate, CapturedNoneMeansTakingNothing) {
    const Compiled compiled("captured(none)");
    EXPECT_EQ(compiled.gate.as<gate::MoveTakes>().kinds, 1U);
}

TEST(Gate, ATrueLaneMayEndUnlessItsGateIsExact) {
    EXPECT_FALSE(Compiled("P<p").gate.may_end(true));
    EXPECT_TRUE(Compiled("in_check P<p").gate.may_end(true));
    EXPECT_FALSE(Compiled("in_check P<p").gate.may_end(false));
}

}  // namespace
}  // namespace edge::query
