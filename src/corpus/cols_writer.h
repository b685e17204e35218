// Makes the N.cols of a shard (corpus/cols.h) from its records, as they are written or afterwards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/output_file.h"
#include "corpus/cols_layout.h"
#include "corpus/format.h"
#include "corpus/shard.h"
#include "edge/result.h"

namespace edge::corpus {

// Collects the columns in memory, 27 bytes a game: the file says at its front how many games there
// are.
class ColumnsBuilder {
public:
    void add(const std::byte* record);  // the next game; reads its header
    // Writes everything into `file`, which is empty; closing it is left to the caller.
    Status write(OutputFile& file);
    std::vector<std::byte> bytes();  // what write() would write

private:
    void cut_columns();
    std::vector<std::byte> front() const;
    template <class Put>
    Status put_file(Put put);

    uint64_t games_ = 0;
    std::vector<GameHeader> headers_;  // of the last games, not in the columns yet
    std::array<std::vector<std::byte>, kColumnCount> columns_;
};

// The columns of all games of a shard: parse_header_columns gives views into the bytes.
Result<ColumnsBuilder> collect_header_columns(const Shard& shard);
Result<std::vector<std::byte>> build_header_columns(const Shard& shard);

}  // namespace edge::corpus
