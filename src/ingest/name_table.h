// Player names by number, in the order of their first appearance. The text is kept as a .dict file
// holds it: a newline after each name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash_index.h"

namespace edge::ingest {

class NameTable {
public:
    // The number of the name, which must hold no newline.
    uint32_t intern(std::string_view name);
    // The same for a name of another table, which has the hash already.
    uint32_t intern_from(const NameTable& other, uint32_t number);

    uint32_t size() const { return static_cast<uint32_t>(begins_.size()); }
    std::string_view name(uint32_t number) const;
    // All names, one a line.
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

}  // namespace edge::ingest
