// How a corpus that is there is changed. New files are written under names that meta does not have;
// replacing meta is the commit; only then is removed what it no longer names. So a reader sees the
// corpus before or after, and a crash leaves one of the two and some litter. Whoever calls these
// holds the lock on the corpus (core/directory_lock.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "corpus/meta.h"
#include "edge/result.h"

namespace edge::corpus {

// The trees that meta names, or tree.dat where it names a tree and no segments.
std::vector<MetaTreeSegment> tree_segments_of(const Meta& meta);

// One above all numbers in names of the tree's files, so that a name is never used twice.
uint64_t next_tree_number(const Meta& meta);

struct CommitOptions {
    unsigned threads = 1;
    std::function<bool()> is_cancelled = {};  // before the change is made
};

// Makes the corpus what `meta` says; when this returns, the change is on the disk. Everything that
// meta names is in place, and its content is synced. Checksums are renewed where there are some.
Status commit_change(const std::filesystem::path& corpus, Meta meta, const CommitOptions& options);

// Before files that meta names are replaced by others of the same name, such as damaged columns by
// good ones: takes them off the list of checksums, so that a crash on the way leaves nothing that
// looks damaged. commit_change() puts them on it again. The meta that holds now.
Result<Meta> unlist_files(const std::filesystem::path& corpus, const Meta& meta,
                          std::span<const std::string> names);

// Removes the files of shards, trees and checksums that meta does not name, and what killed runs
// left in the corpus or next to it; gives readers that know only tree.dat and tree.games the first
// segment under these names. commit_change() does it at its end, and whoever changes the corpus
// next does it first, for a run that was killed before it could. What cannot be done does no harm.
void tidy(const std::filesystem::path& corpus, const Meta& meta);

// After a change that failed: removes the files that were put in place for it, unless the corpus is
// no longer what `before` says.
void drop_change(const std::filesystem::path& corpus, const Meta& before);

}  // namespace edge::corpus
