// How many threads to use, and one call that runs a function on that many. The ways to share work
// among them are built on it: for_each_number.h where the order does not matter, ordered_work.h
// where it does.
#pragma once

#include <functional>

namespace edge {

// The cores this process may use, according to its affinity mask and its control group's quota. At
// least 1.
unsigned default_threads();

// Runs body(0) .. body(threads - 1), each on its own thread, body(0) on the caller's, and returns
// when all are done. When the system refuses a thread its body runs here after body(0), so a body
// that waits for another must wait only for one with a lower number.
//
// An exception in one is thrown again here, after all have ended. The thread that threw first calls
// `stop`, which must make the others end soon: at least those that would wait for this one.
void run_on_threads(unsigned threads, const std::function<void(unsigned)>& body,
                    const std::function<void()>& stop = {});

}  // namespace edge
