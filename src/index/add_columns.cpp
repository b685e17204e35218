#include "index/add_columns.h"

#include <fmt/format.h>

#include "core/atomic_file.h"
#include "core/mapped_file.h"
#include "corpus/cols_check.h"
#include "corpus/cols_writer.h"
#include "corpus/meta.h"
#include "corpus/shard.h"

namespace edge::indexing {

namespace fs = std::filesystem;

namespace {

// Whatever is wrong with the file, rewriting it fixes it, so the error does not matter.
bool has_right_columns(corpus::Shard& shard) {
    if (!shard.load_columns() || shard.columns() == nullptr) return false;
    bool is_right = true;
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

}  // namespace

// Not through Corpus::open, which refuses the damaged columns that this replaces.
Result<AddColumnsReport> add_columns(const std::string& corpus_path) {
    const std::string meta_path = corpus_path + "/meta";
    const MappedFile meta_file = EDGE_TRY(MappedFile::open(meta_path));
    const corpus::Meta meta = EDGE_TRY(corpus::parse_meta(meta_file.text(), meta_path));
    AddColumnsReport report;
    std::error_code error;
    report.corpus = fs::absolute(corpus_path, error).lexically_normal();
    report.shards = meta.num_shards;
    for (uint32_t i = 0; i < meta.num_shards; ++i) {
        corpus::Shard shard =
            EDGE_TRY(corpus::Shard::open(fmt::format("{}/shards/{}", corpus_path, i)));
        report.games += shard.game_count();
        if (has_right_columns(shard)) continue;
        EDGE_CHECK(replace_columns(shard));
        ++report.written;
    }
    return report;
}

}  // namespace edge::indexing
