// The source text of stored games, found by pgn_offset and checked: the source must still be the
// file that was indexed, and the game there must have the stored moves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "games/source_text.h"
#include "games/stored_game.h"

namespace edge::games {

// Go through the games in order: one source is open at a time. Not thread-safe.
class OriginalText {
public:
    // `is_cancelled` is polled while a compressed source is unpacked; true ends that with
    // Cancelled.
    explicit OriginalText(const corpus::Corpus& corpus, std::function<bool()> is_cancelled = {})
        : corpus_(corpus), is_cancelled_(std::move(is_cancelled)) {}

    // The game's text exactly as in the source, without the space after it.
    Result<std::string> text_of(const StoredGame& game);

private:
    // The source that contains an offset of the virtual concatenation, and where it begins there.
    struct Place {
        size_t source;
        uint64_t begin;
    };
    Result<Place> place_of(uint64_t pgn_offset) const;

    const corpus::Corpus& corpus_;
    const std::function<bool()> is_cancelled_;
    std::optional<size_t> open_source_;
    std::optional<SourceText> text_;
};

}  // namespace edge::games
