// Recognises blocks by their digests: 16 bytes for each, and a slot of 4 in a hash table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

namespace edge::fbpgn {

// The first half of SHA-256, which does not collide by chance or by design.
using Digest = std::array<uint8_t, 16>;
Digest digest_of(std::string_view block);

class DigestTable {
public:
    struct Place {
        uint32_t number;  // of the digest, counted from 0 in the order of adding
        bool is_new;
    };
    // Fewer than 2^32 - 1 digests can be held.
    Place add(const Digest& digest);
    size_t size() const { return digests_.size(); }

private:
    size_t first_slot(const Digest& digest) const;
    void grow();

    std::deque<Digest> digests_;
    std::vector<uint32_t> slots_ = std::vector<uint32_t>(16);  // 0: free, else the number + 1
};

}  // namespace edge::fbpgn
