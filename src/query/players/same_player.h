// Whether two spellings of a name may mean the same player, where something else says so already:
// two games with the same moves, say. Without that, see alias_groups.h, which is stricter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "query/players/name_parts.h"

namespace edge::query {

enum class NameAgreement : uint8_t {
    Same,      // letter by letter
    Spelling,  // the same words, without case, accents, punctuation and order
    Initials,  // the same surname, and given names that are abbreviated, or left out after the
               // first
    Unknown,   // one of the names is not known
    Different,
};

// A name, made ready for being compared with many others. Cannot be moved.
class PlayerName {
public:
    explicit PlayerName(std::string_view name);
    PlayerName(const PlayerName&) = delete;
    PlayerName& operator=(const PlayerName&) = delete;

    // "?", "NN" and what has no letters stand for nobody.
    bool is_known() const { return !words_.empty(); }

    // The given names fit when each is the other's beginning: an initial, or two or three letters
    // of a name at least two letters longer ("Georgiev,Ki" is "Georgiev, Kiril"; "Wang, Yu" is not
    // "Wang, Yue"). Without a comma the surname may be at either end. Names with a digit, as
    // engines have, agree only in all their words.
    NameAgreement agreement(const PlayerName& other) const;

    // Names that agree, unless one is unknown, have one of these in common; few others do. They are
    // hashes of the words, and of each possible surname with an initial.
    const std::vector<uint64_t>& keys() const { return keys_; }

private:
    std::string name_;
    std::string text_;  // the words are in it
    Words words_;       // none when the name is not known
    Words sorted_words_;
    std::vector<NameParts> readings_;  // what may be the surname
    std::vector<uint64_t> keys_;
    bool has_digit_ = false;
};

}  // namespace edge::query
