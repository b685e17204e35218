// The end of writing a corpus into a directory of its own: its hashes and its meta.
#pragma once

#include <filesystem>
#include <functional>

#include "corpus/meta.h"
#include "edge/result.h"

namespace edge::indexing {

// Of the files that are there, all of which are synced.
Status add_checksums(const std::filesystem::path& corpus, unsigned threads,
                     const std::function<bool()>& is_cancelled, corpus::Meta& meta);

Status write_meta(const std::filesystem::path& corpus, const corpus::Meta& meta);

}  // namespace edge::indexing
