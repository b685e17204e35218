#include "core/zstd_prefetch.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <future>
#include <vector>

#include "core/zstd_frames.h"

namespace edge {
namespace {

// Frames above this go through the plain stream, so that memory stays bounded.
constexpr uint64_t kMaxFrameBytes = uint64_t{32} << 20;

class ZstdPrefetch final : public ByteStream {
public:
    ZstdPrefetch(std::span<const std::byte> file, std::vector<ZstdFrame> frames, std::string name,
                 unsigned ahead)
        : file_(file), frames_(std::move(frames)), name_(std::move(name)), ahead_(ahead) {}

    Result<size_t> read(std::span<char> into) override {
        while (position_ == current_.size()) {
            start_ahead();
            if (pending_.empty()) return size_t{0};
            auto frame = pending_.front().get();
            pending_.pop_front();
            if (!frame) return tl::unexpected(std::move(frame).error());
            current_ = std::move(*frame);
            position_ = 0;
        }
        const size_t count = std::min(into.size(), current_.size() - position_);
        std::memcpy(into.data(), current_.data() + position_, count);
        position_ += count;
        return count;
    }

private:
    void start_ahead() {
        while (pending_.size() < ahead_ && next_ < frames_.size()) {
            const ZstdFrame frame = frames_[next_++];
            pending_.push_back(std::async(std::launch::async, [this, frame] {
                return decompress_frame(file_, frame, kMaxFrameBytes, name_);
            }));
        }
    }

    std::span<const std::byte> file_;
    std::vector<ZstdFrame> frames_;
    std::string name_;
    size_t ahead_;
    size_t next_ = 0;
    std::vector<char> current_;
    size_t position_ = 0;
    // Last, so that it is destroyed first: the destructor waits for the tasks, which use the other
    // members.
    std::deque<std::future<Result<std::vector<char>>>> pending_;
};

}  // namespace

std::unique_ptr<ByteStream> open_zstd_prefetch(std::span<const std::byte> file, std::string name,
                                               unsigned threads) {
    auto frames = list_zstd_frames(file, name);
    if (!frames) return nullptr;
    std::erase_if(*frames, [](const ZstdFrame& frame) { return frame.skippable; });
    if (frames->size() < 2) return nullptr;
    const bool fit = std::ranges::all_of(*frames, [](const ZstdFrame& frame) {
        return frame.content_size && *frame.content_size <= kMaxFrameBytes;
    });
    if (!fit) return nullptr;
    return std::make_unique<ZstdPrefetch>(file, std::move(*frames), std::move(name), threads);
}

}  // namespace edge
