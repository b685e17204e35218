#include "core/parallel.h"

namespace edge {

unsigned default_threads() { return 1; }

// In the order of their numbers, so that a body waits only for what is done. Nothing throws here,
// so nothing needs to be stopped.
void run_on_threads(unsigned threads, const std::function<void(unsigned)>& body,
                    const std::function<void()>&) {
    for (unsigned index = 0; index < threads; ++index) body(index);
}

}  // namespace edge
