// Turns a block of PGN text into a batch of games: header fields, moves checked by replay, names,
// tags for the sidecar, tuples for the tree, and issues. One decoder per thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "codec/game_reader.h"
#include "formats/wanted_games.h"
#include "index/game_batch.h"

namespace edge::indexing {

enum class BadGames : uint8_t {
    Keep,  // the legal prefix
    Skip,
    Fail,  // indexing stops; the decoder does as for Keep and leaves that to its caller
};

struct DecodeOptions {
    BadGames bad_games = BadGames::Keep;
    uint32_t tree_plies = 40;  // 0: no tuples; kAllPlies: no limit
    bool extra = true;         // collect tags
    // Must outlive the decoder; null: every game is wanted. Its max_games counts over all blocks
    // and is left to the caller; the one below is for one block.
    const GameChoice* choice = nullptr;
    uint64_t max_games = UINT64_MAX;
    // Of whole games: those to keep, by their numbers; null for all. Must outlive the decoder.
    const formats::WantedGames* wanted = nullptr;
    bool line_breaks = false;  // note where each game begins, GameBatch::newlines_before
};
inline constexpr uint32_t kAllPlies = 0xFFFFFFFF;

// A stretch of one source.
struct BlockText {
    std::string_view text;  // followed by pgn::kScanBytes readable bytes
    pgn::TextEnd end = pgn::TextEnd::EndOfInput;
    uint64_t offset = 0;         // of the text in the concatenation of all sources
    bool begins_source = false;  // it is the beginning of the source
    bool lost = false;           // the text before it ended like that (pgn::ReadEnd::State::Lost)
    bool count_newlines = false;
};

// Where some whole games in a row are.
struct GamePlaces {
    uint64_t begin = 0;       // in the concatenation: of the first game, or of the text they are in
    bool in_text = false;     // they are at their offsets in it, otherwise one after the other
    uint64_t first_game = 0;  // the number of whole games before them

    uint64_t of(const ReadGame& game, size_t number) const {
        return begin + (in_text ? game.offset : number);
    }
};

class BlockDecoder {
public:
    explicit BlockDecoder(const DecodeOptions& options);
    ~BlockDecoder();
    BlockDecoder(BlockDecoder&&) noexcept;

    // Fills `batch`, which is cleared first.
    void decode(const BlockText& block, GameBatch& batch);
    // The same for games that another reader decoded, by the same rules. A game counts as a line.
    // What a corpus cannot hold is counted in the batch's reading.lost.
    void decode(std::span<const ReadGame> games, const GamePlaces& places, GameBatch& batch);

private:
    class Visitor;
    std::unique_ptr<Visitor> visitor_;
};

}  // namespace edge::indexing
