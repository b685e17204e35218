// The games of novelties in PGN, the new move marked with the NAG for a novelty and a comment.
#pragma once

#include <functional>
#include <string_view>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "explorer/news.h"
#include "explorer/repertoire.h"

namespace edge::games {

// $146 of the PGN standard.
inline constexpr uint8_t kNoveltyNag = 146;

// Calls write(text) with the PGN of every novelty, in the order of the corpus.
Status write_novelties(const corpus::Corpus& corpus, const explorer::Repertoire& repertoire,
                       const explorer::News& news,
                       const std::function<Status(std::string_view text)>& write);

}  // namespace edge::games
