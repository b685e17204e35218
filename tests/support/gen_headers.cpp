#include <algorithm>
#include <array>

#include "support/query_gen.h"

namespace edge::query::gen {
namespace {

Relation random_relation(Random& random, Surface surface) {
    if (surface == Surface::Flags) {
        return random.pick({Relation::LessEqual, Relation::GreaterEqual});
    }
    return random.pick_up_to(Relation::GreaterEqual);
}

EcoTest random_eco(Random& random, Surface surface) {
    EcoTest test;
    // Ascending and not adjacent, so that there is only one way to write them.
    int from = random.between(0, 300);
    do {
        const int until = random.chance(30) ? from : random.between(from, std::min(from + 99, 499));
        test.ranges.emplace_back(static_cast<uint16_t>(from), static_cast<uint16_t>(until));
        from = until + 2 + random.between(0, 60);
    } while (from < 499 && random.chance(40));
    test.negated = surface == Surface::Any && random.chance(20);
    return test;
}

// The value is one that splits real games, or one at a boundary.
NumberTest random_number_test(Random& random, Surface surface) {
    NumberTest test;
    test.field = random.pick_up_to(NumberField::Plies);
    test.relation = random_relation(random, surface);
    switch (test.field) {
        case NumberField::Year:
            test.value = random.between(1850, 2025);
            break;
        case NumberField::Elo:
        case NumberField::WhiteElo:
        case NumberField::BlackElo:
            test.value = random.pick({random.between(1000, 2900), 2500, 1500, 0});
            break;
        case NumberField::EloDiff:
            test.value = random.pick({random.between(-400, 400), 0, -50});
            break;
        case NumberField::BaseSeconds:
            test.value = random.pick({0, 60, 180, 300, 600, 900, 5400});
            break;
        case NumberField::Increment:
            test.value = random.pick({0, 0, 1, 2, 3, 10, 30});
            break;
        case NumberField::Plies:
            test.value = random.between(10, 160);
            break;
    }
    return test;
}

DateTest random_date_test(Random& random, Surface surface) {
    DateTest test;
    test.relation = random_relation(random, surface);
    test.value.year = static_cast<uint16_t>(random.chance(70) ? random.between(2005, 2025)
                                                              : random.between(1750, 2005));
    if (random.chance(60)) {
        test.value.month = static_cast<uint8_t>(random.between(1, 12));
        if (random.chance(60)) test.value.day = static_cast<uint8_t>(random.between(1, 28));
    }
    return test;
}

// The whole text, or for Contains a part of it with the case of some letters changed.
std::string random_piece(Random& random, const std::string& text) {
    std::vector<size_t> starts;  // of the characters of UTF-8
    for (size_t i = 0; i <= text.size(); ++i) {
        if (i == text.size() || (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80) {
            starts.push_back(i);
        }
    }
    if (starts.size() < 3) return text;
    const size_t first = random.below(starts.size() - 2);
    const size_t last = first + 2 + random.below(starts.size() - first - 2);
    std::string piece = text.substr(starts[first], starts[last] - starts[first]);
    for (char& letter : piece) {
        const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        if (is_letter && random.chance(30)) letter = static_cast<char>(letter ^ 0x20);
    }
    return piece;
}

NameTest random_name_test(Random& random, const GenVocabulary& vocabulary) {
    const std::string& name = random.pick(vocabulary.names);
    const Player player = random.pick_up_to(Player::Any);
    if (random.chance(40)) return {player, TextMatch::Exact, name};
    return {player, TextMatch::Contains, random_piece(random, name)};
}

TagTest random_tag_test(Random& random, const GenVocabulary& vocabulary) {
    const auto& [name, text] = random.pick(vocabulary.tags);
    if (random.chance(40)) return {name, TextMatch::Exact, text};
    return {name, TextMatch::Contains, random_piece(random, text)};
}

TerminationTest random_termination(Random& random) {
    constexpr std::array kTerminations = {
        corpus::Termination::Normal, corpus::Termination::TimeForfeit,
        corpus::Termination::Abandoned, corpus::Termination::RulesInfraction,
        corpus::Termination::Other};
    unsigned set = 0;
    do set |= 1U << static_cast<unsigned>(kTerminations[random.below(kTerminations.size())]);
    while (random.chance(30));
    return {static_cast<uint8_t>(set)};
}

}  // namespace

HeaderTest random_header_test(Random& random, const GenVocabulary& vocabulary, Surface surface) {
    const uint64_t choice = random.below(100);
    if (choice < 20) return ResultTest{random.pick_set(4)};
    if (choice < 30) return random_eco(random, surface);
    if (choice < 52) return random_number_test(random, surface);
    if (choice < 62) return random_date_test(random, surface);
    if (choice < 69) return TimeClassTest{random.pick_set(6)};
    if (choice < 76) return SpeedTest{random.pick_set(7)};
    if (choice < 80) return random_termination(random);
    if (choice < 91) return random_name_test(random, vocabulary);
    return random_tag_test(random, vocabulary);
}

}  // namespace edge::query::gen
