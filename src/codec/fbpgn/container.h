// The outermost layer of an FBPGN file: chunks one after another, and for each game the number of
// its chunk. Nothing is unpacked here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/mapped_file.h"
#include "edge/result.h"

namespace edge::fbpgn {

inline constexpr std::string_view kMagic = "FBPGN";
inline constexpr uint8_t kVersion = 2;
// The magic, the version and the number of chunks.
inline constexpr uint64_t kHeaderBytes = 10;
inline constexpr uint64_t kChunkCountAt = 6;
// No chunk may unpack to more, which is also the PGN reader's limit for one game.
inline constexpr size_t kMaxChunkBytes = size_t{64} << 20;

struct ChunkPlace {
    uint64_t offset = 0;  // of its bytes in the file, after the length
    uint32_t length = 0;
};

// Safe to use from many threads.
class Container {
public:
    // Walks over all lengths and looks at every reference, so that nothing points outside the file
    // afterwards. Corrupt, or Unsupported for another version.
    static Result<std::shared_ptr<const Container>> open(const std::filesystem::path& path);
    // The same for bytes in memory that outlive it; `name` is for messages.
    static Result<std::shared_ptr<const Container>> parse(std::span<const std::byte> bytes,
                                                          std::string name);

    uint32_t chunk_count() const { return chunk_count_; }
    uint32_t game_count() const { return game_count_; }
    uint64_t size_bytes() const { return bytes_.size(); }
    const std::string& name() const { return name_; }
    // Io when the file became shorter since it was opened.
    Status check_unchanged() const { return file_.check_unchanged(); }

    uint32_t chunk_of(uint64_t game) const;
    std::span<const std::byte> bytes(const ChunkPlace& chunk) const {
        return bytes_.subspan(chunk.offset, chunk.length);
    }

private:
    friend class ChunkWalk;
    Container(std::span<const std::byte> bytes, std::string name)
        : bytes_(bytes), name_(std::move(name)) {}
    Status find_chunks();

    // The offset of every kStride-th chunk is kept, and the others are found from there: an offset
    // for every chunk would take 8 bytes each.
    static constexpr uint32_t kStride = 64;

    MappedFile file_;
    std::span<const std::byte> bytes_;
    std::string name_;
    uint32_t chunk_count_ = 0;
    uint32_t game_count_ = 0;
    uint64_t references_at_ = 0;
    std::vector<uint64_t> marks_;  // of the length of every kStride-th chunk
};

// Finds chunks by their numbers; quickest in ascending order, which is the usual one.
class ChunkWalk {
public:
    explicit ChunkWalk(const Container& container) : container_(container) {}

    ChunkPlace find(uint32_t chunk);

private:
    const Container& container_;
    uint32_t number_ = 0;  // of the chunk whose length is at at_
    uint64_t at_ = kHeaderBytes;
};

}  // namespace edge::fbpgn
