// The daemon itself: /healthz, /metrics, /openapi.json.
#include <string>

#include "openapi.h"
#include "routes.h"
#include "service.h"
#include "work.h"

namespace edge::server {
namespace {

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
    router.add({Method::Get, "/healthz", Access::Open, handler(service, health)});
    router.add({Method::Get, "/metrics", Access::Read, handler(service, metrics)});
    router.add({Method::Get, "/openapi.json", Access::Read, handler(service, openapi)});
}

}  // namespace edge::server
