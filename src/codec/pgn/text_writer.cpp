#include "codec/pgn/text_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "codec/pgn/game_writer.h"
#include "core/ascii.h"
#include "core/io_error.h"

namespace edge::pgn {
namespace {

// The default of the zstd program.
constexpr ZstdParameters kZstd = {.level = 3};

struct EncodedText final : EncodedGames {
    std::string text;  // compressed where the file is
    uint64_t games = 0;
};

}  // namespace

Result<std::unique_ptr<TextWriter>> TextWriter::create(const std::filesystem::path& path,
                                                       bool overwrite) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), to_lower);
    if (ending == ".gz" || ending == ".bz2") {
        return fail(ErrorCode::Unsupported,
                    fmt::format("cannot write {}: found the ending {}, expected .pgn or .pgn.zst",
                                path.string(), ending));
    }
    std::optional<AtomicFile> file;
    if (path != "-") file.emplace(EDGE_TRY(AtomicFile::create(path, overwrite)));
    return std::unique_ptr<TextWriter>(new TextWriter(std::move(file), ending == ".zst"));
}

Result<std::unique_ptr<EncodedGames>> TextWriter::encode(std::span<const ReadGame> games,
                                                         ConversionReport&) const {
    auto encoded = std::make_unique<EncodedText>();
    for (const ReadGame& read : games) append_game(read.game, encoded->text);
    encoded->games = games.size();
    if (compresses_ && !encoded->text.empty()) encoded->text = compressed(encoded->text);
    return encoded;
}

// A separate frame for each stretch: all programs can read a file of many frames, and several
// threads can do so at once.
std::string TextWriter::compressed(std::string_view text) const {
    std::unique_lock lock(spare_mutex_);
    if (spare_.empty()) spare_.emplace_back(kZstd);
    ZstdCompressor compressor = std::move(spare_.back());
    spare_.pop_back();
    lock.unlock();
    std::string frame = compressor.compress(text);
    lock.lock();
    spare_.push_back(std::move(compressor));
    return frame;
}

Status TextWriter::append(std::unique_ptr<EncodedGames> games, ConversionReport& report) {
    const auto& encoded = static_cast<const EncodedText&>(*games);
    report.games_written += encoded.games;
    if (file_) return file_->file().append(encoded.text);
    const std::string& text = encoded.text;
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return {};
    return io_error("write", "standard output", errno);
}

Status TextWriter::finish() {
    if (file_) return file_->commit();
    if (std::fflush(stdout) == 0) return {};
    return io_error("write", "standard output", errno);
}

}  // namespace edge::pgn
