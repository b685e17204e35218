// The bytes of a viriformat file, cut where games end. There is no count and no index: a game
// continues until four zero bytes take the place of a move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/byte_stream.h"
#include "core/mapped_file.h"
#include "edge/result.h"

namespace edge::viriformat {

// The bytes of one game.
struct GameBytes {
    std::span<const std::byte> board;  // shorter than a board where the file ends in it
    std::span<const std::byte> moves;  // whole moves; may be empty
    bool has_end = false;              // the zero bytes were found
};

// Takes the first game off `bytes`, which are not empty.
GameBytes take_game(std::span<const std::byte>& bytes);

// Some games in a row. Only the last of a file, or one that is too long, can lack its end.
struct GameBlock {
    std::vector<std::byte> bytes;
    uint64_t first_game = 0;  // its number in the file, from 1
};

class GameStream {
public:
    // The file may be packed by gzip, bzip2 or zstd.
    static Result<GameStream> open(const std::filesystem::path& path);
    // The stream gives unpacked bytes. Fails when they do not begin with a board.
    static Result<GameStream> open(std::unique_ptr<ByteStream> source, const std::string& name);

    // The next games; false when there are none.
    Result<bool> next(GameBlock& block);

    // In unpacked bytes; the total is 0 where it is not known.
    uint64_t bytes_read() const { return bytes_read_; }
    uint64_t bytes_total() const { return bytes_total_; }
    // Io when the file became shorter since it was opened.
    Status check_unchanged() const { return file_.check_unchanged(); }

private:
    explicit GameStream(std::unique_ptr<ByteStream> source) : source_(std::move(source)) {}
    Status check_start(const std::string& name);
    Status fill(size_t wanted);
    void skip_to_game_end();
    void hand_out(size_t size, GameBlock& block);

    MappedFile file_;  // the source of the stream, if opened here
    std::unique_ptr<ByteStream> source_;
    std::vector<std::byte> bytes_;  // read and not handed out; begins with a game
    bool ended_ = false;
    bool is_inside_game_ = false;  // the rest of a game that is too long is skipped
    uint64_t next_game_ = 1;
    uint64_t bytes_read_ = 0;
    uint64_t bytes_total_ = 0;
};

}  // namespace edge::viriformat
