// Writes FBPGN version 2, and next to it the index of its headers: x.fbpgn and x.fbpgn.idx. Games
// that are equal in every tag and move are stored once. Recognising a game takes 21 to 25 bytes of
// memory, and each duplicate 8.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "codec/fbpgn/digest_table.h"
#include "codec/game_writer.h"
#include "core/atomic_file.h"
#include "edge/result.h"

namespace edge::fbpgn {

struct WriterOptions {
    bool overwrite = false;
    bool write_index = true;
};

class Writer final : public GameWriter {
public:
    static Result<std::unique_ptr<Writer>> create(const std::filesystem::path& path,
                                                  const WriterOptions& options);

    Result<std::unique_ptr<EncodedGames>> encode(std::span<const ReadGame> games,
                                                 ConversionReport& report) const override;
    // Duplicates count as written: each has its reference.
    Status append(std::unique_ptr<EncodedGames> games, ConversionReport& report) override;
    Status finish() override;

    uint64_t game_count() const { return games_; }
    uint64_t chunk_count() const { return known_.size(); }

private:
    // A game that is stored already.
    struct Duplicate {
        uint32_t game;
        uint32_t chunk;
    };
    Writer(AtomicFile file, std::unique_ptr<AtomicFile> index)
        : file_(std::move(file)), index_(std::move(index)) {}
    Status append_references();

    AtomicFile file_;
    std::unique_ptr<AtomicFile> index_;  // null when none is wanted
    DigestTable known_;
    // Any other game becomes the next chunk.
    std::vector<Duplicate> duplicates_;
    uint32_t games_ = 0;
};

// The path of an FBPGN file's index: its name with ".idx" appended.
std::filesystem::path index_path(const std::filesystem::path& file);

}  // namespace edge::fbpgn
