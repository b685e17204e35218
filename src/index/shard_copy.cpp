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

// The names of an old shard, by number, as numbers of the new one.
class Renumbering {
public:
    Renumbering(const corpus::Shard& from, formats::NameTable& names)
        : from_(from), numbers_(from.name_count(), corpus::kNoName), names_(names) {}

    Status renumber(std::byte* field) {
        const auto old = corpus::load<uint32_t>(field);
        if (old == corpus::kNoName) return {};
        const std::string_view name = EDGE_TRY(from_.name(old));
        uint32_t& number = numbers_[old];
        if (number == corpus::kNoName) number = names_.intern(name);
        corpus::store(field, number);
        return {};
    }

private:
    const corpus::Shard& from_;
    std::vector<uint32_t> numbers_;
    formats::NameTable& names_;
};

Status write_file(const std::filesystem::path& path, std::string_view text) {
    auto file = EDGE_TRY(OutputFile::create(path));
    EDGE_CHECK(file.append(text));
    return file.close(true);
}

bool keeps(const ShardPart& part, uint32_t game) { return !part.is_kept || part.is_kept(game); }

// The files of a shard but its tags, while they are written.
class RecordWriter {
public:
    RecordWriter(const ShardCopy& copy, OutputFile moves, OutputFile index)
        : copy_(copy), moves_(std::move(moves)), index_(std::move(index)) {}

    Status add(const ShardPart& part);
    Result<CopiedGames> finish();

private:
    std::string path(const char* ending) const { return copy_.stem.string() + ending; }

    const ShardCopy& copy_;
    OutputFile moves_;
    OutputFile index_;
    corpus::ColumnsBuilder columns_;
    formats::NameTable names_;
    CopiedGames copied_;
};

Status RecordWriter::add(const ShardPart& part) {
    const corpus::Shard& from = *part.shard;
    Renumbering names(from, names_);
    std::vector<std::byte> record;
    for (uint32_t game = 0; game < from.game_count(); ++game) {
        if (game % kPollGames == 0) {
            EDGE_CHECK(check_running(copy_));
            EDGE_CHECK(columns_.spill_if_large(path(".cols-spill")));
        }
        const corpus::GameView view = EDGE_TRY(from.game(game));
        if (!keeps(part, game)) continue;
        const size_t bytes = corpus::kHeaderBytes + 2 * size_t{view.plies()};
        record.assign(view.record(), view.record() + bytes);
        corpus::store(record.data(), corpus::load<uint64_t>(record.data()) + part.first_offset);
        EDGE_CHECK(names.renumber(record.data() + corpus::kWhiteNameAt));
        EDGE_CHECK(names.renumber(record.data() + corpus::kBlackNameAt));
        const uint64_t at = moves_.size();
        EDGE_CHECK(index_.append(std::as_bytes(std::span(&at, 1))));
        EDGE_CHECK(moves_.append(record));
        if (copy_.cols) columns_.add(record.data());
        ++copied_.games;
        copied_.plies += view.plies();
    }
    return {};
}

Result<CopiedGames> RecordWriter::finish() {
    EDGE_CHECK(moves_.close(true));
    EDGE_CHECK(index_.close(true));
    EDGE_CHECK(write_file(path(".dict"), names_.text()));
    if (!copy_.cols) return copied_;
    auto cols = EDGE_TRY(OutputFile::create(path(".cols")));
    EDGE_CHECK(columns_.write(cols));
    EDGE_CHECK(cols.close(true));
    return copied_;
}

Result<CopiedGames> copy_records(const ShardCopy& copy) {
    const std::string stem = copy.stem.string();
    auto moves = EDGE_TRY(OutputFile::create(stem + ".moves"));
    auto index = EDGE_TRY(OutputFile::create(stem + ".gameidx"));
    RecordWriter writer(copy, std::move(moves), std::move(index));
    for (const ShardPart& part : copy.parts) EDGE_CHECK(writer.add(part));
    return writer.finish();
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

Status copy_tags(const ShardCopy& copy) {
    std::vector<corpus::ExtraReader> readers;
    readers.reserve(copy.parts.size());
    for (const ShardPart& part : copy.parts) {
        auto tags = EDGE_TRY(part.shard->open_extra());
        if (!tags) return {};
        readers.push_back(*std::move(tags));
    }
    FrameWriter frames(EDGE_TRY(corpus::ExtraWriter::create(copy.stem.string() + ".extra")));
    for (size_t i = 0; i < readers.size(); ++i) {
        const ShardPart& part = copy.parts[i];
        for (uint32_t game = 0; game < part.shard->game_count(); ++game) {
            if (game % kPollGames == 0) EDGE_CHECK(check_running(copy));
            if (!keeps(part, game)) continue;
            EDGE_CHECK(frames.add(EncodedTags(EDGE_TRY(readers[i].tags(game)))));
        }
    }
    return frames.finish();
}

}  // namespace

Result<CopiedGames> copy_shard(const ShardCopy& copy) {
    const CopiedGames copied = EDGE_TRY(copy_records(copy));
    EDGE_CHECK(copy_tags(copy));
    return copied;
}

}  // namespace edge::indexing
