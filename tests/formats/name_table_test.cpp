#include "formats/name_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace edge::formats {
namespace {

TEST(NameTable, NumbersNamesAsAMapDoes) {
    std::mt19937_64 random(1);
    NameTable table;
    for (int round = 0; round < 2; ++round) {  // once fresh, once with used memory
        std::map<std::string, uint32_t> map;
        std::string text;
        for (int i = 0; i < 30'000; ++i) {
            std::string name = "n" + std::to_string(random() % 10'000);
            if (random() % 8 == 0)
                name.append(random() % 40, static_cast<char>(random() % 200 + 33));
            const auto [known, is_new] = map.try_emplace(name, static_cast<uint32_t>(map.size()));
            if (is_new) text += name + "\n";
            ASSERT_EQ(table.intern(name), known->second);
        }
        EXPECT_EQ(table.size(), map.size());
        EXPECT_EQ(table.text(), text);
        for (const auto& [name, number] : map) EXPECT_EQ(table.name(number), name);
        table.clear();
        EXPECT_EQ(table.size(), 0U);
        EXPECT_EQ(table.text(), "");
    }
}

TEST(NameTable, TakesNamesOverFromAnother) {
    NameTable first;
    NameTable second;
    second.intern("Tal");
    for (unsigned i = 0; i < 3000; ++i) first.intern("Player" + std::to_string(i % 2000));
    for (uint32_t number = 0; number < first.size(); ++number) {
        EXPECT_EQ(second.intern_from(first, number), number + 1);
        EXPECT_EQ(second.name(number + 1), first.name(number));
    }
    EXPECT_EQ(second.intern("Player7"), 8U);
}

TEST(NameTable, TakesTheLinesItWrote) {
    NameTable table;
    for (const char* name : {"Anna", "", "Bert", "a name with blanks"}) table.intern(name);
    NameTable again;
    again.intern("gone");
    again.assign(table.text());
    ASSERT_EQ(again.size(), 4U);
    for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(again.name(i), table.name(i));
    again.assign("");
    EXPECT_EQ(again.size(), 0U);
}

}  // namespace
}  // namespace edge::formats
