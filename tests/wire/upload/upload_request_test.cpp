#include "wire/upload/upload_request.h"

#include <gtest/gtest.h>

namespace edge::wire {
namespace {

TEST(UploadRequest, HasANameAndASize) {
    const auto request = parse_upload_request(R"({"name": "x.pgn", "bytes": 7})").value();
    EXPECT_EQ(request.name, "x.pgn");
    EXPECT_EQ(request.bytes, 7U);
}

TEST(UploadRequest, NeedsBoth) {
    EXPECT_FALSE(parse_upload_request(R"({"name": "x.pgn"})"));
    EXPECT_FALSE(parse_upload_request(R"({"bytes": 7})"));
    EXPECT_FALSE(parse_upload_request("[]"));
}

TEST(UploadRequest, NamesThePlaceOfAMistake) {
    const auto place = [](const char* json) {
        return parse_upload_request(json).error().place.value().pointer;
    };
    EXPECT_EQ(place(R"({"name": 1, "bytes": 7})"), "/name");
    EXPECT_EQ(place(R"({"name": "x.pgn", "bytes": 0})"), "/bytes");
    EXPECT_EQ(place(R"({"name": "x.pgn", "bytes": 1e30})"), "/bytes");
    EXPECT_EQ(place(R"({"name": "x.pgn", "bytes": 7, "folder": "a"})"), "/folder");
}

}  // namespace
}  // namespace edge::wire
