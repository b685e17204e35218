#include "corpus/extra.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <utility>
#include <vector>

#include "core/varint.h"
#include "support/damage.h"
#include "support/temp_dir.h"

namespace edge::corpus {
namespace {

using Tags = std::vector<ExtraTag>;

std::pair<std::string, std::string> raw_of(const Tags& tags) {
    std::string shape, values;
    for (const ExtraTag& tag : tags) {
        append_varint(shape, tag.name.size() << 1 | (tag.text ? 1 : 0));
        shape += tag.name;
        if (!tag.text) continue;
        append_varint(values, tag.text->size());
        values += *tag.text;
    }
    return {shape, values};
}

std::string encode(const std::vector<Tags>& games) {
    std::vector<std::pair<std::string, std::string>> raw;
    for (const Tags& tags : games) raw.push_back(raw_of(tags));
    std::vector<RawTags> views;
    for (const auto& [shape, values] : raw) views.push_back({shape, values});
    return encode_extra_frame(views);
}

Result<std::vector<Tags>> decode(std::string_view frame) {
    return decode_extra_frame(std::as_bytes(std::span(frame)), "x.extra", 0);
}

TEST(ExtraFrame, GivesTagsBackInOrder) {
    const std::vector<Tags> games = {
        {{"Event", "Open"}, {"White", std::nullopt}, {"Site", "Bonn"}},
        {{"Event", "Open"}, {"White", std::nullopt}, {"Site", "Bonn II"}},
        {},
        {{"Site", ""}, {"Site", "twice"}, {"Date", std::nullopt}},
        {{"Event", std::string(5000, 'x')}},
        {{"Event", std::string(5000, 'x')}},
        {{"Event", std::string(4999, 'x') + "y"}},
    };
    const auto decoded = decode(encode(games));
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(*decoded, games);
}

TEST(ExtraFrame, AnyTagsComeBack) {
    EXPECT_TRUE(rc::check([] {
        const auto name =
            rc::gen::elementOf(std::vector<std::string>{"Event", "Site", "Round", "A"});
        const auto text = rc::gen::element<std::string>(
            "", "a", "ab", "abc", "abcd", "abce", "abcdefg", "abcdefx", "abcdefgh", "abcdefghi",
            "abcdefghx", "https://x.org/12345678", "https://x.org/12345679");
        std::vector<Tags> games(*rc::gen::inRange<size_t>(0, 40));
        for (Tags& tags : games) {
            const size_t count = *rc::gen::inRange<size_t>(0, 6);
            for (size_t i = 0; i < count; ++i) {
                ExtraTag added{*name, std::nullopt};
                if (*rc::gen::arbitrary<bool>()) added.text = *text;
                tags.push_back(added);
            }
        }
        const auto decoded = decode(encode(games));
        RC_ASSERT(decoded.has_value());
        RC_ASSERT(*decoded == games);
    }));
}

TEST(ExtraFrame, AnEncoderCanBeUsedAgain) {
    const auto first = raw_of({{"Event", "A"}, {"Site", "B"}});
    const auto second = raw_of({{"Round", "1"}});
    const RawTags raw[] = {{first.first, first.second}, {second.first, second.second}};
    ExtraEncoder encoder;
    const std::string once = encoder.encode(raw);
    (void)encoder.encode(std::span(raw).subspan(1));
    EXPECT_EQ(encoder.encode(raw), once);
}

TEST(ExtraFrame, DamageIsAnErrorOrAnAnswerNeverACrash) {
    const std::string frame = encode({{{"Event", "Open"}, {"Site", "Bonn"}},
                                      {{"Event", "Open"}, {"Site", "Bern"}},
                                      {{"Round", "3"}}});
    for (size_t size = 0; size < frame.size(); ++size) {
        const auto cut = decode(std::string_view(frame).substr(0, size));
        ASSERT_FALSE(cut) << size;
        EXPECT_EQ(cut.error().code, ErrorCode::Corrupt);
    }
    for (size_t bit = 0; bit < frame.size() * 8; ++bit) {
        std::string flipped = frame;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
        (void)decode(flipped);
    }
}

class ExtraFile : public testing::Test {
protected:
    // 2,500 games in frames of 1,024, the last one short.
    void SetUp() override {
        path_ = (dir_ / "0.extra").string();
        for (size_t i = 0; i < 2500; ++i) {
            games_.push_back({{"Event", "Open " + std::to_string(i / 100)},
                              {"White", std::nullopt},
                              {"Link", "https://example.org/" + std::to_string(i * 7919)}});
        }
        auto writer = ExtraWriter::create(path_).value();
        for (size_t at = 0; at < games_.size(); at += 1024) {
            const size_t end = std::min<size_t>(at + 1024, games_.size());
            const std::vector<Tags> part(games_.begin() + static_cast<ptrdiff_t>(at),
                                         games_.begin() + static_cast<ptrdiff_t>(end));
            ASSERT_TRUE(writer.append_frame(encode(part), static_cast<uint32_t>(end - at)));
        }
        ASSERT_TRUE(writer.finish(false));
    }

    test::TempDir dir_;
    std::string path_;
    std::vector<Tags> games_;
};

TEST_F(ExtraFile, FindsTheTagsOfAnyGame) {
    auto reader = ExtraReader::open(path_, 2500);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->frame_count(), 3U);
    for (const uint32_t game : {0U, 1U, 1023U, 1024U, 2047U, 2048U, 2499U, 5U}) {
        const auto tags = reader->tags(game);
        ASSERT_TRUE(tags) << tags.error().message;
        EXPECT_EQ(*tags, games_[game]);
    }
    EXPECT_FALSE(reader->tags(2500));
}

TEST_F(ExtraFile, RefusesAnotherNumberOfGames) {
    const auto reader = ExtraReader::open(path_, 2499);
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, ErrorCode::Corrupt);
}

TEST_F(ExtraFile, FlippedHeaderAndTableBitsNeverCrash) {
    const std::string whole = test::read_file(path_);
    const size_t table = whole.size() - 3 * 12;
    for (size_t at = 0; at < whole.size(); ++at) {
        if (at >= 40 && at < table) continue;  // the frames have their own test
        for (unsigned bit = 0; bit < 8; ++bit) {
            test::put_byte(path_, at, static_cast<char>(whole[at] ^ 1 << bit));
            auto reader = ExtraReader::open(path_, 2500);
            if (!reader) continue;
            for (const uint32_t game : {0U, 1024U, 2499U}) (void)reader->tags(game);
        }
        test::put_byte(path_, at, whole[at]);
    }
}

TEST(ExtraWriter, AnEmptyShardHasAnEmptyFile) {
    const test::TempDir dir;
    const std::string path = (dir / "0.extra").string();
    auto writer = ExtraWriter::create(path).value();
    ASSERT_TRUE(writer.finish(false));
    EXPECT_TRUE(ExtraReader::open(path, 0));
    EXPECT_FALSE(ExtraReader::open(path, 1));
}

}  // namespace
}  // namespace edge::corpus
