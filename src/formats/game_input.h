// The input of an index: files, folders and standard input, one after another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codec/game_reader.h"
#include "core/byte_stream.h"
#include "core/mapped_file.h"
#include "edge/result.h"

namespace edge::formats {

// One input of the concatenation.
struct GameInput {
    std::string name;  // as in errors and meta: an absolute path, or "-"
    MappedFile file;   // empty for a stream
    Compression compression = Compression::None;
    std::optional<uint64_t> size;  // uncompressed, when known before reading

    bool is_stream() const { return name == "-" || stream_only; }
    bool stream_only = false;  // a pipe or a device

    // The reader, where games come whole from a reader of some format; the rest is empty then.
    std::shared_ptr<GameReader> games = nullptr;
    bool games_have_offsets =
        false;  // they come from a text, where ReadGame::offset is their place
    // By whose bytes it is recognised when it comes again; empty for a text and for what can be
    // read only once.
    std::vector<std::filesystem::path> content_files = {};
};

// Text with a zero byte near its beginning is of another kind, and is refused.
inline constexpr size_t kTextHeadBytes = 4096;

// Every file of the paths in order; a folder means all *.pgn, *.pgn.gz, *.pgn.bz2 and *.pgn.zst
// below it, sorted by path; "-" for standard input. Files are opened, so that a missing or
// unreadable one is reported before any work is done.
Result<std::vector<GameInput>> open_pgn_inputs(const std::vector<std::string>& paths);

// All *.pgn, *.pgn.gz, *.pgn.bz2 and *.pgn.zst below a folder, sorted by path; NotFound for none.
Result<std::vector<std::filesystem::path>> pgn_files_below(const std::filesystem::path& folder);

// The default name of a corpus: the first file's without its endings, a folder's, or "stdin".
std::string default_stem(const std::string& first_path);

// The uncompressed bytes of an input. A zstd file of several frames is decompressed by several
// threads.
Result<std::unique_ptr<ByteStream>> open_input_stream(const GameInput& input, unsigned threads);

}  // namespace edge::formats
