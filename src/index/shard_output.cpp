#include "index/shard_output.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace edge::indexing {

ShardOutput::ShardOutput(std::filesystem::path directory, const Options& options)
    : directory_(std::move(directory)),
      options_(options),
      spool_(directory_, options.spool_memory) {}

void ShardOutput::start(uint32_t shards, uint64_t total_size) {
    assert(!writer_);
    writer_.emplace(directory_,
                    ShardSpan{options_.first_offset, std::max<uint64_t>(1, total_size), shards},
                    options_.extra, options_.cols);
}

Status ShardOutput::add(GameBatch& batch) {
    if (batch.games.empty()) return {};
    if (!writer_) return spool_.add(std::exchange(batch, {}));
    std::vector<TagFrame> frames;
    EDGE_CHECK(writer_->add(batch, frames));
    if (frames.empty()) return {};
    const std::lock_guard lock(frames_mutex_);
    std::ranges::move(frames, std::back_inserter(ready_frames_));
    return {};
}

Status ShardOutput::encode_tags(corpus::ExtraEncoder& encoder) {
    std::vector<TagFrame> frames;
    {
        const std::lock_guard lock(frames_mutex_);
        frames.swap(ready_frames_);
    }
    for (const TagFrame& frame : frames) EDGE_CHECK(writer_->add_frame(frame, encoder));
    return {};
}

Status ShardOutput::finish(const std::function<Status()>& check) {
    assert(writer_);
    corpus::ExtraEncoder encoder;
    const auto write = [&](GameBatch& batch) -> Status {
        if (auto status = check(); !status) return status;
        if (auto status = add(batch); !status) return status;
        return encode_tags(encoder);
    };
    EDGE_CHECK(spool_.drain(write));
    EDGE_CHECK(writer_->finish(ready_frames_));
    EDGE_CHECK(encode_tags(encoder));
    return writer_->finish_frames();
}

}  // namespace edge::indexing
