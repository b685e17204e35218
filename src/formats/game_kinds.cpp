#include "formats/game_kinds.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "codec/fbpgn/reader.h"
#include "codec/fbpgn/writer.h"
#include "codec/pgn/game_reader.h"
#include "codec/pgn/lexical.h"
#include "codec/pgn/text_writer.h"
#include "codec/polyglot/entry.h"
#include "codec/scid4/base_files.h"
#include "codec/scid4/base_reader.h"
#include "codec/scid4/base_writer.h"
#include "codec/scid4/index_header.h"
#include "codec/viriformat/detection.h"
#include "codec/viriformat/reader.h"
#include "codec/viriformat/writer.h"
#include "core/ascii.h"
#include "core/damage.h"
#include "core/io_error.h"
#include "core/mapped_file.h"
#include "formats/game_input.h"
#include "games/corpus_games.h"

namespace edge::formats {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, kGameKinds> kNames = {
    "pgn", "scoredb", "scid4", "viriformat", "fbpgn", "polyglot", "bullet", "text", "epd"};

// The endings of their files mean the same kinds.
struct Synonym {
    std::string_view text;
    GameKind kind;
};
constexpr Synonym kSynonyms[] = {{"si4", GameKind::Scid4},    {"sn4", GameKind::Scid4},
                                 {"sg4", GameKind::Scid4},    {"vf", GameKind::Viriformat},
                                 {"bin", GameKind::Polyglot}, {"data", GameKind::Bullet},
                                 {"txt", GameKind::Text}};

struct Ending {
    std::string_view text;
    GameKind kind;
};
constexpr Ending kEndings[] = {
    {".pgn", GameKind::Pgn},         {".pgn.zst", GameKind::Pgn},
    {".pgn.gz", GameKind::Pgn},      {".pgn.bz2", GameKind::Pgn},
    {".scoredb", GameKind::Scoredb}, {".si4", GameKind::Scid4},
    {".sn4", GameKind::Scid4},       {".sg4", GameKind::Scid4},
    {".vf", GameKind::Viriformat},   {".viriformat", GameKind::Viriformat},
    {".fbpgn", GameKind::Fbpgn},     {".bin", GameKind::Polyglot},
    {".bullet", GameKind::Bullet},   {".data", GameKind::Bullet},
    {".txt", GameKind::Text},        {".epd", GameKind::Epd}};

// Enough for the first record of every format, and to distinguish text from other bytes.
constexpr size_t kHeadBytes = kTextHeadBytes;

bool is_folder(const std::string& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

bool is_corpus(const std::string& path) {
    std::error_code error;
    return is_folder(path) && fs::exists(fs::path(path) / "meta", error);
}

// The name of a Scid base: one of its files, or all three without their endings.
bool is_scid_base(const std::string& path) {
    std::error_code error;
    const scid4::BaseFiles files = scid4::base_files(path);
    if (fs::path(path) == files.names || fs::path(path) == files.games) return true;
    return !fs::exists(path, error) && fs::exists(files.index, error);
}

// Text may contain odd characters, but not zero bytes.
bool is_text(std::span<const std::byte> head) {
    return std::ranges::find(head, std::byte{0}) == head.end();
}

// Recognised by entries of a fixed size in the order of their keys.
bool looks_like_book(std::span<const std::byte> file) {
    if (file.empty() || file.size() % polyglot::kEntryBytes != 0) return false;
    const size_t entries = std::min(file.size(), kHeadBytes) / polyglot::kEntryBytes;
    for (size_t i = 1; i < entries; ++i) {
        const auto key = [&](size_t entry) {
            return file.subspan(entry * polyglot::kEntryBytes, sizeof(uint64_t));  // big-endian
        };
        if (std::ranges::lexicographical_compare(key(i), key(i - 1))) return false;
    }
    return true;
}

Result<std::string> unpacked_head(const MappedFile& file, const std::string& path, size_t size) {
    const auto stream = EDGE_TRY(open_by_content(open_memory_stream(file.bytes()), path));
    std::string head(size, '\0');
    head.resize(EDGE_TRY(read_full(*stream, head)));
    return head;
}

Result<GameKind> kind_of_file(const std::string& path) {
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    if (file.text().starts_with(scid4::kIndexMagic)) return GameKind::Scid4;
    if (fbpgn::looks_like_fbpgn(file.bytes())) return GameKind::Fbpgn;
    // Before unpacking, as a board may begin with the same bytes as a packed file.
    const auto raw = file.bytes().first(std::min(file.bytes().size(), kHeadBytes));
    if (!is_text(raw) && viriformat::looks_like_viriformat(raw)) return GameKind::Viriformat;
    const std::string text = EDGE_TRY(unpacked_head(file, path, kHeadBytes));
    const auto head = std::as_bytes(std::span(text));
    if (is_text(head)) return GameKind::Pgn;
    if (viriformat::looks_like_viriformat(head)) return GameKind::Viriformat;
    if (looks_like_book(file.bytes())) return GameKind::Polyglot;
    return corrupt(path, 0,
                   "found bytes that no format begins with, expected games as pgn, scoredb, scid4, "
                   "viriformat or fbpgn");
}

bool begins_with_games(const std::string& path) {
    constexpr size_t kBytes = size_t{256} << 10;
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return false;
    const auto file = MappedFile::open(path);
    if (!file) return false;
    const auto head = unpacked_head(*file, path, kBytes);
    return head && std::ranges::any_of(pgn::read_games(*head), [](const pgn::TextGame& read) {
               return read.game.moves.main_line_plies() > 0;
           });
}

// Reads the text of a PGN input that it owns.
class OwningInputStream final : public ByteStream {
public:
    static Result<std::unique_ptr<OwningInputStream>> open(GameInput input, unsigned threads) {
        std::unique_ptr<OwningInputStream> stream(new OwningInputStream(std::move(input)));
        stream->text_ = EDGE_TRY(open_input_stream(stream->input_, threads));
        return stream;
    }
    Result<size_t> read(std::span<char> into) override {
        const size_t size = EDGE_TRY(text_->read(into));
        has_words_ = has_words_ || !std::ranges::all_of(into.first(size), pgn::is_blank);
        return size;
    }
    uint64_t size() const { return input_.size.value_or(0); }
    const std::string& name() const { return input_.name; }
    bool has_words() const { return has_words_; }  // so far: some byte is not a blank
    Status check_unchanged() const { return input_.file.check_unchanged(); }

private:
    explicit OwningInputStream(GameInput input) : input_(std::move(input)) {}

    GameInput input_;
    std::unique_ptr<ByteStream> text_;
    bool has_words_ = false;
};

// The games of a text. A text that is not blank but holds no game is of another kind.
class TextReader final : public GameReader {
public:
    explicit TextReader(std::unique_ptr<OwningInputStream> text)
        : text_(*text), games_(std::move(text), text_.size()) {}

    Result<std::unique_ptr<UndecodedGames>> next() override {
        auto games = EDGE_TRY(games_.next());
        if (games != nullptr) {
            has_games_ = true;
        } else if (!has_games_ && text_.has_words()) {
            return fail(ErrorCode::Corrupt,
                        fmt::format("{}: found no game and no tag in {} bytes, expected PGN",
                                    text_.name() == "-" ? "standard input" : text_.name(),
                                    games_.bytes_read()));
        }
        return games;
    }
    uint64_t bytes_read() const override { return games_.bytes_read(); }
    uint64_t bytes_total() const override { return games_.bytes_total(); }
    Status check_unchanged() const override { return text_.check_unchanged(); }

private:
    const OwningInputStream& text_;  // belongs to games_
    pgn::GameReader games_;
    bool has_games_ = false;
};

Result<std::unique_ptr<GameReader>> open_pgn(const std::string& path, unsigned threads) {
    auto inputs = EDGE_TRY(open_pgn_inputs({path}));
    auto text = EDGE_TRY(OwningInputStream::open(std::move(inputs.front()), threads));
    return std::make_unique<TextReader>(std::move(text));
}

}  // namespace

std::string_view kind_name(GameKind kind) { return kNames[static_cast<size_t>(kind)]; }

Result<GameKind> parse_game_kind(std::string_view name) {
    std::string_view word = name;
    if (word.starts_with('.')) word.remove_prefix(1);
    const auto found = std::ranges::find(kNames, word);
    if (found != kNames.end()) return static_cast<GameKind>(found - kNames.begin());
    for (const Synonym& synonym : kSynonyms) {
        if (word == synonym.text) return synonym.kind;
    }
    return fail(ErrorCode::InvalidArgument,
                fmt::format("found '{}', expected {}", name, fmt::join(kNames, ", ")));
}

Result<GameKind> kind_of_source(const std::string& path) {
    if (path == "-") return GameKind::Pgn;
    if (is_corpus(path)) return GameKind::Scoredb;
    if (is_folder(path)) return GameKind::Pgn;
    if (is_scid_base(path)) return GameKind::Scid4;
    std::error_code error;
    const auto status = fs::status(path, error);
    if (!fs::exists(status)) return io_error("open", path, ENOENT);
    if (!fs::is_regular_file(status)) return GameKind::Pgn;  // a pipe can be read only once
    return kind_of_file(path);
}

std::optional<GameKind> kind_of_games(const std::string& path) {
    const auto kind = kind_of_source(path);
    if (!kind || *kind == GameKind::Scoredb || *kind == GameKind::Polyglot) return std::nullopt;
    if (*kind == GameKind::Pgn && !begins_with_games(path)) return std::nullopt;
    return *kind;
}

Result<GameKind> kind_of_target(const std::string& path) {
    if (path == "-") return GameKind::Pgn;
    std::string name = fs::path(path).filename().string();
    if (name.empty()) name = fs::path(path).parent_path().filename().string();
    std::ranges::transform(name, name.begin(), to_lower);
    for (const Ending& ending : kEndings) {
        if (name.ends_with(ending.text)) return ending.kind;
    }
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("{}: found no ending that says what to write, expected .pgn "
                    "(also .gz, .bz2 and .zst), .scoredb, .si4, .vf, .fbpgn or .bin, or for "
                    "positions .bullet, .txt or .epd; otherwise name the kind",
                    path));
}

