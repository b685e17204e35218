#include "index/corpus_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

#include "corpus/format.h"

namespace edge::indexing {

namespace {

// The tags of a few games can be megabytes of text; frames still stay small.
constexpr size_t kMaxFrameBytes = size_t{4} << 20;

}  // namespace

std::string encode(const TagFrame& frame, corpus::ExtraEncoder& encoder) {
    std::vector<corpus::RawTags> games;
    games.reserve(frame.games.size());
    size_t shapes_at = 0;
    size_t values_at = 0;
    std::string_view shape;
    for (const GameBatch::Game& game : frame.games) {
        if (!game.same_shape) {
            shape = std::string_view(frame.shapes).substr(shapes_at, game.shape_bytes);
            shapes_at += game.shape_bytes;
        }
        games.push_back(
            {shape, std::string_view(frame.values).substr(values_at, game.value_bytes)});
        values_at += game.value_bytes;
    }
    return encoder.encode(games);
}

Result<std::unique_ptr<TagFrameFile>> TagFrameFile::create(const std::filesystem::path& path) {
    auto writer = EDGE_TRY(corpus::ExtraWriter::create(path));
    return std::unique_ptr<TagFrameFile>(new TagFrameFile(std::move(writer)));
}

Status TagFrameFile::add(uint32_t number, uint32_t games, std::string bytes) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({number, games, std::move(bytes)});
    for (;;) {
        const auto turn = std::ranges::find(waiting_, next_, &Waiting::number);
        if (turn == waiting_.end()) return {};
        EDGE_CHECK(writer_.append_frame(turn->bytes, turn->games));
        waiting_.erase(turn);
        ++next_;
    }
}

Status TagFrameFile::finish() {
    const std::lock_guard lock(mutex_);
    assert(waiting_.empty());
    return writer_.finish(true);
}

uint32_t ShardSpan::shard_of(uint64_t pgn_offset) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint32_t>(Wide{pgn_offset - first_offset} * shards / total_bytes);
}

CorpusWriter::CorpusWriter(std::filesystem::path directory, const ShardSpan& span, bool extra,
                           bool cols)
    : directory_(std::move(directory)), span_(span), extra_(extra), cols_(cols) {
    files_.resize(span.shards);
}

Status CorpusWriter::open_next_shard() {
    const uint32_t shard = next_shard_++;
    const auto base = directory_ / "shards" / fmt::format("{}", shard);
    moves_ = EDGE_TRY(OutputFile::create(base.string() + ".moves"));
    index_ = EDGE_TRY(OutputFile::create(base.string() + ".gameidx"));
    names_ = {};
    columns_ = {};
    std::ranges::fill(shard_name_, corpus::kNoName);
    frame_ = {};
    frame_.shard = shard;
    if (extra_) {
        auto file = EDGE_TRY(TagFrameFile::create(base.string() + ".extra"));
        const std::lock_guard lock(files_mutex_);
        files_[shard] = std::move(file);
    }
    return {};
}

Status CorpusWriter::close_shard(std::vector<TagFrame>& frames) {
    EDGE_CHECK(moves_->close(true));
    EDGE_CHECK(index_->close(true));
    const std::string base = directory_ / "shards" / fmt::format("{}", next_shard_ - 1);
    auto dict = EDGE_TRY(OutputFile::create(base + ".dict"));
    EDGE_CHECK(dict.append(names_.text()));
    EDGE_CHECK(dict.close(true));
    if (cols_) {
        auto cols = EDGE_TRY(OutputFile::create(base + ".cols"));
        EDGE_CHECK(columns_.write(cols));
        EDGE_CHECK(cols.close(true));
    }
    if (!frame_.games.empty()) frames.push_back(std::move(frame_));
    return {};
}

// Shards are opened in order, empty ones too.
Status CorpusWriter::move_to_shard(uint32_t shard, std::vector<TagFrame>& frames) {
    while (next_shard_ <= shard) {
        if (next_shard_ > 0) EDGE_CHECK(close_shard(frames));
        EDGE_CHECK(open_next_shard());
    }
    return {};
}

