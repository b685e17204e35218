#include "codec/fbpgn/index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace edge::fbpgn {
namespace {

// All entries as "ref name=value name=value", or the error after those before it.
std::vector<std::string> read_all(std::string_view text) {
    IndexReader reader(text, "x.idx");
    std::vector<std::string> rows;
    IndexEntry entry;
    while (true) {
        const auto more = reader.next(entry);
        if (!more) {
            rows.push_back(more.error().message);
            return rows;
        }
        if (!*more) return rows;
        std::string row = std::to_string(entry.ref);
        for (const GameTag& tag : entry.tags) row += ' ' + tag.name + '=' + tag.value;
        rows.push_back(row);
    }
}
using Rows = std::vector<std::string>;

TEST(FbpgnIndex, ReadsTheExampleOfTheSpecification) {
    const Rows rows = {"0 White=Carlsen Black=Nepo Result=1-0 ECO=B90",
                       "1 White=Firouzja Black=Giri Result=0-1 ECO=C42"};
    EXPECT_EQ(read_all("[\n"
                       "  {\"ref\": 0, \"W\": \"Carlsen\", \"B\": \"Nepo\", \"Rs\": \"1-0\", "
                       "\"EC\": \"B90\"},\n"
                       "  {\"ref\": 1, \"W\": \"Firouzja\", \"B\": \"Giri\", \"Rs\": \"0-1\", "
                       "\"EC\": \"C42\"}\n"
                       "]\n"),
              rows);
}

TEST(FbpgnIndex, TakesAnyJsonOfThatShape) {
    EXPECT_EQ(read_all("[]"), Rows());
    EXPECT_EQ(read_all(" [ { \"WE\" : 2700 , \"x\":[1,{\"y\":\"]\"}], \"n\":null,\"ref\":7 } ] "),
              Rows({"7 WhiteElo=2700"}));
    EXPECT_EQ(read_all(R"([{"ref":0,"W":"\u00e9\ud83d\ude00\/\n\"\\"}])"),
              Rows({"0 White=é😀/ \"\\"}));
}

TEST(FbpgnIndex, RefusesOtherThings) {
    EXPECT_EQ(read_all(""), Rows({"x.idx, offset 0: found the end, expected an array of games"}));
    EXPECT_EQ(read_all("{}"), Rows({"x.idx, offset 0: found '{}', expected an array of games"}));
    EXPECT_EQ(read_all("[{}]"),
              Rows({"x.idx, offset 3: found ']', expected a 'ref' in each object"}));
    EXPECT_EQ(read_all("[{\"ref\":\"1\"}]"),
              Rows({"x.idx, offset 11: found '}]', expected a whole number as 'ref'"}));
    EXPECT_EQ(read_all("[{\"ref\":-1}]"),
              Rows({"x.idx, offset 10: found '}]', expected a whole number as 'ref'"}));
    EXPECT_EQ(read_all("[{\"ref\":1}{"),
              Rows({"1", "x.idx, offset 10: found '{', expected a comma or the end of the array"}));
    EXPECT_EQ(read_all("[{\"ref\":1}]x"),
              Rows({"1", "x.idx, offset 11: found 'x', expected the end"}));
    EXPECT_EQ(read_all("[{\"ref\":1,\"W\":x}]"),
              Rows({"x.idx, offset 15: found '}]', expected a value"}));
    EXPECT_EQ(read_all("[{\"ref\":1,\"W\":\"\\ud800\"}]"),
              Rows({"x.idx, offset 21: found '\"}]', expected a whole character"}));
    EXPECT_EQ(read_all("[{\"x\":" + std::string(100, '[')).back().substr(0, 17),
              "x.idx, offset 71:");
}

TEST(FbpgnIndex, RefusesEveryTruncation) {
    const std::string text = R"([{"ref":0,"W":"a\u00e9","x":[{}]},{"ref":1}])";
    for (size_t size = 0; size < text.size(); ++size) {
        EXPECT_NE(read_all(text.substr(0, size)).back().find("expected"), std::string::npos)
            << size;
    }
}

}  // namespace
}  // namespace edge::fbpgn
