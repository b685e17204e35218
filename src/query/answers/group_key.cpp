#include "query/answers/group_key.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "core/ascii.h"
#include "corpus/tag_text.h"
#include "query/lang/did_you_mean.h"

namespace edge::query {
namespace {

struct KeyName {
    GroupKey key;
    std::string_view name;
    std::string_view argument = {};  // as the list of keys shows it
};
constexpr std::array kKeyNames = {
    KeyName{GroupKey::PawnStructure, "pawn-structure"},
    KeyName{GroupKey::Eco, "eco"},
    KeyName{GroupKey::Opening, "opening"},
    KeyName{GroupKey::Year, "year"},
    KeyName{GroupKey::Month, "month"},
    KeyName{GroupKey::Result, "result"},
    KeyName{GroupKey::Termination, "termination"},
    KeyName{GroupKey::White, "white"},
    KeyName{GroupKey::Black, "black"},
    KeyName{GroupKey::Player, "player"},
    KeyName{GroupKey::Elo, "elo", ":WIDTH"},
    KeyName{GroupKey::TimeClass, "tc"},
    KeyName{GroupKey::Speed, "speed"},
    KeyName{GroupKey::FinalMaterial, "final-material"},
    KeyName{GroupKey::Pieces, "pieces"},
    KeyName{GroupKey::Plies, "plies"},
    KeyName{GroupKey::Tag, "tag", ":NAME"},
};

constexpr std::array<std::string_view, 5> kTimeClassNames = {"bullet", "blitz", "rapid",
                                                             "classical", "correspondence"};
constexpr std::array<std::string_view, 6> kSpeedNames = {
    "ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"};
// By the values of corpus::Termination.
constexpr std::array<std::string_view, 8> kTerminationNames = {
    "normal", "time", "abandoned", "rules", "?", "?", "?", "other"};

template <size_t size>
std::string name_at(const std::array<std::string_view, size>& names, uint64_t number) {
    return std::string(number < size ? names[number] : "?");
}

std::string structure_text(PawnStructure pawns) {
    std::string text;
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        const auto end_gap = [&] {
            if (empty != 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (unsigned file = 0; file < 8; ++file) {
            const Bitboard square = bit(make_square(file, rank));
            if (((pawns.white | pawns.black) & square) == 0) {
                ++empty;
                continue;
            }
            end_gap();
            text += (pawns.white & square) != 0 ? 'P' : 'p';
        }
        end_gap();
        if (rank != 0) text += '/';
    }
    return text;
}

std::string number_text(const Grouping& by, uint64_t number) {
    if (number == kUnknownNumber) return "?";
    switch (by.key) {
        case GroupKey::Eco:
            return corpus::eco_text(static_cast<uint16_t>(std::min<uint64_t>(number, 1023)));
        case GroupKey::Month:
            return fmt::format("{:04}-{:02}", number / 100, number % 100);
        case GroupKey::Elo:
            if (by.elo_width <= 1) return std::to_string(number);
            return fmt::format("{}-{}", number, number + by.elo_width - 1);
        case GroupKey::Result:
            if (number > 3) return "?";
            return std::string(corpus::result_text(static_cast<corpus::GameResult>(number)));
        case GroupKey::Termination:
            return name_at(kTerminationNames, number);
        case GroupKey::TimeClass:
            return name_at(kTimeClassNames, number);
        case GroupKey::Speed:
            return name_at(kSpeedNames, number);
        default:
            return std::to_string(number);
    }
}

const KeyName* find_key(GroupKey key) {
    const auto found = std::ranges::find(kKeyNames, key, &KeyName::key);
    return found == kKeyNames.end() ? nullptr : &*found;
}

std::vector<std::string> shown_keys() {
    std::vector<std::string> shown;
    shown.reserve(kKeyNames.size());
    for (const KeyName& key : kKeyNames)
        shown.push_back(fmt::format("{}{}", key.name, key.argument));
    return shown;
}

Result<Grouping> by_elo(std::string_view width) {
    Grouping by(GroupKey::Elo);
    const char* const end = width.data() + width.size();
    const auto [parsed, error] = std::from_chars(width.data(), end, by.elo_width);
    if (error == std::errc() && parsed == end && by.elo_width >= 1 &&
        by.elo_width <= corpus::kMaxElo) {
        return by;
    }
    return misread(fmt::format("found {} as the width of a bin of ratings, expected 1 to {}",
                               in_quotes(width), corpus::kMaxElo));
}

Result<Grouping> by_tag(std::string_view name) {
    if (!is_tag_name(name)) {
        return misread(fmt::format("found {} as the name of a tag, expected letters, digits and _",
                                   in_quotes(name)));
    }
    Grouping by(GroupKey::Tag);
    by.tag = name;
    return by;
}

}  // namespace

bool is_group_key(uint32_t number) { return find_key(static_cast<GroupKey>(number)) != nullptr; }

std::string listed_group_keys() {
    const std::vector<std::string> shown = shown_keys();
    const std::vector<std::string_view> words(shown.begin(), shown.end());
    return listed(words);
}

bool is_tag_name(std::string_view name) {
    return !name.empty() && name.size() <= kLongestTagName && std::ranges::all_of(name, [](char c) {
        return is_letter(c) || is_digit(c) || c == '_';
    });
}

std::string to_text(const Grouping& by) {
    const KeyName* const key = find_key(by.key);
    const std::string_view name = key == nullptr ? "?" : key->name;
    if (by.key == GroupKey::Elo) return fmt::format("{}:{}", name, by.elo_width);
    if (by.key == GroupKey::Tag) return fmt::format("{}:{}", name, by.tag);
    return std::string(name);
}

Result<Grouping> parse_grouping(std::string_view text) {
    const size_t colon = std::min(text.find(':'), text.size());
    const bool has_argument = colon < text.size();
    const std::string_view argument = text.substr(std::min(colon + 1, text.size()));
    const auto key = std::ranges::find(kKeyNames, text.substr(0, colon), &KeyName::name);
    const bool takes_argument = key != kKeyNames.end() && !key->argument.empty();
    if (takes_argument && key->key == GroupKey::Elo) {
        return by_elo(has_argument ? argument : std::to_string(kDefaultEloWidth));
    }
    if (takes_argument && has_argument) return by_tag(argument);
    if (key != kKeyNames.end() && !takes_argument && !has_argument) return Grouping(key->key);
    const std::vector<std::string> shown = shown_keys();
    const std::vector<std::string_view> words(shown.begin(), shown.end());
    return misread(fmt::format("found {}, expected {}{}", in_quotes(text), listed(words),
                               did_you_mean(text, words)));
}

bool is_unknown(const GroupValue& value) {
    if (const auto* number = std::get_if<uint64_t>(&value)) return *number == kUnknownNumber;
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr && text->empty();
}

std::string value_text(const Grouping& by, const GroupValue& value) {
    if (const auto* pawns = std::get_if<PawnStructure>(&value)) return structure_text(*pawns);
    if (const auto* number = std::get_if<uint64_t>(&value)) return number_text(by, *number);
    const auto& text = std::get<std::string>(value);
    return text.empty() ? "?" : text;
}

}  // namespace edge::query
