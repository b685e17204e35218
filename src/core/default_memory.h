// The memory limit when none is given.
#pragma once

#include <cstdint>

namespace edge {

// In bytes: a quarter of what the machine has.
uint64_t default_memory();

}  // namespace edge
