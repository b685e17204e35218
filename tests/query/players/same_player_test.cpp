#include "query/players/same_player.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace edge::query {
namespace {

NameAgreement agreement(std::string_view a, std::string_view b) {
    const PlayerName first(a);
    const PlayerName second(b);
    const NameAgreement found = first.agreement(second);
    EXPECT_EQ(second.agreement(first), found) << a << " and " << b;
    if (found == NameAgreement::Same || found == NameAgreement::Spelling ||
        found == NameAgreement::Initials) {
        const auto has = [&](uint64_t key) {
            return std::ranges::find(second.keys(), key) != second.keys().end();
        };
        EXPECT_TRUE(std::ranges::any_of(first.keys(), has)) << a << " and " << b;
    }
    return found;
}

TEST(SamePlayer, IsAnybodyWithTheSameName) {
    EXPECT_EQ(agreement("Carlsen, Magnus", "Carlsen, Magnus"), NameAgreement::Same);
    EXPECT_EQ(agreement("Fritz 5", "Fritz 5"), NameAgreement::Same);
    EXPECT_EQ(agreement("O", "O"), NameAgreement::Same);
}

TEST(SamePlayer, MayBeSpelledInOtherWays) {
    EXPECT_EQ(agreement("Réti, Richard", "RETI,Richard"), NameAgreement::Spelling);
    EXPECT_EQ(agreement("Hou Yifan", "Hou, Yifan"), NameAgreement::Spelling);
    EXPECT_EQ(agreement("Magnus Carlsen", "Carlsen, Magnus"), NameAgreement::Spelling);
    EXPECT_EQ(agreement("O'Kelly", "OKelly"), NameAgreement::Spelling);
    EXPECT_EQ(agreement("Vachier-Lagrave,M", "Vachier Lagrave, M."), NameAgreement::Spelling);
}

TEST(SamePlayer, MayHaveInitials) {
    EXPECT_EQ(agreement("Carlsen,M", "Carlsen, Magnus"), NameAgreement::Initials);
    EXPECT_EQ(agreement("M. Carlsen", "Carlsen, Magnus"), NameAgreement::Initials);
    EXPECT_EQ(agreement("Carlsen M", "Magnus Carlsen"), NameAgreement::Initials);
    EXPECT_EQ(agreement("Donner, JH", "Donner, Jan Hein"), NameAgreement::Initials);
    EXPECT_EQ(agreement("Donner, J.H.", "Donner, Jan Hein"), NameAgreement::Initials);
    EXPECT_EQ(agreement("Donner, J", "Donner, Jan Hein"), NameAgreement::Initials);
    EXPECT_EQ(agreement("Donner, Jan", "Donner, Jan Hein"), NameAgreement::Initials);
    EXPECT_EQ(agreement("Карпов, А", "Карпов, Анатолий"), NameAgreement::Initials);
    EXPECT_EQ(agreement("Georgiev,Ki", "Georgiev, Kiril"), NameAgreement::Initials);
    EXPECT_EQ(agreement("Van der Wiel, J", "van der Wiel, John"), NameAgreement::Initials);
}

TEST(SamePlayer, IsNobodyWithAnotherName) {
    EXPECT_EQ(agreement("Carlsen, Magnus", "Karlsen, Magnus"), NameAgreement::Different);
    EXPECT_EQ(agreement("Carlsen,M", "Carlsen, Henrik"), NameAgreement::Different);
    EXPECT_EQ(agreement("Donner, JK", "Donner, Jan Hein"), NameAgreement::Different);
    EXPECT_EQ(agreement("Georgiev,Kr", "Georgiev, Kiril"), NameAgreement::Different);
    EXPECT_EQ(agreement("Wang, Yu", "Wang, Yue"), NameAgreement::Different);
    EXPECT_EQ(agreement("Polgar", "Polgar, Judit"), NameAgreement::Different);
    EXPECT_EQ(agreement("Martin, A", "Adams, Martin"), NameAgreement::Different);
    EXPECT_EQ(agreement("Carlsen, Magnus", "Magnusson, Carl"), NameAgreement::Different);
    EXPECT_EQ(agreement("A, B", "A, Bob"), NameAgreement::Different);
}

TEST(SamePlayer, HasNoOtherVersion) {
    EXPECT_EQ(agreement("Fritz 5", "FRITZ 5"), NameAgreement::Spelling);
    EXPECT_EQ(agreement("Fritz 5", "Fritz 5 32"), NameAgreement::Different);
    EXPECT_EQ(agreement("Stockfish 1", "Stockfish 16"), NameAgreement::Different);
    EXPECT_EQ(agreement("Botvinnik,M", "Botvinnik,M2"), NameAgreement::Different);
}

TEST(SamePlayer, IsNotKnownWithoutAName) {
    for (const std::string_view nobody : {"?", "", "-", "NN", "N.N.", "N, N"}) {
        EXPECT_FALSE(PlayerName(nobody).is_known()) << nobody;
        EXPECT_EQ(agreement(nobody, nobody), NameAgreement::Unknown) << nobody;
        EXPECT_EQ(agreement(nobody, "Carlsen, Magnus"), NameAgreement::Unknown) << nobody;
    }
    EXPECT_TRUE(PlayerName("Nunn, N").is_known());
}

}  // namespace
}  // namespace edge::query
