#include "index/indexer.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>

#include "core/default_memory.h"
#include "core/lost_pages.h"
#include "core/ordered_work.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "corpus/meta.h"
#include "corpus/tree_games.h"
#include "formats/game_input.h"
#include "index/block_source.h"
#include "index/index_inputs.h"
#include "index/issue_log.h"
#include "index/reader_issues.h"
#include "index/shard_output.h"

namespace edge::indexing {

namespace fs = std::filesystem;

namespace {

std::string utc_stamp() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y%m%d-%H%M%S}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

// For the report only, so an unreadable file counts as 0.
uint64_t bytes_below(const fs::path& folder) {
    uint64_t bytes = 0;
    std::error_code ignored;
    for (auto entry = fs::recursive_directory_iterator(folder, ignored);
         entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
        if (entry->is_regular_file(ignored)) bytes += entry->file_size(ignored);
    }
    return bytes;
}

// Games of a block that is not text, with the report of their reader.
void decode_whole(BlockDecoder& decoder, const std::vector<ReadGame>& games,
                  const GamePlaces& places, ConversionReport reading, GameBatch& batch) {
    decoder.decode(games, places, batch);
    batch.games_read += reading.games_read - games.size();
    add_reader_issues(reading, games, places, batch);
    reading.merge(batch.reading);
    batch.reading = std::move(reading);
}

struct GameCounts {
    uint64_t numbered = 0;  // in inputs where numbers are places
    uint64_t whole = 0;     // in all inputs that are not read as text

    GameCounts& operator+=(const GameCounts& other) {
        numbered += other.numbered;
        whole += other.whole;
        return *this;
    }
};

// One call of index_games. Members are grouped by who touches them.
class Indexer {
public:
    Indexer(const IndexOptions& options, std::vector<formats::GameInput> inputs,
            OutputDir directory)
        : options_(options),
          inputs_(std::move(inputs)),
          directory_(std::move(directory)),
          threads_(options.threads != 0 ? options.threads : default_threads()),
          memory_(options.memory != 0 ? options.memory : default_memory()),
          source_(inputs_, threads_),
          work_(
              2 * uint64_t{threads_} + 2, [this] { return next_block(); },
              [this](Decoded decoded) { return accept(std::move(decoded)); }),
          tree_(directory_.path(), memory_ / 2),
          output_(directory_.path(),
                  {.extra = options.extra, .cols = options.cols, .spool_memory = memory_ / 8}),
          issues_(inputs_, options.bad_games, options.on_issue),
          games_in_(inputs_.size()) {}

    Result<IndexReport> run(const std::string& stem);
    Status check_inputs() const { return check_unchanged(inputs_); }

private:
    struct Decoded {
        Block block;
        GameBatch batch;
    };

    Status prepare();
    void decode_blocks();
    Result<Decoded> decode(BlockDecoder& decoder, uint64_t number, Block block);
    GamePlaces places_of(const Block& block) const;
    void start_output(uint64_t total_size, uint64_t total_bytes);
    Status check_not_cancelled() const;
    Result<std::optional<Block>> next_block();
    GameBatch take_batch();
    void give_back(GameBatch batch);

    // In input order, one thread at a time.
    Result<bool> accept(Decoded decoded);
    uint64_t end_of(const Block& block) const;
    void count_to_the_end();
    void add_to_report(const GameBatch& batch);
    Result<bool> cut_to_max_games(const Block& block, GameBatch& batch);

    std::optional<uint64_t> size_of(size_t input) const;
    uint64_t bytes_of_inputs() const;
    void warn_of_damage();
    tree::TreeOptions tree_options();
    Status write_meta(const std::string& stem, const std::string& stamp);

    const IndexOptions& options_;
    const std::vector<formats::GameInput> inputs_;
    OutputDir directory_;
    const unsigned threads_;
    const uint64_t memory_;
    const bool has_numbered_games_ = has_numbered_games(inputs_);
    const std::optional<uint64_t> known_bytes_ = known_size(inputs_);  // before reading
    const uint64_t lost_pages_before_ = lost_page_count();
    BlockSource source_;  // used by next_block alone, hence by one thread at a time
    OrderedWork<Block, Decoded, GameCounts> work_;

    // Used while accepting, hence by one thread at a time:
    std::optional<Block> carried_;  // what is left of a block that ended inside a game
    DecodeOptions decode_options_;
    tree::TreeBuilder tree_;
    ShardOutput output_;
    IssueLog issues_;
    IndexReport report_;
    std::optional<size_t> enough_in_;  // the input in which choice.max_games was reached
    std::vector<uint64_t> games_in_;   // by input: numbered games so far
    uint64_t concatenated_ = 0;        // bytes of text and numbered games so far

