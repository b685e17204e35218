// How many threads to use, and one call that runs a function on so many.
#pragma once

#include <functional>

namespace edge {

// The cores this process may use: its affinity mask and its control group's quota count. At
// least 1.
unsigned default_threads();

// Runs body(0) .. body(threads - 1), each on its own thread, body(0) on the caller's, and returns
// when all are done. An exception in one is thrown again here, after all have ended. When the
// system refuses a thread its body runs here after body(0), so a body that waits for another must
// wait only for one with a lower number.
void run_on_threads(unsigned threads, const std::function<void(unsigned)>& body);

}  // namespace edge
