#include "codec/scid4/name_base.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "core/hash.h"

namespace edge::scid4 {
namespace {

using namespace std::literals;

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

void add(NameTables& tables, NameKind kind, std::string_view name, unsigned uses = 1) {
    NameIds& table = tables[static_cast<size_t>(kind)];
    const uint32_t id = table.add(name, hash_bytes(name));
    for (unsigned i = 0; i < uses; ++i) table.count_use(id);
}

NameTables example() {
    NameTables tables;
    add(tables, NameKind::Player, "Bianchi");
    add(tables, NameKind::Player, "Bianco");
    add(tables, NameKind::Event, "Club");
    add(tables, NameKind::Site, "Rome");
    add(tables, NameKind::Round, "1");
    return tables;
}

TEST(Scid4NameTable, GivesEachNameOneId) {
    NameIds table;
    for (unsigned i = 0; i < 5000; ++i) {
        const std::string name = std::to_string(i);
        EXPECT_EQ(table.find(name, hash_bytes(name)), std::nullopt);
        EXPECT_EQ(table.add(name, hash_bytes(name)), i);
    }
    for (unsigned i = 0; i < 5000; ++i) {
        const std::string name = std::to_string(i);
        EXPECT_EQ(table.find(name, hash_bytes(name)), i);
        EXPECT_EQ(table.name(i), name);
    }
}

TEST(Scid4NameBase, HasTheBytesOfAKnownBase) {
    const std::string bytes =
        "Scid.sn\0\0\0\0\0"
        "\0\0\2\0\0\1\0\0\1\0\0\1"
        "\0\0\1\0\0\1\0\0\1\0\0\1"
        "\0\0\1\7Bianchi"
        "\0\1\1\6\5o"
        "\0\0\1\4Club"
        "\0\0\1\4Rome"
        "\0\0\1\1"
        "1"s;
    EXPECT_EQ(name_base_bytes(example()), bytes);
    const NameBase names = NameBase::parse(bytes_of(bytes), "a.sn4").value();
    EXPECT_EQ(names.count(NameKind::Player), 2u);
    EXPECT_EQ(names.name(NameKind::Player, 0), "Bianchi");
    EXPECT_EQ(names.name(NameKind::Player, 1), "Bianco");
    EXPECT_EQ(names.name(NameKind::Round, 0), "1");
}

// The first byte is compared as unsigned, the others as signed, the end as zero.
TEST(Scid4NameBase, SortsAsScidDoes) {
    const std::vector<std::string> sorted = {"", "Abcé", "Abc", "Abc d", "Abcz", "B", "Éa"};
    NameTables tables;
    for (const size_t i : {5u, 2u, 0u, 6u, 3u, 1u, 4u}) {
        add(tables, NameKind::Player, sorted[i]);
    }
    const std::string bytes = name_base_bytes(tables);
    std::vector<uint8_t> ids;
    for (size_t at = 36; at < bytes.size();) {
        ids.push_back(static_cast<uint8_t>(bytes[at + 1]));
        const auto size = static_cast<uint8_t>(bytes[at + 3]);
        const bool is_first = at == 36;
        const auto prefix = is_first ? uint8_t{0} : static_cast<uint8_t>(bytes[at + 4]);
        at += (is_first ? 4u : 5u) + size - prefix;
    }
    EXPECT_EQ(ids, (std::vector<uint8_t>{2, 5, 1, 4, 6, 0, 3}));
}

TEST(Scid4NameBase, WidensNumbersAsTheyGrow) {
    NameTables tables = example();
    add(tables, NameKind::Event, "often", 256);
    add(tables, NameKind::Site, "very often", 65536);
    const std::string bytes = name_base_bytes(tables);
    EXPECT_NE(bytes.find("\0\0\0\1\4Club\0\1\1\0\5\0often"s), std::string::npos);
    EXPECT_NE(bytes.find("\0\0\0\0\1\4Rome\0\1\1\0\0\12\0very often"s), std::string::npos);
    const NameBase names = NameBase::parse(bytes_of(bytes), "a.sn4").value();
    EXPECT_EQ(names.name(NameKind::Site, 1), "very often");
}

TEST(Scid4NameBase, HoldsMoreNamesThanTwoBytesCount) {
    NameTables tables;
    for (unsigned i = 0; i < 70000; ++i) add(tables, NameKind::Player, std::to_string(i));
    const NameBase names = NameBase::parse(bytes_of(name_base_bytes(tables)), "a.sn4").value();
    for (const uint32_t id : {0u, 65535u, 65536u, 69999u}) {
        EXPECT_EQ(names.name(NameKind::Player, id), std::to_string(id));
    }
}

RC_GTEST_PROP(Scid4NameBase, NamesAreReadBack, ()) {
    const auto drawn = *rc::gen::container<std::set<std::string>>(
        rc::gen::container<std::string>(rc::gen::element('a', 'b', '\xC3', '\xA9', ' ')));
    NameTables tables;
    std::vector<std::string> kept;
    for (const std::string& name : drawn) {
        if (name.size() > 255) continue;
        kept.push_back(name);
        add(tables, NameKind::Player, name);
    }
    // What is not UTF-8 is read as Windows-1252, so compare what is written from what was read.
    const std::string bytes = name_base_bytes(tables);
    const auto names = NameBase::parse(bytes_of(bytes), "a.sn4");
    RC_ASSERT(names.has_value());
    RC_ASSERT(names->count(NameKind::Player) == kept.size());
}

TEST(Scid4NameBase, RefusesWhatIsCutShort) {
    const std::string bytes = name_base_bytes(example());
    for (size_t size = 0; size < bytes.size(); ++size) {
        const auto names = NameBase::parse(bytes_of(bytes).first(size), "a.sn4");
        ASSERT_FALSE(names) << size;
        EXPECT_EQ(names.error().code, ErrorCode::Corrupt);
    }
    EXPECT_TRUE(NameBase::parse(bytes_of(bytes + "more"), "a.sn4"));
}

TEST(Scid4NameBase, RefusesNamesThatMakeNoSense) {
    const std::string good = name_base_bytes(example());
    const auto changed = [&good](size_t at, char value) {
        std::string bytes = good;
        bytes[at] = value;
        return NameBase::parse(bytes_of(bytes), "a.sn4").error().message;
    };
    constexpr size_t kFirst = 36;   // Bianchi
    constexpr size_t kSecond = 47;  // Bianco
    EXPECT_EQ(changed(12, 1),
              "a.sn4, offset 36: found 65538 player names in 38 bytes, expected fewer");
    EXPECT_EQ(changed(kFirst + 1, 2),
              "a.sn4, offset 47: found player name with id 2, expected every id below 2 once");
    EXPECT_EQ(changed(kSecond + 1, 0),
              "a.sn4, offset 53: found player name with id 0, expected every id below 2 once");
    EXPECT_EQ(
        changed(kSecond + 4, 7),
        "a.sn4, offset 52: found a name of 6 bytes that shares 7 with the one of 7 before it, "
        "expected no more than either has");
    std::string twice = good;
    twice.replace(kSecond, 6, "\0\1\1\7\7"s);
    EXPECT_EQ(NameBase::parse(bytes_of(twice), "a.sn4").error().message,
              "a.sn4, offset 52: found the player name 'Bianchi' twice, expected distinct names");
}

}  // namespace
}  // namespace edge::scid4
