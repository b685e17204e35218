#include "index/index_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <mutex>

#include "core/default_memory.h"
#include "core/disk.h"
#include "core/lost_pages.h"
#include "core/ordered_work.h"
#include "core/parallel.h"
#include "corpus/tree_games.h"
#include "formats/game_input.h"
#include "index/block_source.h"
#include "index/index_inputs.h"
#include "index/issue_log.h"
#include "index/reader_issues.h"
#include "index/shard_output.h"

namespace edge::indexing {

namespace {

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

// One call of index_into. Members are grouped by who touches them.
class IndexRun {
public:
    IndexRun(const IndexOptions& options, const std::vector<formats::GameInput>& inputs,
             const IndexTarget& target)
        : options_(options),
          inputs_(inputs),
          target_(target),
          threads_(options.threads != 0 ? options.threads : default_threads()),
          memory_(options.memory != 0 ? options.memory : default_memory()),
          source_(inputs_, threads_, target.first_offset, target.known_sizes),
          work_(
              2 * uint64_t{threads_} + 2, [this] { return next_block(); },
              [this](Decoded decoded) { return accept(std::move(decoded)); }),
          tree_(target.directory, memory_ / 2),
          output_(target.directory, {.extra = options.extra,
                                     .cols = options.cols,
                                     .spool_memory = memory_ / 8,
                                     .first_offset = target.first_offset}),
          issues_(inputs_, options.bad_games, options.on_issue),
          games_in_(inputs_.size()) {}

    Result<IndexedInputs> run();

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
    Result<std::vector<IndexedSource>> sources() const;

    const IndexOptions& options_;
    const std::vector<formats::GameInput>& inputs_;
    const IndexTarget& target_;
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
    GameOrigins origins_;
    std::optional<size_t> enough_in_;  // the input in which choice.max_games was reached
    std::vector<uint64_t> games_in_;   // by input: numbered games so far
    uint64_t concatenated_ = 0;        // bytes of text and numbered games of the inputs so far

