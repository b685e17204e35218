#include "ingest/game_pipeline.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "core/in_order.h"
#include "core/parallel.h"
#include "core/running_total.h"
#include "ingest/reader_issues.h"

namespace edge::ingest {
namespace {

// One run. Members are grouped by who touches them.
class Pipeline {
public:
    Pipeline(const std::vector<OpenSource>& sources, const WantedGames& wanted, GameWriter& writer,
             const PipelineOptions& options)
        : sources_(sources),
          wanted_(wanted),
          writer_(writer),
          options_(options),
          in_order_(2 * uint64_t{options.threads} + 2) {}

    Result<ConversionReport> run();

private:
    struct Stretch {
        uint64_t number = 0;
        size_t source = 0;
        std::unique_ptr<UndecodedGames> games;
    };
    struct Encoded {
        std::unique_ptr<EncodedGames> games;
        ConversionReport report;
        std::optional<Error> error;  // then there are no games
    };

    void work();
    std::optional<Stretch> take_stretch();
    void show_progress();
    // Nothing when the run was stopped meanwhile.
    std::optional<Encoded> encode(const Stretch& stretch);
    Status check_sound(const Stretch& stretch, const ConversionReport& report) const;
    Status encode_games(const Stretch& stretch, std::vector<ReadGame>& games, uint64_t first,
                        Encoded& encoded) const;
    void name_source(const Stretch& stretch, std::vector<ReadGame>& games,
                     ConversionReport& report) const;
    bool append(Encoded encoded);
    void stop(Error error);

    const std::vector<OpenSource>& sources_;
    const WantedGames& wanted_;
    GameWriter& writer_;
    const PipelineOptions& options_;

    std::mutex source_mutex_;
    uint64_t next_number_ = 0;  // guarded by source_mutex_, as the next two
    size_t source_ = 0;
    std::optional<Error> source_error_;

    RunningTotal games_before_;
    InOrder<Encoded> in_order_;
    ConversionReport report_;  // used while appending, hence by one thread at a time

    std::mutex error_mutex_;
    std::optional<Error> error_;  // guarded by error_mutex_
    std::atomic<bool> stopped_ = false;
    std::atomic<uint64_t> games_so_far_ = 0;
};

void Pipeline::stop(Error error) {
    {
        const std::lock_guard lock(error_mutex_);
        if (!error_) error_ = std::move(error);
    }
    stopped_ = true;
    games_before_.stop();
    in_order_.stop();
}

void Pipeline::show_progress() {
    uint64_t done = 0;
    uint64_t total = 0;
    bool is_known = true;
    for (size_t i = 0; i < sources_.size(); ++i) {
        const GameReader& reader = *sources_[i].reader;
        if (i <= source_) done += reader.bytes_read();
        total += reader.bytes_total();
        is_known = is_known && reader.bytes_total() != 0;
    }
    options_.on_progress(done, is_known ? std::optional(total) : std::nullopt, games_so_far_);
}

// An error ends the input, and the run once the stretches before it are written: which error is
// told must not hang on how far ahead the threads read.
std::optional<Pipeline::Stretch> Pipeline::take_stretch() {
    const std::lock_guard lock(source_mutex_);
    if (source_error_) return std::nullopt;
    if (options_.is_cancelled && options_.is_cancelled()) {
        source_error_ = Error{ErrorCode::Cancelled, "the conversion was cancelled"};
        return std::nullopt;
    }
    for (; source_ < sources_.size(); ++source_) {
        auto games = sources_[source_].reader->next();
        if (!games) {
            source_error_ = std::move(games).error();
            return std::nullopt;
        }
        if (*games == nullptr) continue;
        if (options_.on_progress) show_progress();
        return Stretch{next_number_++, source_, std::move(*games)};
    }
    return std::nullopt;
}

void Pipeline::work() {
    while (!stopped_) {
        const auto stretch = take_stretch();
        if (!stretch) return;
        auto encoded = encode(*stretch);
        if (!encoded) return;
        in_order_.deliver(stretch->number, std::move(*encoded),
                          [this](Encoded turn) { return append(std::move(turn)); });
    }
}

std::optional<Pipeline::Encoded> Pipeline::encode(const Stretch& stretch) {
    Encoded encoded;
    std::vector<ReadGame> games;
    encoded.report.keeps_notes = options_.fail_on_damage;
    Status status = stretch.games->decode(games, encoded.report);
    if (status) status = check_sound(stretch, encoded.report);
    if (!status) games.clear();
    uint64_t first = 0;
    if (wanted_.numbers() != nullptr) {
        const auto before = games_before_.add(stretch.number, games.size());
        if (!before) return std::nullopt;
        first = *before;
    }
    if (status) status = encode_games(stretch, games, first, encoded);
    if (!status) encoded.error = std::move(status).error();
    return encoded;
}

Status Pipeline::check_sound(const Stretch& stretch, const ConversionReport& report) const {
    const auto damage = std::ranges::find_if(report.notes, is_damage);
    if (damage == report.notes.end()) return {};
    return fail(ErrorCode::Corrupt, fmt::format("{}, {}: {}: {}; stopped by --bad-games fail",
                                                sources_[stretch.source].name, damage->place,
                                                damage->kind, damage->what));
}

Status Pipeline::encode_games(const Stretch& stretch, std::vector<ReadGame>& games, uint64_t first,
                              Encoded& encoded) const {
    if (sources_.size() > 1) name_source(stretch, games, encoded.report);
    if (!wanted_.is_all()) {
        uint64_t number = first;
        const uint64_t left_out = std::erase_if(
            games, [&](const ReadGame& read) { return !wanted_.wants(read.game, number++); });
        if (left_out > 0) encoded.report.skipped["no_match"].count += left_out;
    }
    encoded.games = EDGE_TRY(writer_.encode(games, encoded.report));
    return {};
}

// What decoding said so far holds within one source.
void Pipeline::name_source(const Stretch& stretch, std::vector<ReadGame>& games,
                           ConversionReport& report) const {
    const std::string& name = sources_[stretch.source].name;
    for (ReadGame& read : games) read.place.insert(0, name + ", ");
    report.name_source(name);
}

bool Pipeline::append(Encoded encoded) {
    if (encoded.error) {
        stop(std::move(*encoded.error));
        return false;
    }
    report_.merge(encoded.report);
    games_so_far_ = report_.games_read;
    if (auto status = writer_.append(std::move(encoded.games), report_); !status) {
        stop(std::move(status).error());
        return false;
    }
    return true;
}

Result<ConversionReport> Pipeline::run() {
    run_on_threads(options_.threads, [this](unsigned) {
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
    if (source_error_) return tl::unexpected(std::move(*source_error_));
    return std::move(report_);
}

}  // namespace

Result<ConversionReport> pump_games(const std::vector<OpenSource>& sources,
                                    const WantedGames& wanted, GameWriter& writer,
                                    const PipelineOptions& options) {
    return Pipeline(sources, wanted, writer, options).run();
}

}  // namespace edge::ingest
