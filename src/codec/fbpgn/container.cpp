#include "codec/fbpgn/container.h"

#include <fmt/format.h>

#include "core/byte_cursor.h"
#include "core/byte_order.h"
#include "core/damage.h"

namespace edge::fbpgn {

Result<std::shared_ptr<const Container>> Container::open(const std::filesystem::path& path) {
    MappedFile file = EDGE_TRY(MappedFile::open(path));
    std::shared_ptr<Container> container(new Container(file.bytes(), path.string()));
    container->file_ = std::move(file);
    EDGE_CHECK(container->find_chunks());
    return container;
}

Result<std::shared_ptr<const Container>> Container::parse(std::span<const std::byte> bytes,
                                                          std::string name) {
    std::shared_ptr<Container> container(new Container(bytes, std::move(name)));
    EDGE_CHECK(container->find_chunks());
    return container;
}

Status Container::find_chunks() {
    ByteCursor cursor(bytes_, name_);
    EDGE_CHECK(cursor.expect(kMagic, "an FBPGN file"));
    const auto version = EDGE_TRY(cursor.read<uint8_t>("the version"));
    if (version != kVersion) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}, offset {}: found version {}, expected {}", name_,
                                kMagic.size(), version, kVersion));
    }
    chunk_count_ = EDGE_TRY(cursor.read<uint32_t>("the number of chunks"));
    for (uint32_t chunk = 0; chunk < chunk_count_; ++chunk) {
        if (chunk % kStride == 0) marks_.push_back(cursor.offset());
        const auto length = EDGE_TRY(cursor.read<uint32_t>("the length of a chunk"));
        EDGE_CHECK(cursor.skip(length, "a chunk"));
    }
    game_count_ = EDGE_TRY(cursor.read<uint32_t>("the number of references"));
    references_at_ = cursor.offset();
    for (uint32_t game = 0; game < game_count_; ++game) {
        const uint64_t at = cursor.offset();
        const auto chunk = EDGE_TRY(cursor.read<uint32_t>("a reference"));
        if (chunk >= chunk_count_) {
            return corrupt(name_, at,
                           fmt::format("found a reference to chunk {}, expected one of {} chunks",
                                       chunk, chunk_count_));
        }
    }
    return cursor.expect_end();
}

uint32_t Container::chunk_of(uint64_t game) const {
    return load<uint32_t>(bytes_.data() + references_at_ + game * sizeof(uint32_t));
}

ChunkPlace ChunkWalk::find(uint32_t chunk) {
    const uint32_t mark = chunk / Container::kStride;
    if (chunk < number_ || mark > number_ / Container::kStride) {
        number_ = mark * Container::kStride;
        at_ = container_.marks_[mark];
    }
    while (true) {
        const auto length = load<uint32_t>(container_.bytes_.data() + at_);
        const uint64_t begin = at_ + sizeof length;
        if (number_ == chunk) return {begin, length};
        at_ = begin + length;
        ++number_;
    }
}

}  // namespace edge::fbpgn
