#include "index/spool.h"

#include <array>
#include <cstring>

#include "core/spill_file.h"

namespace edge::indexing {
namespace {

uint64_t bytes_of(const GameBatch& batch) {
    return batch.records.size() + batch.names.text().size() + batch.tag_shapes.size() +
           batch.tag_values.size() + batch.games.size() * sizeof(GameBatch::Game);
}

// The sizes of the five parts that follow.
using Sizes = std::array<uint64_t, 5>;

}  // namespace

Status Spool::add(GameBatch batch) {
    const uint64_t bytes = bytes_of(batch);
    if (!file_ && kept_bytes_ + bytes <= memory_) {
        kept_bytes_ += bytes;
        kept_.push_back(std::move(batch));
        return {};
    }
    if (!file_) file_ = EDGE_TRY(OutputFile::create(directory_ / "spool"));
    return write(batch);
}

Status Spool::write(const GameBatch& batch) {
    const Sizes sizes = {batch.games.size() * sizeof(GameBatch::Game), batch.records.size(),
                         batch.names.text().size(), batch.tag_shapes.size(),
                         batch.tag_values.size()};
    EDGE_CHECK(file_->append(std::as_bytes(std::span(sizes))));
    EDGE_CHECK(file_->append(std::as_bytes(std::span(batch.games))));
    EDGE_CHECK(file_->append(std::span(batch.records)));
    EDGE_CHECK(file_->append(batch.names.text()));
    EDGE_CHECK(file_->append(batch.tag_shapes));
    return file_->append(batch.tag_values);
}

Status Spool::open_for_reading() {
    mapped_ = EDGE_TRY(read_spilled(*file_));
    return {};
}

Result<bool> Spool::read(GameBatch& batch) {
    const auto bytes = mapped_.bytes();
    if (position_ == bytes.size()) return false;
    Sizes sizes;
    std::memcpy(sizes.data(), bytes.data() + position_, sizeof sizes);
    position_ += sizeof sizes;
    const auto part = [&](uint64_t size) {
        const auto some = bytes.subspan(position_, size);
        position_ += size;
        return some;
    };
    const auto text = [&](uint64_t size) {
        const auto some = part(size);
        return std::string(reinterpret_cast<const char*>(some.data()), some.size());
    };
    batch.clear();
    const auto games = part(sizes[0]);
    batch.games.resize(games.size() / sizeof(GameBatch::Game));
    if (!games.empty()) std::memcpy(batch.games.data(), games.data(), games.size());
    const auto records = part(sizes[1]);
    batch.records.assign(records.begin(), records.end());
    batch.names.assign(text(sizes[2]));
    batch.tag_shapes = text(sizes[3]);
    batch.tag_values = text(sizes[4]);
    return true;
}

}  // namespace edge::indexing
