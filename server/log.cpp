#include "log.h"

#include <unistd.h>

#include <chrono>
#include <cmath>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wire/json/json_text.h"

namespace edge::server {
namespace {

constexpr size_t kMaxTargetBytes = 500;

std::string utc_now() {
    const auto now =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const auto ms = now.time_since_epoch().count() % 1000;
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(now)), ms);
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, kMaxTargetBytes)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || byte >= 0x7F || c == '\\') {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace

std::string log_line(const LoggedRequest& request, LogFormat format) {
    // A request that could not be read has none.
    const std::string target = request.target.empty() ? "-" : escaped(request.target);
    if (format == LogFormat::Text) {
        return fmt::format("{} {} {} {} {:.3f} ms {} bytes", utc_now(), request.method, target,
                           request.status, request.seconds * 1e3, request.bytes_sent);
    }
    wire::Json json;
    json["time"] = utc_now();
    json["method"] = request.method;
    json["target"] = target;
    json["status"] = request.status;
    json["ms"] = std::round(request.seconds * 1e6) / 1e3;
    json["bytes"] = request.bytes_sent;
    return wire::json_text(json);
}

void log_request(const LoggedRequest& request, LogFormat format) {
    if (format == LogFormat::None) return;
    const std::string line = log_line(request, format) + '\n';
    // In one piece, so that lines of several threads do not mix. If nobody reads them, nothing can
    // be done.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace edge::server
