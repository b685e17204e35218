// What the routes that run over a corpus share: scans that end when they are cancelled, and answers
// gathered piece by piece.
#pragma once

#include <string>

#include "edge/result.h"
#include "query/query.h"
#include "response.h"
#include "service.h"
#include "wire/text_sink.h"

namespace edge::server {

inline query::RunOptions run_options(const Service& service, const Cancellation& cancellation) {
    return {.threads = service.scan_threads(),
            .on_progress = [&cancellation](uint64_t) { return !cancellation.is_cancelled(); }};
}

// Appends to `text`; Cancelled when nobody wants it any more.
inline wire::TextSink text_sink(std::string& text, const Cancellation& cancellation) {
    return [&text, &cancellation](std::string_view piece) -> Status {
        if (cancellation.is_cancelled()) return fail(ErrorCode::Cancelled, "cancelled");
        text += piece;
        return {};
    };
}

// The handler of a route that asks the service.
template <class F>
Handler handler(Service& service, F f) {
    return [&service, f](const Request& request, const PathValues& values) -> Result<Reply> {
        return f(service, request, values);
    };
}

}  // namespace edge::server
