// A fast hash of bytes for tables in memory. Not for files: values may change between versions.
#pragma once

#include <cstdint>
#include <string_view>

namespace edge {

uint64_t hash_bytes(std::string_view bytes);

}  // namespace edge
