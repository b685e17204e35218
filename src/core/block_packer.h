// Makes a compressed file of text that arrives in pieces of any size. The text is cut into blocks
// large enough to compress well; whichever thread has time compresses them, and they leave in
// order. Where they are cut depends on the text alone, and so do the bytes of the file.
//
//     add(text) ──> open block ──> waiting blocks ── pack_waiting(), any thread ──> take()
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/block_compressor.h"

namespace edge {

class BlockPacker {
public:
    // Null where make_block_compressor() is.
    static std::unique_ptr<BlockPacker> create(Compression compression);

    // Compresses the blocks that are complete and that no thread has begun. Safe to call from
    // several threads, also during the calls below, of which there may be one at a time.
    void pack_waiting();

    void add(std::string_view text);
    // What is compressed so far and was not taken yet.
    std::string take();
    // The rest of the file. Call it once, last, when no other call is running. A file without text
    // has one empty block: nothing at all would not be a compressed file.
    std::string finish();

private:
    struct Block {
        std::string bytes;
        bool is_packed = false;
    };

    BlockPacker(Compression compression, std::unique_ptr<BlockCompressor> first);
    void close_block();

    const Compression compression_;
    std::string open_;  // used by add() and finish()
    bool has_blocks_ = false;

    std::mutex mutex_;
    std::deque<Block> blocks_;  // guarded by mutex_, as the next, but for the bytes of begun blocks
    size_t begun_ = 0;          // how many of them, from the front, a thread has begun
    std::vector<std::unique_ptr<BlockCompressor>> spare_;  // not in use
};

}  // namespace edge
