// Text in a Scid 4 base: bytes without a declared encoding, without zero bytes, and no longer than
// the field.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace edge::scid4 {

// As UTF-8. Older versions of Scid kept the bytes of their source, so text that is not valid UTF-8
// is read as Windows-1252.
std::string stored_text(std::string_view bytes);

// The beginning of a UTF-8 text that fits, with no character cut in two.
std::string_view cut_text(std::string_view text, size_t max_bytes);

}  // namespace edge::scid4
