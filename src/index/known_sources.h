// Which inputs of an add the corpus has already, and which repeat or continue what it has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "corpus/meta.h"
#include "edge/result.h"
#include "formats/game_input.h"
#include "index/index_run.h"

namespace edge::indexing {

class KnownSources {
public:
    explicit KnownSources(const corpus::Meta& meta) : sources_(meta.sources) {}

    // The sizes of texts whose hashes are known, ascending, each once.
    std::vector<uint64_t> sizes() const;

    // Whether the input is there, as far as that can be known before it is indexed: its size has to
    // be that of a known text, or it is not text.
    Result<bool> has(const formats::GameInput& input, unsigned threads) const;
    bool has(const corpus::MetaSource& source) const;

    // What should be said of sources that were read: that one repeats another one of them, or that
    // it begins with a known one.
    std::vector<std::string> warnings(const std::vector<IndexedSource>& read) const;

private:
    bool has(const ContentHash& hash) const;

    std::vector<corpus::MetaSource> sources_;
};

}  // namespace edge::indexing
