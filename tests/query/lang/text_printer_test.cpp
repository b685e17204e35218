#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "query/lang/text.h"
#include "support/query_gen.h"

namespace edge::query {
namespace {

Expr leaf(std::string name) { return {BitmapRef{std::move(name)}}; }

TEST(TextPrinter, WritesParenthesesOnlyWhereNeeded) {
    const auto join = [](BoolOp op, std::vector<Expr> operands) {
        return Expr{Combination{op, std::move(operands)}};
    };
    const Expr a = leaf("@a");
    const Expr b = leaf("@b");
    const Expr c = leaf("@c");
    const Expr a_and_b = join(BoolOp::And, {a, b});
    const Expr a_or_b = join(BoolOp::Or, {a, b});
    EXPECT_EQ(to_text(join(BoolOp::Or, {a_and_b, c})), "@a and @b or @c");
    EXPECT_EQ(to_text(join(BoolOp::And, {a_or_b, c})), "(@a or @b) and @c");
    EXPECT_EQ(to_text(join(BoolOp::And, {a_and_b, c})), "(@a and @b) and @c");
    EXPECT_EQ(to_text(join(BoolOp::Not, {a_and_b})), "not (@a and @b)");
    EXPECT_EQ(to_text(join(BoolOp::And, {join(BoolOp::Not, {a}), b})), "not @a and @b");
    EXPECT_EQ(to_text(join(BoolOp::Sub, {a_or_b, join(BoolOp::Xor, {b, c})})),
              "@a or @b sub @b xor @c");
}

TEST(TextPrinter, QuotesBitmapPaths) {
    EXPECT_EQ(to_text(leaf("@won-by_white2")), "@won-by_white2");
    EXPECT_EQ(to_text(leaf("@")), "bitmap(\"@\")");
    EXPECT_EQ(to_text(leaf("@a b")), "bitmap(\"@a b\")");
    EXPECT_EQ(to_text(leaf("dir\\\"x\".bm")), R"(bitmap("dir\\\"x\".bm"))");
}

TEST(TextPrinter, WritesARangeAloneAsEver) {
    Windowed windowed;
    windowed.condition.atoms = {Atom{PlainPredicate::Pass}};
    windowed.range = PlyRange{20, 40};
    EXPECT_EQ(to_text(Expr{windowed}), "ever(20..40, pass)");
}

TEST(TextPrinter, WritesEveryDefaultOfANormalizedQuery) {
    const auto canonical = [](std::string_view text) {
        return to_text(normalized(*parse_text(text)));
    };
    EXPECT_EQ(canonical("queens_off"), "streak(2, Q=q=0)");
    EXPECT_EQ(canonical("white: queens_off"), "streak(2, white: queens_off)");
    EXPECT_EQ(canonical("in_check"), "ever(in_check)");
    EXPECT_EQ(canonical("seq(P<p, white: in_check)"), "seq(P<p, white: in_check)");
    EXPECT_EQ(canonical("not not (all and (all and all))"), "all and all and all");
}

RC_GTEST_PROP(TextPrinter, IsReadBackAsTheSameQuery, ()) {
    const Expr query = *gen::query(gen::standard_vocabulary());
    const std::string text = to_text(query);
    const auto again = parse_text(text);
    RC_LOG() << text << '\n' << (again ? to_text(*again) : again.error().message) << '\n';
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == query);
}

RC_GTEST_PROP(TextPrinter, KeepsNormalizedQueries, ()) {
    const Expr query = normalized(*gen::query(gen::standard_vocabulary()));
    const auto again = parse_text(to_text(query));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == query);
    RC_ASSERT(normalized(*again) == query);
}

RC_GTEST_PROP(TextPrinter, KeepsTheMeaningOfFlagQueries, ()) {
    const Expr query = *gen::flag_query(gen::standard_vocabulary());
    const auto again = parse_text(to_text(query));
    RC_ASSERT(again.has_value());
    RC_ASSERT(normalized(*again) == normalized(query));
}

}  // namespace
}  // namespace edge::query
