#include "core/for_each_number.h"

#include <algorithm>
#include <atomic>

#include "core/parallel.h"

namespace edge {

void for_each_number(uint64_t count, unsigned threads,
                     const std::function<bool(unsigned thread, uint64_t number)>& work) {
    const auto useful =
        static_cast<unsigned>(std::clamp<uint64_t>(count, 1, std::max(1U, threads)));
    std::atomic<uint64_t> next = 0;
    std::atomic<bool> stopped = false;
    run_on_threads(
        useful,
        [&](unsigned thread) {
            while (!stopped) {
                const uint64_t number = next++;
                if (number >= count) return;
                if (!work(thread, number)) stopped = true;
            }
        },
        [&] { stopped = true; });
}

}  // namespace edge
