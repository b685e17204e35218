// Cuts the inputs into blocks of about a megabyte where a game seems to begin. Mapped files are not
// copied; streams are read into buffers. An input of whole games is cut by its reader.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "codec/game_reader.h"
#include "core/byte_stream.h"
#include "edge/result.h"
#include "formats/game_input.h"
#include "index/block_decoder.h"
#include "index/source_hash.h"

namespace edge::indexing {

struct Block {
    size_t input = 0;
    uint64_t input_offset = 0;  // of the text in its input
    BlockText body;
    std::shared_ptr<const std::vector<char>> storage;  // of the text, unless it is mapped
    std::shared_ptr<const UndecodedGames> games;       // instead of a text
    uint64_t numbered_games = 0;     // once decoded: how many games have numbers as places
    uint64_t first_game = 0;         // once decoded: the number of whole games before these
    uint64_t read_to = 0;            // of games with offsets: how much of their input has been read
    MappedHash::Blocks hashed = {};  // what of the input ends here
};

class BlockSource {
public:
    // The inputs must outlive the blocks. `first_offset` is where they begin in the concatenation;
    // `sizes`, ascending, those of the beginnings whose hashes are wanted.
    BlockSource(const std::vector<formats::GameInput>& inputs, unsigned threads,
                uint64_t first_offset = 0, std::vector<uint64_t> sizes = {});

    // The next block, nothing at the end. Not thread-safe.
    Result<std::optional<Block>> next();

    // Hashes what of its input ends in the block. Of each block, from any thread.
    void hash(const Block& block);
    // What a text that was read to its end is recognised by, once its blocks are hashed; nothing
    // for other inputs.
    std::optional<SourceIdentity> identity_of(size_t input) const;

    // Uncompressed bytes of each input handed out so far; all of them at the end.
    const std::vector<uint64_t>& sizes() const { return sizes_; }
    // Of all texts that were read to their end.
    uint64_t text_bytes() const { return offset_ - first_offset_; }
    uint64_t bytes_read() const;

private:
    Result<std::optional<Block>> next_of(const formats::GameInput& input);
    Result<std::optional<Block>> next_mapped(const formats::GameInput& input);
    Result<std::optional<Block>> next_streamed(const formats::GameInput& input);
    Result<std::optional<Block>> next_games(const formats::GameInput& input);
    Block make_block(std::string_view text, pgn::TextEnd end);
    void close_input();

    const std::vector<formats::GameInput>& inputs_;
    unsigned threads_;
    const uint64_t first_offset_;
    const std::vector<uint64_t> hashed_sizes_;
    size_t input_ = 0;
    uint64_t offset_;            // in the concatenation of all texts, of the next block
    uint64_t input_offset_ = 0;  // in the input
    std::vector<uint64_t> sizes_;
    std::unique_ptr<ByteStream> stream_;
    bool cut_anywhere_ = false;  // the last block of the input may end inside a game
    std::vector<char> rest_;     // read from the stream and not yet handed out
    std::vector<std::optional<MappedHash>> mapped_hashes_;          // by input
    std::vector<std::optional<SourceIdentity>> stream_identities_;  // by input
    std::optional<StreamHash> stream_hash_;                         // of the open stream
};

// The text of `carried` followed by that of `block`, which directly follows it: the rest of a block
// that ended inside a game, and its successor.
Block join(const Block& carried, const Block& block);

}  // namespace edge::indexing
