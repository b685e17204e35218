// What is indexed: files, folders and standard input, put one behind the other.
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

namespace edge::ingest {

// One input of the concatenation.
struct PgnInput {
    std::string name;  // as errors and meta give it: an absolute path, or "-"
    MappedFile file;   // empty for a stream
    Compression compression = Compression::None;
    std::optional<uint64_t> size;  // uncompressed, when known before reading

    bool is_stream() const { return name == "-" || stream_only; }
    bool stream_only = false;  // a pipe or a device

    // Where games come whole from a reader of some format, that; the rest is empty then.
    std::shared_ptr<GameReader> games = nullptr;
};

// Text with a zero byte near its front is of another kind, and is refused.
inline constexpr size_t kTextHeadBytes = 4096;

// Every file of the paths in order; a folder stands for all *.pgn, *.pgn.gz, *.pgn.bz2 and
// *.pgn.zst below it, sorted by path; "-" for standard input. Files are opened, so that a missing
// or unreadable one is reported before any work is done.
Result<std::vector<PgnInput>> open_pgn_inputs(const std::vector<std::string>& paths);

// All *.pgn, *.pgn.gz, *.pgn.bz2 and *.pgn.zst below a folder, sorted by path; NotFound for none.
Result<std::vector<std::filesystem::path>> pgn_files_below(const std::filesystem::path& folder);

// The name a corpus gets by default: the first file's without its endings, a folder's, or "stdin".
std::string default_stem(const std::string& first_path);

// The uncompressed bytes of an input. A zstd file of several frames is decompressed by several
// threads.
Result<std::unique_ptr<ByteStream>> open_input_stream(const PgnInput& input, unsigned threads);

}  // namespace edge::ingest