    std::mutex spare_mutex_;
    std::vector<GameBatch> spare_batches_;  // guarded by spare_mutex_
    std::atomic<uint64_t> games_so_far_ = 0;
};

Status IndexRun::prepare() {
    EDGE_CHECK(make_directory(target_.directory / "shards"));
    decode_options_ = {
        .bad_games = options_.bad_games,
        .tree_plies = options_.tree ? options_.tree_plies.value_or(kDefaultTreePlies) : 0,
        .extra = options_.extra,
        .choice = &options_.choice,
        .wanted = options_.wanted,
        .line_breaks = options_.skip_duplicates};
    // Which shard a game belongs to depends on the size of all; with one shard it does not matter.
    if (known_bytes_ && !has_numbered_games_) {
        start_output(*known_bytes_, *known_bytes_);
    } else if (options_.shards == 1U || (known_bytes_ && default_shards(*known_bytes_) == 1)) {
        start_output(UINT64_MAX, bytes_of_inputs());
    }
    return {};
}

// `total_size` is in bytes of text and numbered games, as pgn_offset counts.
void IndexRun::start_output(uint64_t total_size, uint64_t total_bytes) {
    report_.shards = options_.shards.value_or(default_shards(total_bytes));
    output_.start(report_.shards, total_size);
}

Status IndexRun::check_not_cancelled() const {
    // Checked at once, because text that turned into zeros is one endless game, which takes long to
    // read.
    if (lost_page_count() != lost_pages_before_) EDGE_CHECK(check_unchanged(inputs_));
    if (!options_.is_cancelled || !options_.is_cancelled()) return {};
    return fail(ErrorCode::Cancelled, "indexing was cancelled");
}

// An error ends the input, and indexing only once the blocks before it are accepted: they may reach
// choice.max_games, which must not depend on how far ahead the threads read.
Result<std::optional<Block>> IndexRun::next_block() {
    EDGE_CHECK(check_not_cancelled());
    auto block = EDGE_TRY(source_.next());
    if (options_.on_progress) {
        options_.on_progress(source_.bytes_read(), known_bytes_, games_so_far_);
    }
    return block;
}

// Batches are reused: fresh memory would cost a page fault for every 4 KiB of output.
GameBatch IndexRun::take_batch() {
    const std::lock_guard lock(spare_mutex_);
    if (spare_batches_.empty()) return {};
    GameBatch batch = std::move(spare_batches_.back());
    spare_batches_.pop_back();
    return batch;
}

void IndexRun::give_back(GameBatch batch) {
    const std::lock_guard lock(spare_mutex_);
    if (spare_batches_.size() < threads_) spare_batches_.push_back(std::move(batch));
}

// What each thread does.
void IndexRun::decode_blocks() {
    BlockDecoder decoder(decode_options_);
    corpus::ExtraEncoder encoder;
    while (auto taken = work_.take()) {
        work_.put(taken->number, decode(decoder, taken->number, std::move(taken->item)));
        if (auto status = output_.encode_tags(encoder); !status) {
            return work_.fail(std::move(status).error());
        }
    }
}

Result<IndexRun::Decoded> IndexRun::decode(BlockDecoder& decoder, uint64_t number, Block block) {
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
    source_.hash(block);
    Decoded decoded{std::move(block), take_batch()};
    const BlockText& body = decoded.block.body;
    if (decoded.block.games == nullptr) {
        decoder.decode(body, decoded.batch);
    } else {
        decode_whole(decoder, games, places_of(decoded.block), std::move(reading), decoded.batch);
    }
    return decoded;
}

GamePlaces IndexRun::places_of(const Block& block) const {
    return {.begin = block.body.offset,
            .in_text = inputs_[block.input].games_have_offsets,
            .first_game = block.first_game};
}

// If this block reaches the number of games wanted, reads it again up to there.
Result<bool> IndexRun::cut_to_max_games(const Block& block, GameBatch& batch) {
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
Result<bool> IndexRun::accept(Decoded decoded) {
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
    if (options_.skip_duplicates) origins_.add(block.input, issues_.line_of(block), batch);
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

// Among the inputs.
uint64_t IndexRun::end_of(const Block& block) const {
    return block.body.offset + block.body.text.size() + block.numbered_games + block.read_to -
           target_.first_offset;
}

// Text after the last whole game belongs to no block.
void IndexRun::count_to_the_end() {
    if (enough_in_) return;
    concatenated_ = source_.text_bytes();
    for (const uint64_t games : games_in_) concatenated_ += games;
    if (!has_numbered_games_) report_.input_bytes = concatenated_;
}

void IndexRun::add_to_report(const GameBatch& batch) {
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
uint64_t IndexRun::bytes_of_inputs() const {
    uint64_t bytes = 0;
    for (const formats::GameInput& input : inputs_) bytes += input.size.value_or(0);
    return bytes;
}

void IndexRun::warn_of_damage() {
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
std::optional<uint64_t> IndexRun::size_of(size_t input) const {
    if (!enough_in_ || input < *enough_in_) return source_.sizes()[input];
    return inputs_[input].size;
}

// What is read of each input, and what it is recognised by when it was read whole.
Result<std::vector<IndexedSource>> IndexRun::sources() const {
    const bool takes_all = !enough_in_ && options_.wanted == nullptr && !options_.choice.where &&
                           !options_.choice.sample;
    std::vector<IndexedSource> sources;
    for (size_t i = 0; i < inputs_.size(); ++i) {
        IndexedSource& source = sources.emplace_back();
        source.meta.path = inputs_[i].name;
        if (is_numbered(inputs_[i])) {
            source.meta.games = games_in_[i];
        } else {
            source.meta.size = size_of(i);
        }
        if (!takes_all) continue;
        if (const auto identity = source_.identity_of(i)) {
            source.meta.hash = identity->hash;
            source.beginnings = identity->beginnings;
        } else if (inputs_[i].games != nullptr && !inputs_[i].is_stream()) {
            source.meta.hash = EDGE_TRY(hash_of_input(inputs_[i], threads_));
        }
    }
    return sources;
}

Result<IndexedInputs> IndexRun::run() {
    EDGE_CHECK(prepare());
    EDGE_CHECK(work_.run(threads_, [this](unsigned) { decode_blocks(); }));
    EDGE_CHECK(check_not_cancelled());
    assert(!carried_);  // the last block of an input always ends clean

    count_to_the_end();
    if (!output_.is_started()) start_output(concatenated_, report_.input_bytes);
    EDGE_CHECK(output_.finish([this] { return check_not_cancelled(); }));
    if (options_.tree) EDGE_CHECK(write_tree(options_, threads_, tree_, report_));
    EDGE_CHECK(check_not_cancelled());
    EDGE_CHECK(check_unchanged(inputs_));
    report_.first_issues = issues_.first_issues();
    warn_of_damage();
    const uint64_t size = known_bytes_.value_or(report_.input_bytes);
    auto read = EDGE_TRY(sources());
    return IndexedInputs{std::move(report_), std::move(read), size, std::move(origins_)};
}

}  // namespace

Result<IndexedInputs> index_into(const IndexOptions& options,
                                 const std::vector<formats::GameInput>& inputs,
                                 const IndexTarget& target) {
    IndexRun run(options, inputs, target);
    auto indexed = run.run();
    // If a file was cut short while it was read, that is the error to report.
    if (!indexed) EDGE_CHECK(check_unchanged(inputs));
    return indexed;
}

Status write_tree(const IndexOptions& options, unsigned threads, tree::TreeBuilder& tree,
                  IndexReport& report) {
    tree::TreeOptions tree_options{.min_games = options.tree_min_games.value_or(1),
                                   .threads = threads,
                                   .game_count = {},
                                   .is_cancelled = options.is_cancelled};
    if (options.tree_games && report.games < corpus::kMaxTreeGames) {
        tree_options.game_count = report.games;
    } else if (options.tree_games) {
        report.warnings.push_back(
            fmt::format("no tree.games: found {} games, expected fewer than 2^32", report.games));
    }
    const uint32_t plies = options.tree_plies.value_or(kDefaultTreePlies);
    report.has_tree = true;
    report.tree_plies = plies == kAllPlies ? 0 : plies;
    report.tree = EDGE_TRY(tree.write(tree_options));
    return {};
}

uint32_t default_shards(uint64_t bytes) {
    constexpr uint64_t kMegabyte = 1'000'000;
    if (bytes < 200 * kMegabyte) return 1;
    if (bytes < 2'000 * kMegabyte) return 4;
    if (bytes < 20'000 * kMegabyte) return 16;
    if (bytes <= 200'000 * kMegabyte) return 32;
    return 64;
}

}  // namespace edge::indexing
