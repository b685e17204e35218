#include "convert/game_pipeline.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "core/ordered_work.h"
#include "index/reader_issues.h"

namespace edge::convert {
namespace {

// One call of pump_games. Members are grouped by who touches them.
class Pipeline {
public:
    Pipeline(const std::vector<OpenSource>& sources, const formats::WantedGames& wanted,
             GameWriter& writer, const PipelineOptions& options)
        : sources_(sources),
          wanted_(wanted),
          writer_(writer),
          options_(options),
          work_(
              2 * uint64_t{options.threads} + 2, [this] { return next_stretch(); },
              [this](Encoded encoded) { return append(std::move(encoded)); }) {}

    Result<ConversionReport> run();

private:
    struct Stretch {
        size_t source = 0;
        std::unique_ptr<UndecodedGames> games;
    };
    struct Encoded {
        std::unique_ptr<EncodedGames> games;
        ConversionReport report;
    };

    Result<std::optional<Stretch>> next_stretch();
    void show_progress();
    Result<Encoded> encode(uint64_t number, const Stretch& stretch);
    Status check_sound(const Stretch& stretch, const ConversionReport& report) const;
    void leave_out_unwanted(std::vector<ReadGame>& games, uint64_t first,
                            ConversionReport& report) const;
    void name_source(const Stretch& stretch, std::vector<ReadGame>& games,
                     ConversionReport& report) const;
    Result<bool> append(Encoded encoded);

    const std::vector<OpenSource>& sources_;
    const formats::WantedGames& wanted_;
    GameWriter& writer_;
    const PipelineOptions& options_;

    size_t source_ = 0;  // used by next_stretch alone, hence by one thread at a time
    OrderedWork<Stretch, Encoded> work_;
    ConversionReport report_;  // used while appending, hence by one thread at a time
    std::atomic<uint64_t> games_so_far_ = 0;
};

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

// An error ends the input, and the conversion only once the stretches before it are written: which
// error is reported must not depend on how far ahead the threads read.
Result<std::optional<Pipeline::Stretch>> Pipeline::next_stretch() {
    if (options_.is_cancelled && options_.is_cancelled()) {
        return fail(ErrorCode::Cancelled, "the conversion was cancelled");
    }
    for (; source_ < sources_.size(); ++source_) {
        auto games = EDGE_TRY(sources_[source_].reader->next());
        if (games == nullptr) continue;
        if (options_.on_progress) show_progress();
        return Stretch{source_, std::move(games)};
    }
    return std::nullopt;
}

Result<Pipeline::Encoded> Pipeline::encode(uint64_t number, const Stretch& stretch) {
    Encoded encoded;
    std::vector<ReadGame> games;
    encoded.report.keeps_notes = options_.fail_on_damage;
    Status status = stretch.games->decode(games, encoded.report);
    if (status) status = check_sound(stretch, encoded.report);
    if (!status) games.clear();
    // The stretches after this one wait for its number of games, also where it failed.
    uint64_t first = 0;
    if (wanted_.numbers() != nullptr || options_.number_games) {
        first = EDGE_TRY(work_.add_to_total(number, games.size()));
    }
    EDGE_CHECK(std::move(status));
    for (size_t i = 0; i < games.size(); ++i) games[i].number = first + i;
    if (sources_.size() > 1) name_source(stretch, games, encoded.report);
    leave_out_unwanted(games, first, encoded.report);
    encoded.games = EDGE_TRY(writer_.encode(games, encoded.report));
    return encoded;
}

Status Pipeline::check_sound(const Stretch& stretch, const ConversionReport& report) const {
    const auto damage = std::ranges::find_if(report.notes, indexing::is_damage);
    if (damage == report.notes.end()) return {};
    const std::string& file = sources_[stretch.source].name;
    return fail(ErrorCode::Corrupt,
                fmt::format("{}, {}: {}: {}; a bad game stops this run", file, damage->place,
                            damage->kind, damage->what),
                Place{.file = file});
}

// `first` is the number of the first game.
void Pipeline::leave_out_unwanted(std::vector<ReadGame>& games, uint64_t first,
                                  ConversionReport& report) const {
    if (wanted_.is_all()) return;
    uint64_t number = first;
    const uint64_t left_out = std::erase_if(
        games, [&](const ReadGame& read) { return !wanted_.wants(read.game, number++); });
    if (left_out > 0) report.skipped["no_match"].count += left_out;
}

// The reports of decoding so far belong to one source.
void Pipeline::name_source(const Stretch& stretch, std::vector<ReadGame>& games,
                           ConversionReport& report) const {
    const std::string& name = sources_[stretch.source].name;
    for (ReadGame& read : games) read.place.insert(0, name + ", ");
    report.name_source(name);
}

Result<bool> Pipeline::append(Encoded encoded) {
    report_.merge(encoded.report);
    games_so_far_ = report_.games_read;
    EDGE_CHECK(writer_.append(std::move(encoded.games), report_));
    return true;
}

Result<ConversionReport> Pipeline::run() {
    EDGE_CHECK(work_.run(options_.threads, [this](unsigned) {
        while (const auto taken = work_.take()) {
            work_.put(taken->number, encode(taken->number, taken->item));
            writer_.catch_up();  // when the games after these need not wait for this thread
        }
    }));
    return std::move(report_);
}

}  // namespace

Result<ConversionReport> pump_games(const std::vector<OpenSource>& sources,
                                    const formats::WantedGames& wanted, GameWriter& writer,
                                    const PipelineOptions& options) {
    return Pipeline(sources, wanted, writer, options).run();
}

}  // namespace edge::convert
