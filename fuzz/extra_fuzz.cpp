// Any bytes as the unpacked payload of a frame of N.extra: packed first, so that the fuzzer gets
// past zstd. What decodes is encoded and decoded again without change.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/varint.h"
#include "core/zstd_block.h"
#include "corpus/extra_frame.h"
#include "require.h"

using namespace edge;

namespace {

using Games = std::vector<std::vector<corpus::ExtraTag>>;

std::string encode(const Games& games) {
    std::vector<std::pair<std::string, std::string>> raw;
    for (const auto& tags : games) {
        auto& [shape, values] = raw.emplace_back();
        for (const corpus::ExtraTag& tag : tags) {
            append_varint(shape, tag.name.size() << 1 | (tag.text ? 1 : 0));
            shape += tag.name;
            if (!tag.text) continue;
            append_varint(values, tag.text->size());
            values += *tag.text;
        }
    }
    std::vector<corpus::RawTags> views;
    for (const auto& [shape, values] : raw) views.push_back({shape, values});
    return corpus::encode_extra_frame(views);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view payload(reinterpret_cast<const char*>(data), size);
    const std::string frame = ZstdCompressor(ZstdParameters{}).compress(payload);
    const auto games = corpus::decode_extra_frame(std::as_bytes(std::span(frame)), "extra", 0);
    if (!games) return 0;
    const std::string again = encode(*games);
    FUZZ_REQUIRE(corpus::decode_extra_frame(std::as_bytes(std::span(again)), "extra", 0) == *games);
    return 0;
}
