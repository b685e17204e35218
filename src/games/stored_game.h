// A whole game of a corpus: its header, its names and all its tags, in the order of the source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::games {

struct StoredGame {
    uint64_t id;
    corpus::GameHeader header;
    std::string white;  // "?" when unknown
    std::string black;
    std::vector<std::pair<std::string, std::string>> tags;  // name and text
    corpus::GameView moves;
};

// The first text of that tag; null when the game has none.
const std::string* find_tag(const StoredGame& game, std::string_view name);

// The id of the game on lichess.org, when its Site tag or its link is one.
std::string lichess_id(const StoredGame& game);

// The main line in SAN; Corrupt when a move is not legal. `corpus` is for the error message.
Result<std::vector<std::string>> main_line_san(const corpus::Corpus& corpus,
                                               const StoredGame& game);
// The same in UCI notation.
Result<std::vector<std::string>> main_line_uci(const corpus::Corpus& corpus,
                                               const StoredGame& game);

enum class LoadTags : uint8_t { All, OfHeader };

// Loads games; keeps the tags it unpacked last, so go through ids in order. Not thread-safe.
class GameLoader {
public:
    explicit GameLoader(const corpus::Corpus& corpus, LoadTags tags = LoadTags::All)
        : corpus_(corpus), tags_(tags) {}
    // Without N.extra, or when only those of the header are wanted, the tags are the seven of the
    // standard and the others that the header has.
    Result<StoredGame> load(uint64_t game_id);

private:
    const corpus::Corpus& corpus_;
    LoadTags tags_;
    std::optional<uint32_t> extra_shard_;  // the shard that extra_ belongs to
    std::optional<corpus::ExtraReader> extra_;
};

}  // namespace edge::games
