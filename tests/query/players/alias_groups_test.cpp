#include "query/players/alias_groups.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"

namespace edge::query {
namespace {

// What is proposed for a corpus of these names, as "A=B=C;...".
std::string proposed(const std::vector<std::string>& names) {
    test::CorpusBuilder builder;
    builder.with_cols = true;
    for (const std::string& name : names) {
        test::TestGame& game = builder.games.emplace_back();
        game.moves = test::line("e4");
        game.white = name;
        game.black = "?";
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

}  // namespace
}  // namespace edge::query
