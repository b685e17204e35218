#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "core/decompressors.h"

namespace edge {

namespace {

// 15 is the largest window, 16 asks for the gzip wrapper with its checksum.
constexpr int kGzipWindowBits = 15 + 16;

class GzipStream final : public ByteStream {
public:
    explicit GzipStream(CompressedInput input) : input_(std::move(input)) {
        if (::inflateInit2(&inflater_, kGzipWindowBits) != Z_OK) throw std::bad_alloc();
    }
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;
    ~GzipStream() override { ::inflateEnd(&inflater_); }

    Result<size_t> read(std::span<char> into) override {
        while (true) {
            if (!in_member_ && !EDGE_TRY(begin_member())) return 0;
            if (!EDGE_TRY(input_.refill())) {
                return input_.corrupt("the file ends inside a gzip member; expected more data");
            }
            const size_t count = EDGE_TRY(inflate_some(into));
            if (count != 0) return count;
        }
    }

private:
    // False at the end of the file. Zeros between members and after the last are padding.
    Result<bool> begin_member() {
        while (true) {
            if (!EDGE_TRY(input_.refill())) return false;
            const auto first = static_cast<uint8_t>(input_.pending().front());
            if (first == 0x1f) break;
            if (first != 0 || !past_first_) {
                return input_.corrupt(fmt::format(
                    "found the byte {:02x}, expected a gzip member (1f 8b) or the end", first));
            }
            input_.consume(1);
        }
        ::inflateReset(&inflater_);
        in_member_ = true;
        past_first_ = true;
        return true;
    }

    Result<size_t> inflate_some(std::span<char> into) {
        constexpr size_t kMaxCount = std::numeric_limits<uInt>::max();
        const std::span<char> pending = input_.pending();
        inflater_.next_in = reinterpret_cast<Bytef*>(pending.data());
        inflater_.avail_in = static_cast<uInt>(pending.size());
        inflater_.next_out = reinterpret_cast<Bytef*>(into.data());
        inflater_.avail_out = static_cast<uInt>(std::min(into.size(), kMaxCount));

        const int outcome = ::inflate(&inflater_, Z_NO_FLUSH);
        input_.consume(pending.size() - inflater_.avail_in);
        if (outcome == Z_STREAM_END) {
            in_member_ = false;
        } else if (outcome == Z_MEM_ERROR) {
            throw std::bad_alloc();
        } else if (outcome != Z_OK) {
            return input_.corrupt(fmt::format(
                "found damaged gzip data ({}), expected a valid member",
                inflater_.msg != nullptr ? inflater_.msg : "a preset dictionary is asked for"));
        }
        return static_cast<size_t>(inflater_.next_out - reinterpret_cast<Bytef*>(into.data()));
    }

    CompressedInput input_;
    z_stream inflater_{};
    bool in_member_ = false;
    bool past_first_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> make_gzip_stream(CompressedInput input) {
    return std::make_unique<GzipStream>(std::move(input));
}

}  // namespace edge
