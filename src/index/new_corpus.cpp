#include "index/new_corpus.h"

#include "core/directory.h"
#include "core/output_file.h"
#include "corpus/checksums.h"

namespace edge::indexing {

Status add_checksums(const std::filesystem::path& corpus, unsigned threads,
                     const std::function<bool()>& is_cancelled, corpus::Meta& meta) {
    const auto directory = EDGE_TRY(Directory::open(corpus));
    const auto files = EDGE_TRY(corpus::checksums_of(
        directory, corpus::corpus_files(directory, meta), threads, is_cancelled));
    meta.corpus_id = corpus::corpus_id_of(meta.num_shards, files);
    meta.checksums = EDGE_TRY(corpus::write_checksums(corpus, 1, files));
    return {};
}

Status write_meta(const std::filesystem::path& corpus, const corpus::Meta& meta) {
    auto file = EDGE_TRY(OutputFile::create(corpus / "meta"));
    EDGE_CHECK(file.append(corpus::format_meta(meta)));
    return file.close(true);
}

}  // namespace edge::indexing
