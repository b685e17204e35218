// GET / and what else tells about the daemon itself: /healthz, /metrics, /openapi.json.
#include <string>

#include "openapi.h"
#include "routes.h"
#include "service.h"
#include "work.h"

namespace edge::server {
namespace {

constexpr const char* kPage = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Edge</title>
<style>body{font:1rem/1.5 sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}</style>
<h1>Edge</h1>
<p>This is <code>edge serve</code>, a chess-corpus engine that answers over HTTP.</p>
<ul>
<li><a href="/corpora">/corpora</a>: what can be asked about</li>
<li><a href="/openapi.json">/openapi.json</a>: every route, its parameters and answers</li>
<li><a href="/jobs">/jobs</a>: indexing under way</li>
<li><a href="/metrics">/metrics</a>: counts for Prometheus</li>
<li><a href="/healthz">/healthz</a>: whether it is alive</li>
</ul>
</html>
)";

Result<Reply> page(Service&, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    return Reply(
        Response{200,
                 "text/html; charset=utf-8",
                 kPage,
                 {{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"}}});
}

Result<Reply> health(Service&, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    return Reply(json_response(R"({"status":"ok"})"));
}

Result<Reply> metrics(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    return Reply(Response{200, "text/plain; version=0.0.4; charset=utf-8", service.metrics_text()});
}

Result<Reply> openapi(Service&, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    return Reply(json_response(std::string(kOpenapi)));
}

}  // namespace

void add_status_routes(Router& router, Service& service) {
    router.add({Method::Get, "/", Access::Read, handler(service, page)});
    router.add({Method::Get, "/healthz", Access::Read, handler(service, health)});
    router.add({Method::Get, "/metrics", Access::Read, handler(service, metrics)});
    router.add({Method::Get, "/openapi.json", Access::Read, handler(service, openapi)});
}

}  // namespace edge::server
