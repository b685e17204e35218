#include "corpus/verify.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/damage.h"
#include "core/mapped_file.h"
#include "corpus/bitmap_layout.h"
#include "corpus/collections.h"
#include "corpus/corpus_inspection.h"
#include "corpus/verify_parts.h"

namespace edge::corpus {
namespace {

// YYYYMMDD-HHMMSS with every part in its range.
bool is_timestamp(std::string_view text) {
    if (text.size() != 15 || text[8] != '-') return false;
    const auto part = [text](size_t at, size_t size, int low, int high) {
        int value = -1;
        const char* const end = text.data() + at + size;
        const auto [stop, error] = std::from_chars(text.data() + at, end, value);
        return error == std::errc() && stop == end && value >= low && value <= high;
    };
    return part(0, 4, 1, 9999) && part(4, 2, 1, 12) && part(6, 2, 1, 31) && part(9, 2, 0, 23) &&
           part(11, 2, 0, 59) && part(13, 2, 0, 60);
}

void check_meta(const Corpus& corpus, const std::string& path, std::string_view text,
                VerifyReport& report) {
    const auto odd = std::ranges::find_if(text, [](char c) { return (c & 0x80) != 0; });
    if (odd != text.end()) {
        report.add("meta", path, static_cast<uint64_t>(odd - text.begin()),
                   "found a byte that is not ASCII, expected ASCII");
    }
    size_t at = 0;
    for (const std::string_view key : {"version=", "num_shards=", "total_games=", "total_moves="}) {
        if (!text.substr(at).starts_with(key)) {
            report.add("meta", path, at, fmt::format("found another key, expected {}", key));
            break;
        }
        at = text.find('\n', at) + 1;
    }
    const Meta& meta = corpus.meta();
    if (meta.indexed_at && !is_timestamp(*meta.indexed_at)) {
        report.add("meta", path, text.find("indexed_at="),
                   fmt::format("found indexed_at={}, expected YYYYMMDD-HHMMSS", *meta.indexed_at));
    }
    if (meta.has_polyglot_tree() && corpus.has_tree() && !meta.tree_plies) {
        report.add("meta", path, text.size(), "found no tree_plies, expected it next to tree_hash");
    }
}

// The offsets of all games lie inside the sources, as far as their sizes are known.
void check_sources(const Corpus& corpus, const std::string& meta_path, VerifyReport& report) {
    uint64_t size = 0;
    for (const MetaSource& source : corpus.meta().sources) {
        if (!source.size && !source.games) return;
        size += source.games ? *source.games : *source.size;
    }
    if (corpus.meta().sources.empty() || corpus.game_count() == 0) return;
    const auto last = corpus.game(corpus.game_count() - 1);
    if (last && last->header().pgn_offset >= size) {
        report.add(
            "pgn-offset", meta_path, 0,
            fmt::format("found sources of size {}, expected more than the last pgn_offset {}", size,
                        last->header().pgn_offset));
    }
}

// Reading accepts gaps between the bits of shards and bytes after them; the format has neither.
void check_bitmaps(const Corpus& corpus, VerifyReport& report) {
    for (BitmapInspection& bitmap : inspect_bitmaps(corpus)) {
        if (!bitmap.error.empty()) {
            report.add("bitmap", std::move(bitmap.error));
        } else if (bitmap.bytes != bitmap.regular_bytes) {
            report.add(
                "bitmap", bitmap.path, bitmap.regular_bytes,
                fmt::format("found {} bytes, expected {}", bitmap.bytes, bitmap.regular_bytes));
        }
    }
}

// The query can be read, and the set next to it still has the games that it found.
void check_collections(const Corpus& corpus, VerifyReport& report) {
    const BitmapCorpus identity = bitmap_corpus(corpus);
    for (const std::string& name : collection_names(corpus)) {
        const auto collection = read_collection(corpus, name);
        if (!collection) {
            report.add("collection", collection.error().message);
            continue;
        }
        const std::string path = set_path(corpus, name);
        const auto set =
            corpus.at(path, [&](const std::string& file) { return read_bitmap(file, identity); });
        const auto stored =
            corpus.at(path, [](const std::string& file) { return read_bitmap_summary(file); });
        if (!set || !stored) {
            report.add("collection", (set ? stored.error() : set.error()).message);
        } else if (stored->layout.total() >= collection->games &&
                   !has_its_games(corpus, *collection, *set)) {
            report.add("collection", fmt::format("{}: found other games than the query next to it, "
                                                 "expected those it found",
                                                 path));
        }
    }
}

// A file that is gone after a change would look like damage.
Status check_is_unchanged(const Corpus& corpus, std::string_view meta) {
    const auto now = parse_meta(meta, "meta");
    if (now && format_meta(*now) == format_meta(corpus.meta())) return {};
    return fail(ErrorCode::Busy,
                fmt::format("{}: it was changed while it was checked; expected nobody to add games "
                            "meanwhile",
                            corpus.path()));
}

}  // namespace

void VerifyReport::add(const std::string& kind, std::string message) {
    if (counts[kind]++ < kMaxFindings) findings.push_back({kind, std::move(message)});
}

void VerifyReport::add(const std::string& kind, const std::string& file, uint64_t offset,
                       const std::string& finding) {
    add(kind, corrupt(file, offset, finding).value().message);
}

void VerifyReport::merge(VerifyReport&& other) {
    games += other.games;
    plies += other.plies;
    edges += other.edges;
    std::map<std::string, uint64_t> left_out = std::move(other.counts);
    for (Finding& finding : other.findings) {
        --left_out[finding.kind];
        add(finding.kind, std::move(finding.message));
    }
    for (const auto& [kind, count] : left_out) {
        if (count > 0) counts[kind] += count;
    }
}

Result<VerifyReport> verify(const Corpus& corpus, const VerifyOptions& options) {
    VerifyReport report;
    const std::string meta_path = corpus.path() + "/meta";
    const MappedFile meta = EDGE_TRY(MappedFile::open(corpus.directory(), "meta"));
    EDGE_CHECK(check_is_unchanged(corpus, meta.text()));
    verify_checksums(corpus.directory(), options, report);
    check_meta(corpus, meta_path, meta.text(), report);
    check_sources(corpus, meta_path, report);
    verify_shards(corpus, options, report);
    verify_tree(corpus, options, report);
    check_bitmaps(corpus, report);
    check_collections(corpus, report);
    if (options.stops()) return fail(ErrorCode::Cancelled, "the check was cancelled");
    const MappedFile meta_now = EDGE_TRY(MappedFile::open(corpus.directory(), "meta"));
    EDGE_CHECK(check_is_unchanged(corpus, meta_now.text()));
    return report;
}

VerifyReport verify_unreadable(const std::string& corpus, const Error& error,
                               const VerifyOptions& options) {
    VerifyReport report;
    report.add("unreadable", error.message);
    if (const auto directory = Directory::open(corpus)) {
        verify_checksums(*directory, options, report);
    }
    return report;
}

}  // namespace edge::corpus
