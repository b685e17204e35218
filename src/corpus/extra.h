// shards/N.extra: every tag of every game, in order, unless the game's header reproduces it. Frames
// (corpus/extra_frame.h) and a table to find them; docs/formats/extra.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mapped_file.h"
#include "core/output_file.h"
#include "corpus/extra_frame.h"
#include "edge/result.h"

namespace edge::corpus {

// Writes the file frame by frame; the table and the header come last.
class ExtraWriter {
public:
    static Result<ExtraWriter> create(const std::string& path);
    Status append_frame(std::string_view frame, uint32_t games);  // in the order of the games
    Status finish(bool sync);

private:
    explicit ExtraWriter(OutputFile file) : file_(std::move(file)) {}
    OutputFile file_;
    std::string table_;
    uint32_t frame_count_ = 0;
    uint32_t game_count_ = 0;
};

// Reads tags by game. Keeps the frame it decoded last, so games in order are cheap. Not
// thread-safe: one per thread.
class ExtraReader {
public:
    // Checks the header and both ends of the table, but not the frames.
    static Result<ExtraReader> open(const std::string& path, uint32_t expected_games);
    static Result<ExtraReader> open(std::shared_ptr<const MappedFile> file, const std::string& path,
                                    uint32_t expected_games);

    Result<std::vector<ExtraTag>> tags(uint32_t game);  // `game` is below the expected count
    // The frame with the tags of a game and their place in it, for callers that want no copies;
    // valid until the next call of either.
    struct PlaceInFrame {
        const ExtraFrame* frame;
        uint32_t game;
    };
    Result<PlaceInFrame> find(uint32_t game);
    uint32_t frame_count() const { return frame_count_; }

private:
    ExtraReader(std::shared_ptr<const MappedFile> file, std::string path)
        : file_(std::move(file)), path_(std::move(path)) {}
    uint64_t frame_offset(uint32_t frame) const;  // `frame` may be the count: the table's offset
    uint32_t first_game(uint32_t frame) const;    // or here: the number of games
    Status load_frame_of(uint32_t game);

    std::shared_ptr<const MappedFile> file_;
    std::string path_;
    uint32_t frame_count_ = 0;
    uint32_t game_count_ = 0;
    uint64_t table_offset_ = 0;
    // The frame decoded last and the games it holds; none at first.
    ExtraFrame frame_;
    uint32_t frame_begin_ = 0;
    uint32_t frame_end_ = 0;
};

}  // namespace edge::corpus
