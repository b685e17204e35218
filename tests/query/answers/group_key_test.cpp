#include "query/answers/group_splitter.h"

#include <gtest/gtest.h>

#include "query/game_set.h"
#include "query/lang/notation.h"
#include "support/some_openings.h"

namespace edge::query {
namespace {

std::string only_value(const Grouping& by, const test::TestGame& game) {
    const test::GameSet set({game});
    GroupSplitter splitter(set.corpus(), by);
    const corpus::GameView view = set.corpus().game(0).value();
    const auto shares = splitter.split({0, 0}, view, std::vector<PlySpan>{{0, view.plies()}});
    if (shares.size() != 1) return "several";
    EXPECT_EQ(shares[0].positions, view.plies() + 1);
    EXPECT_TRUE(splitter.status());
    return value_text(by, splitter.decode(shares[0].code).value());
}

Grouping by(std::string_view text) { return parse_grouping(text).value(); }

TEST(GroupKey, HasANameThatIsReadBack) {
    uint32_t known = 0;
    for (uint32_t number = 0; number <= 100; ++number) {
        if (!is_group_key(number)) continue;
        ++known;
        Grouping key(static_cast<GroupKey>(number));
        if (key.key == GroupKey::Elo) key.elo_width = 50;
        if (key.key == GroupKey::Tag) key.tag = "WhiteTitle";
        EXPECT_TRUE(parse_grouping(to_text(key)).value() == key) << to_text(key);
    }
    EXPECT_EQ(known, 17U);
    EXPECT_EQ(by("elo").elo_width, kDefaultEloWidth);
    EXPECT_EQ(to_text(by("tag:Event")), "tag:Event");
}

TEST(GroupKey, RefusesOtherNames) {
    const std::string keys =
        "expected pawn-structure, eco, opening, year, month, result, termination, white, black, "
        "player, "
        "elo:WIDTH, tc, speed, final-material, pieces, plies or tag:NAME";
    EXPECT_EQ(parse_grouping("colour").error().message, "found 'colour', " + keys);
    EXPECT_EQ(parse_grouping("yeer").error().message,
              "found 'yeer', " + keys + ", did you mean year?");
    for (const std::string_view text : {"", ":", "eco:", "eco:5", "tag", "Elo:100"}) {
        EXPECT_FALSE(parse_grouping(text)) << text;
    }
    EXPECT_EQ(parse_grouping("elo:0").error().message,
              "found '0' as the width of a bin of ratings, expected 1 to 8191");
    for (const std::string_view text :
         {"elo:", "elo:-1", "elo:1x", "elo:8192", "elo:99999999999"}) {
        EXPECT_FALSE(parse_grouping(text)) << text;
    }
    EXPECT_EQ(parse_grouping("tag:My Event").error().message,
              "found 'My Event' as the name of a tag, expected letters, digits and _");
    EXPECT_FALSE(parse_grouping("tag:"));
    EXPECT_FALSE(parse_grouping("tag:" + std::string(256, 'x')));
}

TEST(GroupKey, ValuesComeFromTheHeader) {
    test::TestGame game{test::line("e4 e5 Nf3")};
    game.header.eco = 122;
    game.header.date = {2017, 2, 0};
    game.header.time_control = {180, 2, false};
    EXPECT_EQ(only_value(GroupKey::Eco, game), "B22");
    EXPECT_EQ(only_value(GroupKey::Year, game), "2017");
    EXPECT_EQ(only_value(GroupKey::Result, game), "1-0");
    EXPECT_EQ(only_value(GroupKey::White, game), "Anna");
    EXPECT_EQ(only_value(GroupKey::Black, game), "Bert");
    EXPECT_EQ(only_value(GroupKey::TimeClass, game), "blitz");
    EXPECT_EQ(only_value(GroupKey::Speed, game), "blitz");
    EXPECT_EQ(only_value(GroupKey::Plies, game), "3");
    EXPECT_EQ(only_value(GroupKey::Month, game), "2017-02");
    EXPECT_EQ(only_value(GroupKey::Termination, game), "normal");
    game.header.termination = corpus::Termination::TimeForfeit;
    EXPECT_EQ(only_value(GroupKey::Termination, game), "time");
}

TEST(GroupKey, ABinHasTheMeanOfBothRatings) {
    const auto bin = [](std::string_view text, uint16_t white, uint16_t black) {
        test::TestGame game{test::line("e4")};
        game.header.white_elo = white;
        game.header.black_elo = black;
        return only_value(by(text), game);
    };
    EXPECT_EQ(bin("elo:100", 2400, 2600), "2500-2599");
    EXPECT_EQ(bin("elo:100", 2400, 2599), "2400-2499");
    EXPECT_EQ(bin("elo:400", 2599, 2599), "2400-2799");
    EXPECT_EQ(bin("elo:1", 2400, 2403), "2401");
    EXPECT_EQ(bin("elo:100", 2500, 0), "?");
    EXPECT_EQ(bin("elo:100", 0, 2500), "?");
}

TEST(GroupKey, ATagMayBeInTheHeaderOrBesideIt) {
    test::TestGame game{test::line("e4")};
    game.tags = {{"Event", "Candidates"}, {"Round", "?"}, {"Annotator", ""}};
    EXPECT_EQ(only_value(by("tag:event"), game), "Candidates");
    EXPECT_EQ(only_value(by("tag:white"), game), "Anna");
    EXPECT_EQ(only_value(by("tag:ECO"), game), "?");
    EXPECT_EQ(only_value(by("tag:Round"), game), "?");
    EXPECT_EQ(only_value(by("tag:Annotator"), game), "?");
    EXPECT_EQ(only_value(by("tag:Site"), game), "?");
}

TEST(GroupKey, AnOpeningIsTheLastNameOfTheGame) {
    Grouping by_opening(GroupKey::Opening);
    by_opening.openings = test::some_openings();
    const auto name = [&](std::string_view moves) {
        return only_value(by_opening, test::TestGame{test::line(moves)});
    };
    EXPECT_EQ(name("e4 e5 Nf3 Nc6 Bc4 Bc5"), "King's Knight Opening: Normal Variation");
    EXPECT_EQ(name("Nf3 Nc6 e4 e5 Bb5"), "Ruy L\u00f3pez");
    EXPECT_EQ(name("e4 c5 Nf3 Nc6"), "Sicilian Defense: Open");
    EXPECT_EQ(name("e4"), "King's Pawn Game");
    EXPECT_EQ(name("b3 e5"), "?");
    const test::GameSet set({test::TestGame{test::line("e4")}});
    EXPECT_EQ(check_grouping(set.corpus(), GroupKey::Opening).error().code, ErrorCode::NotFound);
    EXPECT_TRUE(check_grouping(set.corpus(), by_opening));
}

TEST(GroupKey, PiecesAreThoseOfThePosition) {
    const test::GameSet set({test::TestGame{test::line("e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2")}});
    GroupSplitter splitter(set.corpus(), GroupKey::Pieces);
    const corpus::GameView game = set.corpus().game(0).value();
    std::string text;
    for (const GroupShare& share :
         splitter.split({0, 0}, game, std::vector<PlySpan>{{0, 1}, {3, 7}})) {
        text += std::to_string(share.code.first) + ':' + std::to_string(share.positions) + ' ';
    }
    EXPECT_EQ(text, "32:2 31:1 30:2 29:1 28:1 ");
}

TEST(GroupKey, ValuesMayBeUnknown) {
    const test::TestGame game{test::line("e4 e5 Nf3"), corpus::GameResult::Unknown};
    EXPECT_EQ(only_value(GroupKey::Eco, game), "?");
    EXPECT_EQ(only_value(GroupKey::Year, game), "?");
    EXPECT_EQ(only_value(GroupKey::Result, game), "*");
    EXPECT_EQ(only_value(GroupKey::TimeClass, game), "?");
    EXPECT_EQ(only_value(GroupKey::Speed, game), "?");
    EXPECT_EQ(only_value(GroupKey::Month, game), "?");
    EXPECT_EQ(only_value(by("elo:100"), game), "?");
    test::TestGame of_year = game;
    of_year.header.date = {2017, 0, 0};
    EXPECT_EQ(only_value(GroupKey::Month, of_year), "?");
}

TEST(GroupKey, TimeClassesHaveTheirBounds) {
    const auto classes = [](uint16_t base, uint8_t increment) {
        test::TestGame game{test::line("e4")};
        game.header.time_control = {base, increment, false};
        return only_value(GroupKey::TimeClass, game) + ' ' + only_value(GroupKey::Speed, game);
    };
    EXPECT_EQ(classes(29, 0), "bullet ultrabullet");
    EXPECT_EQ(classes(30, 0), "bullet bullet");
    EXPECT_EQ(classes(179, 0), "bullet bullet");
    EXPECT_EQ(classes(120, 1), "blitz bullet");
    EXPECT_EQ(classes(480, 0), "blitz rapid");
    EXPECT_EQ(classes(600, 0), "rapid rapid");
    EXPECT_EQ(classes(1500, 0), "rapid classical");
    EXPECT_EQ(classes(3600, 0), "classical classical");
}

TEST(GroupKey, FinalMaterialIsWhatTheMaterialPredicateReads) {
    const test::TestGame start{test::line("e4")};
    const std::string text = only_value(GroupKey::FinalMaterial, start);
    EXPECT_EQ(text, "KQRRBBNNPPPPPPPP:KQRRBBNNPPPPPPPP");
    const MaterialTest material = parse_material(text).value();
    EXPECT_FALSE(material.any_colors);
    EXPECT_EQ(material.pieces[0][index(PieceType::Pawn)], 8);
    // The game with the en-passant capture and the two promotions.
    EXPECT_EQ(only_value(GroupKey::FinalMaterial, test::sample_games()[4]),
              "KQRBBNNNPPPP:KQQRBBNNPPPPP");
}

TEST(GroupKey, APawnStructureLastsUntilAPawnMoves) {
    const test::GameSet set({test::TestGame{test::line("e4 Nf6 Nc3 d5 exd5")}});
    GroupSplitter splitter(set.corpus(), GroupKey::PawnStructure);
    const corpus::GameView game = set.corpus().game(0).value();
    std::string text;
    for (const GroupShare& share :
         splitter.split({0, 0}, game, std::vector<PlySpan>{{0, 1}, {3, 5}})) {
        text +=
            value_text(GroupKey::PawnStructure, PawnStructure{share.code.first, share.code.second});
        text += ' ' + std::to_string(share.positions) + '\n';
    }
    EXPECT_EQ(text,
              "8/pppppppp/8/8/8/8/PPPPPPPP/8 1\n"
              "8/pppppppp/8/8/4P3/8/PPPP1PPP/8 2\n"
              "8/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/8 1\n"
              "8/ppp1pppp/8/3P4/8/8/PPPP1PPP/8 1\n");
}

}  // namespace
}  // namespace edge::query
