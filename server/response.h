// What a route returns: an answer, work that will give one, what comes before such work, or events
// for a WebSocket.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "cancellation.h"
#include "edge/result.h"
#include "request.h"

namespace edge::server {

inline constexpr const char* kJson = "application/json";

struct Response {
    unsigned status = 200;
    std::string content_type = kJson;
    std::string body;
    std::vector<Field> headers = {};
};

inline Response json_response(std::string body) { return {200, kJson, std::move(body)}; }

// What may take longer than a moment. Runs on a worker thread, and gives up with Cancelled when
// told to. The time of a scan grows with the corpus; a lookup takes milliseconds, and does not wait
// for scans.
struct Work {
    enum class Length : uint8_t { Scan, Lookup };

    std::function<Result<Response>(const Cancellation&)> run;
    Length length = Length::Scan;
};

// What must be done before the work is known, and takes longer than a moment too: opening a corpus.
// Runs on a worker thread, among the lookups.
struct Preparation {
    std::function<Result<Work>(const Cancellation&)> run;
};

// What a WebSocket sends. It is asked several times a second, from one thread.
struct Events {
    std::vector<std::string> messages;  // new since the last call
    bool finished = false;              // nothing will follow
};
using EventSource = std::function<Events()>;

using Reply = std::variant<Response, Work, Preparation, EventSource>;

}  // namespace edge::server
