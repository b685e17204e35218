#include "index/add_columns.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/atomic_file.h"
#include "core/mapped_file.h"
#include "core/parallel.h"
#include "corpus/cols_check.h"
#include "corpus/cols_layout.h"
#include "corpus/cols_writer.h"
#include "corpus/commit.h"
#include "corpus/meta.h"
#include "corpus/shard.h"

namespace edge::indexing {

namespace fs = std::filesystem;

namespace {

// Whatever is wrong with the file, rewriting it fixes it, so the error does not matter.
bool has_right_columns(corpus::Shard& shard) {
    if (!shard.load_columns() || shard.columns() == nullptr) return false;
    bool is_right = true;
    corpus::for_each_column([&](const auto& column) {  // an older file lacks some
        if ((shard.columns()->*column.view).size() != shard.game_count()) is_right = false;
    });
    corpus::for_each_column_difference(shard,
                                       [&](uint64_t, const std::string&) { is_right = false; });
    return is_right;
}

Status replace_columns(const corpus::Shard& shard) {
    auto columns = EDGE_TRY(corpus::collect_header_columns(shard));
    auto aside = EDGE_TRY(AtomicFile::create(shard.cols_path(), true));
    EDGE_CHECK(columns.write(aside.file()));
    return aside.commit();
}

// Not through Corpus::open, which refuses the damaged columns that this replaces.
Result<corpus::Meta> read_meta(const std::string& corpus_path) {
    const std::string path = corpus_path + "/meta";
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    return corpus::parse_meta(file.text(), path);
}

}  // namespace

Result<AddColumnsReport> add_columns(const std::string& corpus_path, const LockOptions& lock) {
    const auto held = EDGE_TRY(DirectoryLock::take(corpus_path, lock));
    corpus::Meta meta = EDGE_TRY(read_meta(corpus_path));
    corpus::tidy(corpus_path, meta);
    AddColumnsReport report;
    std::error_code error;
    report.corpus = fs::absolute(corpus_path, error).lexically_normal();
    report.shards = meta.num_shards;
    std::vector<corpus::Shard> wrong;
    std::vector<std::string> names;
    for (uint32_t i = 0; i < meta.num_shards; ++i) {
        corpus::Shard shard =
            EDGE_TRY(corpus::Shard::open(fmt::format("{}/shards/{}", corpus_path, i)));
        report.games += shard.game_count();
        if (has_right_columns(shard)) continue;
        wrong.push_back(std::move(shard));
        names.push_back(fmt::format("shards/{}.cols", i));
    }
    if (wrong.empty()) return report;
    meta = EDGE_TRY(corpus::unlist_files(corpus_path, meta, names));
    for (const corpus::Shard& shard : wrong) EDGE_CHECK(replace_columns(shard));
    EDGE_CHECK(corpus::commit_change(corpus_path, meta, {.threads = default_threads()}));
    report.written = static_cast<uint32_t>(wrong.size());
    return report;
}

}  // namespace edge::indexing
