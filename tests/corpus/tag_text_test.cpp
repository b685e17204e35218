#include "corpus/tag_text.h"

#include <gtest/gtest.h>

namespace edge::corpus {
namespace {

std::string text(const GameHeader& header, std::string_view tag) {
    return canonical_tag_text(header, tag, "Anna", "Bert");
}

TEST(TagText, SpellsEveryHeaderTag) {
    GameHeader header;
    header.result = GameResult::Draw;
    header.termination = Termination::TimeForfeit;
    header.time_control = {600, 5, false};
    header.white_elo = 2490;
    header.black_elo = 99;
    header.eco = 122;
    header.date = {1998, 11, 10};
    EXPECT_EQ(text(header, "White"), "Anna");
    EXPECT_EQ(text(header, "Black"), "Bert");
    EXPECT_EQ(text(header, "Result"), "1/2-1/2");
    EXPECT_EQ(text(header, "WhiteElo"), "2490");
    EXPECT_EQ(text(header, "BlackElo"), "99");
    EXPECT_EQ(text(header, "ECO"), "B22");
    EXPECT_EQ(text(header, "Date"), "1998.11.10");
    EXPECT_EQ(text(header, "TimeControl"), "600+5");
    EXPECT_EQ(text(header, "Termination"), "Time forfeit");
    EXPECT_EQ(text(header, "Event"), "");
    EXPECT_EQ(text(header, "white"), "");
}

TEST(TagText, SpellsWhatIsUnknown) {
    const GameHeader header;
    EXPECT_EQ(text(header, "Result"), "*");
    EXPECT_EQ(text(header, "WhiteElo"), "?");
    EXPECT_EQ(text(header, "ECO"), "?");
    EXPECT_EQ(text(header, "Date"), "????.??.??");
    EXPECT_EQ(text(header, "TimeControl"), "?");
    EXPECT_EQ(text(header, "Termination"), "Normal");
}

TEST(TagText, SpellsPartialDatesAndOddTimes) {
    EXPECT_EQ(date_text({2001, 0, 0}), "2001.??.??");
    EXPECT_EQ(date_text({987, 3, 0}), "0987.03.??");
    EXPECT_EQ(time_control_text({180, 0, false}), "180+0");
    EXPECT_EQ(time_control_text({0, 3, false}), "0+3");
    EXPECT_EQ(time_control_text({0, 0, true}), "-");
    EXPECT_EQ(time_control_text({8191, 0, true}), "");
    EXPECT_EQ(eco_text(0), "A00");
    EXPECT_EQ(eco_text(499), "E99");
    EXPECT_EQ(termination_text(Termination::Other), "");
}

}  // namespace
}  // namespace edge::corpus
