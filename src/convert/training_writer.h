// Writes the positions of games instead of the games: bulletformat, its text, or EPD. In the order
// of the games, or, to find repeated positions and to shuffle, sorted within a bound on memory.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "codec/game_writer.h"
#include "convert/record_sorter.h"
#include "convert/training_positions.h"
#include "core/atomic_file.h"
#include "edge/result.h"
#include "formats/game_kinds.h"

namespace edge::convert {

struct TrainingOutput {
    formats::GameKind kind = formats::GameKind::Text;  // holds_positions() is true of it
    std::filesystem::path path;                        // "-" is standard output
    bool overwrite = false;
    viriformat::ScoreOptions scores = {};
    std::filesystem::path spill_folder = {};  // used where the choice needs_sorting()
    std::function<bool()> is_cancelled = {};  // asked by finish() now and then; true stops it
};

// Whether no position can be written before all are known.
bool needs_sorting(const TrainingChoice& choice);

class TrainingWriter final : public GameWriter {
public:
    // The choice must outlive the writer. InvalidArgument when its condition is about games.
    static Result<std::unique_ptr<TrainingWriter>> create(const TrainingChoice& choice,
                                                          TrainingOutput output);

    // The games are numbered. games_written counts those whose positions were considered.
    Result<std::unique_ptr<EncodedGames>> encode(std::span<const ReadGame> games,
                                                 ConversionReport& report) const override;
    Status append(std::unique_ptr<EncodedGames> games, ConversionReport& report) override;
    Status finish() override;

    const TrainingTable& table() const { return table_; }  // complete after finish()

private:
    TrainingWriter(const TrainingChoice& choice, TrainingOutput output,
                   std::optional<query::PositionCondition> condition,
                   std::optional<AtomicFile> file);
    void append_position(const ChosenPosition& chosen, std::string& out) const;
    RecordSorter make_sorter(size_t key_bytes, const char* name) const;
    Status write(std::string_view bytes);
    Status write_sorted(RecordSorter& sorter);
    Status write_unique(RecordSorter& sorter);
    Status check_cancelled();

    const TrainingChoice& choice_;
    const TrainingOutput output_;
    const std::optional<query::PositionCondition> condition_;
    std::optional<AtomicFile> file_;      // else standard output
    std::optional<RecordSorter> sorter_;  // where positions have to be sorted
    TrainingTable table_;
    uint64_t finished_ = 0;  // records since finish() began
};

}  // namespace edge::convert
