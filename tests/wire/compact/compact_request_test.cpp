#include "wire/compact/compact_request.h"

#include <gtest/gtest.h>

#include <string>

#include "wire/merge/merge_request.h"

namespace edge::wire {
namespace {

std::string refusal_of(const std::string& json) {
    const auto request = parse_compact_request(json);
    EXPECT_FALSE(request) << json;
    if (request) return "";
    EXPECT_EQ(request.error().code, ErrorCode::InvalidArgument);
    return request.error().message;
}

TEST(CompactRequest, AsksForOneOfThreeThings) {
    EXPECT_TRUE(parse_compact_request(R"({"corpus": "c", "tree": true})")->tree);
    EXPECT_TRUE(parse_compact_request(R"({"corpus": "c", "shards": true})")->shards);
    const auto drop = parse_compact_request(
        R"({"corpus": "c", "drop": "@twice", "out": "d", "ids": "i", "force": true,
            "memory": "2G"})");
    ASSERT_TRUE(drop) << drop.error().message;
    EXPECT_EQ(drop->drop, "@twice");
    EXPECT_EQ(drop->out, "d");
    EXPECT_EQ(drop->ids, "i");
    EXPECT_TRUE(drop->force);
    EXPECT_EQ(drop->memory, uint64_t{2} << 30);
    EXPECT_NE(refusal_of(R"({"corpus": "c"})").find("one of tree, shards and drop"),
              std::string::npos);
    EXPECT_NE(refusal_of(R"({"corpus": "c", "shards": false})").find("one of tree"),
              std::string::npos);
    EXPECT_NE(refusal_of(R"({"corpus": "c", "tree": true, "shards": true})").find("found both"),
              std::string::npos);
    EXPECT_NE(
        refusal_of(R"({"corpus": "c", "tree": true, "drop": "@a", "out": "d"})").find("found both"),
        std::string::npos);
}

TEST(CompactRequest, NamesWhatIsMissing) {
    EXPECT_NE(refusal_of(R"({"tree": true})").find("\"corpus\" is missing"), std::string::npos);
    EXPECT_NE(refusal_of(R"({"corpus": "c", "drop": "@a"})").find("\"out\" as well"),
              std::string::npos);
    for (const char* const field : {R"("out": "d")", R"("ids": "i")", R"("force": true)"}) {
        const std::string json = std::string(R"({"corpus": "c", "tree": true, )") + field + "}";
        EXPECT_NE(refusal_of(json).find("\"drop\" as well"), std::string::npos) << json;
    }
    EXPECT_NE(refusal_of(R"({"corpus": "c", "shards": true, "memory": "1G"})").find("found both"),
              std::string::npos);
}

TEST(MergeRequest, TakesCorporaAndAnOutput) {
    const auto request =
        parse_merge_request(R"({"corpora": ["a", "b"], "out": "c", "memory": "512M"})");
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_EQ(request->corpora, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(request->out, "c");
    EXPECT_FALSE(request->force);
    EXPECT_EQ(request->memory, uint64_t{512} << 20);
    for (const char* const json :
         {R"({"out": "c"})", R"({"corpora": ["a"]})", R"({"corpora": [], "out": "c"})",
          R"({"corpora": "a", "out": "c"})", R"({"corpora": ["a"], "out": "c", "memory": "?"})"}) {
        EXPECT_FALSE(parse_merge_request(json)) << json;
    }
}

}  // namespace
}  // namespace edge::wire
