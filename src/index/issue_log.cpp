#include "index/issue_log.h"

#include <utility>

#include "core/count_lines.h"
#include "index/reader_issues.h"

namespace edge::indexing {

IssueLog::IssueLog(const std::vector<formats::GameInput>& inputs, BadGames bad_games,
                   std::function<Status(const LocatedIssue&)> on_issue)
    : inputs_(inputs),
      bad_games_(bad_games),
      on_issue_(std::move(on_issue)),
      line_(inputs.size()) {}

// Newlines of the input before the block. In mapped text they are counted when there is something
// to report; in a stream the decoder has counted them.
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
    // Counting lines takes a pass over the text, so only when an issue will be shown.
    const bool is_wanted = on_issue_ || bad_games_ == BadGames::Fail ||
                           first_issues_.size() < IndexReport::kFirstIssues;
    if (is_wanted && !batch.issues.empty()) {
        const uint64_t base = line_base(block);
        for (const formats::IndexIssue& issue : batch.issues) {
            LocatedIssue located{issue, inputs_[block.input].name,
                                 base + issue.newlines_before + 1};
            if (on_issue_) EDGE_CHECK(on_issue_(located));
            if (is_bad(issue) && bad_games_ == BadGames::Fail) {
                return fail(
                    ErrorCode::Corrupt, to_text(located) + "; a bad game stops this run",
                    Place{.file = located.file,
                          .line = located.issue.place.empty() ? static_cast<uint32_t>(located.line)
                                                              : 0});
            }
            if (first_issues_.size() < IndexReport::kFirstIssues) {
                first_issues_.push_back(std::move(located));
            }
        }
    }
    if (block.body.count_newlines) line_[block.input].newlines += batch.newlines;
    return {};
}

}  // namespace edge::indexing
