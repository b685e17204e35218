#include "index/grow_bitmaps.h"

#include <optional>
#include <utility>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "core/mapped_file.h"
#include "corpus/bitmap_layout.h"
#include "corpus/collections.h"
#include "edge/result.h"
#include "query/collections/stored_set.h"

namespace edge::indexing {

namespace {

// Whether a set of version 1 was wanted as such: it would have been smaller in version 2.
bool was_kept_dense(const BitmapSummary& before, const Bitmap& grown) {
    if (before.version != kDenseVersion) return false;
    const uint64_t sets = sparse_bytes(grown) - sparse_file_bytes(grown.layout(), 0);
    return is_sparse_enough(before.layout, sparse_file_bytes(before.layout, sets));
}

Status grow(const corpus::Corpus& corpus, const BitmapCorpus& identity, const std::string& name) {
    const std::string path = corpus::set_path(corpus, name);
    const auto file = EDGE_TRY(MappedFile::open(path));
    const BitmapSummary before = EDGE_TRY(summarize_bitmap(file.bytes(), path));
    if (before.layout == identity.layout) return {};
    const bool is_named = check_bitmap_name(name).has_value();
    const Bitmap grown = EDGE_TRY(is_named ? query::read_stored_set(corpus, "@" + name)
                                           : read_bitmap(path, identity));
    // Sets are stored without the lock, so somebody may have put another one there meanwhile.
    if (!EDGE_TRY(MappedFile::open(path)).is_same_file(file)) return {};
    return write_bitmap(grown, path, true,
                        was_kept_dense(before, grown) ? std::nullopt : identity.id);
}

}  // namespace

std::optional<ContentHash> id_to_write(const BitmapSummary& before, const Bitmap& set,
                                       const std::optional<ContentHash>& corpus_id) {
    return was_kept_dense(before, set) ? std::nullopt : corpus_id;
}

std::vector<std::string> grow_bitmaps(const corpus::Corpus& corpus) {
    std::vector<std::string> warnings;
    const BitmapCorpus identity = corpus::bitmap_corpus(corpus);
    for (const std::string& name : list_bitmap_names(corpus.path(), kBitmapExtension)) {
        Status grown = grow(corpus, identity, name);
        if (!grown) warnings.push_back(std::move(grown.error().message));
    }
    return warnings;
}

}  // namespace edge::indexing
