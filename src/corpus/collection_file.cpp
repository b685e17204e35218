// Lines of key=value, as in meta. The first names the version, the last is the hash of all bytes
// before it:
//
//   collection=1
//   query=player = "Korchnoi, Viktor" and not @simuls
//   aliases=1
//   name=Korchnoi, Viktor<TAB>Kortschnoj, Viktor      for each exact name
//   opening=B90<TAB>Sicilian Defence: Najdorf<TAB>FEN  for each position that an opening() means
//   set=@simuls 0123...                                for each set, in order of names
//   games=111580
//   games_hash=4567...
//   made_at=20261115-205529
//   hash=89ab...
#include "corpus/collection_file.h"

#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "bitmap/bitmap_name.h"
#include "chess/fen.h"
#include "core/damage.h"

namespace edge::corpus {
namespace {

constexpr std::string_view kCollectionVersion = "1";

std::vector<std::string_view> split_at(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (size_t at = 0;;) {
        const size_t end = text.find(separator, at);
        parts.push_back(text.substr(at, end - at));
        if (end == std::string_view::npos) return parts;
        at = end + 1;
    }
}

class CollectionParser {
public:
    CollectionParser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

    Result<CollectionFile> parse() {
        EDGE_CHECK(parse_lines());
        for (const std::string_view key : {"query", "aliases", "games", "games_hash", "made_at"}) {
            if (!seen_.contains(key)) {
                return corrupt(file_, text_.size(),
                               fmt::format("found no key {}, expected it", key));
            }
        }
        return std::move(collection_);
    }

private:
    Status parse_lines() {
        for (size_t at = 0; at < text_.size();) {
            const size_t end = text_.find('\n', at);
            const std::string_view line = text_.substr(at, end - at);
            const size_t equals = line.find('=');
            if (end == std::string_view::npos || equals == std::string_view::npos) {
                return corrupt(file_, at, "expected a line KEY=VALUE");
            }
            const std::string_view key = line.substr(0, equals);
            const std::string_view value = line.substr(equals + 1);
            if (at == 0) {
                EDGE_CHECK(check_version(key, value));
            } else if (key == "hash") {
                if (end + 1 != text_.size()) return bad(at, "text after the hash", "the end");
                if (parse_content_hash(value) == content_hash(text_.substr(0, at))) return {};
                return bad(at, "a hash that is not of the lines before it", "theirs");
            } else {
                EDGE_CHECK(add(key, value, at));
            }
            at = end + 1;
        }
        return corrupt(file_, text_.size(), "found no hash at the end, expected one");
    }

    tl::unexpected<Error> bad(size_t at, std::string_view found, std::string_view expected) const {
        return corrupt(file_, at, fmt::format("found {}, expected {}", found, expected));
    }

    Status check_version(std::string_view key, std::string_view value) const {
        if (key != "collection") return bad(0, fmt::format("key {}", key), "collection");
        if (value == kCollectionVersion) return {};
        return fail(ErrorCode::Unsupported, fmt::format("{}: found collection={}, expected {}",
                                                        file_, value, kCollectionVersion));
    }

    Status add(std::string_view key, std::string_view value, size_t at) {
        if (key == "name") return add_name(value);
        if (key == "opening") return add_opening(value, at);
        if (key == "set") return add_source(value, at);
        if (!seen_.insert(key).second) return bad(at, fmt::format("key {} again", key), "it once");
        if (key == "query") {
            collection_.query = value;
        } else if (key == "aliases") {
            if (value != "0" && value != "1") return bad(at, value, "aliases=0 or aliases=1");
            collection_.takes_aliases = value == "1";
        } else if (key == "games") {
            const char* const end = value.data() + value.size();
            const auto [stop, error] = std::from_chars(value.data(), end, collection_.games);
            if (error != std::errc() || stop != end) return bad(at, value, "a number of games");
        } else if (key == "games_hash") {
            const auto hash = parse_content_hash(value);
            if (!hash) return bad(at, value, "32 hex digits");
            collection_.games_hash = *hash;
        } else if (key == "made_at") {
            collection_.made_at = value;
        } else {
            return bad(at, fmt::format("key {}", key), "one of version 1");
        }
        return {};
    }

    Status add_name(std::string_view value) {
        const auto parts = split_at(value, '\t');
        collection_.names.emplace_back(parts.begin(), parts.end());
        return {};
    }

    Status add_opening(std::string_view value, size_t at) {
        const auto parts = split_at(value, '\t');
        if (parts.size() != 3) return bad(at, value, "ECO, name and FEN, separated by tabs");
        const auto position = parse_fen(parts[2], FenMode::Strict);
        if (!position) return bad(at, describe(position.error(), parts[2]), "a FEN");
        collection_.openings.push_back({*position, {std::string(parts[0]), std::string(parts[1])}});
        return {};
    }

    Status add_source(std::string_view value, size_t at) {
        const auto parts = split_at(value, ' ');
        const auto hash = parts.size() == 2 ? parse_content_hash(parts[1]) : std::nullopt;
        if (!hash || !parts[0].starts_with('@') || !check_bitmap_name(parts[0].substr(1))) {
            return bad(at, value, "@NAME and 32 hex digits");
        }
        collection_.sources.push_back({std::string(parts[0]), *hash});
        return {};
    }

    std::string_view text_;
    std::string_view file_;
    std::set<std::string_view> seen_;
    CollectionFile collection_;
};

std::string question_text(const CollectionFile& collection) {
    std::string text =
        fmt::format("query={}\naliases={}\n", collection.query, collection.takes_aliases ? 1 : 0);
    for (const std::vector<std::string>& spellings : collection.names) {
        text += fmt::format("name={}\n", fmt::join(spellings, "\t"));
    }
    for (const auto& [position, opening] : collection.openings) {
        text += fmt::format("opening={}\t{}\t{}\n", opening.eco, opening.name, to_fen(position));
    }
    for (const CollectionSource& source : collection.sources) {
        text += fmt::format("set={} {}\n", source.name, to_hex(source.hash));
    }
    return text;
}

Status check_plain(std::string_view what, std::string_view text, std::string_view unwanted) {
    if (text.find_first_of(unwanted) == std::string_view::npos) return {};
    return fail(ErrorCode::InvalidArgument,
                fmt::format("a line break or a tab in {} cannot be kept in a collection", what));
}

}  // namespace

Result<CollectionFile> parse_collection(std::string_view text, std::string_view file) {
    return CollectionParser(text, file).parse();
}

Result<std::string> format_collection(const CollectionFile& collection) {
    EDGE_CHECK(check_plain("the query", collection.query, "\r\n"));
    for (const std::vector<std::string>& spellings : collection.names) {
        for (const std::string& name : spellings) {
            EDGE_CHECK(check_plain("a name", name, "\t\r\n"));
        }
    }
    for (const NamedPosition& named : collection.openings) {
        EDGE_CHECK(check_plain("the name of an opening", named.opening.name, "\t\r\n"));
        EDGE_CHECK(check_plain("the code of an opening", named.opening.eco, "\t\r\n"));
    }
    std::string text = fmt::format("collection={}\n{}games={}\ngames_hash={}\nmade_at={}\n",
                                   kCollectionVersion, question_text(collection), collection.games,
                                   to_hex(collection.games_hash), collection.made_at);
    text += fmt::format("hash={}\n", to_hex(content_hash(text)));
    return text;
}

ContentHash question_hash(const CollectionFile& collection) {
    return content_hash(question_text(collection));
}

}  // namespace edge::corpus