Status CorpusWriter::add(GameBatch& batch, std::vector<TagFrame>& frames) {
    shard_name_.assign(batch.names.size(), corpus::kNoName);
    const auto renumber = [&](std::byte* field) {
        const auto in_batch = corpus::load<uint32_t>(field);
        if (in_batch == corpus::kNoName) return;
        uint32_t& number = shard_name_[in_batch];
        if (number == corpus::kNoName) number = names_.intern_from(batch.names, in_batch);
        corpus::store(field, number);
    };
    std::byte* record = batch.records.data();
    const std::byte* written = record;
    std::vector<uint64_t> offsets;
    const auto write_out = [&]() -> Status {
        EDGE_CHECK(moves_->append(std::span(written, record)));
        EDGE_CHECK(index_->append(std::as_bytes(std::span(offsets))));
        written = record;
        offsets.clear();
        return {};
    };
    TagPlace tags;
    for (size_t i = 0; i < batch.games.size(); ++i) {
        const uint32_t shard = span_.shard_of(corpus::load<uint64_t>(record));
        if (shard >= next_shard_) {
            if (moves_) EDGE_CHECK(write_out());
            if (extra_) add_tags(batch, tags, i, frames);
            EDGE_CHECK(move_to_shard(shard, frames));
        }
        renumber(record + corpus::kWhiteNameAt);
        renumber(record + corpus::kBlackNameAt);
        if (cols_) columns_.add(record);
        offsets.push_back(moves_->size() + static_cast<uint64_t>(record - written));
        record += batch.games[i].record_bytes;
    }
    if (extra_) add_tags(batch, tags, batch.games.size(), frames);
    EDGE_CHECK(columns_.spill_if_large(directory_ / "cols-spill"));
    return moves_ ? write_out() : Status{};
}

// Each round takes everything that belongs to one frame at once.
void CorpusWriter::add_tags(const GameBatch& batch, TagPlace& place, size_t end,
                            std::vector<TagFrame>& frames) {
    while (place.game != end) {
        const TagPlace begin = place;
        const size_t room = corpus::kExtraFrameGames - frame_.games.size();
        const size_t last = std::min(end, begin.game + room);
        while (place.game != last && frame_.bytes <= kMaxFrameBytes) {
            const GameBatch::Game& game = batch.games[place.game++];
            if (!game.same_shape) {
                place.shape = place.shapes_end;
                place.shapes_end += game.shape_bytes;
            }
            place.values_end += game.value_bytes;
            frame_.bytes += uint64_t{game.shape_bytes} + game.value_bytes;
        }
        const auto games = std::span(batch.games).subspan(begin.game, place.game - begin.game);
        // A frame must contain the shape that it begins with.
        const bool is_borrowed = frame_.games.empty() && games.front().same_shape;
        frame_.games.insert(frame_.games.end(), games.begin(), games.end());
        if (is_borrowed) {
            frame_.games.front().same_shape = false;
            frame_.shapes.append(batch.tag_shapes, begin.shape, games.front().shape_bytes);
        }
        frame_.shapes.append(batch.tag_shapes, begin.shapes_end,
                             place.shapes_end - begin.shapes_end);
        frame_.values.append(batch.tag_values, begin.values_end,
                             place.values_end - begin.values_end);
        const bool is_full =
            frame_.games.size() == corpus::kExtraFrameGames || frame_.bytes > kMaxFrameBytes;
        if (is_full) next_frame(frames);
    }
}

void CorpusWriter::next_frame(std::vector<TagFrame>& frames) {
    TagFrame next;
    next.shard = frame_.shard;
    next.number = frame_.number + 1;
    // The next frame will be much like this one.
    next.games.reserve(frame_.games.size());
    next.values.reserve(std::min(frame_.values.size(), kMaxFrameBytes));
    frames.push_back(std::exchange(frame_, std::move(next)));
}

Status CorpusWriter::finish(std::vector<TagFrame>& frames) {
    EDGE_CHECK(move_to_shard(span_.shards - 1, frames));
    return close_shard(frames);
}

Status CorpusWriter::add_frame(const TagFrame& frame, corpus::ExtraEncoder& encoder) {
    TagFrameFile* file = nullptr;
    {
        const std::lock_guard lock(files_mutex_);
        file = files_[frame.shard].get();
    }
    return file->add(frame.number, static_cast<uint32_t>(frame.games.size()),
                     encode(frame, encoder));
}

Status CorpusWriter::finish_frames() {
    for (const auto& file : files_) {
        if (file) EDGE_CHECK(file->finish());
    }
    return {};
}

}  // namespace edge::indexing
