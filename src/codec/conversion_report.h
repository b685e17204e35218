// What became of the games of a conversion: how many were read and written, which were left out and
// why, and what the target could not hold. Counts, with the first few of each kind as examples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace edge {

struct ConversionReport {
    struct Tally {
        uint64_t count = 0;
        std::vector<std::string> examples = {};  // "line 12: found 'Ke9', expected a legal move"
        friend bool operator==(const Tally&, const Tally&) = default;
    };
    static constexpr size_t kMaxExamples = 3;

    uint64_t games_read = 0;
    uint64_t games_written = 0;
    // Kinds are snake_case words, the same as in the JSON: "no_result", "comments".
    std::map<std::string, Tally, std::less<>> skipped = {};  // games left out whole
    // Parts left out of games that were written.
    std::map<std::string, Tally, std::less<>> lost = {};

    // Every skip and loss in order, kept only when requested.
    struct Note {
        bool is_skip = false;
        std::string kind;
        std::string place;
        std::string what;
        uint64_t games_read = 0;  // so far, including the game itself
        friend bool operator==(const Note&, const Note&) = default;
    };
    bool keeps_notes = false;
    std::vector<Note> notes = {};

    // `place` is where the game is in its source, `what` one sentence about it.
    void skip(std::string_view kind, std::string_view place, std::string_view what);
    void lose(std::string_view kind, std::string_view place, std::string_view what);
    // Adds the report of the games that follow these, except its notes.
    void merge(const ConversionReport& next);
    // Prefixes the place of every example with the name of the source.
    void name_source(std::string_view source);

    friend bool operator==(const ConversionReport&, const ConversionReport&) = default;
};

}  // namespace edge
