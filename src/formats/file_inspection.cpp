#include "formats/file_inspection.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "codec/fbpgn/container.h"
#include "codec/fbpgn/writer.h"
#include "codec/polyglot/book.h"
#include "codec/scid4/base_files.h"
#include "codec/scid4/base_reader.h"
#include "formats/wanted_games.h"

namespace edge::formats {

namespace fs = std::filesystem;

namespace {

// For the report only, so an unreadable file counts as 0.
uint64_t bytes_of(const fs::path& path) {
    std::error_code error;
    const uintmax_t bytes = fs::file_size(path, error);
    return error ? 0 : bytes;
}

Result<BaseInspection> inspect_base(const std::string& path) {
    const auto base = EDGE_TRY(scid4::BaseReader::open(path, {}));
    const scid4::BaseFiles files = scid4::base_files(path);
    return BaseInspection{base->info(), bytes_of(files.index), bytes_of(files.names),
                          bytes_of(files.games)};
}

Result<FbpgnInspection> inspect_fbpgn(const std::string& path, const InspectFileOptions& options) {
    const auto container = EDGE_TRY(fbpgn::Container::open(path));
    FbpgnInspection inspection{.size_bytes = container->size_bytes(),
                               .games = container->game_count(),
                               .chunks = container->chunk_count()};
    const fs::path index = fbpgn::index_path(path);
    std::error_code error;
    if (!fs::exists(index, error)) {
        if (!options.where) return inspection;
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: there is no such index, which a question about headers needs; "
                                "converting to fbpgn writes it next to the games",
                                index.string()));
    }
    if (options.where && options.where->wants_plies()) {
        return fail(ErrorCode::InvalidArgument,
                    "the index of an FBPGN file has no moves, so plies cannot be asked for");
    }
    auto reader = EDGE_TRY(fbpgn::IndexReader::open(index));
    uint64_t entries = 0;
    uint64_t matched = 0;
    Game headers;  // without moves
    for (fbpgn::IndexEntry entry; EDGE_TRY(reader.next(entry));) {
        ++entries;
        if (!options.where) continue;
        headers.tags = entry.tags;
        if (!accepts(*options.where, headers)) continue;
        if (matched++ < options.limit) inspection.first_matches.push_back(entry);
    }
    if (entries != inspection.games) {
        return fail(ErrorCode::Corrupt,
                    fmt::format("{}: found {} entries, expected one for each of the {} games of {}",
                                index.string(), entries, inspection.games, path));
    }
    inspection.index_entries = entries;
    if (options.where) inspection.matched = matched;
    return inspection;
}

Result<BookInspection> inspect_book(const std::string& path) {
    const auto book = EDGE_TRY(polyglot::Book::open(path));
    BookInspection inspection{.size_bytes = bytes_of(path), .entries = book.entry_count()};
    for (uint64_t i = 0; i < book.entry_count(); ++i) {
        if (i == 0 || book.entry(i).key != book.entry(i - 1).key) ++inspection.positions;
    }
    return inspection;
}

}  // namespace

Result<FileInspection> inspect_file(const std::string& path, GameKind kind,
                                    const InspectFileOptions& options) {
    if (options.where && kind != GameKind::Fbpgn) {
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("{}: only the index of an FBPGN file can be queried about headers, found "
                        "{}",
                        path, kind_name(kind)));
    }
    switch (kind) {
        case GameKind::Viriformat:
            return EDGE_TRY(viriformat::statistics_of(path));
        case GameKind::Scid4:
            return EDGE_TRY(inspect_base(path));
        case GameKind::Fbpgn:
            return EDGE_TRY(inspect_fbpgn(path, options));
        case GameKind::Polyglot:
            return EDGE_TRY(inspect_book(path));
        case GameKind::Pgn:
        case GameKind::Scoredb:
        case GameKind::Bullet:
        case GameKind::Text:
        case GameKind::Epd:
            break;
    }
    return fail(ErrorCode::Unsupported,
                fmt::format("{}: found {}, expected a corpus, a Scid base, viriformat, FBPGN or a "
                            "Polyglot book",
                            path, kind_name(kind)));
}

}  // namespace edge::formats