Result<std::vector<GameSource>> find_game_sources(const std::vector<std::string>& paths,
                                                  std::optional<GameKind> kind) {
    std::vector<GameSource> sources;
    for (const std::string& path : paths) {
        const GameKind found = kind ? *kind : EDGE_TRY(kind_of_source(path));
        if (found == GameKind::Pgn && is_folder(path)) {
            for (const fs::path& file : EDGE_TRY(pgn_files_below(path))) {
                sources.push_back({file.string(), found});
            }
        } else {
            sources.push_back({path, found});
        }
    }
    return sources;
}

std::vector<fs::path> content_files(const GameSource& source) {
    switch (source.kind) {
        case GameKind::Pgn:
            return {};
        case GameKind::Scid4: {
            const scid4::BaseFiles base = scid4::base_files(source.path);
            return {base.index, base.names, base.games};
        }
        case GameKind::Scoredb: {
            std::vector<fs::path> files;
            std::error_code error;
            for (;;) {
                fs::path moves =
                    fs::path(source.path) / "shards" / fmt::format("{}.moves", files.size());
                if (!fs::exists(moves, error)) return files;
                files.push_back(std::move(moves));
            }
        }
        default:
            return {source.path};
    }
}

Result<std::unique_ptr<GameReader>> open_games(const GameSource& source,
                                               const ReadOptions& options) {
    const bool is_stdin = source.path == "-";
    if (is_stdin && source.kind == GameKind::Viriformat) {
        return viriformat::Reader::open(
            EDGE_TRY(open_by_content(open_fd_stream(STDIN_FILENO, "-"), "-")), "standard input");
    }
    if (is_stdin && source.kind != GameKind::Pgn) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("standard input can only be pgn or viriformat, found {}; give a "
                                "file",
                                kind_name(source.kind)));
    }
    switch (source.kind) {
        case GameKind::Pgn:
            return open_pgn(source.path, options.threads);
        case GameKind::Scoredb:
            return games::CorpusReader::open(source.path);
        case GameKind::Scid4:
            return scid4::BaseReader::open(source.path, {.keep_deleted = options.keep_deleted});
        case GameKind::Viriformat:
            return viriformat::Reader::open(source.path);
        case GameKind::Fbpgn:
            return fbpgn::Reader::open(source.path);
        case GameKind::Polyglot:
            break;
        case GameKind::Bullet:
        case GameKind::Text:
        case GameKind::Epd:
            return fail(ErrorCode::Unsupported,
                        fmt::format("{}: {} holds positions, not games, and is only written",
                                    source.path, kind_name(source.kind)));
    }
    return fail(ErrorCode::Unsupported,
                fmt::format("{}: a Polyglot book holds moves and weights, not games; explore shows "
                            "them",
                            source.path));
}

Result<std::unique_ptr<GameWriter>> create_games(GameKind kind, const std::string& path,
                                                 const WriteOptions& options) {
    switch (kind) {
        case GameKind::Pgn:
            return pgn::TextWriter::create(path, options.overwrite);
        case GameKind::Scid4:
            return scid4::BaseWriter::create(path, {.overwrite = options.overwrite,
                                                    .drop_site = options.drop_site,
                                                    .info = options.base_info});
        case GameKind::Viriformat:
            return viriformat::Writer::create(path, options.scores, options.overwrite);
        case GameKind::Fbpgn:
            return fbpgn::Writer::create(path, {.overwrite = options.overwrite});
        case GameKind::Scoredb:
        case GameKind::Polyglot:
        case GameKind::Bullet:
        case GameKind::Text:
        case GameKind::Epd:
            break;
    }
    return fail(ErrorCode::Unsupported,
                fmt::format("{}: {} is not written game by game", path, kind_name(kind)));
}

}  // namespace edge::formats
