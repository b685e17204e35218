// References: a header of 32 bytes, then 16 bytes per position. FENs and EPDs: one line each, no
// header.
#include "query/answers/position_file.h"

#include <fmt/format.h>

#include "chess/fen.h"
#include "core/file_start.h"
#include "core/mapped_file.h"
#include "query/answers/answer_file.h"

namespace edge::query {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "PMOTE-PS";
constexpr size_t kRecordBytes = 16;
constexpr uint32_t kUnique = 1;
constexpr uint32_t kHasFens = 2;

std::string header_text(uint32_t flags, const PositionListTotals& totals) {
    std::string text = answer_prefix(kMagic);
    append_value<uint32_t>(text, flags);
    append_value<uint64_t>(text, totals.matched);
    append_value<uint64_t>(text, totals.listed);
    return text;
}

void append_record(const PositionReference& reference, std::string& text) {
    append_value<uint32_t>(text, reference.shard);
    append_value<uint32_t>(text, reference.game);
    append_value<uint32_t>(text, reference.ply);
    append_value<uint32_t>(text, 0);
}

fs::path with_extension(fs::path base, std::string_view extension) {
    for (const std::string_view known : {kPositionsExtension, kFenExtension, kEpdExtension}) {
        if (base.extension() == known) return base.replace_extension(extension);
    }
    return base += extension;
}

// The board of a line of EPD, as FEN; empty when there are no operations after it.
std::string fen_of_epd(const std::string& line) {
    size_t end = 0;
    for (int field = 0; field < 4; ++field) {
        end = line.find(' ', end + 1);
        if (end == std::string::npos) return "";
    }
    return line.substr(0, end) + " 0 1";
}

// Such a list has no magic; it is recognised by its first line.
Status check_texts_replaceable(const fs::path& path, PositionOutput output) {
    std::error_code error;
    if (!fs::is_regular_file(path, error) || fs::file_size(path, error) == 0) return {};
    constexpr size_t kLongestLine = 200;
    const std::string start = file_start(path, kLongestLine);
    const std::string line = start.substr(0, start.find('\n'));
    const bool is_epd = output == PositionOutput::Epds;
    if (parse_fen(is_epd ? fen_of_epd(line) : line, FenMode::Strict)) return {};
    return fail(ErrorCode::Io, fmt::format("{} is not a list of {}, so it is not replaced by one",
                                           path.string(), is_epd ? "EPDs" : "FENs"));
}

Result<PositionReference> read_record(ByteCursor& cursor) {
    const ByteCursor start = cursor;
    PositionReference reference;
    reference.shard = EDGE_TRY(cursor.read<uint32_t>("the shard of a position"));
    reference.game = EDGE_TRY(cursor.read<uint32_t>("the game of a position"));
    reference.ply = EDGE_TRY(cursor.read<uint32_t>("the ply of a position"));
    const auto zero = EDGE_TRY(cursor.read<uint32_t>("the end of a record"));
    if (reference.ply <= corpus::kMaxPlies && zero == 0) return reference;
    return start.corrupt(fmt::format("ply {} and then {}", reference.ply, zero),
                         fmt::format("at most ply {} and then 0", corpus::kMaxPlies));
}

}  // namespace

Result<PositionFile> parse_positions(std::span<const std::byte> bytes, std::string_view file) {
    ByteCursor cursor(bytes, file);
    EDGE_CHECK(expect_answer_prefix(cursor, kMagic, file));
    const ByteCursor at_flags = cursor;
    const auto flags = EDGE_TRY(cursor.read<uint32_t>("the flags"));
    if (flags > (kUnique | kHasFens)) {
        return at_flags.corrupt(fmt::format("flags {:#x}", flags), "nothing above bit 1");
    }
    PositionFile list;
    list.unique = (flags & kUnique) != 0;
    list.has_fens = (flags & kHasFens) != 0;
    list.total_matched = EDGE_TRY(cursor.read<uint64_t>("the number of matching positions"));
    const ByteCursor at_records = cursor;
    const auto records = EDGE_TRY(cursor.read<uint64_t>("the number of records"));
    if (records > list.total_matched || records > cursor.remaining() / kRecordBytes) {
        return at_records.corrupt(
            fmt::format("{} records", records),
            fmt::format("no more than the {} positions that matched and the {} bytes that follow",
                        list.total_matched, cursor.remaining()));
    }
    list.positions.reserve(records);
    for (uint64_t i = 0; i < records; ++i) {
        const ByteCursor start = cursor;
        const PositionReference reference = EDGE_TRY(read_record(cursor));
        if (!list.positions.empty() && reference <= list.positions.back()) {
            return start.corrupt("a position out of order", "ascending shard, game and ply");
        }
        list.positions.push_back(reference);
    }
    EDGE_CHECK(cursor.expect_end());
    return list;
}

