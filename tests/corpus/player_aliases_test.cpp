#include "corpus/player_aliases.h"

#include <gtest/gtest.h>

#include "support/temp_dir.h"

namespace edge::corpus {
namespace {

std::string mistake(std::string_view text) {
    const auto aliases = PlayerAliases::parse(text, "players.tsv");
    return aliases ? "none" : aliases.error().message;
}

TEST(PlayerAliases, AreFoundByAnyOfTheirNames) {
    const auto aliases = PlayerAliases::parse(
        "\xEF\xBB\xBF# spellings\n\nLeko, Peter\tLeko,P\r\nTal, Mihail\tTal M\tTal ", "x");
    ASSERT_TRUE(aliases) << aliases.error().message;
    const std::vector<std::string> tal = {"Tal, Mihail", "Tal M", "Tal "};
    for (const std::string& name : tal) {
        EXPECT_TRUE(std::ranges::equal(aliases->spellings(name), tal)) << name;
    }
    EXPECT_EQ(aliases->spellings("Leko,P").size(), 2U);
    EXPECT_TRUE(aliases->spellings("tal").empty());
    EXPECT_EQ(aliases_text(aliases->lines()), "Leko, Peter\tLeko,P\nTal, Mihail\tTal M\tTal \n");
}

TEST(PlayerAliases, NameTheLineOfAMistake) {
    EXPECT_EQ(mistake(""), "none");
    EXPECT_EQ(mistake("\nTal\n"),
              "players.tsv, line 2: found 'Tal', expected a name and its other spellings with tabs "
              "between them");
    EXPECT_EQ(mistake("a\t\tb"), "players.tsv, line 1: found an empty name");
    EXPECT_EQ(mistake("a\tb\n# c\nc\ta\n"),
              "players.tsv, line 3: found 'a' again, which is in line 1 already");
    EXPECT_EQ(mistake("a\tb\ta\n"),
              "players.tsv, line 1: found 'a' again, which is in line 1 already");
    EXPECT_EQ(mistake("a\t\xFF\n"), "players.tsv, line 1: found bytes that are not UTF-8");
    EXPECT_EQ(PlayerAliases::parse("a", "x").error().place->line, 1U);
}

TEST(PlayerAliases, OfACorpusWithoutTheFileAreNone) {
    const test::TempDir dir;
    const auto read = [&dir] {
        const auto directory = Directory::open(dir.path()).value();
        return PlayerAliases::read(HeldFile::find(directory, "players.tsv"), "players.tsv");
    };
    EXPECT_TRUE(read()->lines().empty());
    test::write_file(dir / "players.tsv", "a\tb\n");
    EXPECT_EQ(read()->lines().size(), 1U);
}

}  // namespace
}  // namespace edge::corpus
