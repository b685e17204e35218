// Many pieces of work, known by their numbers, on many threads, in no particular order.
#pragma once

#include <cstdint>
#include <functional>

namespace edge {

// Calls work(thread, number) for the numbers 0 .. count - 1, each once, on at most so many threads.
// The numbers are handed out in ascending order, each to the next thread that is free, so those a
// thread gets ascend too.
//
// When `work` returns false or throws, no more numbers are handed out; those handed out before are
// worked to their end. So when number n was worked, all below n were.
void for_each_number(uint64_t count, unsigned threads,
                     const std::function<bool(unsigned thread, uint64_t number)>& work);

}  // namespace edge
