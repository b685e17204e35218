// Reports issues with the line that each is on. Blocks are noted in input order, one thread at
// a time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "edge/result.h"
#include "formats/game_input.h"
#include "index/block_decoder.h"
#include "index/block_source.h"
#include "index/game_batch.h"
#include "index/index_report.h"

namespace edge::indexing {

class IssueLog {
public:
    // `on_issue` is called for every issue, and may be empty. The inputs must outlive the log.
    IssueLog(const std::vector<formats::GameInput>& inputs, BadGames bad_games,
             std::function<Status(const LocatedIssue&)> on_issue);

    // The line that the next block begins on, from 1. Counting takes a pass over the text.
    uint64_t line_of(const Block& block) { return line_base(block) + 1; }
    // The issues of the next block. Corrupt for a bad game where these are to stop indexing.
    Status note(const Block& block, const GameBatch& batch);
    // The first IndexReport::kFirstIssues of them.
    const std::vector<LocatedIssue>& first_issues() const { return first_issues_; }

private:
    uint64_t line_base(const Block& block);

    struct LineCount {
        uint64_t offset = 0;  // in the input: newlines before it are counted
        uint64_t newlines = 0;
    };
    const std::vector<formats::GameInput>& inputs_;
    const BadGames bad_games_;
    const std::function<Status(const LocatedIssue&)> on_issue_;
    std::vector<LineCount> line_;  // by input
    std::vector<LocatedIssue> first_issues_;
};

}  // namespace edge::indexing
