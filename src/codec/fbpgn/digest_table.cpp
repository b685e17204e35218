#include "codec/fbpgn/digest_table.h"

#include <algorithm>
#include <cstring>

#include "core/sha256.h"

namespace edge::fbpgn {

Digest digest_of(std::string_view block) {
    const Sha256Digest whole = sha256(block);
    Digest half;
    std::copy_n(whole.begin(), half.size(), half.begin());
    return half;
}

DigestTable::Place DigestTable::add(const Digest& digest) {
    if (digests_.size() + 1 > slots_.size() / 8 * 7) grow();
    size_t slot = first_slot(digest);
    while (slots_[slot] != 0) {
        const uint32_t number = slots_[slot] - 1;
        if (digests_[number] == digest) return {number, false};
        slot = (slot + 1) & (slots_.size() - 1);
    }
    const auto number = static_cast<uint32_t>(digests_.size());
    digests_.push_back(digest);
    slots_[slot] = number + 1;
    return {number, true};
}

// The digest is as good as random, so any of its bits will do.
size_t DigestTable::first_slot(const Digest& digest) const {
    size_t bits;
    std::memcpy(&bits, digest.data(), sizeof bits);
    return bits & (slots_.size() - 1);
}

void DigestTable::grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (size_t number = 0; number < digests_.size(); ++number) {
        size_t slot = first_slot(digests_[number]);
        while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = static_cast<uint32_t>(number + 1);
    }
}

}  // namespace edge::fbpgn
