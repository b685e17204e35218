#include "query/openings.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "query/game_set.h"
#include "query/lang/text.h"
#include "query/query.h"
#include "support/some_openings.h"

namespace edge::query {
namespace {

std::string names_of(std::string_view text) {
    const auto openings = test::some_openings();
    const auto found = find_openings(*openings, text);
    if (!found) return found.error().message;
    std::string names;
    for (const uint32_t number : *found) {
        names += (names.empty() ? "" : " | ") + openings->all()[number].opening.name;
    }
    return names;
}

TEST(OpeningNames, AreDividedIntoWords) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(words_of_name("Nimzo-Indian Defense: 4.e3"),
              (Words{"nimzo", "indian", "defense", "4", "e3"}));
    EXPECT_EQ(words_of_name("King's GAMBIT"), (Words{"kings", "gambit"}));
    EXPECT_EQ(words_of_name("King\u2019s Gr\u00fcnfeld"), (Words{"kings", "grunfeld"}));
    EXPECT_EQ(words_of_name("Sicilian Defence"), (Words{"sicilian", "defense"}));
    EXPECT_EQ(words_of_name("Defenceless"), Words{"defenceless"});
    EXPECT_EQ(words_of_name(" - "), Words{});
}

TEST(OpeningNames, HaveEveryWordThatIsTyped) {
    EXPECT_EQ(names_of("najdorf"), "Sicilian Defense: Najdorf Variation");
    EXPECT_EQ(names_of("NAJDORF sicilian"), "Sicilian Defense: Najdorf Variation");
    EXPECT_EQ(names_of("Sicilian Defense, Open"), "Sicilian Defense: Open");
    EXPECT_EQ(names_of("kings gambit"), "King\u2019s Gambit");
    EXPECT_EQ(names_of("lopez"), "Ruy L\u00f3pez");
    EXPECT_EQ(names_of("east"), "Indian Defense: East Indian");
}

TEST(OpeningNames, AreFoundByCode) {
    EXPECT_EQ(names_of("B90"), "Sicilian Defense: Najdorf Variation");
    EXPECT_EQ(names_of("B20..B27"), "Sicilian Defense | Sicilian Defense: Open");
    EXPECT_EQ(names_of("d06,E"), "Indian Defense: East Indian | Queen's Gambit");
}

TEST(OpeningNames, OfACodeAreThoseOfItsFirstPosition) {
    EXPECT_EQ(name_of_code(*test::some_openings(), "C20"), "King's Pawn Game");
    EXPECT_EQ(name_of_code(*test::some_openings(), "B"), "King's Pawn Game");
    EXPECT_EQ(name_of_code(*test::some_openings(), "A99"), "");
}

TEST(OpeningNames, ThatAreUnknownHaveNeighbours) {
    EXPECT_EQ(names_of("najdorff"),
              "no opening is called 'najdorff', did you mean "
              "\"Sicilian Defense: Najdorf Variation\"?");
    EXPECT_EQ(names_of("sicilian gambit"),
              "no opening is called 'sicilian gambit', did you mean \"Queen's Gambit\", "
              "\"King\u2019s Gambit\" or \"Sicilian Defense\"?");
    EXPECT_EQ(names_of("naj"), "no opening is called 'naj'") << "words are whole";
    EXPECT_EQ(names_of("A99"), "no opening is called 'A99'");
}

Expr opening(std::string_view name) {
    const std::string text = fmt::format("opening(\"{}\")", name);
    return with_openings(parse_text(text).value(), test::some_openings());
}

std::vector<uint64_t> games_with(const corpus::Corpus& corpus, const Expr& query) {
    const Query prepared = Query::prepare(corpus, query).value();
    std::vector<uint64_t> ids;
    const Matches matches = find_matches(prepared, {}, {1, {}}).value();
    for (const GameMatch& match : matches.games) {
        ids.push_back(match.game_id);
    }
    return ids;
}

// The third game has the pieces of the Ruy Lopez with another side to move, the fourth without
// castling rights.
TEST(OpeningNames, ArePositionsInAnyOrderOfMoves) {
    const test::GameSet set({test::TestGame{test::line("e4 e5 Nf3 Nc6 Bb5 a6")},
                             test::TestGame{test::line("Nf3 Nc6 e4 e5 Bb5")},
                             test::TestGame{test::line("e4 e5 Nf3 Nc6 Be2 Nf6 Bb5 Ng8")},
                             test::TestGame{test::line("e4 e5 Nf3 Nc6 Rg1 Rb8 Rh1 Ra8 Bb5")},
                             test::TestGame{test::line("d4 d5")}});
    EXPECT_EQ(games_with(set.corpus(), opening("ruy lopez")), (std::vector<uint64_t>{0, 1}));

    EXPECT_EQ(games_with(set.corpus(), opening("C20")), (std::vector<uint64_t>{0, 2, 3}));
}

TEST(OpeningNames, AreNeededToRun) {
    const test::GameSet set({test::TestGame{test::line("e4")}});
    const Expr query = parse_text("opening(\"ruy lopez\")").value();
    EXPECT_TRUE(lacks_openings(query));
    EXPECT_FALSE(lacks_openings(opening("ruy lopez")));
    const auto prepared = Query::prepare(set.corpus(), query);
    ASSERT_FALSE(prepared);
    EXPECT_EQ(prepared.error().code, ErrorCode::NotFound);
    EXPECT_NE(prepared.error().message.find("EDGE_OPENINGS"), std::string::npos);
    const auto unknown = Query::prepare(set.corpus(), opening("zzz"));
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::InvalidArgument);
}

TEST(OpeningNames, AreFoundAnywhereInAQuery) {
    for (const std::string_view text :
         {"not opening(\"B90\")", "seq(pass, opening(\"B90\"))",
          "any(in_check, none(opening(\"B90\")))",
          "result = W and (year = 2010 or at(5, opening(\"B90\")))"}) {
        const Expr query = parse_text(text).value();
        EXPECT_TRUE(lacks_openings(query)) << text;
        EXPECT_FALSE(lacks_openings(with_openings(query, test::some_openings()))) << text;
    }
    EXPECT_FALSE(lacks_openings(parse_text("queens_off or result = W").value()));
}

TEST(OpeningNames, AreReadAndWritten) {
    EXPECT_EQ(to_text(normalized(parse_text("opening( \"najdorf\" )").value())),
              "ever(opening(\"najdorf\"))");
    EXPECT_FALSE(parse_text("opening(\" - \")"));
    EXPECT_FALSE(parse_text("opening(najdorf)"));
}

}  // namespace
}  // namespace edge::query
