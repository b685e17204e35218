#include "index/shard_copy.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/output_file.h"
#include "core/varint.h"
#include "corpus/cols_writer.h"
#include "corpus/extra.h"
#include "corpus/format.h"
#include "formats/name_table.h"

namespace edge::indexing {

namespace {

constexpr uint32_t kPollGames = 4096;
// As large as an index makes them.
constexpr size_t kMaxFrameBytes = size_t{4} << 20;

Status check_running(const ShardCopy& copy) {
    if (!copy.is_cancelled || !copy.is_cancelled()) return {};
    return fail(ErrorCode::Cancelled, "copying games was cancelled");
}

// The names of the old shard, by number, as numbers of the new one.
class Renumbering {
public:
    explicit Renumbering(const corpus::Shard& from)
        : from_(from), numbers_(from.name_count(), corpus::kNoName) {}

    Status renumber(std::byte* field) {
        const auto old = corpus::load<uint32_t>(field);
        if (old == corpus::kNoName) return {};
        const std::string_view name = EDGE_TRY(from_.name(old));
        uint32_t& number = numbers_[old];
        if (number == corpus::kNoName) number = names_.intern(name);
        corpus::store(field, number);
        return {};
    }

    const std::string& text() const { return names_.text(); }

private:
    const corpus::Shard& from_;
    std::vector<uint32_t> numbers_;
    formats::NameTable names_;
};

Status write_file(const std::filesystem::path& path, std::string_view text) {
    auto file = EDGE_TRY(OutputFile::create(path));
    EDGE_CHECK(file.append(text));
    return file.close(true);
}

Result<CopiedGames> copy_records(const corpus::Shard& from, const ShardCopy& copy) {
    const std::string stem = copy.stem.string();
    auto moves = EDGE_TRY(OutputFile::create(stem + ".moves"));
    auto index = EDGE_TRY(OutputFile::create(stem + ".gameidx"));
    corpus::ColumnsBuilder columns;
    Renumbering names(from);
    CopiedGames copied;
    std::vector<std::byte> record;
    for (uint32_t game = 0; game < from.game_count(); ++game) {
        if (game % kPollGames == 0) {
            EDGE_CHECK(check_running(copy));
            EDGE_CHECK(columns.spill_if_large(stem + ".cols-spill"));
        }
        const corpus::GameView view = EDGE_TRY(from.game(game));
        if (!copy.is_kept(game)) continue;
        const size_t bytes = corpus::kHeaderBytes + 2 * size_t{view.plies()};
        record.assign(view.record(), view.record() + bytes);
        corpus::store(record.data(), corpus::load<uint64_t>(record.data()) + copy.first_offset);
        EDGE_CHECK(names.renumber(record.data() + corpus::kWhiteNameAt));
        EDGE_CHECK(names.renumber(record.data() + corpus::kBlackNameAt));
        const uint64_t at = moves.size();
        EDGE_CHECK(index.append(std::as_bytes(std::span(&at, 1))));
        EDGE_CHECK(moves.append(record));
        if (copy.cols) columns.add(record.data());
        ++copied.games;
        copied.plies += view.plies();
    }
    EDGE_CHECK(moves.close(true));
    EDGE_CHECK(index.close(true));
    EDGE_CHECK(write_file(stem + ".dict", names.text()));
    if (!copy.cols) return copied;
    auto cols = EDGE_TRY(OutputFile::create(stem + ".cols"));
    EDGE_CHECK(columns.write(cols));
    EDGE_CHECK(cols.close(true));
    return copied;
}

// The tags of one game in the form that the encoder takes.
struct EncodedTags {
    std::string shape;
    std::string values;

    explicit EncodedTags(std::span<const corpus::ExtraTag> tags) {
        for (const corpus::ExtraTag& tag : tags) {
            append_varint(shape, uint64_t{tag.name.size()} << 1 | (tag.text ? 1 : 0));
            shape += tag.name;
            if (!tag.text) continue;
            append_varint(values, tag.text->size());
            values += *tag.text;
        }
    }
};

class FrameWriter {
public:
    explicit FrameWriter(corpus::ExtraWriter file) : file_(std::move(file)) {}

    Status add(EncodedTags tags) {
        bytes_ += tags.shape.size() + tags.values.size();
        games_.push_back(std::move(tags));
        const bool is_full = games_.size() == corpus::kExtraFrameGames || bytes_ > kMaxFrameBytes;
        return is_full ? write_frame() : Status{};
    }

    Status finish() {
        if (!games_.empty()) EDGE_CHECK(write_frame());
        return file_.finish(true);
    }

private:
    Status write_frame() {
        std::vector<corpus::RawTags> raw;
        raw.reserve(games_.size());
        for (const EncodedTags& tags : games_) raw.push_back({tags.shape, tags.values});
        EDGE_CHECK(file_.append_frame(encoder_.encode(raw), static_cast<uint32_t>(raw.size())));
        games_.clear();
        bytes_ = 0;
        return {};
    }

    corpus::ExtraWriter file_;
    corpus::ExtraEncoder encoder_;
    std::vector<EncodedTags> games_;
    size_t bytes_ = 0;
};

Status copy_tags(const corpus::Shard& from, const ShardCopy& copy) {
    auto tags = EDGE_TRY(from.open_extra());
    if (!tags) return {};
    FrameWriter frames(EDGE_TRY(corpus::ExtraWriter::create(copy.stem.string() + ".extra")));
    for (uint32_t game = 0; game < from.game_count(); ++game) {
        if (game % kPollGames == 0) EDGE_CHECK(check_running(copy));
        if (!copy.is_kept(game)) continue;
        EDGE_CHECK(frames.add(EncodedTags(EDGE_TRY(tags->tags(game)))));
    }
    return frames.finish();
}

}  // namespace

Result<CopiedGames> copy_shard(const corpus::Shard& from, const ShardCopy& copy) {
    const CopiedGames copied = EDGE_TRY(copy_records(from, copy));
    EDGE_CHECK(copy_tags(from, copy));
    return copied;
}

}  // namespace edge::indexing
