#include "codec/conversion_report.h"

#include <fmt/format.h>

namespace edge {
namespace {

using Tallies = std::map<std::string, ConversionReport::Tally, std::less<>>;

void count(Tallies& tallies, std::string_view kind, std::string_view place, std::string_view what) {
    auto found = tallies.find(kind);
    if (found == tallies.end()) found = tallies.try_emplace(std::string(kind)).first;
    ConversionReport::Tally& tally = found->second;
    ++tally.count;
    if (tally.examples.size() < ConversionReport::kMaxExamples) {
        tally.examples.push_back(fmt::format("{}: {}", place, what));
    }
}

void add(Tallies& sum, const Tallies& next) {
    for (const auto& [kind, tally] : next) {
        ConversionReport::Tally& total = sum[kind];
        total.count += tally.count;
        for (const std::string& example : tally.examples) {
            if (total.examples.size() == ConversionReport::kMaxExamples) break;
            total.examples.push_back(example);
        }
    }
}

ConversionReport::Note make_note(bool is_skip, std::string_view kind, std::string_view place,
                                 std::string_view what, uint64_t games_read) {
    return {is_skip, std::string(kind), std::string(place), std::string(what), games_read};
}

}  // namespace

void ConversionReport::skip(std::string_view kind, std::string_view place, std::string_view what) {
    count(skipped, kind, place, what);
    if (keeps_notes) notes.push_back(make_note(true, kind, place, what, games_read));
}

void ConversionReport::lose(std::string_view kind, std::string_view place, std::string_view what) {
    count(lost, kind, place, what);
    if (keeps_notes) notes.push_back(make_note(false, kind, place, what, games_read));
}

void ConversionReport::merge(const ConversionReport& next) {
    games_read += next.games_read;
    games_written += next.games_written;
    add(skipped, next.skipped);
    add(lost, next.lost);
}

void ConversionReport::name_source(std::string_view source) {
    for (Tallies* const tallies : {&skipped, &lost}) {
        for (auto& [kind, tally] : *tallies) {
            for (std::string& example : tally.examples)
                example = fmt::format("{}, {}", source, example);
        }
    }
}

}  // namespace edge
