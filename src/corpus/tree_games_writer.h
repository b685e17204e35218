// Makes tree.games (corpus/tree_games.h). Lists are encoded by any number of threads, each for a
// run of edges, and written in the order of tree.dat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/output_file.h"
#include "edge/result.h"

namespace edge::corpus {

// How a list of two games or more is stored.
struct ListShape {
    bool in_blocks;
    uint64_t bytes;
};
ListShape list_shape(std::span<const uint32_t> games);  // ascending

// The games of one edge, added one by one, ascending. Takes little more memory than the list takes
// in the file.
class GameList {
public:
    void add(uint32_t game) {
        waiting_.push_back(game);
        if (waiting_.size() == kMaxWaiting) store_blocks();
    }

private:
    friend class GameLists;
    // A list with this many games is smaller in blocks, whichever they are.
    static constexpr size_t kMaxWaiting = size_t{1} << 18;

    void store_blocks();

    std::vector<uint32_t> waiting_;  // after those in blocks
    std::vector<std::byte> blocks_;
};

// The games of some edges that follow each other in tree.dat, as they will be in the file.
class GameLists {
public:
    // The games of the next edge: ascending, at least one.
    void add(std::span<const uint32_t> games);
    void add(const GameList& list);
    // The one game of the next edge.
    void add(uint32_t game) { entries_.push_back(game); }

    size_t edge_count() const { return entries_.size(); }

private:
    friend class TreeGamesWriter;
    void begin_list(bool in_blocks);

    struct List {
        uint32_t edge;   // counted within this object
        uint64_t start;  // in bytes_, with kListInBlocks
    };

    std::vector<uint32_t> entries_;  // of the edges; those with a list get its number when written
    std::vector<List> lists_;
    std::vector<std::byte> bytes_;
};

// The number of edges, and so where the lists begin, is known last: the table of lists and the
// lists wait in two separate files.
class TreeGamesWriter {
public:
    // Writes into `file`, which is empty, must outlive the writer and is closed by the caller. The
    // two files are made in `spool_directory`, and removed by finish() or with the directory.
    static Result<TreeGamesWriter> create(OutputFile& file,
                                          const std::filesystem::path& spool_directory);

    Status append(GameLists lists);
    // `game_count` is the corpus's.
    Status finish(uint64_t game_count);

    uint64_t edge_count() const { return edge_count_; }
    uint64_t list_count() const { return list_count_; }

private:
    TreeGamesWriter(OutputFile& file, OutputFile starts, OutputFile lists)
        : file_(&file), starts_(std::move(starts)), lists_(std::move(lists)) {}
    Status append_spooled(OutputFile& spool);

    OutputFile* file_;   // the header and the entries, then everything
    OutputFile starts_;  // the table of lists
    OutputFile lists_;
    uint64_t edge_count_ = 0;
    uint64_t list_count_ = 0;
};

}  // namespace edge::corpus
