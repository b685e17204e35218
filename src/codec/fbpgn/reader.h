// Reads FBPGN version 2: games as CBOR, each packed by zlib, and a table of references that puts
// them in order (docs/formats/fbpgn.md). The file is mapped; finding games reads lengths only.
//
// What it forgives:
//   - chunks that are not packed, map keys in any order or repeated, unknown keys,
//     strings and maps of indefinite length, whole numbers where text is expected
//   - movetext with or without a result at its end, with tags before it, of several games
//   - a chunk that is damaged: its games are skipped and counted
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "codec/fbpgn/container.h"
#include "codec/game_reader.h"
#include "edge/result.h"

namespace edge::fbpgn {

// Recognised by the magic that every version has.
bool looks_like_fbpgn(std::span<const std::byte> first_bytes);

class Reader final : public GameReader {
public:
    // Walks over all chunks once. Corrupt where lengths or references point outside the file,
    // Unsupported for another version.
    static Result<std::unique_ptr<Reader>> open(const std::filesystem::path& path);
    explicit Reader(std::shared_ptr<const Container> container)
        : container_(std::move(container)), walk_(*container_) {}

    Result<std::unique_ptr<UndecodedGames>> next() override;
    uint64_t bytes_read() const override;
    uint64_t bytes_total() const override { return container_->size_bytes(); }
    Status check_unchanged() const override { return container_->check_unchanged(); }

private:
    std::shared_ptr<const Container> container_;
    ChunkWalk walk_;
    uint64_t next_game_ = 0;
};

}  // namespace edge::fbpgn
