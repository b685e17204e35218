#include "codec/scid4/name_table.h"

#include <algorithm>
#include <cassert>

namespace edge::scid4 {
namespace {

constexpr uint32_t upper_half(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }

}  // namespace

std::optional<uint32_t> NameTable::find(std::string_view name, uint64_t hash) const {
    if (slots_.empty()) return std::nullopt;
    const size_t mask = slots_.size() - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        const Slot& slot = slots_[i];
        if (slot.id_plus_one == 0) return std::nullopt;
        const uint32_t id = slot.id_plus_one - 1;
        if (slot.hash == upper_half(hash) && this->name(id) == name) return id;
    }
}

uint32_t NameTable::add(std::string_view name, uint64_t hash) {
    assert(!find(name, hash));
    if (names_.size() * 2 >= slots_.size()) grow();
    const size_t mask = slots_.size() - 1;
    size_t i = hash & mask;
    while (slots_[i].id_plus_one != 0) i = (i + 1) & mask;
    const uint32_t id = size();
    slots_[i] = {.id_plus_one = id + 1, .hash = upper_half(hash)};
    names_.push_back({.hash = hash,
                      .begin = text_.size(),
                      .size = static_cast<uint32_t>(name.size()),
                      .uses = 0});
    text_.append(name);
    return id;
}

void NameTable::grow() {
    std::vector<Slot> larger(std::max<size_t>(1024, slots_.size() * 2));
    const size_t mask = larger.size() - 1;
    for (uint32_t id = 0; id < size(); ++id) {
        size_t i = names_[id].hash & mask;
        while (larger[i].id_plus_one != 0) i = (i + 1) & mask;
        larger[i] = {.id_plus_one = id + 1, .hash = upper_half(names_[id].hash)};
    }
    slots_ = std::move(larger);
}

}  // namespace edge::scid4
