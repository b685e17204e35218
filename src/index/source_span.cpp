#include "index/source_span.h"

#include <algorithm>

namespace edge::indexing {

uint64_t end_of_sources(const corpus::Corpus& corpus) {
    uint64_t end = 0;
    for (const corpus::MetaSource& source : corpus.meta().sources) {
        end += source.games.value_or(source.size.value_or(0));
    }
    if (corpus.game_count() == 0) return end;
    const auto last = corpus.game(corpus.game_count() - 1);
    return last ? std::max(end, last->header().pgn_offset + 1) : end;
}

std::vector<corpus::MetaSource> sources_of(const corpus::Corpus& corpus) {
    if (!corpus.meta().sources.empty()) return corpus.meta().sources;
    return {{"-", end_of_sources(corpus)}};
}

}  // namespace edge::indexing
