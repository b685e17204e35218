// The file: a header of 32 bytes, the frames one after another, then the table, 12 bytes per frame:
// the offset of the frame (u64) and the number of its first game (u32). A frame ends where the next
// begins, the last one where the table does.
//
//     0  8  magic EDGE_EXT        16  4  number of frames
//     8  4  version 1             20  4  number of games
//    12  4  zero                  24  8  offset of the table
#include "corpus/extra.h"

#include <array>
#include <cassert>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/damage.h"
#include "corpus/format.h"

namespace edge::corpus {
namespace {

constexpr char kMagic[] = "EDGE_EXT";
constexpr uint32_t kVersion = 1;
constexpr size_t kFileHeaderBytes = 32;
constexpr size_t kEntryBytes = 12;

}  // namespace

Result<ExtraWriter> ExtraWriter::create(const std::string& path) {
    ExtraWriter writer(EDGE_TRY(OutputFile::create(path)));
    const std::array<std::byte, kFileHeaderBytes> room{};
    EDGE_CHECK(writer.file_.append(room));
    return writer;
}

Status ExtraWriter::append_frame(std::string_view frame, uint32_t games) {
    assert(games > 0 && games <= kExtraFrameGames);
    std::array<std::byte, kEntryBytes> entry{};
    store<uint64_t>(entry.data(), file_.size());
    store<uint32_t>(entry.data() + 8, game_count_);
    table_.append(reinterpret_cast<const char*>(entry.data()), entry.size());
    ++frame_count_;
    game_count_ += games;
    return file_.append(frame);
}

Status ExtraWriter::finish(bool sync) {
    std::array<std::byte, kFileHeaderBytes> header{};
    std::memcpy(header.data(), kMagic, 8);
    store<uint32_t>(header.data() + 8, kVersion);
    store<uint32_t>(header.data() + 16, frame_count_);
    store<uint32_t>(header.data() + 20, game_count_);
    store<uint64_t>(header.data() + 24, file_.size());
    EDGE_CHECK(file_.append(std::string_view(table_)));
    EDGE_CHECK(file_.write_at(0, header));
    return file_.close(sync);
}

Result<ExtraReader> ExtraReader::open(const std::string& path, uint32_t expected_games) {
    return open(std::make_shared<const MappedFile>(EDGE_TRY(MappedFile::open(path))), path,
                expected_games);
}

Result<ExtraReader> ExtraReader::open(std::shared_ptr<const MappedFile> file,
                                      const std::string& path, uint32_t expected_games) {
    ExtraReader reader(std::move(file), path);
    const auto bytes = reader.file_->bytes();
    if (bytes.size() < kFileHeaderBytes) {
        return corrupt(
            path, 0,
            fmt::format("found {} bytes, expected a header of {}", bytes.size(), kFileHeaderBytes));
    }
    if (std::memcmp(bytes.data(), kMagic, 8) != 0) {
        return corrupt(path, 0, "found another magic, expected EDGE_EXT");
    }
    const auto version = load<uint32_t>(bytes.data() + 8);
    if (version != kVersion) {
        return fail(
            ErrorCode::Unsupported,
            fmt::format("{}, offset 8: found version {}, expected {}", path, version, kVersion));
    }
    if (load<uint32_t>(bytes.data() + 12) != 0) {
        return corrupt(path, 12, "found a reserved field in use, expected zero");
    }
    reader.frame_count_ = load<uint32_t>(bytes.data() + 16);
    reader.game_count_ = load<uint32_t>(bytes.data() + 20);
    reader.table_offset_ = load<uint64_t>(bytes.data() + 24);
    if (reader.game_count_ != expected_games) {
        return corrupt(path, 20,
                       fmt::format("found {} games, expected the {} of the shard",
                                   reader.game_count_, expected_games));
    }
    const uint64_t table_bytes = uint64_t{reader.frame_count_} * kEntryBytes;
    if (table_bytes > bytes.size() - kFileHeaderBytes ||
        reader.table_offset_ != bytes.size() - table_bytes) {
        return corrupt(path, 24,
                       fmt::format("found a table of {} frames at {}, expected it to end at the "
                                   "file's {} bytes",
                                   reader.frame_count_, reader.table_offset_, bytes.size()));
    }
    if ((reader.frame_count_ == 0) != (expected_games == 0)) {
        return corrupt(
            path, 16,
            fmt::format("found {} frames for {} games", reader.frame_count_, expected_games));
    }
    if (reader.frame_offset(0) != kFileHeaderBytes || reader.first_game(0) != 0) {
        return corrupt(path, reader.table_offset_,
                       "found a first frame elsewhere, expected it after the header");
    }
    return reader;
}

uint64_t ExtraReader::frame_offset(uint32_t frame) const {
    if (frame == frame_count_) return table_offset_;
    return load<uint64_t>(file_->bytes().data() + table_offset_ + uint64_t{frame} * kEntryBytes);
}

uint32_t ExtraReader::first_game(uint32_t frame) const {
    if (frame == frame_count_) return game_count_;
    return load<uint32_t>(file_->bytes().data() + table_offset_ + uint64_t{frame} * kEntryBytes +
                          8);
}

Status ExtraReader::load_frame_of(uint32_t game) {
    // The last frame that begins at or before the game.
    uint32_t low = 0;
    uint32_t high = frame_count_;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        (first_game(middle) <= game ? low : high) = middle;
    }
    const uint64_t begin = frame_offset(low);
    const uint64_t end = frame_offset(low + 1);
    const uint64_t entry_offset = table_offset_ + uint64_t{low} * kEntryBytes;
    if (begin < kFileHeaderBytes || begin > end || end > table_offset_) {
        return corrupt(path_, entry_offset,
                       fmt::format("found a frame from {} to {}, expected it between {} and {}",
                                   begin, end, kFileHeaderBytes, table_offset_));
    }
    ExtraFrame frame =
        EDGE_TRY(ExtraFrame::decode(file_->bytes().subspan(begin, end - begin), path_, begin));
    const uint64_t frame_end = uint64_t{first_game(low)} + frame.game_count();
    if (frame_end != first_game(low + 1) || game < first_game(low) || game >= frame_end) {
        return corrupt(path_, entry_offset,
                       fmt::format("found a frame of {} games from {}, expected the next from {}",
                                   frame.game_count(), first_game(low), first_game(low + 1)));
    }
    frame_ = std::move(frame);
    frame_begin_ = first_game(low);
    frame_end_ = static_cast<uint32_t>(frame_end);
    return {};
}

Result<ExtraReader::PlaceInFrame> ExtraReader::find(uint32_t game) {
    if (game >= game_count_) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: game {} is not one of {}", path_, game, game_count_));
    }
    if (game < frame_begin_ || game >= frame_end_) EDGE_CHECK(load_frame_of(game));
    return PlaceInFrame{&frame_, game - frame_begin_};
}

Result<std::vector<ExtraTag>> ExtraReader::tags(uint32_t game) {
    const PlaceInFrame place = EDGE_TRY(find(game));
    return place.frame->tags(place.game);
}

}  // namespace edge::corpus
