#include "ingest/indexer.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>

#include "core/count_lines.h"
#include "core/in_order.h"
#include "core/lost_pages.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "core/running_total.h"
#include "corpus/meta.h"
#include "corpus/tree_games.h"
#include "ingest/block_source.h"
#include "ingest/corpus_writer.h"
#include "ingest/game_kinds.h"
#include "ingest/pgn_input.h"
#include "ingest/spool.h"

namespace edge::ingest {

namespace fs = std::filesystem;

namespace {

std::string utc_stamp() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y%m%d-%H%M%S}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

// For the report only, so what cannot be read counts nothing.
uint64_t bytes_below(const fs::path& folder) {
    uint64_t bytes = 0;
    std::error_code ignored;
    for (auto entry = fs::recursive_directory_iterator(folder, ignored);
         entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
        if (entry->is_regular_file(ignored)) bytes += entry->file_size(ignored);
    }
    return bytes;
}

// PGN is read as text, all else as whole games.
Result<std::vector<PgnInput>> open_inputs(const IndexOptions& options) {
    const ReadOptions read{.keep_deleted = options.keep_deleted,
                           .threads = options.threads != 0 ? options.threads : default_threads()};
    std::vector<PgnInput> inputs;
    for (const GameSource& source : EDGE_TRY(find_game_sources(options.inputs, options.from))) {
        if (source.kind == GameKind::Pgn && !options.whole_games) {
            auto opened = EDGE_TRY(open_pgn_inputs({source.path}));
            std::ranges::move(opened, std::back_inserter(inputs));
            continue;
        }
        PgnInput& input = inputs.emplace_back();
        std::error_code error;
        input.name = source.path;
        if (source.path != "-") {
            input.name = fs::absolute(source.path, error).lexically_normal().string();
        }
        input.games = EDGE_TRY(open_games(source, read));
        const uint64_t bytes = input.games->bytes_total();
        if (bytes != 0) input.size = bytes;
    }
    return inputs;
}

// Games of a block that is no text, with what their reader said of them.
void decode_whole(BlockDecoder& decoder, const std::vector<ReadGame>& games, uint64_t first,
                  ConversionReport reading, GameBatch& batch) {
    decoder.decode(games, first, batch);
    batch.games_read += reading.games_read - games.size();
    reading.merge(batch.reading);
    batch.reading = std::move(reading);
}

// One run. Members are grouped by who touches them.
class Indexer {
public:
    Indexer(const IndexOptions& options, std::vector<PgnInput> inputs, OutputDir directory)
        : options_(options),
          inputs_(std::move(inputs)),
          directory_(std::move(directory)),
          threads_(options.threads != 0 ? options.threads : default_threads()),
          memory_(options.memory != 0 ? options.memory : default_memory()),
          source_(inputs_, threads_),
          in_order_(2 * uint64_t{threads_} + 2),
          tree_(directory_.path(), memory_ / 2),
          spool_(directory_.path(), memory_ / 8),
          line_(inputs_.size()),
          games_in_(inputs_.size()) {}

    Result<IndexReport> run(const std::string& stem);
    Status check_inputs() const;

private:
    struct Decoded {
        Block block;
        GameBatch batch;
        std::optional<Error> error = {};  // of the block, which has no games then
    };

    Status prepare();
    void work();
    bool decode(BlockDecoder& decoder, Decoded& decoded);
    void start_writer(uint64_t total_size, uint64_t total_bytes);
    Status check_not_cancelled() const;
    std::optional<Block> take_block();
    GameBatch take_batch();
    void give_back(GameBatch batch);

    // In input order, one thread at a time.
    bool accept(Decoded decoded);
    Status accept_in_order(Block block, GameBatch batch);
    Result<bool> cut_to_max_games(const Block& block, GameBatch& batch);
    Status note_issues(const Block& block, const GameBatch& batch);
    uint64_t line_base(const Block& block);
    Status store(GameBatch& batch);

    Status encode_frames(const std::vector<TagFrame>& frames, corpus::ExtraEncoder& encoder);
    void stop(Error error);
    std::optional<uint64_t> size_of(size_t input) const;
    uint64_t bytes_of_inputs() const;
    TreeOptions tree_options();
    Status write_meta(const std::string& stem, const std::string& stamp);

    const IndexOptions& options_;
    const std::vector<PgnInput> inputs_;
    OutputDir directory_;
    const unsigned threads_;
    const uint64_t memory_;
    std::optional<uint64_t> known_bytes_;  // the size of all inputs, when known before reading
    bool has_whole_games_ = false;         // some input is not text
    const uint64_t lost_pages_before_ = lost_page_count();
    // The whole games of the blocks before, which place their successors in the concatenation.
    RunningTotal games_before_;

    std::mutex source_mutex_;
    BlockSource source_;  // guarded by source_mutex_, as the next
    std::optional<Error> source_error_;

