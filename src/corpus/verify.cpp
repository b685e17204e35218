#include "corpus/verify.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "bitmap/bitmap_file.h"
#include "core/damage.h"
#include "core/mapped_file.h"
#include "corpus/bitmap_layout.h"
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
    if (meta.has_polyglot_tree() && corpus.tree() != nullptr && !meta.tree_plies) {
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

// Files of shards beyond the number in meta.
void check_shard_names(const Corpus& corpus, VerifyReport& report) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry :
         std::filesystem::directory_iterator(corpus.path() + "/shards", error)) {
        names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    for (const std::string& name : names) {
        uint32_t number = 0;
        const char* const end = name.data() + name.size();
        const auto [stop, bad] = std::from_chars(name.data(), end, number);
        constexpr std::array<std::string_view, 5> kSuffixes = {".moves", ".dict", ".gameidx",
                                                               ".cols", ".extra"};
        const std::string_view suffix(stop, static_cast<size_t>(end - stop));
        if (bad == std::errc() && std::ranges::find(kSuffixes, suffix) != kSuffixes.end() &&
            number >= corpus.shard_count()) {
            report.add("shard-names", corpus.path() + "/shards/" + name, 0,
                       fmt::format("found a file of shard {}, expected 0 to {}", number,
                                   corpus.shard_count() - 1));
        }
    }
}

// Reading accepts gaps between the bits of shards and bytes after them; the format has neither.
void check_bitmaps(const Corpus& corpus, VerifyReport& report) {
    const uint64_t size = bitmap_file_bytes(bitmap_layout(corpus));
    for (BitmapInspection& bitmap : inspect_bitmaps(corpus)) {
        if (!bitmap.error.empty()) {
            report.add("bitmap", std::move(bitmap.error));
        } else if (bitmap.bytes != size) {
            report.add("bitmap", bitmap.path, size,
                       fmt::format("found {} bytes, expected {}", bitmap.bytes, size));
        }
    }
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

VerifyReport report_of(const Error& error) {
    VerifyReport report;
    report.add("unreadable", error.message);
    return report;
}

Result<VerifyReport> verify(const Corpus& corpus, const VerifyOptions& options) {
    VerifyReport report;
    const std::string meta_path = corpus.path() + "/meta";
    const MappedFile meta = EDGE_TRY(MappedFile::open(meta_path));
    check_meta(corpus, meta_path, meta.text(), report);
    check_shard_names(corpus, report);
    check_sources(corpus, meta_path, report);
    verify_shards(corpus, options, report);
    verify_tree(corpus, options, report);
    check_bitmaps(corpus, report);
    if (options.stops()) return fail(ErrorCode::Cancelled, "the check was cancelled");
    return report;
}

}  // namespace edge::corpus
