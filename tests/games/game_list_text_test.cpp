#include "games/game_list_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "corpus/corpus_builder.h"

namespace edge::games {
namespace {

TEST(CutToWidth, CountsCodePointsAndMarksWhatIsMissing) {
    EXPECT_EQ(cut_to_width("Polgár", 6), "Polgár");
    EXPECT_EQ(cut_to_width("Polgár", 5), "Polg…");
    EXPECT_EQ(cut_to_width("ааа", 2), "а…");  // Cyrillic
    EXPECT_EQ(cut_to_width("ab", 1), "…");
    EXPECT_EQ(cut_to_width("", 0), "");
}

TEST(CutToWidth, LeavesNothingThatDisturbsATerminal) {
    EXPECT_EQ(cut_to_width("a\x1B[2Jb\nc\x7F", 20), "a?[2Jb?c?");
    EXPECT_EQ(cut_to_width("a\xC2\x9B"
                           "1m",
                           20),
              "a?1m");  // U+009B, which begins a sequence, too
    EXPECT_EQ(cut_to_width("a\xFF\xC3", 20), "a??");
}

class GameListTextTest : public testing::Test {
protected:
    std::vector<std::string> lines(uint32_t width) {
        builder_.write(dir_ / "c");
        const auto corpus = corpus::Corpus::open((dir_ / "c").string()).value();
        std::string text;
        const GameListText list(corpus, width);
        list.append_header(text);
        for (uint64_t id = 0; id < corpus.game_count(); ++id) {
            list.append(GameLoader(corpus).load(id).value(), text);
        }
        std::vector<std::string> all;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) all.push_back(line);
        return all;
    }

    test::TempDir dir_;
    test::CorpusBuilder builder_;
};

TEST_F(GameListTextTest, AlignsColumnsWhateverTheNames) {
    builder_.games = {{test::line("e4 e5"),
                       corpus::GameResult::Draw,
                       "Polgár, Judit",
                       "A name that is longer than its column",
                       {{"Event", "Budapest"}}},
                      {test::line("d4"), corpus::GameResult::WhiteWins, "Ann", "Bo", {}}};
    builder_.games[0].header.white_elo = 2735;
    builder_.games[0].header.eco = 122;
    builder_.games[0].header.date = {2003, 1, 0};
    EXPECT_EQ(
        lines(100),
        (std::vector<std::string>{
            "id  white              elo  black              elo  result   date        eco plies  "
            "event",
            " 0  Polgár, Judit     2735  A name that is l…       1/2-1/2  2003.01.??  B22     2  "
            "Budapest",
            " 1  Ann                     Bo                      1-0      ????.??.??          1"}));
}

TEST_F(GameListTextTest, NoLineIsLongerThanAskedFor) {
    builder_.games = {{test::line("e4"),
                       corpus::GameResult::Draw,
                       std::string(60, 'a'),
                       std::string(60, 'b'),
                       {{"Event", std::string(2000, 'c')}}}};
    for (const uint32_t width : {60U, 79U, 90U, 100U, 131U, 200U, 1000U}) {
        for (const std::string& line : lines(width)) {
            const auto characters =
                std::ranges::count_if(line, [](char byte) { return (byte & 0xC0) != 0x80; });
            EXPECT_LE(characters, width) << line;
        }
        std::filesystem::remove_all(dir_ / "c");
    }
}

}  // namespace
}  // namespace edge::games
