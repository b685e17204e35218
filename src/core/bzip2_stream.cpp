#include <bzlib.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "core/decompressors.h"

namespace edge {

namespace {

class Bzip2Stream final : public ByteStream {
public:
    explicit Bzip2Stream(CompressedInput input) : input_(std::move(input)) {}
    Bzip2Stream(const Bzip2Stream&) = delete;
    Bzip2Stream& operator=(const Bzip2Stream&) = delete;
    ~Bzip2Stream() override {
        if (in_stream_) ::BZ2_bzDecompressEnd(&decoder_);
    }

    Result<size_t> read(std::span<char> into) override {
        while (true) {
            const bool more = EDGE_TRY(input_.refill());
            if (!in_stream_) {
                if (!more) return 0;
                begin_stream();
            } else if (!more) {
                return input_.corrupt("the file ends inside a bzip2 stream; expected more data");
            }
            const size_t count = EDGE_TRY(decompress_some(into));
            if (count != 0) return count;
        }
    }

private:
    // libbz2 has no reset, so each of the concatenated streams gets a new decompressor.
    void begin_stream() {
        decoder_ = {};
        if (::BZ2_bzDecompressInit(&decoder_, 0, 0) != BZ_OK) throw std::bad_alloc();
        in_stream_ = true;
    }

    Result<size_t> decompress_some(std::span<char> into) {
        constexpr size_t kMaxCount = std::numeric_limits<unsigned>::max();
        const std::span<char> pending = input_.pending();
        decoder_.next_in = pending.data();
        decoder_.avail_in = static_cast<unsigned>(pending.size());
        decoder_.next_out = into.data();
        decoder_.avail_out = static_cast<unsigned>(std::min(into.size(), kMaxCount));

        const int outcome = ::BZ2_bzDecompress(&decoder_);
        input_.consume(pending.size() - decoder_.avail_in);
        const auto count = static_cast<size_t>(decoder_.next_out - into.data());
        if (outcome == BZ_STREAM_END) {
            ::BZ2_bzDecompressEnd(&decoder_);
            in_stream_ = false;
        } else if (outcome == BZ_MEM_ERROR) {
            throw std::bad_alloc();
        } else if (outcome == BZ_DATA_ERROR_MAGIC) {
            return input_.corrupt("found other bytes, expected a bzip2 stream (BZh) or the end");
        } else if (outcome != BZ_OK) {
            return input_.corrupt("found damaged bzip2 data, expected a valid block");
        }
        return count;
    }

    CompressedInput input_;
    bz_stream decoder_{};
    bool in_stream_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> make_bzip2_stream(CompressedInput input) {
    return std::make_unique<Bzip2Stream>(std::move(input));
}

}  // namespace edge
