#include "codec/scid4/tag_fields.h"

#include <gtest/gtest.h>

namespace edge::scid4 {
namespace {

using Tags = std::vector<GameTag>;

struct Sorted {
    Game game;
    TagFields fields;
    std::vector<RecordNote> notes;

    explicit Sorted(Tags tags) {
        game.tags = std::move(tags);
        sort_tags(game, fields, notes);
    }
    std::vector<std::string> extra() const {
        std::vector<std::string> names;
        names.reserve(fields.extra.size());
        for (const GameTag* tag : fields.extra) names.push_back(tag->name);
        return names;
    }
    std::vector<std::string> lost() const {
        std::vector<std::string> kinds;
        kinds.reserve(notes.size());
        for (const RecordNote& note : notes) kinds.emplace_back(note.kind);
        return kinds;
    }
};

using Names = std::vector<std::string>;

TEST(Scid4TagFields, GoToTheIndexOrStayTags) {
    const Sorted sorted({{"Annotator", "me"},
                         {"Event", "Club"},
                         {"White", "A"},
                         {"WhiteElo", "2000"},
                         {"ECO", "C20"},
                         {"Date", "2020.03.15"},
                         {"EventDate", "2020.03.01"},
                         {"ScidFlags", "W1"},
                         {"SetUp", "1"},
                         {"FEN", "8/8/8/8/8/8/8/8 w - - 0 1"},
                         {"WhiteTitle", "GM"}});
    EXPECT_EQ(sorted.fields.event, "Club");
    EXPECT_EQ(sorted.fields.white, "A");
    EXPECT_EQ(sorted.fields.black, "");
    EXPECT_EQ(sorted.fields.entry.eco, 28821);
    EXPECT_EQ(sorted.fields.entry.white_rating.value, 2000);
    EXPECT_EQ(sorted.fields.entry.date, (Date{.year = 2020, .month = 3, .day = 15}));
    EXPECT_EQ(sorted.fields.entry.event_date, (Date{.year = 2020, .month = 3, .day = 1}));
    EXPECT_EQ(sorted.fields.entry.flags, 1u << 4 | 1u << 16);
    EXPECT_EQ(sorted.extra(), (Names{"Annotator", "SetUp", "WhiteTitle"}));
    EXPECT_EQ(sorted.lost(), Names{});
}

TEST(Scid4TagFields, TheFirstRatingOfAPlayerGoesToTheIndex) {
    const Sorted sorted({{"WhiteElo", "?"},
                         {"WhiteUSCF", "1800"},
                         {"WhiteElo", "1700"},
                         {"BlackRapid", "1500"},
                         {"BlackElo", "2000"}});
    EXPECT_EQ(sorted.fields.entry.white_rating, (Rating{.type = RatingType::Uscf, .value = 1800}));
    EXPECT_EQ(sorted.fields.entry.black_rating, (Rating{.type = RatingType::Rapid, .value = 1500}));
    EXPECT_EQ(sorted.extra(), (Names{"WhiteElo", "BlackElo"}));
}

TEST(Scid4TagFields, TheUtcDateReplacesAnUnknownDate) {
    const Date utc = {.year = 2009, .month = 1, .day = 2};
    EXPECT_EQ(Sorted(Tags{{"UTCDate", "2009.01.02"}}).fields.entry.date, utc);
    EXPECT_EQ(Sorted(Tags{{"UTCDate", "2009.01.02"}, {"Date", "????.??.??"}}).fields.entry.date,
              utc);
    EXPECT_EQ(
        Sorted(Tags{{"UTCDate", "2009.01.02"}, {"Date", "2010.??.??"}}).fields.entry.date.year,
        2010);
    EXPECT_EQ(Sorted(Tags{{"UTCDate", "2009.01.02"}}).extra(), Names{"UTCDate"});
}

TEST(Scid4TagFields, SayWhatTheIndexCannotHold) {
    EXPECT_EQ(Sorted(Tags{{"WhiteElo", "4001"}}).lost(), Names{"rating"});
    EXPECT_EQ(Sorted(Tags{{"Date", "2048.01.01"}}).lost(), Names{"date"});
    EXPECT_EQ(Sorted(Tags{{"Date", "2020.01.01"}, {"EventDate", "2016.01.01"}}).lost(),
              Names{"event_date"});
    EXPECT_EQ(Sorted(Tags{{"ECO", "X12"}}).lost(), Names{"eco"});
    EXPECT_EQ(Sorted(Tags{{"Result", "0-0"}}).lost(), Names{"result"});
    EXPECT_EQ(Sorted(Tags{{"Event", "a"}, {"Event", "b"}}).lost(), Names{"repeated_tag"});
    EXPECT_EQ(Sorted(Tags{{"WhiteElo", "?"}, {"Date", "????.??.??"}, {"ECO", "?"}, {"Result", "*"}})
                  .lost(),
              Names{});
}

}  // namespace
}  // namespace edge::scid4
