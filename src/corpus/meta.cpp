// meta is ASCII text: paths and the stem are percent-encoded in the file and held decoded here.
#include "corpus/meta.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "core/damage.h"
#include "core/utf8.h"

namespace edge::corpus {
namespace {

template <class Integer>
bool parse_integer(std::string_view text, Integer& value) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && !text.empty();
}

constexpr std::string_view kMetaHashKey = "meta_hash";

// "tree.dat" or "tree.12.dat" for stem "tree" and ending ".dat": names of files of a corpus, never
// of anything outside it.
bool is_numbered_name(std::string_view name, std::string_view stem, std::string_view ending) {
    if (!name.starts_with(stem) || !name.ends_with(ending)) return false;
    if (name.size() < stem.size() + ending.size()) return false;
    std::string_view middle = name.substr(stem.size());
    middle.remove_suffix(ending.size());
    if (middle.empty()) return !ending.empty();
    uint64_t number = 0;
    return middle.starts_with('.') && parse_integer(middle.substr(1), number) &&
           std::to_string(number) == middle.substr(1);
}

// One key=value line and its position.
struct Line {
    std::string_view key;
    std::string_view value;
    uint64_t offset;
};

class Parser {
public:
    explicit Parser(std::string_view file) : file_(file) {}

    Status add(const Line& line) {
        if (!seen_.insert(line.key).second) {
            return corrupt(file_, line.offset,
                           fmt::format("found key {} again, expected it once", line.key));
        }
        if (line.key == "version") return check_version(line);
        if (line.key == "num_shards") return integer(line, meta_.num_shards);
        if (line.key == "total_games") return integer(line, meta_.total_games);
        if (line.key == "total_moves") return integer(line, meta_.total_moves);
        if (line.key == "source_pgn_size") return optional_integer(line, meta_.source_pgn_size);
        if (line.key == "tree_plies") return optional_integer(line, meta_.tree_plies);
        if (line.key == "tree_min_games") return optional_integer(line, meta_.tree_min_games);
        if (line.key == "source_pgn_stem") {
            meta_.source_pgn_stem = percent_decode(line.value);
        } else if (line.key == "indexed_at") {
            meta_.indexed_at = std::string(line.value);
        } else if (line.key == "tree_hash") {
            meta_.tree_hash = std::string(line.value);
        } else if (line.key == "tree_sorted") {
            meta_.tree_sorted = std::string(line.value);
        } else if (line.key == "tree_segments") {
            return tree_segments(line);
        } else if (line.key == "corpus_id") {
            meta_.corpus_id = std::string(line.value);
        } else if (line.key == "checksums") {
            return checksums(line);
        } else if (line.key == kMetaHashKey) {
            // Checked by check_meta_hash, made anew by format_meta.
        } else if (source_number(line.key)) {
            source_lines_.push_back(line);
        } else {
            meta_.unknown.emplace_back(line.key, line.value);
        }
        return {};
    }

    Result<Meta> finish(uint64_t end) {
        for (const std::string_view key : {"version", "num_shards", "total_games", "total_moves"}) {
            if (!seen_.contains(key)) {
                return corrupt(file_, end, fmt::format("found no key {}, expected it", key));
            }
        }
        if (meta_.num_shards == 0 || meta_.num_shards > kMaxShards) {
            return corrupt(
                file_, 0,
                fmt::format("found num_shards {}, expected 1 to {}", meta_.num_shards, kMaxShards));
        }
        EDGE_CHECK(place_sources());
        return std::move(meta_);
    }

private:
    Status check_version(const Line& line) {
        if (line.value == "2") return {};
        if (line.value == "1") {
            return fail(ErrorCode::Unsupported,
                        fmt::format("{}: version=1 is a corpus of the old format, whose tree names "
                                    "moves by hashes of their SAN: index the PGN again",
                                    file_));
        }
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: found version={}, expected version=2", file_, line.value));
    }

    template <class Integer>
    Status integer(const Line& line, Integer& value) {
        if (parse_integer(line.value, value)) return {};
        return corrupt(
            file_, line.offset,
            fmt::format("found {}={}, expected a decimal integer", line.key, line.value));
    }

