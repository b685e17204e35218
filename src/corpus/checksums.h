// The file `checksums.K` of a corpus: the hashes of the files that meta implies, block by block, so
// that a damaged file is found by its name and its place. docs/formats/checksums.md describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/content_hash.h"
#include "core/directory.h"
#include "corpus/meta.h"
#include "edge/result.h"

namespace edge::corpus {

struct FileChecksum {
    std::string name;  // below the corpus: "shards/0.moves"
    uint64_t size = 0;
    std::vector<ContentHash> blocks;  // of kHashBlockBytes each, the last one shorter

    ContentHash hash() const { return hash_of_blocks(blocks); }
    bool operator==(const FileChecksum&) const = default;
};

// Maps the files and reads all of them, in their order; threads share the blocks of all. Io when
// one shrinks meanwhile; Cancelled when `is_cancelled`, which is polled from any thread and may be
// empty, returned true.
Result<std::vector<FileChecksum>> checksums_of(const Directory& corpus,
                                               std::span<const std::string> names, unsigned threads,
                                               const std::function<bool()>& is_cancelled = {});

// The files that meta implies and that are there, in the order in which they are listed: those of
// each shard, then those of the tree.
std::vector<std::string> corpus_files(const Directory& corpus, const Meta& meta);

// The list for a meta that names other files than the one with the list `old`: those that were in
// it are as they were, so only the others are read.
Result<std::vector<FileChecksum>> renewed_checksums(const Directory& corpus, const Meta& meta,
                                                    std::vector<FileChecksum> old, unsigned threads,
                                                    const std::function<bool()>& is_cancelled = {});

std::string format_checksums(std::span<const FileChecksum> files);
// `file` is the name used in errors.
Result<std::vector<FileChecksum>> parse_checksums(std::string_view text, std::string_view file);

// Corrupt when the list is not the one that meta names.
Result<std::vector<FileChecksum>> read_checksums(const Directory& corpus,
                                                 const MetaChecksums& named);
// Writes checksums.NUMBER and syncs it. Nobody reads it before a meta names it, so a leftover of
// that name is overwritten; a number that meta has named must not be used again.
Result<MetaChecksums> write_checksums(const std::filesystem::path& corpus, uint64_t number,
                                      std::span<const FileChecksum> files);
// The number in "checksums.3".
uint64_t checksums_number(const MetaChecksums& named);

// Of a corpus with these files, of which N.moves and N.gameidx of every shard are needed. Made at
// the first index and kept when games are added.
std::string corpus_id_of(uint32_t shards, std::span<const FileChecksum> files);

}  // namespace edge::corpus
