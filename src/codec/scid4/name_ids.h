// The distinct names of one kind, by id, while a base is written: each new name gets the next id.
// Counts how often each is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash_index.h"

namespace edge::scid4 {

class NameIds {
public:
    // `hash` is hash_bytes(name).
    std::optional<uint32_t> find(std::string_view name, uint64_t hash) const;
    // Adds a name that is not there yet.
    uint32_t add(std::string_view name, uint64_t hash);
    void count_use(uint32_t id) { ++names_[id].uses; }

    uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
    std::string_view name(uint32_t id) const {
        return std::string_view(text_).substr(names_[id].begin, names_[id].size);
    }
    uint32_t uses(uint32_t id) const { return names_[id].uses; }

private:
    struct Name {
        uint64_t begin;  // in text_
        uint32_t size;
        uint32_t uses;
    };
    std::vector<Name> names_;
    std::string text_;
    HashIndex ids_;
};

}  // namespace edge::scid4
