#include "index/issue_log.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

formats::IndexIssue issue_of(formats::IssueReason reason, uint64_t newlines_before) {
    formats::IndexIssue issue;
    issue.reason = reason;
    issue.newlines_before = newlines_before;
    return issue;
}

Block block_at(uint64_t input_offset, bool count_newlines) {
    Block block;
    block.input_offset = input_offset;
    block.body.count_newlines = count_newlines;
    return block;
}

GameBatch batch_with(std::vector<formats::IndexIssue> issues, uint64_t newlines = 0) {
    GameBatch batch;
    batch.issues = std::move(issues);
    batch.newlines = newlines;
    return batch;
}

class IssueLogTest : public ::testing::Test {
protected:
    IssueLogTest() {
        test::write_file(dir_ / "in.pgn", "1\n2\n3\n4\n5\n6\n7\n8\n");
        inputs_.resize(1);
        inputs_[0].name = "in.pgn";
        inputs_[0].file = MappedFile::open(dir_ / "in.pgn").value();
    }
    IssueLog log(BadGames bad_games = BadGames::Keep) {
        return IssueLog(inputs_, bad_games, [this](const LocatedIssue& located) -> Status {
            lines_.push_back(located.line);
            return {};
        });
    }

    test::TempDir dir_;
    std::vector<formats::GameInput> inputs_;
    std::vector<uint64_t> lines_;
};

TEST_F(IssueLogTest, CountsTheLinesOfMappedText) {
    IssueLog issues = log();
    ASSERT_TRUE(issues.note(block_at(0, false), batch_with({})));
    ASSERT_TRUE(
        issues.note(block_at(4, false), batch_with({issue_of(formats::IssueReason::Variant, 0),
                                                    issue_of(formats::IssueReason::NullMove, 1)})));
    ASSERT_TRUE(
        issues.note(block_at(8, false), batch_with({issue_of(formats::IssueReason::NoMoves, 2)})));
    EXPECT_EQ(lines_, (std::vector<uint64_t>{3, 4, 7}));
    ASSERT_EQ(issues.first_issues().size(), 3U);
    EXPECT_EQ(issues.first_issues()[2].file, "in.pgn");
    EXPECT_EQ(issues.first_issues()[2].line, 7U);
}

// The text of a stream is gone by then, so the decoder counts its lines.
TEST_F(IssueLogTest, TakesTheLinesOfStreamsFromTheBatches) {
    IssueLog issues = log();
    ASSERT_TRUE(issues.note(block_at(0, true), batch_with({}, 10)));
    ASSERT_TRUE(issues.note(block_at(99, true),
                            batch_with({issue_of(formats::IssueReason::NoMoves, 2)}, 5)));
    ASSERT_TRUE(issues.note(block_at(999, true),
                            batch_with({issue_of(formats::IssueReason::NoMoves, 0)}, 5)));
    EXPECT_EQ(lines_, (std::vector<uint64_t>{13, 16}));
}

TEST_F(IssueLogTest, KeepsTheFirstFew) {
    IssueLog issues(inputs_, BadGames::Keep, {});
    for (uint64_t i = 0; i < 20; ++i) {
        ASSERT_TRUE(issues.note(block_at(0, false),
                                batch_with({issue_of(formats::IssueReason::NoMoves, i)})));
    }
    ASSERT_EQ(issues.first_issues().size(), IndexReport::kFirstIssues);
    EXPECT_EQ(issues.first_issues().back().line, IndexReport::kFirstIssues);
}

TEST_F(IssueLogTest, StopsAtABadGameWhereAsked) {
    IssueLog issues = log(BadGames::Fail);
    // A game of another variant is not a bad game.
    ASSERT_TRUE(
        issues.note(block_at(0, false), batch_with({issue_of(formats::IssueReason::Variant, 0)})));
    for (const formats::IssueReason reason :
         {formats::IssueReason::BadFirstMove, formats::IssueReason::IllegalMove}) {
        const Status status = issues.note(block_at(4, false), batch_with({issue_of(reason, 1)}));
        ASSERT_FALSE(status);
        EXPECT_EQ(status.error().code, ErrorCode::Corrupt);
        EXPECT_TRUE(status.error().message.starts_with("in.pgn:4: ")) << status.error().message;
        EXPECT_EQ(status.error().place.value().file, "in.pgn");
        EXPECT_EQ(status.error().place.value().line, 4U);
    }
    IssueLog kept = log(BadGames::Keep);
    EXPECT_TRUE(kept.note(block_at(4, false),
                          batch_with({issue_of(formats::IssueReason::IllegalMove, 1)})));
}

TEST_F(IssueLogTest, PassesOnTheErrorOfItsListener) {
    IssueLog issues(inputs_, BadGames::Keep, [](const LocatedIssue&) -> Status {
        return fail(ErrorCode::Io, "the disk is full");
    });
    const Status status =
        issues.note(block_at(0, false), batch_with({issue_of(formats::IssueReason::NoMoves, 0)}));
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "the disk is full");
}

}  // namespace
}  // namespace edge::indexing
