#include "metrics.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace edge::server {
namespace {

void append_head(std::string& text, std::string_view name, std::string_view type,
                 std::string_view help) {
    fmt::format_to(std::back_inserter(text), "# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help);
}

void append_value(std::string& text, std::string_view name, std::string_view type,
                  std::string_view help, uint64_t value) {
    append_head(text, name, type, help);
    fmt::format_to(std::back_inserter(text), "{} {}\n", name, value);
}

}  // namespace

void Metrics::count_request(std::string_view route, unsigned status, double seconds,
                            uint64_t bytes_received, uint64_t bytes_sent) {
    const auto bucket =
        static_cast<size_t>(std::ranges::lower_bound(kBounds, seconds) - kBounds.begin());
    const std::lock_guard lock(mutex_);
    ++requests_[{std::string(route), status}];
    Latency& latency = latencies_[std::string(route)];
    ++latency.counts[bucket];
    latency.sum += seconds;
    bytes_received_ += bytes_received;
    bytes_sent_ += bytes_sent;
}

std::string Metrics::text(const Gauges& gauges) const {
    std::string text;
    const std::lock_guard lock(mutex_);
    append_head(text, "edge_requests_total", "counter", "Requests by route and status.");
    for (const auto& [key, count] : requests_) {
        fmt::format_to(std::back_inserter(text),
                       "edge_requests_total{{route=\"{}\",status=\"{}\"}} {}\n", key.first,
                       key.second, count);
    }
    append_head(text, "edge_request_seconds", "histogram",
                "Time from the first byte of a request to its answer.");
    for (const auto& [route, latency] : latencies_) {
        uint64_t below = 0;
        for (size_t i = 0; i < kBounds.size(); ++i) {
            below += latency.counts[i];
            fmt::format_to(std::back_inserter(text),
                           "edge_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route,
                           kBounds[i], below);
        }
        below += latency.counts.back();
        fmt::format_to(std::back_inserter(text),
                       "edge_request_seconds_bucket{{route=\"{0}\",le=\"+Inf\"}} {1}\n"
                       "edge_request_seconds_sum{{route=\"{0}\"}} {2}\n"
                       "edge_request_seconds_count{{route=\"{0}\"}} {1}\n",
                       route, below, latency.sum);
    }
    append_value(text, "edge_received_bytes_total", "counter", "Bytes of bodies received.",
                 bytes_received_);
    append_value(text, "edge_sent_bytes_total", "counter", "Bytes of bodies sent.", bytes_sent_);
    append_value(text, "edge_connections", "gauge", "Open connections.", gauges.connections);
    append_value(text, "edge_jobs_running", "gauge", "Running jobs.", gauges.running_jobs);
    append_value(text, "edge_corpora_open", "gauge", "Corpora kept open.", gauges.open_corpora);
    append_value(text, "edge_sets", "gauge", "Sets of games kept.", gauges.sets);
    append_value(text, "edge_set_bytes", "gauge", "Memory that the sets take.", gauges.set_bytes);
    return text;
}

}  // namespace edge::server
