#include "ingest/index_report.h"

#include <fmt/format.h>

namespace edge::ingest {

std::string to_text(const LocatedIssue& located) {
    const GameIssue& issue = located.issue;
    std::string text = fmt::format(
        "{}:{}: {}, {}", located.file, located.line,
        is_skip(issue.reason) ? std::string("skipped") : fmt::format("kept {} plies", issue.plies),
        reason_name(issue.reason));
    if (!issue.text.empty()) text += fmt::format(": {}", issue.text);
    if (!issue.white.empty() || !issue.black.empty()) {
        text += fmt::format(" ({} - {})", issue.white, issue.black);
    }
    return text;
}

}  // namespace edge::ingest
