// All that lies in a corpus besides its games, taken over into the corpus that comes in its place
// and has joined shards: sets and lists of positions for the new shards, everything else as it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "corpus/bitmap_layout.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "index/joined_shards.h"

namespace edge::indexing {

// A second name for the file, or a synced copy where the file system has no links.
Status link_or_copy(const std::filesystem::path& file, const std::filesystem::path& name);

class CorpusRest {
public:
    // Both must outlive this.
    CorpusRest(const corpus::Corpus& corpus, const JoinedShards& joined)
        : identity_(corpus::bitmap_corpus(corpus)), joined_(joined) {}

    // Takes over what is in the folder `from` and was not yet, or has changed since; removes what
    // is no longer there. Leaves out meta, the shards, the checksums and unfinished files.
    Status carry(const std::filesystem::path& from, const std::filesystem::path& to);

    // What could not be read, and was copied as it is.
    const std::vector<std::string>& warnings() const { return warnings_; }

private:
    // Tells a file from what it was before.
    struct FileState {
        uint64_t inode = 0;
        uint64_t bytes = 0;
        int64_t changed_ns = 0;
        bool operator==(const FileState&) const = default;
    };

    Status carry_folder(const std::filesystem::path& folder, std::set<std::string>& seen);
    Status carry_file(const std::filesystem::path& name);
    Status carry_set(const std::filesystem::path& name);
    Status carry_positions(const std::filesystem::path& name);
    Status carry_as_it_is(const std::filesystem::path& name);
    static FileState state_of(const std::filesystem::path& file);

    const BitmapCorpus identity_;
    const JoinedShards& joined_;
    std::filesystem::path from_;
    std::filesystem::path to_;
    std::map<std::string, FileState> carried_;  // by name in the corpus
    std::vector<std::string> warnings_;
};

}  // namespace edge::indexing
