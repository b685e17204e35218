#include "index/reader_issues.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace edge::indexing {
namespace {

using Note = ConversionReport::Note;

// Reasons for leaving out games that mean damaged or missing data.
constexpr std::array<std::string_view, 5> kDamagedSkips = {"missing_entry", "bad_record", "damaged",
                                                           "bad_board", "truncated"};
// Other losses do not concern the moves, or belong to variations.
constexpr std::array<std::string_view, 8> kCutMoves = {
    "illegal_move",     "illegal_moves",      "ambiguous_move", "unreadable_move",
    "unclosed_comment", "unclosed_variation", "too_long",       "truncated"};

bool is_among(std::string_view kind, std::span<const std::string_view> kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

// The numbers of the games that were handed out, among all games of the stretch, from 0.
std::vector<uint64_t> numbers_in_stretch(const ConversionReport& reading, size_t games) {
    std::vector<uint64_t> numbers(games);
    uint64_t number = 0;
    auto note = reading.notes.begin();
    for (uint64_t& of_game : numbers) {
        for (; note != reading.notes.end() && note->games_read <= number + 1; ++note) {
            if (note->is_skip && note->games_read == number + 1) ++number;
        }
        of_game = number++;
    }
    return numbers;
}

// Where the game with that number is; for one that was not handed out, where the next one is.
uint64_t place_near(size_t game, const std::vector<ReadGame>& games, const GamePlaces& places) {
    if (!places.in_text) return places.begin + game;
    if (games.empty()) return places.begin;
    const size_t near = std::min(game, games.size() - 1);
    return places.of(games[near], near);
}

formats::IndexIssue issue_of(const Note& note) {
    return {.reason = note.is_skip ? formats::IssueReason::Unread : formats::IssueReason::CutShort,
            .newlines_before = note.games_read - 1,
            .text = note.what,
            .white = {},
            .black = {},
            .place = note.place,
            .reader_reason = note.kind};
}

}  // namespace

bool is_damage(const Note& note) {
    return note.is_skip ? is_among(note.kind, kDamagedSkips) : is_among(note.kind, kCutMoves);
}

bool is_bad(const formats::IndexIssue& issue) {
    switch (issue.reason) {
        case formats::IssueReason::BadFirstMove:
            return true;
        case formats::IssueReason::Unread:
            return is_among(issue.reader_reason, kDamagedSkips);
        default:
            return !formats::is_skip(issue.reason);
    }
}

void add_reader_issues(const ConversionReport& reading, const std::vector<ReadGame>& games,
                       const GamePlaces& places, GameBatch& batch) {
    const std::vector<uint64_t> numbers = numbers_in_stretch(reading, games.size());
    for (formats::IndexIssue& issue : batch.issues) {
        const uint64_t game = issue.newlines_before;
        issue.place = games[game].place;
        issue.newlines_before = numbers[game];
    }
    for (uint64_t& line : batch.newlines_before) {
        batch.places.push_back(games[line].place);
        line = numbers[line];
    }
    std::vector<formats::IndexIssue> of_reader;
    for (const Note& note : reading.notes) {
        if (note.kind == "deleted" || (!note.is_skip && !is_damage(note))) continue;
        formats::IndexIssue issue = issue_of(note);
        const auto found = std::ranges::lower_bound(numbers, issue.newlines_before);
        const auto game = static_cast<size_t>(found - numbers.begin());
        issue.game_at = issue.at = place_near(game, games, places);
        if (!note.is_skip && game < games.size()) {
            issue.plies = games[game].game.moves.main_line_plies();
            issue.white = games[game].game.tag("White");
            issue.black = games[game].game.tag("Black");
        }
        of_reader.push_back(std::move(issue));
    }
    std::vector<formats::IndexIssue> in_order;
    in_order.reserve(batch.issues.size() + of_reader.size());
    std::ranges::merge(of_reader, batch.issues, std::back_inserter(in_order), {},
                       &formats::IndexIssue::newlines_before,
                       &formats::IndexIssue::newlines_before);
    batch.issues = std::move(in_order);
    batch.newlines = reading.games_read;
}

std::optional<std::string> damage_warning(const ConversionReport& reading,
                                          std::string_view source) {
    uint64_t missing = 0;
    std::string kinds;
    for (const auto& [kind, tally] : reading.skipped) {
        if (!is_among(kind, kDamagedSkips)) continue;
        missing += tally.count;
        kinds += fmt::format(", {} {}", kind, tally.count);
    }
    const auto cut = reading.lost.find("truncated");
    if (missing == 0 && cut == reading.lost.end()) return std::nullopt;
    std::string text = fmt::format("{}: data is missing:", source);
    if (missing > 0) {
        text += fmt::format(" {} of {} games could not be read ({})", missing, reading.games_read,
                            kinds.substr(2));
    }
    if (cut != reading.lost.end()) {
        const uint64_t count = cut->second.count;
        text += fmt::format("{} {} game{} without an end", missing > 0 ? ", and" : "", count,
                            count == 1 ? "" : "s");
    }
    return text;
}

}  // namespace edge::indexing
