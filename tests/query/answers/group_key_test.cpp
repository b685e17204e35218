#include "query/answers/group_key.h"

#include <gtest/gtest.h>

#include "query/game_set.h"
#include "query/lang/notation.h"

namespace edge::query {
namespace {

std::string only_value(GroupKey key, const test::TestGame& game) {
    const test::GameSet set({game});
    GroupSplitter splitter(key);
    const corpus::GameView view = set.corpus().game(0).value();
    const auto shares = splitter.split({0, 0}, view, std::vector<PlySpan>{{0, view.plies()}});
    if (shares.size() != 1) return "several";
    EXPECT_EQ(shares[0].positions, view.plies() + 1);
    return value_text(key, decode_group(key, shares[0].code, set.corpus()).value());
}

TEST(GroupKey, HasANameThatIsReadBack) {
    for (uint32_t number = 1; number <= kGroupKeys; ++number) {
        const auto key = static_cast<GroupKey>(number);
        EXPECT_EQ(parse_group_key(name_of(key)).value(), key);
    }
    EXPECT_EQ(parse_group_key("opening").error().message,
              "found \"opening\" as a key to group by, expected one of pawn-structure, eco, year, "
              "result, white, black, player, tc, final-material, plies, speed");
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
}

TEST(GroupKey, ValuesMayBeUnknown) {
    const test::TestGame game{test::line("e4 e5 Nf3"), corpus::GameResult::Unknown};
    EXPECT_EQ(only_value(GroupKey::Eco, game), "?");
    EXPECT_EQ(only_value(GroupKey::Year, game), "?");
    EXPECT_EQ(only_value(GroupKey::Result, game), "*");
    EXPECT_EQ(only_value(GroupKey::TimeClass, game), "?");
    EXPECT_EQ(only_value(GroupKey::Speed, game), "?");
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
    GroupSplitter splitter(GroupKey::PawnStructure);
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
