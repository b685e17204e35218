// Text as a Scid 4 base holds it: bytes without a declared encoding, without zero bytes, and never
// more than a field has room for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace edge::scid4 {

// As UTF-8. Older versions of Scid kept the bytes of their source, so what is not valid UTF-8 is
// read as Windows-1252.
std::string stored_text(std::string_view bytes);

// The beginning of a UTF-8 text that fits, with no character cut in two.
std::string_view cut_text(std::string_view text, size_t max_bytes);

}  // namespace edge::scid4
