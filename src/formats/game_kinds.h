// The kinds of files that hold games, and how each is opened: the only code that knows all formats.
// A source is recognised by its content, a target by its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/game_reader.h"
#include "codec/game_writer.h"
#include "codec/scid4/index_header.h"
#include "codec/viriformat/scored_line.h"
#include "edge/result.h"

namespace edge::formats {

enum class GameKind : uint8_t {
    Pgn,
    Scoredb,
    Scid4,
    Viriformat,
    Fbpgn,
    Polyglot,
    Bullet,
    Text,
    Epd,
};
inline constexpr size_t kGameKinds = 9;

// Whether files of this kind hold positions one after another; they can only be written.
constexpr bool holds_positions(GameKind kind) {
    return kind == GameKind::Bullet || kind == GameKind::Text || kind == GameKind::Epd;
}

// "pgn", "scoredb", "scid4", "viriformat", "fbpgn", "polyglot", "bullet", "text", "epd": as used in
// flags and JSON.
std::string_view kind_name(GameKind kind);
// Also by the endings of files: "si4", "vf", "bin", "data", "txt". InvalidArgument lists the known
// kinds.
Result<GameKind> parse_game_kind(std::string_view name);

// The kind of a file, a folder or "-". Text of no other kind is PGN; so are standard input, pipes
// and folders that are not a corpus. Corrupt for other bytes that no format begins with.
Result<GameKind> kind_of_source(const std::string& path);

// The kind of a file that holds games and is not a corpus. Nothing for books, folders, pipes, and
// text that has no game in its first 256 KiB.
std::optional<GameKind> kind_of_games(const std::string& path);

// By the ending: .pgn and its compressed forms .pgn.gz, .pgn.bz2, .pgn.zst; .scoredb, .si4, .vf and
// .viriformat, .fbpgn, .bin for a Polyglot book; .bullet and .data, .txt, .epd for positions; "-"
// is PGN. InvalidArgument for any other.
Result<GameKind> kind_of_target(const std::string& path);

// One file of games, or one corpus.
struct GameSource {
    std::string path;  // "-" for standard input
    GameKind kind = GameKind::Pgn;
};

// The sources behind some paths: a folder that is not a corpus means the PGN files below it. `kind`
// overrides the detection by content.
Result<std::vector<GameSource>> find_game_sources(const std::vector<std::string>& paths,
                                                  std::optional<GameKind> kind);

// The files by whose bytes a source is recognised when it comes again: those of a Scid base, the
// moves of a corpus, the file itself. None of PGN, which may be compressed.
std::vector<std::filesystem::path> content_files(const GameSource& source);

struct ReadOptions {
    bool keep_deleted = false;  // games of a Scid base that are marked as deleted
    unsigned threads = 1;       // for input that several can unpack
};
Result<std::unique_ptr<GameReader>> open_games(const GameSource& source,
                                               const ReadOptions& options);

struct WriteOptions {
    bool overwrite = false;
    bool drop_site = false;          // leave web addresses out of a Scid base
    scid4::BaseInfo base_info = {};  // of a Scid base
    viriformat::ScoreOptions scores = {};
};
// For every kind but Scoredb and Polyglot, which the indexer and convert/book_maker.h make, and
// positions, which convert/training_writer.h writes.
Result<std::unique_ptr<GameWriter>> create_games(GameKind kind, const std::string& path,
                                                 const WriteOptions& options);

}  // namespace edge::formats