    template <class Integer>
    Status optional_integer(const Line& line, std::optional<Integer>& value) {
        return integer(line, value.emplace());
    }

    // FILE:FIRST_GAME, separated by commas, the first from game 0 on, in order of games.
    Status tree_segments(const Line& line) {
        const auto bad = [&](std::string_view found) {
            return corrupt(file_, line.offset,
                           fmt::format("found {} in tree_segments, expected FILE:FIRST_GAME, from "
                                       "game 0 on and ascending",
                                       found));
        };
        for (size_t at = 0; at <= line.value.size();) {
            const size_t comma = std::min(line.value.find(',', at), line.value.size());
            const std::string_view item = line.value.substr(at, comma - at);
            at = comma + 1;
            const size_t colon = item.find(':');
            if (colon == std::string_view::npos) return bad(item);
            MetaTreeSegment segment{.file = std::string(item.substr(0, colon))};
            if (!is_numbered_name(segment.file, "tree", ".dat") ||
                !parse_integer(item.substr(colon + 1), segment.first_game)) {
                return bad(item);
            }
            const auto& segments = meta_.tree_segments;
            const bool follows = segments.empty() ? segment.first_game == 0
                                                  : segment.first_game > segments.back().first_game;
            if (!follows) return bad(item);
            meta_.tree_segments.push_back(std::move(segment));
        }
        return {};
    }

    // FILE:HASH.
    Status checksums(const Line& line) {
        const size_t colon = line.value.find(':');
        const std::string_view name = line.value.substr(0, colon);
        const auto hash = colon == std::string_view::npos
                              ? std::nullopt
                              : parse_content_hash(line.value.substr(colon + 1));
        if (!hash || !is_numbered_name(name, "checksums", "")) {
            return corrupt(
                file_, line.offset,
                fmt::format("found checksums={}, expected checksums.NUMBER:HASH", line.value));
        }
        meta_.checksums = MetaChecksums{std::string(name), *hash};
        return {};
    }

    // The N of source.N.path, source.N.size, ...; nothing for other keys.
    static std::optional<uint64_t> source_number(std::string_view key) {
        constexpr std::string_view kPrefix = "source.";
        const size_t dot = key.rfind('.');
        if (!key.starts_with(kPrefix) || dot < kPrefix.size()) return std::nullopt;
        const std::string_view field = key.substr(dot + 1);
        const std::string_view digits = key.substr(kPrefix.size(), dot - kPrefix.size());
        uint64_t number = 0;
        const bool is_known =
            field == "path" || field == "size" || field == "games" || field == "hash";
        if (!is_known || !parse_integer(digits, number) || std::to_string(number) != digits) {
            return std::nullopt;
        }
        return number;
    }

    // Sources are numbered from 0. Those after a gap have no position in the concatenation: they
    // are kept as unknown keys.
    Status place_sources() {
        std::set<uint64_t> numbers;
        for (const Line& line : source_lines_) numbers.insert(*source_number(line.key));
        while (numbers.contains(meta_.sources.size())) meta_.sources.emplace_back();
        for (const Line& line : source_lines_) {
            const uint64_t number = *source_number(line.key);
            if (number >= meta_.sources.size()) {
                meta_.unknown.emplace_back(line.key, line.value);
            } else if (line.key.ends_with("size")) {
                EDGE_CHECK(optional_integer(line, meta_.sources[number].size));
            } else if (line.key.ends_with("games")) {
                EDGE_CHECK(optional_integer(line, meta_.sources[number].games));
            } else if (line.key.ends_with("hash")) {
                const auto hash = parse_content_hash(line.value);
                if (!hash) {
                    return corrupt(
                        file_, line.offset,
                        fmt::format("found {}={}, expected 32 hex digits", line.key, line.value));
                }
                meta_.sources[number].hash = hash;
            } else {
                meta_.sources[number].path = percent_decode(line.value);
            }
        }
        return {};
    }

