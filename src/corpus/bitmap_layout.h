// The layout of this corpus's bitmaps.
#pragma once

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"

namespace edge::corpus {

inline BitmapLayout bitmap_layout(const Corpus& corpus) {
    BitmapLayout layout;
    for (uint32_t i = 0; i < corpus.shard_count(); ++i) {
        layout.shard_games.push_back(corpus.shard(i).game_count());
    }
    return layout;
}

}  // namespace edge::corpus
