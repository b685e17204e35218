// Counts of what the daemon does, in the text form that Prometheus reads.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace edge::server {

// Safe to use from many threads.
class Metrics {
public:
    // `route` is a pattern of the router, so that there are few of them.
    void count_request(std::string_view route, unsigned status, double seconds,
                       uint64_t bytes_received, uint64_t bytes_sent);

    // What is measured when the text is made.
    struct Gauges {
        size_t connections = 0;
        size_t running_jobs = 0;
        size_t open_corpora = 0;
        size_t sets = 0;
        size_t set_bytes = 0;
    };
    std::string text(const Gauges& gauges) const;

private:
    // Upper bounds in seconds; one more bucket has the rest.
    static constexpr std::array<double, 12> kBounds = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10};
    struct Latency {
        std::array<uint64_t, kBounds.size() + 1> counts{};
        double sum = 0;
    };

    mutable std::mutex mutex_;
    // All guarded by mutex_.
    std::map<std::pair<std::string, unsigned>, uint64_t, std::less<>> requests_;
    std::map<std::string, Latency, std::less<>> latencies_;  // by route
    uint64_t bytes_received_ = 0;
    uint64_t bytes_sent_ = 0;
};

}  // namespace edge::server
