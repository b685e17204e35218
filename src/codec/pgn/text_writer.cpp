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

struct EncodedText final : EncodedGames {
    std::string text;
    uint64_t games = 0;
};

Compression compression_by_ending(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), to_lower);
    if (ending == ".gz") return Compression::Gzip;
    if (ending == ".bz2") return Compression::Bzip2;
    return ending == ".zst" ? Compression::Zstd : Compression::None;
}

}  // namespace

Result<std::unique_ptr<TextWriter>> TextWriter::create(const std::filesystem::path& path,
                                                       bool overwrite) {
    const Compression compression = compression_by_ending(path);
    auto packer = BlockPacker::create(compression);
    if (compression != Compression::None && packer == nullptr) {
        return fail(
            ErrorCode::Unsupported,
            fmt::format("cannot write {}: this build writes no compressed files", path.string()));
    }
    std::optional<AtomicFile> file;
    if (path != "-") file.emplace(EDGE_TRY(AtomicFile::create(path, overwrite)));
    return std::unique_ptr<TextWriter>(new TextWriter(std::move(file), std::move(packer)));
}

Result<std::unique_ptr<EncodedGames>> TextWriter::encode(std::span<const ReadGame> games,
                                                         ConversionReport&) const {
    auto encoded = std::make_unique<EncodedText>();
    for (const ReadGame& read : games) append_game(read.game, encoded->text);
    encoded->games = games.size();
    return encoded;
}

Status TextWriter::append(std::unique_ptr<EncodedGames> games, ConversionReport& report) {
    const auto& encoded = static_cast<const EncodedText&>(*games);
    report.games_written += encoded.games;
    if (!packer_) return write(encoded.text);
    packer_->add(encoded.text);
    return write(packer_->take());
}

void TextWriter::catch_up() {
    if (packer_) packer_->pack_waiting();
}

Status TextWriter::finish() {
    if (packer_) EDGE_CHECK(write(packer_->finish()));
    if (file_) return file_->commit();
    if (std::fflush(stdout) == 0) return {};
    return io_error("write", "standard output", errno);
}

Status TextWriter::write(std::string_view bytes) {
    if (file_) return file_->file().append(bytes);
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size()) return {};
    return io_error("write", "standard output", errno);
}

}  // namespace edge::pgn
