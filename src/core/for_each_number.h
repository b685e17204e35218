// Many pieces of work, identified by number, on many threads, in no particular order.
#pragma once

#include <cstdint>
#include <functional>

namespace edge {

// Calls work(thread, number) for the numbers 0 .. count - 1, each once, on at most `threads`
// threads. The numbers are handed out in ascending order, each to the next thread that is free, so
// those a thread gets ascend too.
//
// When `work` returns false or throws, no more numbers are handed out; those handed out before
// still finish. So when number n was processed, all below n were too.
void for_each_number(uint64_t count, unsigned threads,
                     const std::function<bool(unsigned thread, uint64_t number)>& work);

}  // namespace edge
