// The shards of a corpus that is being indexed. How many there are, and which game belongs to
// which, follows from the size of all inputs: as long as that is not known, batches wait in the
// spool.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "corpus/extra.h"
#include "edge/result.h"
#include "ingest/corpus_writer.h"
#include "ingest/game_batch.h"
#include "ingest/spool.h"

namespace edge::ingest {

class ShardOutput {
public:
    struct Options {
        bool extra = true;  // write tags
        bool cols = true;   // write columns
        uint64_t spool_memory = 0;
    };
    ShardOutput(std::filesystem::path directory, const Options& options);

    bool is_started() const { return writer_.has_value(); }
    // `total_size` is in the units of pgn_offset, bytes of text and whole games.
    void start(uint32_t shards, uint64_t total_size);

    // The next batch, of which only what the shards have no use for is left. One thread at a time.
    Status add(GameBatch& batch);
    // Compresses the tags that wait for it. Any thread, also beside add().
    Status encode_tags(corpus::ExtraEncoder& encoder);
    // Writes what is still to be written, which is all when it was started late. Call it once,
    // last, with nobody else at work. `check` is asked now and then, and its error stops it.
    Status finish(const std::function<Status()>& check);

private:
    const std::filesystem::path directory_;
    const Options options_;
    Spool spool_;
    std::optional<CorpusWriter> writer_;
    std::mutex frames_mutex_;
    std::vector<TagFrame> ready_frames_;  // guarded by frames_mutex_
};

}  // namespace edge::ingest
