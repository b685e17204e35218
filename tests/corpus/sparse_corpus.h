// A corpus whose stored sets of few games are sparse files, which those of a few games never are.
#pragma once

#include <filesystem>

#include "core/content_hash.h"
#include "corpus/corpus.h"
#include "corpus/corpus_builder.h"

namespace edge::test {

inline constexpr ContentHash kSparseCorpusId{0x0123456789abcdef, 0x0123456789abcdef};

// 20,000 games of one move: White wins all but game 7, a draw, and game 19,999 of unknown result.
inline void write_sparse_corpus(const std::filesystem::path& root, uint32_t shards = 1,
                                const ContentHash& id = kSparseCorpusId) {
    CorpusBuilder builder;
    builder.games.assign(20000, TestGame{.moves = line("e4")});
    builder.games[7].result = corpus::GameResult::Draw;
    builder.games[19999].result = corpus::GameResult::Unknown;
    builder.shards = shards;
    builder.with_tree = false;
    builder.with_extra = false;
    builder.meta.corpus_id = to_hex(id);
    builder.write(root);
}

}  // namespace edge::test