    std::mutex spare_mutex_;
    std::vector<GameBatch> spare_batches_;  // guarded by spare_mutex_
    std::atomic<uint64_t> games_so_far_ = 0;
};

Status Indexer::prepare() {
    std::error_code error;
    for (const char* folder : {"shards", "bitmaps"}) {
        fs::create_directory(directory_.path() / folder, error);
        if (error) {
            return fail(ErrorCode::Io,
                        fmt::format("cannot create {}: {}", (directory_.path() / folder).string(),
                                    error.message()));
        }
    }
    decode_options_ = {.bad_games = options_.bad_games,
                       .tree_plies = options_.tree ? options_.tree_plies : 0,
                       .extra = options_.extra,
                       .choice = &options_.choice,
                       .wanted = options_.wanted};
    // Which shard a game belongs to depends on the size of all; with one shard it does not matter.
    if (known_bytes_ && !has_numbered_games_) {
        start_output(*known_bytes_, *known_bytes_);
    } else if (options_.shards == 1U || (known_bytes_ && default_shards(*known_bytes_) == 1)) {
        start_output(UINT64_MAX, bytes_of_inputs());
    }
    return {};
}

// `total_size` is in bytes of text and numbered games, as pgn_offset counts.
void Indexer::start_output(uint64_t total_size, uint64_t total_bytes) {
    report_.shards = options_.shards.value_or(default_shards(total_bytes));
    output_.start(report_.shards, total_size);
}

Status Indexer::check_not_cancelled() const {
    // Checked at once, because text that turned into zeros is one endless game, which takes long to
    // read.
    if (lost_page_count() != lost_pages_before_) EDGE_CHECK(check_inputs());
    if (!options_.is_cancelled || !options_.is_cancelled()) return {};
    return fail(ErrorCode::Cancelled, "indexing was cancelled");
}

// An error ends the input, and indexing only once the blocks before it are accepted: they may reach
// choice.max_games, which must not depend on how far ahead the threads read.
Result<std::optional<Block>> Indexer::next_block() {
    EDGE_CHECK(check_not_cancelled());
    auto block = EDGE_TRY(source_.next());
    if (options_.on_progress) {
        options_.on_progress(source_.bytes_read(), known_bytes_, games_so_far_);
    }
    return block;
}

// Batches are reused: fresh memory would cost a page fault for every 4 KiB of output.
GameBatch Indexer::take_batch() {
    const std::lock_guard lock(spare_mutex_);
    if (spare_batches_.empty()) return {};
    GameBatch batch = std::move(spare_batches_.back());
    spare_batches_.pop_back();
    return batch;
}

void Indexer::give_back(GameBatch batch) {
    const std::lock_guard lock(spare_mutex_);
    if (spare_batches_.size() < threads_) spare_batches_.push_back(std::move(batch));
}

// What each thread does.
void Indexer::decode_blocks() {
    BlockDecoder decoder(decode_options_);
    corpus::ExtraEncoder encoder;
    while (auto taken = work_.take()) {
        work_.put(taken->number, decode(decoder, taken->number, std::move(taken->item)));
        if (auto status = output_.encode_tags(encoder); !status) {
            return work_.fail(std::move(status).error());
        }
    }
}

Result<Indexer::Decoded> Indexer::decode(BlockDecoder& decoder, uint64_t number, Block block) {
    Status status;
    std::vector<ReadGame> games;
    ConversionReport reading;
    reading.keeps_notes = true;
    if (block.games != nullptr) {
        status = block.games->decode(games, reading);
        if (!status) games.clear();
    }
    if (has_numbered_games_ || options_.wanted != nullptr) {
        // The games of the blocks before place this one in the concatenation.
        if (is_numbered(inputs_[block.input])) block.numbered_games = games.size();
        const GameCounts before = EDGE_TRY(
            work_.add_to_total(number, {.numbered = block.numbered_games, .whole = games.size()}));
        block.body.offset += before.numbered;
        block.first_game = before.whole;
    }
    EDGE_CHECK(std::move(status));
    Decoded decoded{std::move(block), take_batch()};
    const BlockText& body = decoded.block.body;
    if (decoded.block.games == nullptr) {
        decoder.decode(body, decoded.batch);
    } else {
        decode_whole(decoder, games, places_of(decoded.block), std::move(reading), decoded.batch);
    }
    return decoded;
}

GamePlaces Indexer::places_of(const Block& block) const {
    return {.begin = block.body.offset,
            .in_text = inputs_[block.input].games_have_offsets,
            .first_game = block.first_game};
}

// If this block reaches the number of games wanted, reads it again up to there.
Result<bool> Indexer::cut_to_max_games(const Block& block, GameBatch& batch) {
    const uint64_t wanted = options_.choice.max_games - report_.games;
    if (batch.games.size() < wanted) return false;
    DecodeOptions decode_options = decode_options_;
    decode_options.max_games = wanted;
    BlockDecoder decoder(decode_options);
    if (block.games == nullptr) {
        decoder.decode(block.body, batch);
    } else {
        std::vector<ReadGame> games;
        ConversionReport reading;
        reading.keeps_notes = true;
        EDGE_CHECK(block.games->decode(games, reading));
        decode_whole(decoder, games, places_of(block), std::move(reading), batch);
    }
    return true;
}

// False when enough games were accepted.
Result<bool> Indexer::accept(Decoded decoded) {
    auto& [block, batch] = decoded;
    if (carried_) {
        // The guess that a game begins with this block was wrong, or could not be made: read the
        // block again after what is left of the one before.
        block = join(*carried_, block);
        carried_.reset();
        BlockDecoder(decode_options_).decode(block.body, batch);
    }
    if (EDGE_TRY(cut_to_max_games(block, batch))) enough_in_ = block.input;
    concatenated_ = end_of(block);
    games_in_[block.input] += block.numbered_games;
    batch.reading.name_source(inputs_[block.input].name);
    EDGE_CHECK(issues_.note(block, batch));
    add_to_report(batch);
    if (!enough_in_ && batch.end.state != pgn::ReadEnd::State::Clean) {
        Block rest = block;
        rest.body.text.remove_prefix(batch.end.at);
        rest.body.offset += batch.end.at;
        rest.input_offset += batch.end.at;
        rest.body.begins_source = block.body.begins_source && batch.end.at == 0;
        rest.body.lost = batch.end.state == pgn::ReadEnd::State::Lost;
        carried_ = std::move(rest);
    }
    EDGE_CHECK(tree_.add(std::move(batch.tuples), report_.games - batch.games.size()));
    EDGE_CHECK(output_.add(batch));
    give_back(std::move(batch));
    return !enough_in_;
}

// In the concatenation.
uint64_t Indexer::end_of(const Block& block) const {
    return block.body.offset + block.body.text.size() + block.numbered_games + block.read_to;
}

// Text after the last whole game belongs to no block.
void Indexer::count_to_the_end() {
    if (enough_in_) return;
    concatenated_ = source_.text_bytes();
    for (const uint64_t games : games_in_) concatenated_ += games;
    if (!has_numbered_games_) report_.input_bytes = concatenated_;
}

void Indexer::add_to_report(const GameBatch& batch) {
    report_.input_bytes = has_numbered_games_ ? bytes_of_inputs() : concatenated_;
    report_.reading.merge(batch.reading);
    report_.games_read += batch.games_read;
    report_.games += batch.games.size();
    report_.plies += batch.plies;
    report_.truncated += batch.truncated;
    for (size_t r = 0; r < formats::kIssueReasons; ++r)
        report_.issue_counts[r] += batch.issue_counts[r];
    for (size_t r = 0; r < kLeftOutReasons; ++r) report_.left_out[r] += batch.left_out[r];
    games_so_far_ = report_.games_read;
}

// Of all inputs, as far as their sizes are known.
uint64_t Indexer::bytes_of_inputs() const {
    uint64_t bytes = 0;
    for (const formats::GameInput& input : inputs_) bytes += input.size.value_or(0);
    return bytes;
}

void Indexer::warn_of_damage() {
    for (const formats::GameInput& input : inputs_) {
        if (input.games == nullptr) continue;
        std::ranges::copy(input.games->warnings(), std::back_inserter(report_.warnings));
    }
    const std::string source = inputs_.size() == 1 ? inputs_.front().name : "the sources";
    if (auto warning = damage_warning(report_.reading, source)) {
        report_.warnings.push_back(*std::move(warning));
    }
}

// The input's uncompressed size, when it is known. Bytes read ahead do not count.
std::optional<uint64_t> Indexer::size_of(size_t input) const {
    if (!enough_in_ || input < *enough_in_) return source_.sizes()[input];
    return inputs_[input].size;
}

Status Indexer::write_meta(const std::string& stem, const std::string& stamp) {
    corpus::Meta meta;
    meta.num_shards = report_.shards;
    meta.total_games = report_.games;
    meta.total_moves = report_.plies;
    meta.source_pgn_stem = stem;
    meta.source_pgn_size = known_bytes_.value_or(report_.input_bytes);
    meta.indexed_at = stamp;
    if (options_.tree) {
        meta.tree_plies = report_.tree_plies;
        meta.tree_min_games = options_.tree_min_games;
        meta.tree_hash = "polyglot";
        meta.tree_sorted = "1";
    }
    for (size_t i = 0; i < inputs_.size(); ++i) {
        if (is_numbered(inputs_[i])) {
            meta.sources.push_back({inputs_[i].name, std::nullopt, games_in_[i]});
        } else {
            meta.sources.push_back({inputs_[i].name, size_of(i)});
        }
    }
    auto file = EDGE_TRY(OutputFile::create(directory_.path() / "meta"));
    EDGE_CHECK(file.append(corpus::format_meta(meta)));
    return file.close(true);
}

tree::TreeOptions Indexer::tree_options() {
    tree::TreeOptions tree{.min_games = options_.tree_min_games,
                           .threads = threads_,
                           .game_count = {},
                           .is_cancelled = options_.is_cancelled};
    if (!options_.tree_games) return tree;
    if (report_.games < corpus::kMaxTreeGames) {
        tree.game_count = report_.games;
    } else {
        report_.warnings.push_back(
            fmt::format("no tree.games: found {} games, expected fewer than 2^32", report_.games));
    }
    return tree;
}

Result<IndexReport> Indexer::run(const std::string& stem) {
    const auto begin = std::chrono::steady_clock::now();
    const std::string stamp = utc_stamp();
    EDGE_CHECK(prepare());
    EDGE_CHECK(work_.run(threads_, [this](unsigned) { decode_blocks(); }));
    EDGE_CHECK(check_not_cancelled());
    assert(!carried_);  // the last block of an input always ends clean

    count_to_the_end();
    if (!output_.is_started()) start_output(concatenated_, report_.input_bytes);
    EDGE_CHECK(output_.finish([this] { return check_not_cancelled(); }));
    if (options_.tree) {
        report_.has_tree = true;
        report_.tree_plies = options_.tree_plies == kAllPlies ? 0 : options_.tree_plies;
        report_.tree = EDGE_TRY(tree_.write(tree_options()));
    }
    EDGE_CHECK(check_not_cancelled());
    EDGE_CHECK(check_inputs());
    report_.first_issues = issues_.first_issues();
    warn_of_damage();
    EDGE_CHECK(write_meta(stem, stamp));
    report_.corpus_bytes = bytes_below(directory_.path());
    EDGE_CHECK(directory_.commit());
    report_.corpus = directory_.target();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    report_.seconds = elapsed.count();
    return std::move(report_);
}

// Runs without a name of their own do not get in each other's way, also within one second.
Result<OutputDir> create_output(const IndexOptions& options, const std::string& stem) {
    if (options.out.empty()) {
        return OutputDir::create_numbered(fmt::format("{}.{}.scoredb", stem, utc_stamp()));
    }
    for (const std::string& input : options.inputs) {
        std::error_code error;
        if (!fs::equivalent(input, options.out, error)) continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is what the games are read from; expected another output",
                                options.out.string()));
    }
    return OutputDir::create(options.out, options.force);
}

}  // namespace

uint32_t default_shards(uint64_t bytes) {
    constexpr uint64_t kMegabyte = 1'000'000;
    if (bytes < 200 * kMegabyte) return 1;
    if (bytes < 2'000 * kMegabyte) return 4;
    if (bytes < 20'000 * kMegabyte) return 16;
    if (bytes <= 200'000 * kMegabyte) return 32;
    return 64;
}

Result<IndexReport> index_games(const IndexOptions& options) {
    if (options.inputs.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    "nothing to index: expected at least one file of games");
    }
    auto inputs = EDGE_TRY(open_index_inputs(options));
    const std::string stem = formats::default_stem(options.inputs.front());
    auto directory = EDGE_TRY(create_output(options, stem));
    Indexer indexer(options, std::move(inputs), std::move(directory));
    auto run = indexer.run(stem);
    // If a file was cut short while it was read, that is the error to report.
    if (!run) EDGE_CHECK(indexer.check_inputs());
    IndexReport report = EDGE_TRY(std::move(run));
    std::error_code error;
    if (!options.out.empty()) report.corpus = fs::absolute(options.out, error).lexically_normal();
    return report;
}

}  // namespace edge::indexing
