#include "core/zstd_block.h"

#include <new>

#include <zstd.h>

namespace edge {

struct ZstdCompressor::Context {
    ZSTD_CCtx* zstd = ZSTD_createCCtx();
    std::string scratch;

    explicit Context(const ZstdParameters& parameters) {
        if (zstd == nullptr) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, parameters.level);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_hashLog, parameters.hash_log);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_minMatch, parameters.min_match);
    }
    ~Context() { ZSTD_freeCCtx(zstd); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
};

ZstdCompressor::ZstdCompressor(const ZstdParameters& parameters)
    : context_(std::make_unique<Context>(parameters)) {}
ZstdCompressor::~ZstdCompressor() = default;
ZstdCompressor::ZstdCompressor(ZstdCompressor&&) noexcept = default;
ZstdCompressor& ZstdCompressor::operator=(ZstdCompressor&&) noexcept = default;

std::string ZstdCompressor::compress(std::string_view block) {
    std::string& scratch = context_->scratch;
    const size_t bound = ZSTD_compressBound(block.size());
    if (scratch.size() < bound) scratch.resize(bound);
    // With room for the bound, it can fail only for lack of memory for the context's tables.
    const size_t size =
        ZSTD_compress2(context_->zstd, scratch.data(), scratch.size(), block.data(), block.size());
    if (ZSTD_isError(size) != 0U) throw std::bad_alloc();
    return std::string(scratch.data(), size);
}

}  // namespace edge
