// What bitmaps have in common with this corpus: its layout, and its id.
#pragma once

#include <optional>

#include "bitmap/bitmap.h"
#include "bitmap/bitmap_file.h"
#include "core/content_hash.h"
#include "corpus/corpus.h"

namespace edge::corpus {

inline BitmapLayout bitmap_layout(const Corpus& corpus) {
    BitmapLayout layout;
    for (uint32_t i = 0; i < corpus.shard_count(); ++i) {
        layout.shard_games.push_back(corpus.shard(i).game_count());
    }
    return layout;
}

// None of a corpus made before there were ids.
inline std::optional<ContentHash> bitmap_corpus_id(const Corpus& corpus) {
    return corpus.meta().corpus_id ? parse_content_hash(*corpus.meta().corpus_id) : std::nullopt;
}

inline BitmapCorpus bitmap_corpus(const Corpus& corpus) {
    return {bitmap_layout(corpus), bitmap_corpus_id(corpus)};
}

}  // namespace edge::corpus
