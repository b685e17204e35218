// Writes games to a PGN file, formatted by game_writer.h: plain, or compressed when the name ends
// in .gz, .bz2 or .zst.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "codec/game_writer.h"
#include "core/atomic_file.h"
#include "core/block_packer.h"
#include "edge/result.h"

namespace edge::pgn {

class TextWriter final : public GameWriter {
public:
    // "-" is standard output. An existing file is refused unless `overwrite`. Unsupported for the
    // name of a compressed file in a build without compression.
    static Result<std::unique_ptr<TextWriter>> create(const std::filesystem::path& path,
                                                      bool overwrite);

    Result<std::unique_ptr<EncodedGames>> encode(std::span<const ReadGame> games,
                                                 ConversionReport& report) const override;
    Status append(std::unique_ptr<EncodedGames> games, ConversionReport& report) override;
    void catch_up() override;
    Status finish() override;

private:
    TextWriter(std::optional<AtomicFile> file, std::unique_ptr<BlockPacker> packer)
        : file_(std::move(file)), packer_(std::move(packer)) {}
    Status write(std::string_view bytes);

    std::optional<AtomicFile> file_;  // else standard output
    // Null for plain text. Stretches of games are too short to compress well, so their text is
    // gathered into blocks as it is appended, and catch_up() compresses these.
    std::unique_ptr<BlockPacker> packer_;
};

}  // namespace edge::pgn
