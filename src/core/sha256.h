// SHA-256 (FIPS 180-4), to distinguish blocks where a collision, by chance or by design, must
// not lose one of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace edge {

using Sha256Digest = std::array<uint8_t, 32>;

Sha256Digest sha256(std::string_view bytes);

}  // namespace edge
