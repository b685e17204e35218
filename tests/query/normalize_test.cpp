#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>

#include "query/expr.h"
#include "query/lang/text.h"
#include "support/query_gen.h"

namespace edge::query {
namespace {

struct Row {
    std::string_view text, canonical;
};

void expect_canonical(std::span<const Row> rows) {
    for (const Row& row : rows) {
        const auto query = parse_text(row.text);
        ASSERT_TRUE(query) << query.error().message;
        EXPECT_EQ(to_text(normalized(*query)), row.canonical) << row.text;
    }
}

TEST(Normalize, WritesOutTheDefaultWindow) {
    const Row rows[] = {
        {"P<p", "streak(2, P<p)"},
        {"white: bishop_pair", "streak(2, white: bishop_pair)"},
        {"white: passed_pawn(d)", "streak(2, white: passed_pawn(d))"},
        {"white: rook_on_seventh", "streak(2, white: rook_on_seventh)"},
        {"white: rook_on_open_file", "streak(2, white: rook_on_open_file)"},
        {"white: king_castled", "ever(white: king_castled)"},
        {"to_move(w)", "ever(to_move(w))"},
        {"material(\"KRPKR\")", "ever(material(\"KRPKR\"))"},
        {"moved(N) P<p", "streak(2, moved(N) P<p)"},
        {"any(pass, P<p)", "streak(2, any(pass, P<p))"},
        {"none(pass)", "ever(none(pass))"},
        {"opposite_bishops", "streak(2, opposite_bishops)"},
        {"iqp", "streak(2, either: iqp)"},
        {"quiet", "ever(quiet)"},
        {"sacrifice", "ever(sacrifice)"},
        {"became(white: bishop_pair)", "ever(became(white: bishop_pair))"},
        {"ever(white: bishop_pair)", "ever(white: bishop_pair)"},
        {"always(0.., white: bishop_pair)", "always(white: bishop_pair)"},
    };
    expect_canonical(rows);
}

TEST(Normalize, TakesARangeAloneAsEver) {
    Windowed windowed;
    windowed.condition.atoms = {Atom{PlainPredicate::BishopPair}};
    windowed.range = PlyRange{20, std::nullopt};
    EXPECT_EQ(to_text(normalized(Expr{windowed})), "ever(20.., either: bishop_pair)");
}

TEST(Normalize, ResolvesSides) {
    const Row rows[] = {
        {"queens_off", "streak(2, Q=q=0)"},
        {"either: queens_off", "streak(2, either: queens_off)"},
        {"any(queens_off, in_check)", "streak(2, any(Q=q=0, in_check))"},
        {"white: Q=0", "streak(2, Q=0)"},
        {"both: Q=0", "streak(2, Q=0)"},
        {"neither: Q=0", "streak(2, neither: Q=0)"},
        {"mover: Q=0", "streak(2, Q=0)"},
        {"winner: Q=0", "streak(2, winner: Q=0)"},  // a drawn game has no winner
        {"mover: us.Q=0", "streak(2, mover: us.Q=0)"},
        {"us.P<them.P", "streak(2, either: us.P<them.P)"},
        {"to_move(us)", "ever(either: to_move(us))"},
        {"winner: to_move(them)", "ever(winner: to_move(them))"},
        {"white: to_move(b)", "ever(to_move(b))"},
        {"to_move(us) in_check", "ever(to_move(us) in_check)"},
        // Without a side these are about whoever is to move.
        {"in_check", "ever(in_check)"},
        {"either: in_check", "ever(either: in_check)"},
        {"in_check passed_pawn", "streak(2, in_check passed_pawn)"},
        {"both: bishop_pair", "streak(2, both: bishop_pair)"},
        {"white: sacrifice", "ever(white: sacrifice)"},
        {"either: sacrifice", "ever(either: sacrifice)"},
        {"white: opposite_bishops quiet", "streak(2, opposite_bishops quiet)"},
        {"seq(queens_off, black: pass)", "seq(Q=q=0, pass)"},
    };
    expect_canonical(rows);
}

TEST(Normalize, JoinsNestedOperators) {
    const Row rows[] = {
        {"(all and @a) and (@b and @c)", "all and @a and @b and @c"},
        {"all or (@a or (@b or @c))", "all or @a or @b or @c"},
        {"(all xor @a) xor @b", "all xor @a xor @b"},
        {"all sub (@a sub @b)", "all sub (@a sub @b)"},
        {"(all sub @a) sub @b", "(all sub @a) sub @b"},
        {"not not @a", "@a"},
        {"not not not @a", "not @a"},
        {"@a and not not (@b and @c)", "@a and @b and @c"},
        {"year = 2010..2015 and @a", "year >= 2010 and year <= 2015 and @a"},
    };
    expect_canonical(rows);
}

RC_GTEST_PROP(Normalize, IsIdempotent, ()) {
    const Expr query = normalized(*gen::query(gen::standard_vocabulary()));
    RC_ASSERT(normalized(query) == query);
}

}  // namespace
}  // namespace edge::query
