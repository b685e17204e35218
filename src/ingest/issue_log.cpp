#include "ingest/issue_log.h"

#include <utility>

#include "core/count_lines.h"
#include "ingest/reader_issues.h"

namespace edge::ingest {

IssueLog::IssueLog(const std::vector<PgnInput>& inputs, BadGames bad_games,
                   std::function<Status(const LocatedIssue&)> on_issue)
    : inputs_(inputs),
      bad_games_(bad_games),
      on_issue_(std::move(on_issue)),
      line_(inputs.size()) {}

// Newlines of the input before the block. Mapped text is counted when there is something to report;
// text of a stream was counted by the decoder.
uint64_t IssueLog::line_base(const Block& block) {
    LineCount& count = line_[block.input];
    if (!block.body.count_newlines) {
        const auto text = inputs_[block.input].file.text();
        count.newlines +=
            count_newlines(text.substr(count.offset, block.input_offset - count.offset));
        count.offset = block.input_offset;
    }
    return count.newlines;
}

Status IssueLog::note(const Block& block, const GameBatch& batch) {
    // Counting lines takes a pass over the text: only when somebody will see them.
    const bool is_wanted = on_issue_ || bad_games_ == BadGames::Fail ||
                           first_issues_.size() < IndexReport::kFirstIssues;
    if (is_wanted && !batch.issues.empty()) {
        const uint64_t base = line_base(block);
        for (const GameIssue& issue : batch.issues) {
            LocatedIssue located{issue, inputs_[block.input].name,
                                 base + issue.newlines_before + 1};
            if (on_issue_) EDGE_CHECK(on_issue_(located));
            if (is_bad(issue) && bad_games_ == BadGames::Fail) {
                return fail(ErrorCode::Corrupt, to_text(located) + "; stopped by --bad-games fail");
            }
            if (first_issues_.size() < IndexReport::kFirstIssues) {
                first_issues_.push_back(std::move(located));
            }
        }
    }
    if (block.body.count_newlines) line_[block.input].newlines += batch.newlines;
    return {};
}

}  // namespace edge::ingest
