// Writes batches of games into the shards of a corpus, in order: records, offsets, names, tags.
// Which shard a game belongs to follows from where it begins in the input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/output_file.h"
#include "corpus/cols_writer.h"
#include "corpus/extra.h"
#include "edge/result.h"
#include "formats/name_table.h"
#include "index/game_batch.h"

namespace edge::indexing {

// Tags of some games that will become one frame of N.extra. Encoding the frame is the costly part,
// so it is left to any thread that is free.
struct TagFrame {
    uint32_t shard = 0;
    uint32_t number = 0;  // in the shard
    std::vector<GameBatch::Game> games;
    std::string shapes;
    std::string values;
    uint64_t bytes = 0;  // of all games' shapes and values, with repeated shapes
};
std::string encode(const TagFrame& frame, corpus::ExtraEncoder& encoder);

// The frames of one shard, which may be added in any order.
class TagFrameFile {
public:
    static Result<std::unique_ptr<TagFrameFile>> create(const std::filesystem::path& path);

    // Any thread.
    Status add(uint32_t number, uint32_t games, std::string bytes);
    // After the last frame was added.
    Status finish();

private:
    explicit TagFrameFile(corpus::ExtraWriter writer) : writer_(std::move(writer)) {}

    struct Waiting {
        uint32_t number;
        uint32_t games;
        std::string bytes;
    };
    std::mutex mutex_;
    corpus::ExtraWriter writer_;  // guarded by mutex_, as all below
    uint32_t next_ = 0;
    std::vector<Waiting> waiting_;
};

// The part of the concatenation that is cut into shards: shard s of N holds the games that begin in
// [sT/N, (s+1)T/N) of it.
struct ShardSpan {
    uint64_t first_offset = 0;
    uint64_t total_bytes = 1;
    uint32_t shards = 1;

    uint32_t shard_of(uint64_t pgn_offset) const;
};

class CorpusWriter {
public:
    // `span` is the whole input. With `extra` the writer makes tag frames, with `cols` the columns
    // of every complete shard.
    CorpusWriter(std::filesystem::path directory, const ShardSpan& span, bool extra, bool cols);

    // Takes the next batch; its name numbers are replaced. Frames that became full are appended to
    // `frames`: encode them and give them to add_frame. Not thread-safe.
    Status add(GameBatch& batch, std::vector<TagFrame>& frames);
    // Hands out the last, partly filled frame of every complete shard and closes all files. Call
    // once after the last batch, encode the frames, then call finish_frames.
    Status finish(std::vector<TagFrame>& frames);

    // From any thread, also while add runs.
    Status add_frame(const TagFrame& frame, corpus::ExtraEncoder& encoder);
    Status finish_frames();

private:
    Status open_next_shard();
    Status close_shard(std::vector<TagFrame>& frames);
    Status move_to_shard(uint32_t shard, std::vector<TagFrame>& frames);
    // How far the tags of a batch have been put into frames.
    struct TagPlace {
        size_t game = 0;        // the next one
        size_t shape = 0;       // where the shape of the previous game begins in tag_shapes
        size_t shapes_end = 0;  // how much of tag_shapes is used up; below, of tag_values
        size_t values_end = 0;
    };
    // Moves on to the game `end`.
    void add_tags(const GameBatch& batch, TagPlace& place, size_t end,
                  std::vector<TagFrame>& frames);
    void next_frame(std::vector<TagFrame>& frames);

    std::filesystem::path directory_;
    ShardSpan span_;
    bool extra_;
    bool cols_;
    uint32_t next_shard_ = 0;  // the number of the next shard to open
    std::optional<OutputFile> moves_;
    std::optional<OutputFile> index_;
    formats::NameTable names_;
    corpus::ColumnsBuilder columns_;
    // By number in the batch; kNoName: not yet seen in this shard.
    std::vector<uint32_t> shard_name_;
    TagFrame frame_;
    std::mutex files_mutex_;
    std::vector<std::unique_ptr<TagFrameFile>> files_;  // by shard; guarded by files_mutex_
};

}  // namespace edge::indexing
