#include "query/headers/flag_bits.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace edge::query {
namespace {

RC_GTEST_PROP(FlagBits, BothKernelsPackTheFlags, (uint64_t word)) {
    Flags flags{};
    for (unsigned i = 0; i < 64; ++i) flags[i] = word >> i & 1;
    RC_ASSERT(flag_bits(flags) == word);
    RC_ASSERT(flag_bits_portable(flags) == word);
}

}  // namespace
}  // namespace edge::query
