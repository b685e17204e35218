// The corpora that are open. One is opened when it is first asked for, kept for the next request,
// and opened again when it has been replaced since.
//
// Whoever runs a request holds a shared_ptr: its mapped files stay readable until the request ends,
// even if the corpus is replaced or deleted meanwhile. A file that somebody cuts short in place
// loses pages, which then read as zeros; after that every corpus is opened again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "root.h"

namespace edge::server {

// Tells a file from one that took its place.
struct FileIdentity {
    uint64_t device = 0;
    uint64_t inode = 0;
    uint64_t bytes = 0;
    int64_t changed_ns = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// A corpus is another one when its meta is another file. It is also opened again when tree.games
// was added to it, when its players.tsv changed, or when any mapped file, of whichever corpus, has
// lost pages since.
struct CorpusIdentity {
    FileIdentity meta;
    FileIdentity tree_games;  // all zero when there is none, as below
    FileIdentity players;
    FileIdentity first_shard;  // never changed: with other games it is another file
    uint64_t lost_pages = 0;   // lost_page_count()
    friend bool operator==(const CorpusIdentity&, const CorpusIdentity&) = default;
};

struct OpenCorpus {
    corpus::Corpus corpus;
    std::string name;  // the path below the root
    CorpusIdentity identity;
};

// Safe to use from many threads.
class Corpora {
public:
    // `root` must outlive this.
    Corpora(const Root& root, size_t limit) : root_(root), limit_(limit) {}

    // The corpus if it is open and still the same: a matter of microseconds. Null otherwise.
    std::shared_ptr<const OpenCorpus> find_open(const std::string& name);

    // NotFound when no corpus has that name, or none has it any more. InvalidArgument when the
    // name, or a link in its path, leads out of the root.
    Result<std::shared_ptr<const OpenCorpus>> open(const std::string& name);

    // Drops corpora that are no longer what was opened, so that their files can be freed.
    void forget_gone();

    size_t open_count() const;

private:
    struct Entry {
        std::string asked;  // the name as requests write it
        std::shared_ptr<const OpenCorpus> corpus;
    };
    std::shared_ptr<const OpenCorpus> find(const std::string& name, const CorpusIdentity& identity);
    void forget(const std::string& name);
    void keep(const std::string& name, std::shared_ptr<const OpenCorpus> corpus);

    const Root& root_;
    const size_t limit_;
    mutable std::mutex mutex_;
    std::list<Entry> entries_;  // guarded by mutex_; most recently used first
};

// Whether games were added to the first corpus, if anything, to make the second: all games of the
// first have their ids in both.
bool is_same_or_grown(const OpenCorpus& corpus, const OpenCorpus& now);
// Whether the corpus that has its name now is the same or has grown.
bool is_same_or_grown(const OpenCorpus& corpus, const std::filesystem::path& root);

// Whether the corpus still exists and is the same. `root` is the folder that its name is relative
// to.
bool is_current(const OpenCorpus& corpus, const std::filesystem::path& root);

}  // namespace edge::server
