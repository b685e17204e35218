#include "core/block_compressor.h"

#include <bzlib.h>

#include <new>

#include "core/zlib_block.h"
#include "core/zstd_block.h"

namespace edge {
namespace {

class GzipBlocks final : public BlockCompressor {
public:
    std::string compress(std::string_view block) override { return compressor_.compress(block); }

private:
    ZlibCompressor compressor_{6, ZlibWrapper::Gzip};
};

class Bzip2Blocks final : public BlockCompressor {
public:
    // libbz2 has no reset, so there is nothing to keep.
    std::string compress(std::string_view block) override {
        constexpr int kLevel = 9;
        // What the manual of libbz2 asks for: one percent more, and 600 bytes.
        auto size = static_cast<unsigned>(block.size() + block.size() / 100 + 600);
        std::string packed(size, '\0');
        // libbz2 takes its input as non-const, but does not write to it; it refuses null.
        char* const source = const_cast<char*>(block.empty() ? "" : block.data());
        // With that room it can fail only for lack of memory.
        if (::BZ2_bzBuffToBuffCompress(packed.data(), &size, source,
                                       static_cast<unsigned>(block.size()), kLevel, 0,
                                       0) != BZ_OK) {
            throw std::bad_alloc();
        }
        packed.resize(size);
        return packed;
    }
};

class ZstdBlocks final : public BlockCompressor {
public:
    std::string compress(std::string_view block) override { return compressor_.compress(block); }

private:
    ZstdCompressor compressor_{ZstdParameters{.level = 3}};
};

}  // namespace

std::unique_ptr<BlockCompressor> make_block_compressor(Compression compression) {
    switch (compression) {
        case Compression::Gzip:
            return std::make_unique<GzipBlocks>();
        case Compression::Bzip2:
            return std::make_unique<Bzip2Blocks>();
        case Compression::Zstd:
            return std::make_unique<ZstdBlocks>();
        case Compression::None:
            break;
    }
    return nullptr;
}

}  // namespace edge
