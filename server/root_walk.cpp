#include "root_walk.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 4;

}  // namespace

Status walk_root(const Root& root, const Cancellation& cancellation,
                 const std::function<WalkStep(const fs::directory_entry&)>& visit) {
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(
             root.path(), fs::directory_options::skip_permission_denied, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (cancellation.is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
        std::error_code ignored;
        const bool is_hidden = entry->path().filename().native().starts_with('.');
        const WalkStep step =
            is_hidden || entry->is_symlink(ignored) ? WalkStep::Skip : visit(*entry);
        if (step == WalkStep::Stop) break;
        if (step == WalkStep::Skip || entry.depth() >= kMaxDepth) {
            entry.disable_recursion_pending();
        }
    }
    return {};
}

}  // namespace edge::server
