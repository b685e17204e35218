// Tells the issues of a run with the line that each stands in. Blocks are noted in input order, one
// thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "edge/result.h"
#include "ingest/block_decoder.h"
#include "ingest/block_source.h"
#include "ingest/game_batch.h"
#include "ingest/index_report.h"
#include "ingest/pgn_input.h"

namespace edge::ingest {

class IssueLog {
public:
    // `on_issue` hears of every issue, and may be empty. The inputs must outlive the log.
    IssueLog(const std::vector<PgnInput>& inputs, BadGames bad_games,
             std::function<Status(const LocatedIssue&)> on_issue);

    // The issues of the next block. Corrupt for a bad game where these are to stop the run.
    Status note(const Block& block, const GameBatch& batch);
    // IndexReport::kFirstIssues of them.
    const std::vector<LocatedIssue>& first_issues() const { return first_issues_; }

private:
    uint64_t line_base(const Block& block);

    struct LineCount {
        uint64_t offset = 0;  // in the input: newlines before it are counted
        uint64_t newlines = 0;
    };
    const std::vector<PgnInput>& inputs_;
    const BadGames bad_games_;
    const std::function<Status(const LocatedIssue&)> on_issue_;
    std::vector<LineCount> line_;  // by input
    std::vector<LocatedIssue> first_issues_;
};

}  // namespace edge::ingest
