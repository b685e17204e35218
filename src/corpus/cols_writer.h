// Makes the N.cols of a shard (corpus/cols.h) from its records, as they are written or afterwards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "core/output_file.h"
#include "corpus/cols_layout.h"
#include "corpus/format.h"
#include "corpus/shard.h"
#include "edge/result.h"

namespace edge::corpus {

// Collects the columns, 43 bytes a game, until all games are added: the header of the file has
// their number.
class ColumnsBuilder {
public:
    void add(const std::byte* record);  // the next game, with its moves
    // Moves the columns in memory, when they are large, to the end of a file at `path`, which must
    // always be the same and which write() removes.
    Status spill_if_large(const std::filesystem::path& path);
    // Writes everything into `file`, which is empty; the caller closes it.
    Status write(OutputFile& file);
    std::vector<std::byte> bytes();  // what write() would write; nothing was spilled

private:
    struct Piece {
        size_t offset;  // in the spilled file
        size_t size;
    };

    void cut_columns();
    std::vector<std::byte> front() const;
    template <class Put>
    Status put_file(std::span<const std::byte> spilled, Put put);

    uint64_t games_ = 0;
    std::vector<ColumnEntries> last_games_;  // not in the columns yet
    std::array<std::vector<std::byte>, kColumnCount> columns_;
    std::optional<OutputFile> spilled_;
    std::array<std::vector<Piece>, kColumnCount> pieces_;  // of each column, before the games above
};

// The columns of all games of a shard: parse_header_columns gives views into the bytes.
Result<ColumnsBuilder> collect_header_columns(const Shard& shard);
Result<std::vector<std::byte>> build_header_columns(const Shard& shard);

}  // namespace edge::corpus
