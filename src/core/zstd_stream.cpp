#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <new>
#include <utility>

#include "core/decompressors.h"

namespace edge {

namespace {

struct FreeDecoder {
    void operator()(ZSTD_DCtx* decoder) const { ::ZSTD_freeDCtx(decoder); }
};

// libzstd continues with the next frame by itself and skips skippable ones. It refuses windows
// above 128 MiB, so a header cannot make it allocate more.
class ZstdStream final : public ByteStream {
public:
    explicit ZstdStream(CompressedInput input) : input_(std::move(input)) {
        if (!decoder_) throw std::bad_alloc();
    }

    Result<size_t> read(std::span<char> into) override {
        while (true) {
            // The decoder may hold output back, so the end of the input is not yet the end.
            const bool more = EDGE_TRY(input_.refill());
            if (!more && !in_frame_) return 0;
            const std::span<char> pending = input_.pending();
            ZSTD_inBuffer in{pending.data(), pending.size(), 0};
            ZSTD_outBuffer out{into.data(), into.size(), 0};
            const size_t outcome = ::ZSTD_decompressStream(decoder_.get(), &out, &in);
            input_.consume(in.pos);
            if (::ZSTD_isError(outcome)) return failure(outcome);
            in_frame_ = outcome != 0;
            if (out.pos != 0) return out.pos;
            if (!more && in_frame_) {
                return input_.corrupt("the file ends inside a zstd frame; expected more data");
            }
        }
    }

private:
    tl::unexpected<Error> failure(size_t outcome) const {
        switch (::ZSTD_getErrorCode(outcome)) {
            case ZSTD_error_memory_allocation:
                throw std::bad_alloc();
            case ZSTD_error_frameParameter_windowTooLarge:
                return input_.unsupported(
                    "found a zstd frame with a window above 128 MiB, expected a smaller one "
                    "(compress with --long=27 or less)");
            case ZSTD_error_dictionary_wrong:
                return input_.unsupported("found a zstd frame that needs a dictionary");
            case ZSTD_error_prefix_unknown:
                return input_.corrupt("found other bytes, expected a zstd frame or the end");
            default:
                return input_.corrupt(
                    fmt::format("found damaged zstd data ({}), expected a valid "
                                "frame",
                                ::ZSTD_getErrorName(outcome)));
        }
    }

    CompressedInput input_;
    std::unique_ptr<ZSTD_DCtx, FreeDecoder> decoder_{::ZSTD_createDCtx()};
    bool in_frame_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> make_zstd_stream(CompressedInput input) {
    return std::make_unique<ZstdStream>(std::move(input));
}

}  // namespace edge
