#include "codec/scid4/name_ids.h"

#include <cassert>

namespace edge::scid4 {

std::optional<uint32_t> NameIds::find(std::string_view name, uint64_t hash) const {
    return ids_.find(hash, [&](uint32_t id) { return this->name(id) == name; });
}

uint32_t NameIds::add(std::string_view name, uint64_t hash) {
    assert(!find(name, hash));
    names_.push_back(
        {.begin = text_.size(), .size = static_cast<uint32_t>(name.size()), .uses = 0});
    text_.append(name);
    return ids_.add(hash);
}

}  // namespace edge::scid4
