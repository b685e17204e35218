#include "index/index_report.h"

#include <fmt/format.h>

namespace edge::indexing {

std::string to_text(const LocatedIssue& located) {
    const formats::IndexIssue& issue = located.issue;
    std::string text = issue.place.empty() ? fmt::format("{}:{}", located.file, located.line)
                                           : fmt::format("{}, {}", located.file, issue.place);
    text +=
        formats::is_skip(issue.reason) ? ": skipped" : fmt::format(": kept {} plies", issue.plies);
    text += fmt::format(", {}", reason_name(issue));
    if (!issue.text.empty()) text += fmt::format(": {}", issue.text);
    if (!issue.white.empty() || !issue.black.empty()) {
        text += fmt::format(" ({} - {})", issue.white, issue.black);
    }
    return text;
}

}  // namespace edge::indexing
