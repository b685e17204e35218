// What the routes that run over a corpus share: opening it, scans that end when they are cancelled,
// and answers gathered piece by piece.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "edge/result.h"
#include "problem.h"
#include "query/query.h"
#include "response.h"
#include "service.h"
#include "wire/json/text_sink.h"

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

// The work that make(std::shared_ptr<const OpenCorpus>) -> Result<Work> returns. A corpus that is
// not open yet is opened by a worker, since that reads files.
template <class Make>
Result<Reply> work_over(Service& service, const std::string& name, Make make) {
    if (name.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    "no corpus is named; expected \"corpus\", a path that GET /corpora lists");
    }
    if (auto open = service.corpora().find_open(name)) {
        return Reply(EDGE_TRY(make(std::move(open))));
    }
    return Reply(Preparation{
        [&service, name, make = std::move(make)](const Cancellation&) mutable -> Result<Work> {
            return make(EDGE_TRY(service.corpora().open(name)));
        }});
}

// The same for a request that names its corpus: make(Service&, std::shared_ptr<const OpenCorpus>,
// WireRequest) -> Result<Work>.
template <class WireRequest, class Make>
Result<Reply> work_for(Service& service, WireRequest asked, Make make) {
    const std::string corpus = asked.corpus;
    auto make_work = [&service, asked = std::move(asked),
                      make](const std::shared_ptr<const OpenCorpus>& open) mutable {
        return make(service, open, std::move(asked));
    };
    return work_over(service, corpus, std::move(make_work));
}

// Work that is an answer already.
inline Work answered(Response response) {
    return {[response = std::move(response)](const Cancellation&) -> Result<Response> {
                return response;
            },
            Work::Length::Lookup};
}

// The handler of a route that asks the service.
template <class F>
Handler handler(Service& service, F f) {
    return [&service, f](const Request& request, const PathValues& values) -> Result<Reply> {
        return f(service, request, values);
    };
}

}  // namespace edge::server
