// The part of a query that games' headers decide, a block of games at a time: each header test
// becomes a bit per game, read from the columns of N.cols or, without them, from the records.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/plan/program.h"
#include "query/plan/truth.h"

namespace edge::query {

// Consecutive games of one shard. Blocks begin at multiples of kBlockGames, so that threads write
// different words of a bitmap; a frame of N.extra holds as many games.
inline constexpr uint32_t kBlockGames = 1024;
inline constexpr uint32_t kBlockWords = kBlockGames / Bitmap::kWordBits;
struct Block {
    uint32_t shard = 0;
    uint32_t first = 0;
    uint32_t games = 0;
};

// What the tests need besides the headers: stored bitmaps, and the matching names of each shard.
// Safe to use from many threads.
class HeaderContext {
public:
    static Result<HeaderContext> prepare(const corpus::Corpus& corpus,
                                         std::span<const HeaderLeaf> headers);

    const corpus::Corpus& corpus() const { return *corpus_; }
    const Bitmap& bitmap(size_t header) const { return *bitmaps_[header]; }
    // The names of a shard that test number `header` accepts, a bit each; looked up on the first
    // call.
    Result<std::span<const uint64_t>> names(uint32_t shard, size_t header) const;
    // The tests of names that accept nobody in the corpus.
    Result<std::vector<NameTest>> tests_of_nobody() const;

private:
    struct ShardNames {
        std::mutex mutex;
        std::map<size_t, std::vector<uint64_t>> sets;  // by header
    };
    const corpus::Corpus* corpus_ = nullptr;
    std::span<const HeaderLeaf> headers_;
    std::vector<std::shared_ptr<const Bitmap>> bitmaps_;  // by header; null for a HeaderTest
    std::unique_ptr<ShardNames[]> names_;
};

// Reads blocks; one per thread.
class HeaderReader {
public:
    HeaderReader(const Program& program, const HeaderContext& context);

    // Decides what headers can decide about the block's games. Tags, which are slow to unpack, are
    // read only where the answer depends on them. What the functions below return is valid until
    // the next call.
    Status read(const Block& block);

    // The whole query with its leaves unknown; bits beyond the block's games are zero.
    using Verdicts = TruthOf<kBlockWords>;
    const Verdicts& verdicts() const { return scratch_.back(); }
    // The values of all header tests for a game whose verdict is undecided, by its place in the
    // block.
    std::span<const Truth> values_of(uint32_t game);

private:
    struct Columns;
    using Words = std::array<uint64_t, kBlockWords>;
    Status read_columns(const Block& block);
    Status test_headers(const Block& block);
    Status test_names(const NameTest& test, size_t header, const Block& block);
    Status test_tags(const Block& block);
    bool is_tag(size_t header) const;
    void decide(const Block& block, bool tags_known);

    const Program& program_;
    const HeaderContext& context_;
    std::unique_ptr<Columns> columns_;
    std::vector<Words> words_;       // by header test
    std::vector<Verdicts> scratch_;  // by node; the last is the whole query's
    std::vector<Truth> values_;
    bool has_tags_ = false;
    std::optional<uint32_t> extra_shard_;
    std::optional<corpus::ExtraReader> extra_;

public:
    ~HeaderReader();
    HeaderReader(HeaderReader&&) noexcept;
};

}  // namespace edge::query
