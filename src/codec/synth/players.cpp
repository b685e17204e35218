#include "codec/synth/players.h"

#include <array>

namespace edge::synth {
namespace {

constexpr std::array<std::string_view, 48> kStems = {
    "Al",   "And",  "Bar",  "Berg", "Bor",  "Brand", "Cast", "Dal",  "Dom", "Ers", "Fal", "Ferr",
    "Gar",  "Gold", "Gran", "Hal",  "Hart", "Holl",  "Iv",   "Jan",  "Kal", "Kar", "Kov", "Lar",
    "Lind", "Mar",  "Mend", "Mor",  "Nik",  "Nov",   "Ol",   "Pal",  "Pet", "Rad", "Ram", "Ros",
    "Sal",  "Sand", "Sor",  "Stan", "Tam",  "Tor",   "Ul",   "Vald", "Var", "Wal", "Yan", "Zel"};
constexpr std::array<std::string_view, 24> kEndings = {
    "aev",  "ak", "ano", "ares", "as",  "elli", "enko", "er", "escu", "ev",  "ez",    "ic",
    "idis", "in", "ini", "man",  "ogu", "ona",  "os",   "ov", "sen",  "ski", "strom", "yan"};
constexpr std::array<std::string_view, 40> kFirstNames = {
    "Adam",  "Alice", "Ana",   "Anton", "Boris", "Carla", "Cem",   "Dana",  "Diego", "Elena",
    "Emil",  "Eva",   "Filip", "Grace", "Hana",  "Hugo",  "Igor",  "Irina", "Jonas", "Julia",
    "Karim", "Lena",  "Leo",   "Lucia", "Marco", "Maria", "Milan", "Nadia", "Nina",  "Olga",
    "Oscar", "Pavel", "Rosa",  "Samir", "Sofia", "Tomas", "Vera",  "Wei",   "Yuki",  "Zoe"};

constexpr uint32_t kNames = kStems.size() * kEndings.size() * kFirstNames.size();
// Prime to kNames, so that different players have different names.
constexpr uint32_t kStride = 28'657;
static_assert(kPlayers <= kNames && kNames % 2 == 0 && kNames % 3 == 0 && kNames % 5 == 0);
static_assert(kStride % 2 != 0 && kStride % 3 != 0 && kStride % 5 != 0);

}  // namespace

Player player(uint32_t number) {
    Random random(mix(number));
    uint32_t name = number * kStride % kNames;
    Player result;
    result.number = number;
    result.rating = 1950 + random.bell(280);
    result.stem = kStems[name % kStems.size()];
    name /= kStems.size();
    result.ending = kEndings[name % kEndings.size()];
    result.first_name = kFirstNames[name / kEndings.size()];
    return result;
}

uint32_t draw_player(Random& random) {
    // The ranges 0, 1-2, 3-6, 7-14, ... are equally likely, which is Zipf's law in steps.
    const uint32_t first = (1U << random.below(14)) - 1;
    return first + random.below(first + 1);
}

}  // namespace edge::synth
