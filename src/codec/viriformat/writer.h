// Writes viriformat (docs/formats/viriformat.md). A game begins at its first scored position and
// ends at the first that has no score; what the format cannot hold is counted.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "codec/game_writer.h"
#include "codec/viriformat/scored_line.h"
#include "core/atomic_file.h"
#include "edge/result.h"

namespace edge::viriformat {

class Writer : public GameWriter {
public:
    // An existing file is refused unless `overwrite`.
    static Result<std::unique_ptr<Writer>> create(const std::filesystem::path& path,
                                                  ScoreOptions options, bool overwrite);

    Result<std::unique_ptr<EncodedGames>> encode(std::span<const ReadGame> games,
                                                 ConversionReport& report) const override;
    Status append(std::unique_ptr<EncodedGames> games, ConversionReport& report) override;
    Status finish() override;

private:
    Writer(AtomicFile file, ScoreOptions options) : file_(std::move(file)), options_(options) {}

    AtomicFile file_;
    ScoreOptions options_;
};

}  // namespace edge::viriformat
