#include "corpus_list.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/mapped_file.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

// A root may be anything; these keep the look around short.
constexpr int kMaxDepth = 4;
constexpr size_t kMostCorpora = 10'000;

}  // namespace

Result<std::vector<ListedCorpus>> list_corpora(const Root& root, const Cancellation& cancellation) {
    std::vector<ListedCorpus> corpora;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(
             root.path(), fs::directory_options::skip_permission_denied, error);
         !error && entry != fs::recursive_directory_iterator() && corpora.size() < kMostCorpora;
         entry.increment(error)) {
        if (cancellation.is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
        std::error_code ignored;
        const bool is_hidden = entry->path().filename().native().starts_with('.');
        if (is_hidden || !entry->is_directory(ignored) || entry->is_symlink(ignored)) {
            entry.disable_recursion_pending();
            continue;
        }
        const fs::path meta_path = entry->path() / "meta";
        if (!fs::is_regular_file(meta_path, ignored)) {
            if (entry.depth() >= kMaxDepth) entry.disable_recursion_pending();
            continue;
        }
        entry.disable_recursion_pending();
        const auto file = MappedFile::open(meta_path);
        if (!file) continue;
        auto meta = corpus::parse_meta(file->text(), meta_path.native());
        if (!meta) continue;
        corpora.push_back(
            {entry->path().lexically_relative(root.path()).native(), std::move(*meta)});
    }
    std::ranges::sort(corpora, {}, &ListedCorpus::path);
    return corpora;
}

}  // namespace edge::server
