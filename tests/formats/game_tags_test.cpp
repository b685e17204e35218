#include "formats/game_tags.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "corpus/extra_frame.h"
#include "corpus/tag_text.h"

namespace edge::formats {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

// What the sidecar gets of games read one after the other.
class Stored {
public:
    // Whether the game has the shape of the one before.
    bool add(const Pairs& pairs) {
        tags_.clear();
        for (const auto& [name, value] : kept_.emplace_back(pairs)) {
            tags_.add({name, value, std::ranges::all_of(value, is_plain)});
        }
        header_ = {};
        tags_.read_into(header_, names_);
        values_.clear();
        const bool is_same = tags_.store(header_, names_, values_);
        shape_ = tags_.shape();
        return is_same;
    }

    const std::string& shape() const { return shape_; }
    std::vector<corpus::ExtraTag> tags() const {
        const corpus::RawTags raw{shape_, values_};
        const std::string frame = corpus::encode_extra_frame({&raw, 1});
        return corpus::decode_extra_frame(std::as_bytes(std::span(frame)), "test", 0).value()[0];
    }
    std::string from_header(std::string_view name) const {
        return corpus::canonical_tag_text(header_, name, name_of(header_.white_name),
                                          name_of(header_.black_name));
    }

private:
    static bool is_plain(char c) { return c >= 0x20 && c < 0x7F && c != '\\'; }
    std::string_view name_of(uint32_t number) const {
        return number == corpus::kNoName ? std::string_view() : names_.name(number);
    }