Result<PositionFile> read_positions(const fs::path& path) {
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    return parse_positions(file.bytes(), path.string());
}

std::string format_positions(const PositionFile& list) {
    std::string text =
        header_text((list.unique ? kUnique : 0) | (list.has_fens ? kHasFens : 0),
                    {.matched = list.total_matched, .listed = list.positions.size()});
    text.reserve(text.size() + kRecordBytes * list.positions.size());
    for (const PositionReference& reference : list.positions) append_record(reference, text);
    return text;
}

fs::path references_path(const fs::path& base) { return with_extension(base, kPositionsExtension); }
fs::path fens_path(const fs::path& base) { return with_extension(base, kFenExtension); }
fs::path epds_path(const fs::path& base) { return with_extension(base, kEpdExtension); }

std::vector<fs::path> position_paths(const fs::path& base, PositionOutput output) {
    switch (output) {
        case PositionOutput::References:
            break;
        case PositionOutput::Fens:
            return {fens_path(base)};
        case PositionOutput::Both:
            return {references_path(base), fens_path(base)};
        case PositionOutput::Epds:
            return {epds_path(base)};
    }
    return {references_path(base)};
}

void want_texts(PositionOutput output, PositionListOptions& options) {
    options.want_fen = output == PositionOutput::Fens || output == PositionOutput::Both;
    options.want_epd = output == PositionOutput::Epds;
}

Result<PositionWriter> PositionWriter::create(const fs::path& base, PositionOutput output,
                                              bool unique, bool overwrite) {
    PositionWriter writer;
    writer.flags_ = (unique ? kUnique : 0) | (output == PositionOutput::Both ? kHasFens : 0);
    for (const fs::path& path : position_paths(base, output)) {
        if (path.extension() != kPositionsExtension) {
            if (overwrite) EDGE_CHECK(check_texts_replaceable(path, output));
            writer.texts_.emplace(EDGE_TRY(AtomicFile::create(path, overwrite)));
            continue;
        }
        if (overwrite) EDGE_CHECK(check_replaceable(path, kMagic, "a list of positions"));
        writer.references_.emplace(EDGE_TRY(AtomicFile::create(path, overwrite)));
        EDGE_CHECK(writer.references_->file().append(header_text(writer.flags_, {})));
    }
    return writer;
}

Status PositionWriter::add(const ListedPosition& position) {
    if (references_) {
        std::string record;
        append_record({position.place.shard, position.place.index, position.ply}, record);
        EDGE_CHECK(references_->file().append(record));
    }
    if (!texts_) return {};
    EDGE_CHECK(texts_->file().append(position.epd.empty() ? position.fen : position.epd));
    return texts_->file().append("\n");
}

Status PositionWriter::finish(const PositionListTotals& totals) {
    // The FENs first: the references promise that they are there.
    if (texts_) EDGE_CHECK(texts_->commit());
    if (!references_) return {};
    const std::string header = header_text(flags_, totals);
    EDGE_CHECK(references_->file().write_at(0, std::as_bytes(std::span(header))));
    return references_->commit();
}

Result<PositionListTotals> write_positions(const Query& query, PositionListOptions options,
                                           const RunOptions& run, PositionOutput output,
                                           const fs::path& base, bool overwrite,
                                           MatchingGames* matching) {
    want_texts(output, options);
    PositionWriter writer =
        EDGE_TRY(PositionWriter::create(base, output, options.unique, overwrite));
    Status written;
    const PositionListTotals totals = EDGE_TRY(list_positions(
        query, options, run,
        [&](const ListedPosition& position) {
            written = writer.add(position);
            return written.has_value();
        },
        matching));
    EDGE_CHECK(std::move(written));
    EDGE_CHECK(writer.finish(totals));
    return totals;
}

}  // namespace edge::query
