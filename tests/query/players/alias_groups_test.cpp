#include "query/players/alias_groups.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"

namespace edge::query {
namespace {

struct Played {
    std::string white, black = "?";
    std::string white_id = "";  // FIDE's
    uint16_t year = 0, white_elo = 0;
};

// What is proposed for a corpus of these games, as "A=B=C;...".
std::string proposed_for(const std::vector<Played>& games) {
    test::CorpusBuilder builder;
    builder.with_cols = true;
    for (const Played& played : games) {
        test::TestGame& game = builder.games.emplace_back();
        game.moves = test::line("e4");
        game.white = played.white;
        game.black = played.black;
        if (!played.white_id.empty()) game.tags.emplace_back("WhiteFideId", played.white_id);
        game.header.date.year = played.year;
        game.header.white_elo = played.white_elo;
    }
    const test::TempDir dir;
    builder.write(dir / "c.scoredb");
    const auto corpus = corpus::Corpus::open((dir / "c.scoredb").string()).value();
    std::string text;
    const auto groups = propose_aliases(corpus, {}).value();
    for (const auto& group : groups) {
        for (const std::string& name : group) text += (&name == &group.front() ? "" : "=") + name;
        text += ';';
    }
    return text;
}

// The same for a game of each of these names.
std::string proposed(const std::vector<std::string>& names) {
    std::vector<Played> games;
    for (const std::string& name : names) games.push_back({name});
    return proposed_for(games);
}

TEST(AliasGroups, PutTheSameWordsTogether) {
    EXPECT_EQ(proposed({"Hou, Yifan", "Hou, Yifan", "Hou Yifan", "HOU YIFAN", "Hou, Y. X."}),
              "Hou, Yifan=HOU YIFAN=Hou Yifan;");
    EXPECT_EQ(proposed({"Réti, Richard", "Reti Richard"}), "Reti Richard=Réti, Richard;");
    EXPECT_EQ(proposed({"Li, Chao", "Chao, Li"}), "");
    EXPECT_EQ(proposed({"Botvinnik,M", "Botvinnik,M2"}), "");
}

TEST(AliasGroups, PutInitialsToTheOnlyFullNameTheyFit) {
    EXPECT_EQ(proposed({"Leko, Peter", "Leko,P", "Leko,P", "P. Leko"}),
              "Leko, Peter=Leko,P=P. Leko;");
    EXPECT_EQ(proposed({"Leko, Peter", "Leko, Paul", "Leko,P"}), "");
    EXPECT_EQ(proposed({"Leko, Peter", "Leko Pavel", "Leko,P"}), "");
    EXPECT_EQ(proposed({"Leko, Peter", "Pavel Leko", "Leko,P"}), "");
    EXPECT_EQ(proposed({"Leko, Peter", "Leko,V"}), "");
    EXPECT_EQ(proposed({"Short, Nigel David", "Short, N. D.", "Short,N"}),
              "Short, Nigel David=Short, N. D.=Short,N;");
    EXPECT_EQ(proposed({"Short, Nigel", "Short, N. D."}), "");
    // What ND stands for is not certain, but it may be another N.
    EXPECT_EQ(proposed({"Short, Nigel David", "Short,ND", "Short,N"}), "");
    EXPECT_EQ(proposed({"Van Wely, Loek", "Van Wely,L", "Wely,L"}), "Van Wely, Loek=Van Wely,L;");
}

TEST(AliasGroups, KeepDifferentGivenNamesApart) {
    EXPECT_EQ(proposed({"Polgar, Judit", "Polgar, Judith", "Polgar, Zsuzsa", "Polgar"}), "");
    EXPECT_EQ(proposed({"Adams, Michael", "Adams,Mi"}), "");
}

TEST(AliasGroups, PutNamesWithTheSameIdTogether) {
    EXPECT_EQ(
        proposed_for({{"Korchnoi, Viktor", "?", "2800004"}, {"Kortschnoj,V", "?", "2800004"}}),
        "Korchnoi, Viktor=Kortschnoj,V;");
    EXPECT_EQ(proposed_for({{"Li, Chao", "?", "8603677"}, {"Chao, Li", "?", "8603677"}}),
              "Chao, Li=Li, Chao;");
    // The id says which of two fits.
    EXPECT_EQ(
        proposed_for({{"Leko, Peter", "?", "703303"}, {"Leko,P", "?", "703303"}, {"Leko, Paul"}}),
        "Leko, Peter=Leko,P;");
    // A name without an id joins by its words.
    EXPECT_EQ(proposed_for(
                  {{"Hou, Yifan", "?", "8602980"}, {"Yifan Hou", "?", "8602980"}, {"Hou Yifan"}}),
              "Hou Yifan=Hou, Yifan=Yifan Hou;");
}

TEST(AliasGroups, KeepDifferentIdsApart) {
    EXPECT_EQ(proposed_for({{"Wang, Jue", "?", "1"}, {"Wang Jue", "?", "2"}, {"WANG JUE"}}), "");
    EXPECT_EQ(proposed_for({{"Leko, Peter", "?", "1"}, {"Leko,P", "?", "2"}}), "");
    // Both fit the full name, but at most one of them can mean it.
    EXPECT_EQ(
        proposed_for({{"Short, Nigel David"}, {"Short, N. D.", "?", "1"}, {"Short,N", "?", "2"}}),
        "");
    // The same words with an id are one, and join nobody who has another.
    EXPECT_EQ(proposed_for({{"Leko, Peter", "?", "1"}, {"Leko,P", "?", "2"}, {"P. Leko"}}),
              "Leko,P=P. Leko;");
}

TEST(AliasGroups, KeepNamesOfSeveralPeopleApart) {
    EXPECT_EQ(
        proposed_for(
            {{"Wang,Justin", "?", "1"}, {"Wang,Justin", "?", "2"}, {"Wang, Justin"}, {"Wang,J"}}),
        "");
}

TEST(AliasGroups, KeepOpponentsApart) {
    EXPECT_EQ(proposed_for({{"Ivanov, Alexander", "Ivanov,A"}}), "");
    EXPECT_EQ(proposed_for({{"Li Chao", "Li, Chao"}}), "");
    EXPECT_EQ(proposed_for({{"Short, Nigel David"}, {"Short,N", "Short,N D"}}), "");
    EXPECT_EQ(proposed_for({{"Leko, Peter", "Short,N"}, {"Leko,P", "Short, Nigel"}}),
              "Leko, Peter=Leko,P;Short, Nigel=Short,N;");
}

TEST(AliasGroups, KeepNamesOfOneCollectionApart) {
    // One that writes both means two people.
    EXPECT_EQ(proposed({"Bhat,V", "Bhat,Vaibhav"}), "");
    EXPECT_EQ(proposed({"Tan L", "Tan Lian"}), "");
    EXPECT_EQ(proposed({"L Tan", "Lian Tan"}), "");
    EXPECT_EQ(proposed({"Tan L", "Lian Tan"}), "Lian Tan=Tan L;");
    EXPECT_EQ(proposed({"Rosen, L", "Rosen, Leon"}), "");
    EXPECT_EQ(proposed({"Rosen, L.", "Rosen, Leon"}), "Rosen, Leon=Rosen, L.;");
    EXPECT_EQ(proposed_for({{"Bhat,V", "?", "7"}, {"Bhat,Vaibhav", "?", "7"}}),
              "Bhat,Vaibhav=Bhat,V;");
}

TEST(AliasGroups, DoubtNamesOfTooManySpellings) {
    std::vector<std::string> names = {"Leko,P"};
    for (size_t points = 0; points < 100; ++points)
        names.push_back("Leko, Peter" + std::string(points, '.'));
    EXPECT_NE(proposed(names), "");
    names.push_back("Peter Leko");
    EXPECT_EQ(proposed(names), "");
}

TEST(AliasGroups, LeaveOutTheCountry) {
    EXPECT_EQ(proposed({"Zimina Olga (ITA)", "Zimina,O", "Zimina, Olga"}),
              "Zimina Olga (ITA)=Zimina, Olga=Zimina,O;");
    EXPECT_EQ(proposed({"Vidmar Milan (senior)", "Vidmar, Milan"}), "");
}

TEST(AliasGroups, DoNotGuessWhereASurnameEnds) {
    EXPECT_EQ(proposed({"Diaz Munoz Sergi (ESP)", "Diaz,M"}), "");
    EXPECT_EQ(proposed({"Diaz Munoz Sergi (ESP)", "Diaz Munoz,S"}),
              "Diaz Munoz Sergi (ESP)=Diaz Munoz,S;");
    EXPECT_EQ(proposed({"Jan Hein Donner", "Donner,J H"}), "Jan Hein Donner=Donner,J H;");
    EXPECT_EQ(proposed({"Swayams Mishra (IND)", "Swayams,M", "Mishra,S"}), "");
}

TEST(AliasGroups, KeepGenerationsApart) {
    EXPECT_EQ(proposed_for({{"Jankovec, Ivan", "?", "", 1987}, {"Jankovec,I", "?", "", 1998}}), "");
    EXPECT_EQ(proposed_for({{"Jankovec, Ivan", "?", "", 1988}, {"Jankovec,I", "?", "", 1998}}),
              "Jankovec, Ivan=Jankovec,I;");
    EXPECT_EQ(proposed_for({{"Watson, J.", "?", "", 1972}, {"Watson,J", "?", "", 1976}}), "");
    EXPECT_EQ(proposed_for({{"Watson, J.", "?", "", 1973}, {"Watson,J", "?", "", 1976}}),
              "Watson, J.=Watson,J;");
    EXPECT_EQ(proposed_for({{"Watson, J.", "?", "7", 1972}, {"Watson,J", "?", "7", 1999}}),
              "Watson, J.=Watson,J;");
    // A name written out in the same words is not doubted.
    EXPECT_EQ(proposed_for({{"Burnett, Leon", "?", "", 1967}, {"Burnett,Leon", "?", "", 2020}}),
              "Burnett, Leon=Burnett,Leon;");
}

TEST(AliasGroups, KeepDifferentRatingsApart) {
    const auto with = [](uint16_t year, uint16_t elo, uint16_t other_year, uint16_t other_elo) {
        return proposed_for({{"Babula, Vlastimil", "?", "", year, elo},
                             {"Babula,Vlastimil", "?", "", other_year, other_elo}});
    };
    const std::string together = "Babula, Vlastimil=Babula,Vlastimil;";
    EXPECT_EQ(with(2000, 2515, 2020, 1906), "");
    EXPECT_EQ(with(2000, 2515, 2020, 2265), together);
    // Young players rise, but not at once.
    EXPECT_EQ(with(2012, 1669, 2020, 2559), together);
    EXPECT_EQ(with(2014, 1784, 2015, 2446), "");
    EXPECT_EQ(with(2014, 0, 2015, 2446), together);
    EXPECT_EQ(
        proposed_for({{"Lemos, Damian", "?", "", 2020, 2180}, {"Lemos,D", "?", "", 2012, 2458}}),
        "");
}

}  // namespace
}  // namespace edge::query
