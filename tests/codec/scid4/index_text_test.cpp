#include "codec/scid4/index_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace edge::scid4 {
namespace {

TEST(Scid4IndexText, DatesMayBeUnknownInPart) {
    EXPECT_EQ(date_text({.year = 1980, .month = 12, .day = 0}), "1980.12.??");
    EXPECT_EQ(date_text({}), "????.??.??");
    for (const char* text :
         {"1980.12.??", "????.??.??", "0002.05.06", "2047.12.31", "????.05.??"}) {
        const auto reading = read_date(text);
        EXPECT_EQ(date_text(reading.value), text);
        EXPECT_TRUE(reading.is_exact) << text;
    }
}

TEST(Scid4IndexText, DatesMayHaveOtherForms) {
    const Date date = {.year = 2004, .month = 4, .day = 5};
    for (const char* text : {"2004.04.05", "2004-04-05", "2004/4/5"}) {
        EXPECT_EQ(read_date(text).value, date) << text;
        EXPECT_TRUE(read_date(text).is_exact) << text;
    }
    EXPECT_EQ(read_date("2004").value, (Date{.year = 2004, .month = 0, .day = 0}));
    EXPECT_TRUE(read_date("").is_exact);
}

TEST(Scid4IndexText, TextThatIsNotADateIsUnknownAndReported) {
    struct Case {
        const char* text;
        const char* kept;
    };
    for (const Case& c : {Case{"2048.01.01", "????.01.01"}, Case{"2003.02.29", "2003.02.??"},
                          Case{"1900.02.29", "1900.02.??"}, Case{"2003.13.01", "2003.??.01"},
                          Case{"05.04.2004", "????.??.??"}, Case{"2004.04.05`", "2004.04.05"},
                          Case{"99999.01.01", "????.01.01"}, Case{"today", "????.??.??"}}) {
        EXPECT_EQ(date_text(read_date(c.text).value), c.kept) << c.text;
        EXPECT_FALSE(read_date(c.text).is_exact) << c.text;
    }
    EXPECT_TRUE(read_date("2004.02.29").is_exact);
    EXPECT_TRUE(read_date("????.02.29").is_exact);
}

TEST(Scid4IndexText, EcoCodesHaveScidsSubdivisions) {
    EXPECT_EQ(read_eco("A00").value, 1);
    EXPECT_EQ(read_eco("C20").value, 28821);
    EXPECT_EQ(read_eco("E99z4").value, kMaxEco);
    EXPECT_EQ(read_eco("b22a1").value, read_eco("B22a1").value);
    EXPECT_EQ(eco_text(0), "");
    EXPECT_EQ(eco_text(65535), "");
}

RC_GTEST_PROP(Scid4IndexText, EveryEcoCodeIsReadBack, ()) {
    const auto eco = static_cast<uint16_t>(*rc::gen::inRange<uint32_t>(1, kMaxEco + 1u));
    const auto reading = read_eco(eco_text(eco));
    RC_ASSERT(reading.value == eco);
    RC_ASSERT(reading.is_exact);
}

TEST(Scid4IndexText, EcoCodesAreReadAsLenientlyAsInScid) {
    struct Case {
        const char* text;
        const char* kept;
    };
    for (const Case& c : {Case{"C", "C00"}, Case{"B9", "B90"}, Case{"C42z9", "C42z"},
                          Case{"B43/02", "B43"}, Case{"X12", ""}, Case{"B2x", ""}}) {
        EXPECT_EQ(eco_text(read_eco(c.text).value), c.kept) << c.text;
        EXPECT_FALSE(read_eco(c.text).is_exact) << c.text;
    }
    for (const char* text : {"", "?", "-"}) {
        EXPECT_EQ(read_eco(text).value, 0);
        EXPECT_TRUE(read_eco(text).is_exact);
    }
}

TEST(Scid4IndexText, RatingsAreTheirLeadingDigits) {
    EXPECT_EQ(read_rating("2500").value, 2500);
    EXPECT_EQ(read_rating(" 2400").value, 2400);
    EXPECT_EQ(read_rating("4000").value, 4000);
    EXPECT_TRUE(read_rating("?").is_exact);
    EXPECT_EQ(read_rating("2500p").value, 2500);
    for (const char* text : {"2500p", "4001", "99999999999999999999", "-5", "unrated"}) {
        EXPECT_FALSE(read_rating(text).is_exact) << text;
    }
    EXPECT_EQ(read_rating("4001").value, 0);
}

TEST(Scid4IndexText, RatingTypesAreSuffixesOfTags) {
    EXPECT_EQ(rating_type_text(RatingType::Iccf), "ICCF");
    EXPECT_EQ(read_rating_type("ECF"), RatingType::Ecf);
    EXPECT_EQ(read_rating_type("FideId"), std::nullopt);
}

TEST(Scid4IndexText, FlagsAreLetters) {
    EXPECT_EQ(flags_text(kDeletedFlag | 1u << 4 | 1u << 21), "DW6");
    EXPECT_EQ(flags_text(kDerivedFlags), "");
    EXPECT_EQ(flags_text(kAllFlags), "DWBMENPTKQ!?U123456");
    EXPECT_EQ(read_flags(flags_text(kAllFlags)), kAllFlags & ~kDerivedFlags);
    EXPECT_EQ(read_flags("SXYz W"), 1u << 4);
}

}  // namespace
}  // namespace edge::scid4