    std::deque<Pairs> kept_;
    NameTable names_;
    GameTags tags_;
    corpus::GameHeader header_;
    std::string shape_;
    std::string values_;
};

std::string shape_of(const Stored& stored) {
    std::string text;
    for (const corpus::ExtraTag& tag : stored.tags()) text += tag.name + (tag.text ? "+ " : "- ");
    return text;
}

TEST(GameTags, KeepsOnlyTheTextsThatTheHeaderCannotGive) {
    Stored stored;
    stored.add({{"Event", "Open"},
                {"Date", "1998.11.??"},
                {"White", "Tal"},
                {"Black", "?"},
                {"Result", "1/2-1/2"},
                {"WhiteElo", "2490"},
                {"BlackElo", "02605"},
                {"ECO", "A30"},
                {"TimeControl", "180+2"},
                {"Termination", "Time forfeit"},
                {"Black", "Tal"}});
    EXPECT_EQ(shape_of(stored),
              "Event+ Date- White- Black+ Result- WhiteElo- BlackElo+ ECO- TimeControl- "
              "Termination- Black- ");
}

TEST(GameTags, KeepsSpellingsThatTheHeaderDoesNotPrint) {
    for (const auto& [name, value] : Pairs{{"Date", "1998.11.1"},
                                           {"Date", "1998.1:.01"},
                                           {"Date", "1998.00.00"},
                                           {"Date", "1998-11-10"},
                                           {"Result", "draw"},
                                           {"WhiteElo", "0"},
                                           {"WhiteElo", ""},
                                           {"WhiteElo", "99999999999"},
                                           {"WhiteElo", "2490 "},
                                           {"ECO", "a30"},
                                           {"ECO", "A30a"},
                                           {"TimeControl", "180"},
                                           {"TimeControl", "180+"},
                                           {"TimeControl", "0180+2"},
                                           {"TimeControl", "40/7200+30"},
                                           {"TimeControl", "180+99"},
                                           {"Termination", "normal"},
                                           {"Termination", ""},
                                           {"White", "a\\\\b\x01"}}) {
        Stored stored;
        stored.add({{name, value}});
        EXPECT_EQ(shape_of(stored), name + "+ ") << value;
    }
}

TEST(GameTags, KnowsTheShapeBefore) {
    const std::string long_name(70, 'n');
    const Pairs game{{"Event", "a"}, {"White", "Tal"}, {"Mood", "good"}};
    Stored stored;
    EXPECT_FALSE(stored.add(game));
    EXPECT_TRUE(stored.add(game));
    EXPECT_TRUE(stored.add({{"Event", "b"}, {"White", "Fine"}, {"Mood", ""}}));
    const auto expect_new = [&](const Pairs& pairs, const std::string& shape) {
        EXPECT_FALSE(stored.add(pairs)) << shape;
        EXPECT_EQ(shape_of(stored), shape);
        EXPECT_FALSE(stored.add(game));
        EXPECT_EQ(shape_of(stored), "Event+ White- Mood+ ");
    };
    expect_new({{"Event", "a"}, {"White", "?"}, {"Mood", "good"}}, "Event+ White+ Mood+ ");
    expect_new({{"Event", "a"}, {"White", "Tal"}, {"Mooi", "good"}}, "Event+ White- Mooi+ ");
    expect_new({{"Event", "a"}, {"White", "Tal"}}, "Event+ White- ");
    expect_new({{"Event", "a"}, {"White", "Tal"}, {"Mood", "x"}, {"Mood", "y"}},
               "Event+ White- Mood+ Mood+ ");
    expect_new({}, "");
    expect_new({{long_name, "x"}, {"Event", "a"}}, long_name + "+ Event+ ");
    stored.add({{long_name, "x"}});
    stored.add({{long_name, "y"}});
    EXPECT_EQ(shape_of(stored), long_name + "+ ");
}

TEST(GameTags, KeepsTextsAsUtf8WithoutEscapes) {
    Stored stored;
    stored.add({{"White", "\xC9va"}, {"Site", "a \\\"b\\\""}, {"Mood", "\xC3\x89va"}});
    const auto tags = stored.tags();
    EXPECT_EQ(tags[0].text.value_or(stored.from_header("White")), "\xC3\x89va");
    EXPECT_EQ(tags[1].text, "a \"b\"");
    EXPECT_EQ(tags[2].text, "\xC3\x89va");
}

// Names and values of all lengths, so that every way to compare and copy them is taken.
RC_GTEST_PROP(GameTagsProperty, EveryTextComesBack, ()) {
    const auto name = rc::gen::element<std::string>(
        "Event", "Site", "Round", "Date", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO",
        "TimeControl", "Termination", "UTCDate", "Abc", "Abd", "EventDate", "EventDat0",
        "WhiteRatingDiff", "ANameOfSeventeens", "ANameOfSeventeenz", "", std::string(63, 'n'),
        std::string(64, 'n'));
    const auto value = rc::gen::oneOf(
        rc::gen::element<std::string>("1998.11.10", "????.??.??", "2000.??.??", "1-0", "*", "2490",
                                      "8191", "8192", "B99", "E9:", "180+0", "0+0", "600+5", "-",
                                      "1/86400", "Normal", "Abandoned", "?", "Tal"),
        rc::gen::container<std::string>(rc::gen::inRange('#', '[')));
    Stored stored;
    std::optional<std::string> shape_before;
    for (const auto& pairs : *rc::gen::container<std::vector<Pairs>>(
             rc::gen::container<Pairs>(rc::gen::pair(name, value)))) {
        const bool is_same = stored.add(pairs);
        if (shape_before && is_same) RC_ASSERT(stored.shape() == *shape_before);
        const bool has_long =
            std::ranges::any_of(pairs, [](const auto& p) { return p.first.size() > 63; });
        if (shape_before && !is_same && !has_long) RC_ASSERT(stored.shape() != *shape_before);
        shape_before = stored.shape();
        const auto tags = stored.tags();
        RC_ASSERT(tags.size() == pairs.size());
        for (size_t i = 0; i < tags.size(); ++i) {
            RC_ASSERT(tags[i].name == pairs[i].first);
            RC_ASSERT(tags[i].text.value_or(stored.from_header(tags[i].name)) == pairs[i].second);
        }
    }
}

}  // namespace
}  // namespace edge::formats
