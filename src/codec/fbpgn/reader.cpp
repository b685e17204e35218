#include "codec/fbpgn/reader.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/fbpgn/chunk.h"
#include "codec/fbpgn/game_chunk.h"
#include "core/zlib_block.h"

namespace edge::fbpgn {
namespace {

constexpr size_t kMaxStretchGames = 1000;
// Chunks up to the largest that can be unpacked: zlib makes at most 1,032 bytes from one.
constexpr uint64_t kMaxStretchBytes = uint64_t{64} << 20;
constexpr uint64_t kMostZlibRatio = 1032;

class Stretch final : public UndecodedGames {
public:
    Stretch(std::shared_ptr<const Container> container, uint64_t first_game)
        : container_(std::move(container)), first_game_(first_game) {}

    void add(const ChunkPlace& chunk) {
        chunks_.push_back(chunk);
        bytes_ += std::min<uint64_t>(chunk.length * kMostZlibRatio, kMaxChunkBytes);
    }
    bool is_full() const {
        return chunks_.size() >= kMaxStretchGames || bytes_ >= kMaxStretchBytes;
    }

    Status decode(std::vector<ReadGame>& games, ConversionReport& report) const override {
        ZlibDecompressor decompressor;
        std::string buffer;
        for (size_t i = 0; i < chunks_.size(); ++i) {
            const std::string place = fmt::format("game {}", first_game_ + i + 1);
            const auto chunk = unpack(decompressor, chunks_[i], buffer);
            if (chunk) {
                add_games(*chunk, place, games, report);
            } else {
                ++report.games_read;
                report.skip("damaged", place,
                            fmt::format("{}, offset {}: {}", container_->name(), chunks_[i].offset,
                                        chunk.error().message));
            }
        }
        return {};
    }

private:
    Result<Chunk> unpack(ZlibDecompressor& decompressor, const ChunkPlace& place,
                         std::string& buffer) const {
        // A map in its first byte: CBOR that was not packed. No zlib stream begins like that.
        constexpr std::byte kMajorBits{0xE0};
        constexpr std::byte kMap{0xA0};
        const std::span<const std::byte> bytes = container_->bytes(place);
        if (!bytes.empty() && (bytes.front() & kMajorBits) == kMap) {
            return parse_chunk({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        }
        EDGE_CHECK(decompressor.decompress(bytes, kMaxChunkBytes, buffer));
        return parse_chunk(buffer);
    }

    std::shared_ptr<const Container> container_;
    uint64_t first_game_;
    std::vector<ChunkPlace> chunks_;
    uint64_t bytes_ = 0;
};

}  // namespace

bool looks_like_fbpgn(std::span<const std::byte> first_bytes) {
    return first_bytes.size() >= kMagic.size() &&
           std::memcmp(first_bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

Result<std::unique_ptr<Reader>> Reader::open(const std::filesystem::path& path) {
    return std::make_unique<Reader>(EDGE_TRY(Container::open(path)));
}

Result<std::unique_ptr<UndecodedGames>> Reader::next() {
    if (next_game_ == container_->game_count()) return nullptr;
    auto stretch = std::make_unique<Stretch>(container_, next_game_);
    while (next_game_ < container_->game_count() && !stretch->is_full()) {
        stretch->add(walk_.find(container_->chunk_of(next_game_)));
        ++next_game_;
    }
    return stretch;
}

uint64_t Reader::bytes_read() const {
    const uint64_t games = container_->game_count();
    if (next_game_ == games) return bytes_total();
    return static_cast<uint64_t>(static_cast<double>(bytes_total()) *
                                 static_cast<double>(next_game_) / static_cast<double>(games));
}

}  // namespace edge::fbpgn
