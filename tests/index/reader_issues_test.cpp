#include "index/reader_issues.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "convert/convert.h"
#include "index/indexer.h"
#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

// A base of four games of which the second is deleted, the third is damaged and the fourth is
// missing from the index.
std::string make_damaged_base(const test::TempDir& dir) {
    std::string text;
    for (const char* flags : {"", "D", "", ""}) {
        text += "[Event \"x\"]\n[White \"W\"]\n";
        if (*flags != 0) text += std::string("[ScidFlags \"") + flags + "\"]\n";
        text += "\n1. e4 e5 2. Nf3 *\n\n";
    }
    test::write_file(dir / "in.pgn", text);
    convert::ConvertOptions options;
    options.inputs = {(dir / "in.pgn").string()};
    options.out = (dir / "base.si4").string();
    EXPECT_TRUE(convert::convert(options));
    constexpr size_t kHeader = 182;
    constexpr size_t kEntry = 47;
    std::string index = test::read_file(dir / "base.si4");
    index[kHeader + 2 * kEntry] = '\x7F';  // of the place of its record
    index.resize(kHeader + 3 * kEntry);
    test::write_file(dir / "base.si4", index);
    return options.out;
}

TEST(ReaderIssues, ReachTheReportInOrderWithTheirPlaces) {
    const test::TempDir dir;
    IndexOptions options;
    options.inputs = {make_damaged_base(dir)};
    options.out = dir / "c.scoredb";
    std::vector<std::string> issues;
    options.on_issue = [&issues](const LocatedIssue& located) -> Status {
        issues.push_back(std::string(reason_name(located.issue)) + " " +
                         std::to_string(located.line) + " " + located.issue.place);
        return {};
    };
    const auto report = index_games(options);
    ASSERT_TRUE(report);
    EXPECT_EQ(issues, (std::vector<std::string>{"bad_record 3 game 3", "missing_entry 4 game 4"}));
    EXPECT_EQ(report->games_read, 4U);
    EXPECT_EQ(report->games, 1U);
    EXPECT_EQ(report->first_issues.size(), 2U);
    ASSERT_EQ(report->warnings.size(), 2U);
    EXPECT_NE(report->warnings[0].find("found entries of 3 games, expected 4"), std::string::npos);
    EXPECT_NE(
        report->warnings[1].find("2 of 4 games could not be read (bad_record 1, missing_entry 1)"),
        std::string::npos);
}

TEST(ReaderIssues, StopARunThatRefusesBadGames) {
    const test::TempDir dir;
    IndexOptions options;
    options.inputs = {make_damaged_base(dir)};
    options.out = dir / "c.scoredb";
    options.bad_games = BadGames::Fail;
    const auto report = index_games(options);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message.find("base.si4, game 3: skipped, bad_record"),
              std::string::npos)
        << report.error().message;
    EXPECT_FALSE(std::filesystem::exists(options.out));
}

TEST(ReaderIssues, DistinguishDamageFromChoice) {
    ConversionReport report;
    report.keeps_notes = true;
    for (const char* kind : {"damaged", "deleted", "variant"}) report.skip(kind, "game 1", "");
    for (const char* kind : {"truncated", "nags"}) report.lose(kind, "game 1", "");
    std::vector<std::string> damage;
    for (const ConversionReport::Note& note : report.notes) {
        if (is_damage(note)) damage.push_back(note.kind);
    }
    EXPECT_EQ(damage, (std::vector<std::string>{"damaged", "truncated"}));
}

}  // namespace
}  // namespace edge::indexing
