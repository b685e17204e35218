// Games from readers into a writer: stretches are taken in order, decoded, filtered and encoded by
// many threads, and appended in order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codec/conversion_report.h"
#include "codec/game_reader.h"
#include "codec/game_writer.h"
#include "edge/result.h"
#include "formats/wanted_games.h"

namespace edge::convert {

struct OpenSource {
    std::string name;
    std::unique_ptr<GameReader> reader;
};

struct PipelineOptions {
    unsigned threads = 1;
    bool fail_on_damage = false;  // Corrupt at the first game that is damaged (reader_issues.h)
    bool number_games = false;    // fill in ReadGame::number
    // As in ConvertOptions.
    std::function<void(uint64_t, std::optional<uint64_t>, uint64_t)> on_progress = {};
    std::function<bool()> is_cancelled = {};
};

// Reads the sources one after another and appends their games to `writer`; the caller finishes it.
// Games that are not wanted count as skipped, "no_match". With several sources the places in the
// report begin with their names.
Result<ConversionReport> pump_games(const std::vector<OpenSource>& sources,
                                    const formats::WantedGames& wanted, GameWriter& writer,
                                    const PipelineOptions& options);

}  // namespace edge::convert
