// A repertoire: the games of a PGN, main lines and variations, merged by position. Two ways to the
// same position are one position, so a transposition stays in the repertoire.
//
// A line leads from the start of a game to an end without further moves, in the order of the file,
// a variation after the line it varies. Each position belongs to the first line that has it, so
// that every game of a corpus is reported under one line; a line without any position of its own
// does not count. Null moves end a line before them.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "codec/game.h"
#include "core/byte_stream.h"
#include "edge/result.h"

namespace edge::explorer {

class Repertoire {
public:
    struct Line {
        uint32_t game;  // of the file, from 1
        Position start;
        std::vector<Move> moves;
    };
    // A position at least one move into a line.
    struct Entry {
        Position position;
        uint32_t line;                 // to which it belongs
        std::vector<Move> moves = {};  // of the repertoire; none at the end of a line
    };
    // Moves of a line beyond this are left out.
    static constexpr size_t kMaxLinePlies = 600;

    // A PGN file, compressed or not, or "-" for standard input. NotFound or Io when it cannot be
    // read, Corrupt when no game in it has a legal move.
    static Result<Repertoire> open(const std::string& path);
    static Result<Repertoire> read(std::unique_ptr<ByteStream> source, const std::string& name);

    const std::vector<Line>& lines() const { return lines_; }
    const std::vector<Entry>& entries() const { return entries_; }
    // The parts that were not read, a sentence each; after the first few only their number.
    const std::vector<std::string>& warnings() const { return warnings_; }

    static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
    // The number of the entry with that hash.
    uint32_t find(uint64_t hash) const {
        if (!filter_[hash % filter_.size()]) return kNone;
        const auto found = by_hash_.find(hash);
        return found == by_hash_.end() ? kNone : found->second;
    }
    // The number of pieces only falls: a game with fewer than this has left for good.
    int fewest_pieces() const { return fewest_pieces_; }

private:
    void add_game(const Game& game, uint32_t number);
    void add_entry(const Position& position);
    void add_move(uint64_t hash, Move move);
    void make_filter();

    std::vector<Line> lines_;
    std::vector<Entry> entries_;
    std::unordered_map<uint64_t, uint32_t> by_hash_;
    // Almost no position of a corpus is in the repertoire; a table of bits rules most out at once.
    std::vector<bool> filter_ = {false};
    int fewest_pieces_ = 64;
    std::vector<std::string> warnings_;
};

// The moves of a line with their numbers: "1. e4 c5 2. Nf3".
std::string line_text(const Repertoire::Line& line);

// A move with its number in the position: "3. Bb5", "3... a6".
std::string numbered_move(const Position& position, Move move);

}  // namespace edge::explorer
