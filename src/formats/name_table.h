// Player names by number, in the order of their first appearance. The text has the form of a .dict
// file: a newline after each name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash_index.h"

namespace edge::formats {

class NameTable {
public:
    // The number of the name, which must not contain a newline.
    uint32_t intern(std::string_view name);
    // The same for a name from another table, which already has the hash.
    uint32_t intern_from(const NameTable& other, uint32_t number);

    uint32_t size() const { return static_cast<uint32_t>(begins_.size()); }
    std::string_view name(uint32_t number) const;
    // All names, one per line.
    const std::string& text() const { return text_; }
    void clear();
    // Takes lines written by text().
    void assign(std::string text);

private:
    uint32_t intern(std::string_view name, uint64_t hash);

    std::string text_;
    std::vector<uint64_t> begins_;
    HashIndex numbers_;
};

}  // namespace edge::formats
