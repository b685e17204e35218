#include "ingest/name_table.h"

#include <algorithm>

#include "core/hash.h"

namespace edge::ingest {

uint32_t NameTable::intern(std::string_view name) { return intern(name, hash_bytes(name)); }

uint32_t NameTable::intern_from(const NameTable& other, uint32_t number) {
    // A large table is out of the cache: names come in order mostly, so fetch the slots of those
    // that follow (about 0.5 ns a ply of otb-sample).
    constexpr uint32_t kAhead = 8;
    if (number + kAhead < other.size() && !slots_.empty()) {
        __builtin_prefetch(&slots_[other.hashes_[number + kAhead] & (slots_.size() - 1)]);
    }
    return intern(other.name(number), other.hashes_[number]);
}

uint32_t NameTable::intern(std::string_view name, uint64_t hash) {
    if (begins_.size() * 2 >= slots_.size()) grow();
    const auto upper = static_cast<uint32_t>(hash >> 32);
    const size_t mask = slots_.size() - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        Slot& slot = slots_[i];
        if (slot.number_plus_one == 0) {
            slot = {size() + 1, upper};
            begins_.push_back(text_.size());
            hashes_.push_back(hash);
            text_.append(name);
            text_.push_back('\n');
            return size() - 1;
        }
        if (slot.hash == upper && this->name(slot.number_plus_one - 1) == name) {
            return slot.number_plus_one - 1;
        }
    }
}

std::string_view NameTable::name(uint32_t number) const {
    const uint64_t begin = begins_[number];
    const uint64_t end = number + 1 < size() ? begins_[number + 1] : text_.size();
    return std::string_view(text_).substr(begin, end - begin - 1);
}

void NameTable::clear() {
    text_.clear();
    begins_.clear();
    hashes_.clear();
    std::fill(slots_.begin(), slots_.end(), Slot{});
}

void NameTable::assign(std::string text) {
    clear();
    text_ = std::move(text);
    for (size_t at = 0; at < text_.size(); at = text_.find('\n', at) + 1) begins_.push_back(at);
    for (uint32_t number = 0; number < size(); ++number)
        hashes_.push_back(hash_bytes(name(number)));
}

void NameTable::grow() {
    std::vector<Slot> larger(std::max<size_t>(1024, slots_.size() * 2));
    const size_t mask = larger.size() - 1;
    for (uint32_t number = 0; number < size(); ++number) {
        const uint64_t hash = hashes_[number];
        size_t i = hash & mask;
        while (larger[i].number_plus_one != 0) i = (i + 1) & mask;
        larger[i] = {number + 1, static_cast<uint32_t>(hash >> 32)};
    }
    slots_ = std::move(larger);
}

}  // namespace edge::ingest
