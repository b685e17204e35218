// Reads PGN into whole games: all tags, variations, comments and NAGs. Where games begin and end is
// decided by the reader of the corpus path (reader.h), so that both find the same games; movetext.h
// reads what is between. Comments outside games belong to none and are passed over.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec/game.h"
#include "codec/pgn/game_issue.h"
#include "core/byte_stream.h"
#include "edge/result.h"

namespace edge::pgn {

struct ReadGame {
    Game game;
    uint64_t line = 0;    // where it begins in the source, from 1
    uint64_t offset = 0;  // the same in bytes, from 0
    std::vector<GameIssue> issues = {};
};

class GameReader {
public:
    // The stream gives uncompressed text and must outlive the reader.
    explicit GameReader(ByteStream& source) : source_(source) {}

    // The next game into `game`; false when there is none. Errors are those of the stream: a bad
    // game is read as far as it goes, and says so in its issues.
    Result<bool> next(ReadGame& game);

private:
    Status read_block();
    Status fill(size_t wanted);

    ByteStream& source_;
    std::deque<ReadGame> games_;  // of the block read last, not yet handed out
    std::string text_;            // followed by the bytes that a scan may look at
    size_t size_ = 0;             // of the text in text_
    uint64_t offset_ = 0;         // of text_ in the source
    uint64_t line_ = 1;           // that it begins in
    size_t wanted_ = kBlockBytes;
    bool at_line_start_ = true;
    bool lost_ = false;  // after an unclosed comment: the next game is to be found
    bool ended_ = false;

    static constexpr size_t kBlockBytes = size_t{1} << 18;
};

// All games of a text that is in memory.
std::vector<ReadGame> read_games(std::string_view text);

}  // namespace edge::pgn
