// Mapped bytes that were read and are not needed again count as memory of the process until the
// system takes their pages back.
#pragma once

#include <cstddef>
#include <span>

namespace edge {

// Gives back the whole pages of a part of a mapped file. A hint: the bytes can still be read, from
// the file again. Does nothing where the system does not support it.
void forget_pages(std::span<const std::byte> mapped);

}  // namespace edge