    // Used while accepting, hence by one thread at a time:
    InOrder<Decoded> in_order_;
    std::optional<Block> carried_;  // what is left of a block that ended inside a game
    DecodeOptions decode_options_;
    TreeBuilder tree_;
    Spool spool_;
    std::optional<CorpusWriter> writer_;
    IndexReport report_;
    std::optional<size_t> enough_in_;  // the input in which choice.max_games was reached
    struct LineCount {
        uint64_t offset = 0;  // in the input: newlines before it are counted
        uint64_t newlines = 0;
    };
    std::vector<LineCount> line_;     // by input
    std::vector<uint64_t> games_in_;  // by input: whole games so far
    uint64_t concatenated_ = 0;       // bytes of text and whole games so far

    std::mutex shared_mutex_;
    std::vector<TagFrame> ready_frames_;  // guarded by shared_mutex_, as all below
    std::vector<GameBatch> spare_batches_;
    std::optional<Error> error_;
    std::atomic<bool> stopped_ = false;
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
    uint64_t total = 0;
    bool known = true;
    for (const PgnInput& input : inputs_) {
        has_whole_games_ |= input.games != nullptr;
        known = known && input.size.has_value();
        total += input.size.value_or(0);
    }
    if (known) known_bytes_ = total;
    decode_options_ = {.bad_games = options_.bad_games,
                       .tree_plies = options_.tree ? options_.tree_plies : 0,
                       .extra = options_.extra,
                       .choice = &options_.choice,
                       .wanted = options_.wanted};
    // Which shard a game belongs to depends on the size of all; with one shard it does not matter.
    if (known && !has_whole_games_) {
        start_writer(total, total);
    } else if (options_.shards == 1U || (known && default_shards(total) == 1)) {
        start_writer(UINT64_MAX, total);
    }
    return {};
}

// `total_size` is in bytes of text and whole games, as pgn_offset counts.
void Indexer::start_writer(uint64_t total_size, uint64_t total_bytes) {
    report_.shards = options_.shards.value_or(default_shards(total_bytes));
    writer_.emplace(directory_.path(), report_.shards, std::max<uint64_t>(1, total_size),
                    options_.extra, options_.cols);
}

void Indexer::stop(Error error) {
    {
        const std::lock_guard lock(shared_mutex_);
        if (!error_) error_ = std::move(error);
    }
    stopped_ = true;
    games_before_.stop();
    in_order_.stop();
}

Status Indexer::check_not_cancelled() const {
    // At once, as text that turned into zeros is one endless game, which takes long to read.
    if (lost_page_count() != lost_pages_before_) EDGE_CHECK(check_inputs());
    if (!options_.is_cancelled || !options_.is_cancelled()) return {};
    return fail(ErrorCode::Cancelled, "indexing was cancelled");
}

// Whether all that was read was there to be read.
Status Indexer::check_inputs() const {
    for (const PgnInput& input : inputs_) EDGE_CHECK(input.file.check_unchanged());
    // Readers of whole games keep their files to themselves, so that for them any file counts.
    if (!has_whole_games_ || lost_page_count() == lost_pages_before_) return {};
    return fail(ErrorCode::Io, fmt::format("{}: changed while it was read", last_lost_file()));
}

// An error ends the input, and the run once the blocks before it are accepted: choice.max_games may
// be reached in them, which must not hang on how far ahead the threads read.
std::optional<Block> Indexer::take_block() {
    const std::lock_guard lock(source_mutex_);
    if (source_error_) return std::nullopt;
    if (auto wanted = check_not_cancelled(); !wanted) {
        source_error_ = std::move(wanted).error();
        return std::nullopt;
    }
    auto block = source_.next();
    if (!block) {
        source_error_ = std::move(block).error();
        return std::nullopt;
    }
    if (options_.on_progress) {
        options_.on_progress(source_.bytes_read(), known_bytes_, games_so_far_);
    }
    return std::move(*block);
}

// Batches are used again and again: fresh memory would cost a page fault for every 4 KiB of output.
GameBatch Indexer::take_batch() {
    const std::lock_guard lock(shared_mutex_);
    if (spare_batches_.empty()) return {};
    GameBatch batch = std::move(spare_batches_.back());
    spare_batches_.pop_back();
    return batch;
}

void Indexer::give_back(GameBatch batch) {
    const std::lock_guard lock(shared_mutex_);
    if (spare_batches_.size() < threads_) spare_batches_.push_back(std::move(batch));
}

void Indexer::work() {
    BlockDecoder decoder(decode_options_);
    corpus::ExtraEncoder encoder;
    while (!stopped_) {
        auto block = take_block();
        if (!block) return;
        const uint64_t number = block->number;
        Decoded decoded{std::move(*block), take_batch()};
        if (!decode(decoder, decoded)) return;
        in_order_.deliver(number, std::move(decoded),
                          [this](Decoded turn) { return accept(std::move(turn)); });
        std::vector<TagFrame> frames;
        {
            const std::lock_guard lock(shared_mutex_);
            frames.swap(ready_frames_);
        }
        if (auto status = encode_frames(frames, encoder); !status) {
            return stop(std::move(status).error());
        }
    }
}

// False when the run has been stopped meanwhile.
bool Indexer::decode(BlockDecoder& decoder, Decoded& decoded) {
    Block& block = decoded.block;
    std::vector<ReadGame> games;
    ConversionReport reading;
    if (block.games != nullptr) {
        if (auto status = block.games->decode(games, reading); !status) {
            decoded.error = std::move(status).error();
            games.clear();
        }
    }
    if (has_whole_games_) {
        const auto before = games_before_.add(block.number, games.size());
        if (!before) return false;
        block.body.offset += *before;
    }
    if (block.games == nullptr) {
        decoder.decode(block.body, decoded.batch);
    } else {
        decode_whole(decoder, games, block.body.offset, std::move(reading), decoded.batch);
    }
    return true;
}

Status Indexer::encode_frames(const std::vector<TagFrame>& frames, corpus::ExtraEncoder& encoder) {
    for (const TagFrame& frame : frames) {
        EDGE_CHECK(check_not_cancelled());
        EDGE_CHECK(writer_->add_frame(frame, encoder));
    }
    return {};
}

bool Indexer::accept(Decoded decoded) {
    Status status = decoded.error
                        ? tl::unexpected(std::move(*decoded.error))
                        : accept_in_order(std::move(decoded.block), std::move(decoded.batch));
    if (!status) {
        stop(std::move(status).error());
        return false;
    }
    if (enough_in_) stopped_ = true;
    return !enough_in_;
}

// Reads the block again, when it is the one that reaches the number of games wanted, up to there.
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
        EDGE_CHECK(block.games->decode(games, reading));
        decode_whole(decoder, games, block.body.offset, std::move(reading), batch);
    }
    return true;
}

