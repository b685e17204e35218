// Keeps batches until the size of the input is known, in memory as long as they fit and in a file
// of the temporary directory after that, and gives them back in order.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>

#include "core/mapped_file.h"
#include "core/output_file.h"
#include "edge/result.h"
#include "index/game_batch.h"

namespace edge::indexing {

class Spool {
public:
    Spool(std::filesystem::path directory, uint64_t memory)
        : directory_(std::move(directory)), memory_(memory) {}

    // Keeps what CorpusWriter needs of the batch: games, records, names and tags.
    Status add(GameBatch batch);

    // Calls take(GameBatch&) -> Status for every batch, in order.
    template <class Take>
    Status drain(Take&& take) {
        for (GameBatch& batch : kept_) EDGE_CHECK(take(batch));
        kept_.clear();
        return drain_file(take);
    }

private:
    template <class Take>
    Status drain_file(Take&& take) {
        if (!file_) return {};
        EDGE_CHECK(open_for_reading());
        GameBatch batch;
        while (EDGE_TRY(read(batch))) EDGE_CHECK(take(batch));
        return {};
    }
    Status write(const GameBatch& batch);
    Status open_for_reading();
    Result<bool> read(GameBatch& batch);

    std::filesystem::path directory_;
    uint64_t memory_;
    uint64_t kept_bytes_ = 0;
    std::deque<GameBatch> kept_;  // the first ones; the rest is in the file
    std::optional<OutputFile> file_;
    MappedFile mapped_;
    size_t position_ = 0;
};

}  // namespace edge::indexing
