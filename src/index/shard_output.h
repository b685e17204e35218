// The shards of a corpus that is being indexed. How many there are, and which game belongs to
// which, depends on the size of all inputs: until that is known, batches wait in the spool.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "corpus/extra.h"
#include "edge/result.h"
#include "index/corpus_writer.h"
#include "index/game_batch.h"
#include "index/spool.h"

namespace edge::indexing {

class ShardOutput {
public:
    struct Options {
        bool extra = true;  // write tags
        bool cols = true;   // write columns
        uint64_t spool_memory = 0;
        uint64_t first_offset = 0;  // where the input begins, as pgn_offset counts
    };
    ShardOutput(std::filesystem::path directory, const Options& options);

    bool is_started() const { return writer_.has_value(); }
    // `total_size` is in the units of pgn_offset, bytes of text and whole games.
    void start(uint32_t shards, uint64_t total_size);

    // Adds the next batch, and leaves in it only what the shards do not need. One thread at a time.
    Status add(GameBatch& batch);
    // Compresses pending tags. From any thread, also during add().
    Status encode_tags(corpus::ExtraEncoder& encoder);
    // Writes the rest, which is everything when the size became known last. Call it once, last,
    // with no other call in progress. `check` is polled, and its error stops it.
    Status finish(const std::function<Status()>& check);

private:
    const std::filesystem::path directory_;
    const Options options_;
    Spool spool_;
    std::optional<CorpusWriter> writer_;
    std::mutex frames_mutex_;
    std::vector<TagFrame> ready_frames_;  // guarded by frames_mutex_
};

}  // namespace edge::indexing