    std::string_view file_;
    std::set<std::string_view> seen_;
    std::vector<Line> source_lines_;
    Meta meta_;
};

}  // namespace

Result<Meta> parse_meta(std::string_view text, std::string_view file) {
    Parser parser(file);
    uint64_t offset = 0;
    while (offset < text.size()) {
        const size_t end = text.find('\n', offset);
        if (end == std::string_view::npos) {
            return corrupt(file, text.size(), "found the end of the file, expected a newline");
        }
        const std::string_view line = text.substr(offset, end - offset);
        const size_t equals = line.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            return corrupt(
                file, offset,
                fmt::format("found the line '{}', expected key=value", line.substr(0, 80)));
        }
        EDGE_CHECK(parser.add({line.substr(0, equals), line.substr(equals + 1), offset}));
        offset = end + 1;
    }
    return parser.finish(offset);
}

std::string format_meta(const Meta& meta) {
    std::string text = fmt::format("version=2\nnum_shards={}\ntotal_games={}\ntotal_moves={}\n",
                                   meta.num_shards, meta.total_games, meta.total_moves);
    const auto line = [&text](std::string_view key, const auto& value) {
        text += fmt::format("{}={}\n", key, value);
    };
    if (meta.source_pgn_stem)
        line("source_pgn_stem", percent_encode_non_ascii(*meta.source_pgn_stem));
    if (meta.source_pgn_size) line("source_pgn_size", *meta.source_pgn_size);
    if (meta.indexed_at) line("indexed_at", *meta.indexed_at);
    if (meta.tree_plies) line("tree_plies", *meta.tree_plies);
    if (meta.tree_min_games) line("tree_min_games", *meta.tree_min_games);
    if (meta.tree_hash) line("tree_hash", *meta.tree_hash);
    if (meta.tree_sorted) line("tree_sorted", *meta.tree_sorted);
    if (!meta.tree_segments.empty()) {
        std::string list;
        for (const MetaTreeSegment& segment : meta.tree_segments) {
            list +=
                fmt::format("{}{}:{}", list.empty() ? "" : ",", segment.file, segment.first_game);
        }
        line("tree_segments", list);
    }
    if (meta.corpus_id) line("corpus_id", *meta.corpus_id);
    if (meta.checksums) {
        line("checksums", fmt::format("{}:{}", meta.checksums->file, to_hex(meta.checksums->hash)));
    }
    for (size_t i = 0; i < meta.sources.size(); ++i) {
        const MetaSource& source = meta.sources[i];
        line(fmt::format("source.{}.path", i), percent_encode_non_ascii(source.path));
        if (source.size) line(fmt::format("source.{}.size", i), *source.size);
        if (source.games) line(fmt::format("source.{}.games", i), *source.games);
        if (source.hash) line(fmt::format("source.{}.hash", i), to_hex(*source.hash));
    }
    for (const auto& [key, value] : meta.unknown) line(key, value);
    line(kMetaHashKey, to_hex(content_hash(text)));
    return text;
}

Status check_meta_hash(std::string_view text, std::string_view file) {
    const std::string begin = fmt::format("{}=", kMetaHashKey);
    const size_t at = text.starts_with(begin) ? 0 : text.find("\n" + begin);
    if (at == std::string_view::npos) {
        const bool needs_one = text.find("\nchecksums=") != std::string_view::npos ||
                               text.find("\ncorpus_id=") != std::string_view::npos;
        if (!needs_one) return {};
        return corrupt(file, text.size(),
                       fmt::format("found no {} at the end of the file, expected one in a meta "
                                   "that names checksums",
                                   kMetaHashKey));
    }
    const size_t line = at == 0 ? 0 : at + 1;
    const std::string expected =
        fmt::format("{}{}\n", begin, to_hex(content_hash(text.substr(0, line))));
    if (text.substr(line) == expected) return {};
    return corrupt(file, line,
                   fmt::format("found {}, expected {} at the end of the file: meta was changed "
                               "after it was written",
                               text.substr(line, text.substr(line).find('\n')),
                               expected.substr(0, expected.size() - 1)));
}

}  // namespace edge::corpus