Status Indexer::accept_in_order(Block block, GameBatch batch) {
    if (carried_) {
        // The guess that a game begins with this block was wrong, or could not be made: read it
        // again behind what is left of the one before.
        block = join(*carried_, block);
        carried_.reset();
        BlockDecoder(decode_options_).decode(block.body, batch);
    }
    const uint64_t whole_games = block.games != nullptr ? batch.newlines : 0;
    if (EDGE_TRY(cut_to_max_games(block, batch))) enough_in_ = block.input;
    concatenated_ = block.body.offset + block.body.text.size() + whole_games;
    games_in_[block.input] += whole_games;
    report_.input_bytes = has_whole_games_ ? bytes_of_inputs() : concatenated_;
    report_.reading.merge(batch.reading);
    EDGE_CHECK(note_issues(block, batch));
    report_.games_read += batch.games_read;
    report_.games += batch.games.size();
    report_.plies += batch.plies;
    report_.truncated += batch.truncated;
    for (size_t r = 0; r < kIssueReasons; ++r) report_.issue_counts[r] += batch.issue_counts[r];
    for (size_t r = 0; r < kLeftOutReasons; ++r) report_.left_out[r] += batch.left_out[r];
    games_so_far_ = report_.games_read;
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
    EDGE_CHECK(store(batch));
    give_back(std::move(batch));
    return {};
}

Status Indexer::store(GameBatch& batch) {
    if (batch.games.empty()) return {};
    if (!writer_) return spool_.add(std::exchange(batch, {}));
    std::vector<TagFrame> frames;
    EDGE_CHECK(writer_->add(batch, frames));
    if (frames.empty()) return {};
    const std::lock_guard lock(shared_mutex_);
    std::ranges::move(frames, std::back_inserter(ready_frames_));
    return {};
}

// Newlines of the input before the block. Mapped text is counted when there is something to report;
// text of a stream was counted by the decoder.
uint64_t Indexer::line_base(const Block& block) {
    LineCount& count = line_[block.input];
    if (!block.body.count_newlines) {
        const auto text = inputs_[block.input].file.text();
        const auto stretch = text.substr(count.offset, block.input_offset - count.offset);
        count.newlines += count_newlines(stretch);
        count.offset = block.input_offset;
    }
    return count.newlines;
}

