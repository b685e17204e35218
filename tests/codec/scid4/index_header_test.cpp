#include "codec/scid4/index_header.h"

#include <gtest/gtest.h>

namespace edge::scid4 {
namespace {

BaseInfo example() {
    return {.type = 5,
            .games = 3,
            .autoload = 2,
            .description = "Vereinsmeisterschaft Köln",
            .flag_labels = {"Endspiel", "", "x", "", "", "last"}};
}

TEST(Scid4IndexHeader, IsReadBack) {
    EXPECT_EQ(parse_index_header(index_header_bytes(example()), "a.si4").value(), example());
}

TEST(Scid4IndexHeader, CutsTextsBetweenCharacters) {
    BaseInfo info = example();
    info.description = std::string(106, 'x') + "ö";
    info.flag_labels[0] = "Endspiele";
    const BaseInfo back = parse_index_header(index_header_bytes(info), "a.si4").value();
    EXPECT_EQ(back.description, std::string(106, 'x'));
    EXPECT_EQ(back.flag_labels[0], "Endspiel");
}

TEST(Scid4IndexHeader, AnAutoloadBeyondTheGamesIsTheLastOne) {
    BaseInfo info = example();
    info.autoload = 99;
    EXPECT_EQ(parse_index_header(index_header_bytes(info), "a.si4").value().autoload, 4u);
}

TEST(Scid4IndexHeader, TextsEndAtTheirFirstZeroAndAreReadAsWindows1252) {
    auto bytes = index_header_bytes(example());
    bytes[20] = std::byte{0xC9};  // É
    bytes[22] = std::byte{0};
    EXPECT_EQ(parse_index_header(bytes, "a.si4").value().description, "Ée");
}

TEST(Scid4IndexHeader, RefusesOtherFilesAndVersions) {
    auto bytes = index_header_bytes(example());
    EXPECT_EQ(parse_index_header(std::span(bytes).first(181), "a.si4").error().code,
              ErrorCode::Corrupt);
    bytes[8] = std::byte{0x01};
    bytes[9] = std::byte{0x2C};  // 300
    const Error old = parse_index_header(bytes, "a.si4").error();
    EXPECT_EQ(old.code, ErrorCode::Unsupported);
    EXPECT_EQ(old.message, "a.si4, offset 8: found version 300, expected 400 (Scid 4)");
    bytes[0] = std::byte{'s'};
    EXPECT_EQ(parse_index_header(bytes, "a.si4").error().code, ErrorCode::Corrupt);
}

}  // namespace
}  // namespace edge::scid4
