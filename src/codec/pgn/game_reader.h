// Reads PGN into whole games: all tags, variations, comments and NAGs. Where games begin and end is
// decided by the reader of the corpus path (reader.h), so that both find the same games; movetext.h
// reads what is between. Comments outside games are skipped.
//
// The text is cut into stretches in order, each ending at the last place between games; a stretch
// holds its text and can be read in any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec/game.h"
#include "codec/game_reader.h"
#include "codec/pgn/game_issue.h"
#include "codec/pgn/reader.h"
#include "core/byte_stream.h"
#include "edge/result.h"

namespace edge::pgn {

// A game with its position and what is wrong in it.
struct TextGame {
    Game game;
    uint64_t line = 0;    // where it begins in the source, from 1
    uint64_t offset = 0;  // the same in bytes, from 0
    std::vector<GameIssue> issues = {};
};

class TextStretch final : public UndecodedGames {
public:
    TextStretch() = default;
    // A whole text, which is copied.
    explicit TextStretch(std::string_view text);

    // A bad game is read up to its error, which is among its issues.
    std::vector<TextGame> read() const;
    // The same; a game whose moves cannot be read, of another variant or from an invalid start
    // position, is skipped.
    Status decode(std::vector<ReadGame>& games, ConversionReport& report) const override;

private:
    friend class GameReader;
    template <GameVisitor Visitor>
    ReadEnd visit(Visitor& visitor) const;
    std::string_view view() const { return {text_.data(), text_.size() - kScanBytes}; }

    // Followed by the bytes that a scan may read. What comes after the last whole game is read
    // again with the next stretch.
    std::vector<char> text_;
    TextEnd end_ = TextEnd::EndOfInput;
    uint64_t offset_ = 0;  // in the source
    uint64_t line_ = 1;    // in which it begins
    bool at_line_start_ = true;
    bool lost_ = false;  // after an unclosed comment: the next game must be found
};

class GameReader final : public edge::GameReader {
public:
    // The stream gives uncompressed text; `total_bytes` is its size, 0 where that is not known.
    explicit GameReader(std::unique_ptr<ByteStream> source, uint64_t total_bytes = 0)
        : source_(std::move(source)), total_bytes_(total_bytes) {}

    // Null at the end. Errors are those of the stream.
    Result<std::unique_ptr<TextStretch>> next_stretch();
    Result<std::unique_ptr<UndecodedGames>> next() override { return next_stretch(); }
    uint64_t bytes_read() const override { return offset_; }
    uint64_t bytes_total() const override { return total_bytes_; }

private:
    Result<std::vector<char>> take_text();

    std::unique_ptr<ByteStream> source_;
    uint64_t total_bytes_;
    std::vector<char> rest_;  // read and not yet handed out
    uint64_t offset_ = 0;     // of the rest, as the next three
    uint64_t line_ = 1;
    bool at_line_start_ = true;
    bool lost_ = false;
    size_t wanted_ = kStretchBytes;
    bool ended_ = false;

    static constexpr size_t kStretchBytes = size_t{1} << 18;
};

// All games of a text in memory.
std::vector<TextGame> read_games(std::string_view text);

}  // namespace edge::pgn
