// What a viriformat file holds, counted game by game: is every position and move legal, how did the
// games end, how are the scores and the piece counts distributed. For `edge inspect`.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/byte_stream.h"
#include "edge/result.h"

namespace edge::viriformat {

struct Statistics {
    uint64_t size_bytes = 0;  // of the games, unpacked
    uint64_t games = 0;
    uint64_t positions = 0;  // scored ones: as many as moves

    uint64_t white_wins = 0;
    uint64_t draws = 0;
    uint64_t black_wins = 0;

    // ---- what is wrong
    uint64_t bad_results = 0;  // games with a value other than these three
    uint64_t bad_boards =
        0;  // games whose start breaks the rules of chess; their moves are not counted
    uint64_t illegal_games = 0;  // games with an illegal move; the moves after it are not counted
    uint64_t cut_games = 0;      // games without their end
    std::vector<std::string> examples = {};  // the first few of these, one sentence each

    // ---- what is there
    uint64_t standard_starts = 0;  // games from the standard starting position
    uint64_t chess960_games = 0;   // games whose start has a castling right of Chess960
    uint64_t captures = 0;
    uint64_t castlings = 0;
    uint64_t en_passants = 0;
    uint64_t promotions = 0;
    uint64_t shortest_plies = 0;
    uint64_t longest_plies = 0;

    // Scores are White's. A bin of the histogram begins at its key and is kScoreBin wide.
    static constexpr int kScoreBin = 100;
    std::map<int, uint64_t> positions_by_score = {};  // centipawns
    uint64_t white_mates = 0;                         // positions where White has a mate
    uint64_t black_mates = 0;
    std::array<uint64_t, 33> positions_by_piece_count = {};  // both kings included

    double average_plies() const {
        return games == 0 ? 0 : static_cast<double>(positions) / static_cast<double>(games);
    }
    bool is_sound() const { return bad_results + bad_boards + illegal_games + cut_games == 0; }
    friend bool operator==(const Statistics&, const Statistics&) = default;
};

// Files may be packed by gzip, bzip2 or zstd. Errors inside games are counted; an Error is for
// reading, and for a file that is not viriformat from its first byte.
Result<Statistics> statistics_of(const std::filesystem::path& path);
Result<Statistics> statistics_of(std::unique_ptr<ByteStream> source, const std::string& name);

}  // namespace edge::viriformat
