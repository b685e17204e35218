#include "codec/fbpgn/writer.h"

#include <array>
#include <bit>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "codec/fbpgn/chunk.h"
#include "codec/fbpgn/container.h"
#include "codec/fbpgn/game_chunk.h"
#include "codec/fbpgn/index.h"
#include "core/zlib_block.h"

namespace edge::fbpgn {
namespace {

constexpr int kZlibLevel = 9;
// Counts and references have 32 bits, and one value is needed for "none".
constexpr uint32_t kMaxGames = UINT32_MAX - 1;

struct PackedGame {
    Digest digest;
    std::string chunk;
    std::string index_fields;
    std::string place;
};

class PackedGames final : public EncodedGames {
public:
    std::vector<PackedGame> games;
};

// Little-endian, as ByteCursor reads it.
std::array<std::byte, 4> u32_bytes(uint32_t value) {
    return std::bit_cast<std::array<std::byte, 4>>(value);
}

}  // namespace

std::filesystem::path index_path(const std::filesystem::path& file) {
    std::filesystem::path path = file;
    path += ".idx";
    return path;
}

Result<std::unique_ptr<Writer>> Writer::create(const std::filesystem::path& path,
                                               const WriterOptions& options) {
    auto file = EDGE_TRY(AtomicFile::create(path, options.overwrite));
    std::unique_ptr<AtomicFile> index;
    if (options.write_index) {
        index = std::make_unique<AtomicFile>(
            EDGE_TRY(AtomicFile::create(index_path(path), options.overwrite)));
        EDGE_CHECK(index->file().append("["));
    }
    EDGE_CHECK(file.file().append(kMagic));
    EDGE_CHECK(file.file().append(std::as_bytes(std::span(&kVersion, 1))));
    EDGE_CHECK(file.file().append(u32_bytes(0)));  // the number of chunks, which comes last
    return std::unique_ptr<Writer>(new Writer(std::move(file), std::move(index)));
}

Result<std::unique_ptr<EncodedGames>> Writer::encode(std::span<const ReadGame> games,
                                                     ConversionReport& report) const {
    auto packed = std::make_unique<PackedGames>();
    packed->games.reserve(games.size());
    ZlibCompressor compressor(kZlibLevel);
    for (const ReadGame& read : games) {
        const Chunk chunk = chunk_of(read, report);
        const std::string cbor = chunk_cbor(chunk);
        if (cbor.size() > kMaxChunkBytes) {
            report.skip("too_long", read.place,
                        fmt::format("found a game of {} bytes, expected at most {}", cbor.size(),
                                    kMaxChunkBytes));
            continue;
        }
        packed->games.push_back({digest_of(cbor), compressor.compress(cbor),
                                 index_ != nullptr ? index_fields(chunk) : "", read.place});
    }
    return packed;
}

Status Writer::append(std::unique_ptr<EncodedGames> games, ConversionReport& report) {
    for (const PackedGame& game : static_cast<const PackedGames&>(*games).games) {
        if (games_ == kMaxGames) {
            report.skip("too_many", game.place,
                        fmt::format("found more games than the {} that fit", kMaxGames));
            continue;
        }
        const DigestTable::Place place = known_.add(game.digest);
        if (place.is_new) {
            EDGE_CHECK(file_.file().append(u32_bytes(static_cast<uint32_t>(game.chunk.size()))));
            EDGE_CHECK(file_.file().append(game.chunk));
        } else {
            duplicates_.push_back({games_, place.number});
        }
        if (index_ != nullptr) {
            EDGE_CHECK(index_->file().append(fmt::format(
                "{}\n{{\"ref\": {}{}}}", games_ == 0 ? "" : ",", games_, game.index_fields)));
        }
        ++games_;
        ++report.games_written;
    }
    return {};
}

Status Writer::append_references() {
    EDGE_CHECK(file_.file().append(u32_bytes(games_)));
    auto duplicate = duplicates_.begin();
    uint32_t next_chunk = 0;
    for (uint32_t game = 0; game < games_; ++game) {
        const bool is_duplicate = duplicate != duplicates_.end() && duplicate->game == game;
        EDGE_CHECK(
            file_.file().append(u32_bytes(is_duplicate ? (duplicate++)->chunk : next_chunk++)));
    }
    return {};
}

Status Writer::finish() {
    EDGE_CHECK(append_references());
    EDGE_CHECK(
        file_.file().write_at(kChunkCountAt, u32_bytes(static_cast<uint32_t>(known_.size()))));
    EDGE_CHECK(file_.seal());
    // The index goes first: it is useless without its file, but a file without an index is
    // complete.
    if (index_ != nullptr) {
        EDGE_CHECK(index_->file().append(games_ == 0 ? "]\n" : "\n]\n"));
        EDGE_CHECK(index_->commit());
    }
    return file_.commit();
}

}  // namespace edge::fbpgn
