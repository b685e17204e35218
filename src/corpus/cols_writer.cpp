#include "corpus/cols_writer.h"

#include <cassert>
#include <cstring>

#include "core/spill_file.h"

namespace edge::corpus {
namespace {

// This many games stay in the first-level cache while the columns are taken from them.
constexpr size_t kChunkGames = 512;
// Columns of more games than this are spilled. 43 MB, so most corpora never spill.
constexpr size_t kMaxGamesInMemory = 1'000'000;

}  // namespace

void ColumnsBuilder::add(const std::byte* record) {
    if (last_games_.size() == kChunkGames) cut_columns();
    last_games_.push_back(column_entries(record));
    ++games_;
}

void ColumnsBuilder::cut_columns() {
    size_t i = 0;
    for_each_column([&]<class T>(const Column<T>& column) {
        std::vector<std::byte>& bytes = columns_[i++];
        const size_t before = bytes.size();
        bytes.resize(before + last_games_.size() * sizeof(T));
        std::byte* to = bytes.data() + before;
        for (const ColumnEntries& game : last_games_) {
            store<T>(to, column.entry(game));
            to += sizeof(T);
        }
    });
    last_games_.clear();
}

Status ColumnsBuilder::spill_if_large(const std::filesystem::path& path) {
    // The first column has four bytes per game.
    if (columns_.front().size() < 4 * kMaxGamesInMemory) return {};
    if (!spilled_) spilled_ = EDGE_TRY(OutputFile::create(path));
    for (size_t i = 0; i < kColumnCount; ++i) {
        pieces_[i].push_back({static_cast<size_t>(spilled_->size()), columns_[i].size()});
        EDGE_CHECK(spilled_->append(columns_[i]));
        columns_[i].clear();
    }
    return {};
}

// The header and the table.
std::vector<std::byte> ColumnsBuilder::front() const {
    std::vector<std::byte> front(kColsHeaderBytes + kColumnCount * kColsEntryBytes);
    std::memcpy(front.data(), kColsMagic.data(), kColsMagic.size());
    store<uint32_t>(front.data() + 8, kColsVersion);
    store<uint32_t>(front.data() + 12, kColumnCount);
    store<uint64_t>(front.data() + 16, games_);
    std::byte* entry = front.data() + kColsHeaderBytes;
    uint64_t end = front.size();
    for_each_column([&]<class T>(const Column<T>& column) {
        store<uint32_t>(entry, column.id);
        store<uint32_t>(entry + 4, sizeof(T));
        store<uint64_t>(entry + 8, align_column(end));
        end = align_column(end) + games_ * sizeof(T);
        entry += kColsEntryBytes;
    });
    return front;
}

// Calls put(bytes) for the parts of the file from front to back.
template <class Put>
Status ColumnsBuilder::put_file(std::span<const std::byte> spilled, Put put) {
    cut_columns();
    const std::vector<std::byte> before = front();
    EDGE_CHECK(put(std::span<const std::byte>(before)));
    uint64_t end = before.size();
    for (size_t i = 0; i < kColumnCount; ++i) {
        constexpr std::array<std::byte, kColumnAlignment> kPadding{};
        EDGE_CHECK(put(std::span(kPadding).first(align_column(end) - end)));
        end = align_column(end);
        for (const Piece& piece : pieces_[i]) {
            EDGE_CHECK(put(spilled.subspan(piece.offset, piece.size)));
            end += piece.size;
        }
        EDGE_CHECK(put(std::span<const std::byte>(columns_[i])));
        end += columns_[i].size();
    }
    return {};
}

Status ColumnsBuilder::write(OutputFile& file) {
    const auto put = [&file](std::span<const std::byte> piece) { return file.append(piece); };
    if (!spilled_) return put_file({}, put);
    const MappedFile mapped = EDGE_TRY(read_spilled(*spilled_));
    return put_file(mapped.bytes(), put);
}

std::vector<std::byte> ColumnsBuilder::bytes() {
    assert(!spilled_);
    std::vector<std::byte> bytes;
    (void)put_file({}, [&bytes](std::span<const std::byte> piece) -> Status {
        bytes.insert(bytes.end(), piece.begin(), piece.end());
        return {};
    });
    return bytes;
}

Result<ColumnsBuilder> collect_header_columns(const Shard& shard) {
    ColumnsBuilder builder;
    for (uint32_t i = 0; i < shard.game_count(); ++i) {
        builder.add(EDGE_TRY(shard.game(i)).record());
    }
    return builder;
}

Result<std::vector<std::byte>> build_header_columns(const Shard& shard) {
    return EDGE_TRY(collect_header_columns(shard)).bytes();
}

}  // namespace edge::corpus
