// Writes games to a PGN file, formatted by game_writer.h: plain, or compressed with zstd when the
// name ends in .zst.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "codec/game_writer.h"
#include "core/atomic_file.h"
#include "core/zstd_block.h"
#include "edge/result.h"

namespace edge::pgn {

class TextWriter final : public GameWriter {
public:
    // "-" is standard output. An existing file is refused unless `overwrite`. Unsupported for names
    // of compressions that Edge can only read, .gz and .bz2.
    static Result<std::unique_ptr<TextWriter>> create(const std::filesystem::path& path,
                                                      bool overwrite);

    Result<std::unique_ptr<EncodedGames>> encode(std::span<const ReadGame> games,
                                                 ConversionReport& report) const override;
    Status append(std::unique_ptr<EncodedGames> games, ConversionReport& report) override;
    Status finish() override;

private:
    TextWriter(std::optional<AtomicFile> file, bool compresses)
        : file_(std::move(file)), compresses_(compresses) {}
    std::string compressed(std::string_view text) const;

    std::optional<AtomicFile> file_;  // else standard output
    bool compresses_;
    // Compressors that are not in use.
    mutable std::mutex spare_mutex_;
    mutable std::vector<ZstdCompressor> spare_;  // guarded by spare_mutex_
};

}  // namespace edge::pgn
