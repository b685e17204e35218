#include "corpus_list.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/mapped_file.h"
#include "root_walk.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostCorpora = 10'000;

}  // namespace

Result<std::vector<ListedCorpus>> list_corpora(const Root& root, const Cancellation& cancellation) {
    std::vector<ListedCorpus> corpora;
    const auto visit = [&](const fs::directory_entry& entry) {
        std::error_code ignored;
        if (!entry.is_directory(ignored)) return WalkStep::Skip;
        const fs::path meta_path = entry.path() / "meta";
        if (!fs::is_regular_file(meta_path, ignored)) return WalkStep::Enter;
        const auto file = MappedFile::open(meta_path);
        if (!file) return WalkStep::Skip;
        auto meta = corpus::parse_meta(file->text(), meta_path.native());
        if (!meta) return WalkStep::Skip;
        corpora.push_back(
            {entry.path().lexically_relative(root.path()).native(), std::move(*meta)});
        return corpora.size() < kMostCorpora ? WalkStep::Skip : WalkStep::Stop;
    };
    EDGE_CHECK(walk_root(root, cancellation, visit));
    std::ranges::sort(corpora, {}, &ListedCorpus::path);
    return corpora;
}

}  // namespace edge::server