Status Indexer::note_issues(const Block& block, const GameBatch& batch) {
    const bool counted = block.body.count_newlines;
    // Counting lines takes a pass over the text: only when somebody will see them.
    const bool wanted = options_.on_issue || options_.bad_games == BadGames::Fail ||
                        report_.first_issues.size() < IndexReport::kFirstIssues;
    if ((!batch.issues.empty() && wanted) || counted) {
        const uint64_t base = line_base(block);
        for (const GameIssue& issue : batch.issues) {
            LocatedIssue located{issue, inputs_[block.input].name,
                                 base + issue.newlines_before + 1};
            if (options_.on_issue) EDGE_CHECK(options_.on_issue(located));
            const bool is_bad = !is_skip(issue.reason) || issue.reason == IssueReason::BadFirstMove;
            if (is_bad && options_.bad_games == BadGames::Fail) {
                return fail(ErrorCode::Corrupt, to_text(located) + "; stopped by --bad-games fail");
            }
            if (report_.first_issues.size() < IndexReport::kFirstIssues) {
                report_.first_issues.push_back(std::move(located));
            }
        }
        if (counted) line_[block.input].newlines += batch.newlines;
    }
    return {};
}

// Of all inputs, as far as their sizes are known.
uint64_t Indexer::bytes_of_inputs() const {
    uint64_t bytes = 0;
    for (const PgnInput& input : inputs_) bytes += input.size.value_or(0);
    return bytes;
}

// The input's uncompressed size, when it is known. What was read ahead does not count.
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
    }
    for (size_t i = 0; i < inputs_.size(); ++i) {
        if (inputs_[i].games != nullptr) {
            meta.sources.push_back({inputs_[i].name, std::nullopt, games_in_[i]});
        } else {
            meta.sources.push_back({inputs_[i].name, size_of(i)});
        }
    }
    auto file = EDGE_TRY(OutputFile::create(directory_.path() / "meta"));
    EDGE_CHECK(file.append(corpus::format_meta(meta)));
    return file.close(true);
}

TreeOptions Indexer::tree_options() {
    TreeOptions tree{.min_games = options_.tree_min_games,
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
    run_on_threads(threads_, [this](unsigned) {
        try {
            work();
        } catch (...) {  // memory: let the others end, then the caller hear of it
            stopped_ = true;
            games_before_.stop();
            in_order_.stop();
            throw;
        }
    });
    if (error_) return tl::unexpected(std::move(*error_));
    if (source_error_ && !enough_in_) return tl::unexpected(std::move(*source_error_));
    EDGE_CHECK(check_not_cancelled());
    assert(!carried_);  // the last block of an input always ends clean

    corpus::ExtraEncoder encoder;
    std::vector<TagFrame> frames;
    if (!writer_) {
        start_writer(concatenated_, report_.input_bytes);
        const auto write_batch = [&](GameBatch& batch) -> Status {
            frames.clear();
            if (auto wanted = check_not_cancelled(); !wanted) return wanted;
            EDGE_CHECK(writer_->add(batch, frames));
            return encode_frames(frames, encoder);
        };
        EDGE_CHECK(spool_.drain(write_batch));
    }
    frames.clear();
    EDGE_CHECK(writer_->finish(frames));
    std::ranges::move(ready_frames_, std::back_inserter(frames));
    EDGE_CHECK(encode_frames(frames, encoder));
    EDGE_CHECK(writer_->finish_frames());

    if (options_.tree) {
        report_.has_tree = true;
        report_.tree_plies = options_.tree_plies == kAllPlies ? 0 : options_.tree_plies;
        report_.tree = EDGE_TRY(tree_.write(tree_options()));
    }
    EDGE_CHECK(check_not_cancelled());
    EDGE_CHECK(check_inputs());
    EDGE_CHECK(write_meta(stem, stamp));
    report_.corpus_bytes = bytes_below(directory_.path());
    EDGE_CHECK(directory_.commit());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    report_.seconds = elapsed.count();
    return std::move(report_);
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

uint64_t default_memory() {
    const auto pages = static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES));
    return pages * static_cast<uint64_t>(::sysconf(_SC_PAGE_SIZE)) / 4;
}

Result<IndexReport> index_games(const IndexOptions& options) {
    if (options.inputs.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    "nothing to index: expected at least one file of games");
    }
    auto inputs = EDGE_TRY(open_inputs(options));
    const std::string stem = default_stem(options.inputs.front());
    fs::path out = options.out;
    if (out.empty()) out = fmt::format("{}.{}.scoredb", stem, utc_stamp());
    for (const std::string& input : options.inputs) {
        std::error_code error;
        if (!fs::equivalent(input, out, error)) continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is what the games are read from; expected another output",
                                out.string()));
    }
    auto directory = EDGE_TRY(OutputDir::create(out, options.force));
    Indexer indexer(options, std::move(inputs), std::move(directory));
    auto run = indexer.run(stem);
    // What is wrong with a text that was cut short while it was read is that.
    if (!run) EDGE_CHECK(indexer.check_inputs());
    IndexReport report = EDGE_TRY(std::move(run));
    std::error_code error;
    report.corpus = fs::absolute(out, error).lexically_normal();
    return report;
}

}  // namespace edge::ingest
