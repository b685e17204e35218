#include "formats/header_fields.h"

#include <gtest/gtest.h>

#include <utility>

namespace edge::formats {
namespace {

using corpus::Date;
using corpus::Termination;
using corpus::TimeControl;

TEST(HeaderFields, DatesHaveDotsDashesOrSlashes) {
    const std::pair<const char*, Date> cases[] = {
        {"1998.11.10", {1998, 11, 10}},
        {"1998-11-10", {1998, 11, 10}},
        {"1998/11/10", {1998, 11, 10}},
        {"1998.1.2", {1998, 1, 2}},
        {"1998.??.??", {1998, 0, 0}},
        {"1998.11.??", {1998, 11, 0}},
        {"1998.??.10", {1998, 0, 10}},
        {"????.11.10", {0, 11, 10}},
        {"1998-11", {1998, 11, 0}},
        {"1998", {1998, 0, 0}},
        {"????.??.??", {0, 0, 0}},
        {"?", {0, 0, 0}},
        {"", {0, 0, 0}},
        {"-", {0, 0, 0}},
        {"yesterday", {0, 0, 0}},
        {"1998.13.10", {1998, 0, 10}},
        {"1998.12.32", {1998, 12, 0}},
        {"5000.01.01", {0, 0, 0}},
        {"4095.12.31", {4095, 12, 31}},
        {"99999999999999999999.1.1", {0, 0, 0}},
        {"1998 11 10", {1998, 0, 0}},
        {"0000.00.00", {0, 0, 0}},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(parse_date(text), expected) << text;
}

TEST(HeaderFields, TimeControlsKeepTheirFirstPeriod) {
    const std::pair<const char*, TimeControl> cases[] = {
        {"600+5", {600, 5, false}},
        {"600", {600, 0, false}},
        {"0+1", {0, 1, false}},
        {"15+0.5", {15, 0, false}},
        {"0.5+0.1", {0, 0, false}},
        {"40/7200:3600", {7200, 0, false}},
        {"40/7200+30:20/3600+30:900+30", {7200, 30, false}},
        {"40/7200+30", {7200, 30, false}},
        {"*180", {180, 0, false}},
        {"8191+63", {8191, 63, false}},
        {"600+64", {600, 63, false}},
        {"600+1000", {600, 63, false}},
        {"", {}},
        {"?", {}},
        {"unlimited", {}},
        {"600 + 5", {}},
        {"600+", {}},
        {"40/", {}},
        {"40/x", {}},
        {"*", {}},
        {"+5", {}},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(parse_time_control(text), expected) << text;
    }
    EXPECT_FALSE(parse_time_control("?").known());
}

TEST(HeaderFields, LongTimeControlsAreCorrespondence) {
    EXPECT_EQ(parse_time_control("-"), (TimeControl{0, 0, true}));
    for (const char* text : {"8192", "86400+0", "1/259200", "1/86400+5", "99999999999999999999"}) {
        EXPECT_EQ(parse_time_control(text), (TimeControl{8191, 0, true})) << text;
    }
}

TEST(HeaderFields, TerminationsMatchInAnyCase) {
    const std::pair<const char*, Termination> cases[] = {
        {"Normal", Termination::Normal},
        {"normal", Termination::Normal},
        {"Time forfeit", Termination::TimeForfeit},
        {"TIME FORFEIT", Termination::TimeForfeit},
        {"abandoned", Termination::Abandoned},
        {"Rules infraction", Termination::RulesInfraction},
        {"adjudication", Termination::Other},
        {"Normal ", Termination::Other},
        {"", Termination::Other},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(parse_termination(text), expected) << text;
    }
    EXPECT_EQ(corpus::GameHeader().termination, Termination::Normal);  // of a game without the tag
}

TEST(HeaderFields, TerminationsOfChessComAreKnownByTheirEnd) {
    const std::pair<const char*, Termination> cases[] = {
        {"Hero won by resignation", Termination::Normal},
        {"Hero won by checkmate", Termination::Normal},
        {"Hero won on time", Termination::TimeForfeit},
        {"hero WON ON TIME", Termination::TimeForfeit},
        {"Hero won by timeout", Termination::TimeForfeit},
        {"Hero timed out", Termination::TimeForfeit},
        {"Hero won - game abandoned", Termination::Abandoned},
        {"Game drawn by agreement", Termination::Normal},
        {"Game drawn by repetition", Termination::Normal},
        {"Game drawn by stalemate", Termination::Normal},
        {"Game drawn by insufficient material", Termination::Normal},
        {"Game drawn by timeout vs insufficient material", Termination::TimeForfeit},
        {"Game drawn by 50-move rule", Termination::Normal},
        {"on time", Termination::TimeForfeit},
        {"Hero won by adjudication", Termination::Other},
        {"Hero won on time ", Termination::Other},
        {"Hero won on overtime", Termination::Other},
        {"Hero won by rules infraction", Termination::Other},
        {"won by fiat, upon time", Termination::Other},
        {"time", Termination::Other},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(parse_termination(text), expected) << text;
    }
}

TEST(HeaderFields, EcoIsALetterAndTwoDigits) {
    const std::pair<const char*, uint16_t> cases[] = {
        {"A00", 0},    {"B22", 122},   {"b22a", 122}, {"E99", 499},  {"e99/03", 499},
        {"C4", 1023},  {"F00", 1023},  {"?", 1023},   {"", 1023},    {"122", 1023},
        {"Bxx", 1023}, {" B22", 1023}, {"!22", 1023}, {"B2x", 1023},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(parse_eco(text), expected) << text;
}

TEST(HeaderFields, EloIsTheDigitsInFront) {
    const std::pair<const char*, uint16_t> cases[] = {
        {"2500", 2500}, {"2500p", 2500}, {"0", 0},
        {"?", 0},       {"-", 0},        {"", 0},
        {"8191", 8191}, {"8192", 8191},  {"99999999999999999999999", 8191},
        {"-100", 0},    {"0150", 150},   {"x2500", 0},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(parse_elo(text), expected) << text;
}

TEST(HeaderFields, StandardChessHasThreeNames) {
    for (const char* text : {"Standard", "standard", "normal", "NORMAL", "chess", "Chess"}) {
        EXPECT_TRUE(is_standard_variant(text)) << text;
    }
    for (const char* text : {"", "Chess960", "Atomic", "chess ", "From Position"}) {
        EXPECT_FALSE(is_standard_variant(text)) << text;
    }
    EXPECT_TRUE(is_from_position_variant("From Position"));
    EXPECT_TRUE(is_from_position_variant("from position"));
    EXPECT_FALSE(is_from_position_variant("Standard"));
}

}  // namespace
}  // namespace edge::formats
