// /uploads: files of games that come from a client, in pieces.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/size_text.h"
#include "parameters.h"
#include "problem.h"
#include "routes.h"
#include "service.h"
#include "wire/json/json_text.h"
#include "wire/upload/upload_request.h"
#include "work.h"

namespace edge::server {
namespace {

// Small enough to arrive in time over a slow line.
constexpr size_t kPieceBytes = size_t{256} << 10;

size_t piece_bytes(const Service& service) {
    return std::min(kPieceBytes, service.options().limits.body_bytes);
}

std::string upload_json(const Service& service, const UploadStatus& status) {
    wire::Json json;
    json["id"] = status.id;
    json["name"] = status.name;
    json["bytes"] = status.bytes;
    json["received"] = status.received;
    json["piece_bytes"] = piece_bytes(service);
    return wire::json_text(json);
}

// A file is never replaced, so nothing is said about how to.
Result<Response> refused(const Error& error) {
    if (error.code == ErrorCode::Exists) return problem(error);
    return tl::unexpected(error);
}

Result<Response> begin(Service& service, const wire::UploadRequest& asked) {
    const auto begun = service.uploads().begin(asked.name, asked.bytes);
    if (!begun) return refused(begun.error());
    if (!*begun) {
        return problem(429, "the limit of uploads is reached; wait for one or drop it");
    }
    return Response{201,
                    kJson,
                    upload_json(service, **begun),
                    {{"Location", fmt::format("/uploads/{}", (*begun)->id)}}};
}

// Writing to a disk may take longer than a moment.
Reply at_work(std::function<Result<Response>()> act) {
    return Work{[act = std::move(act)](const Cancellation&) { return act(); },
                Work::Length::Lookup};
}

Result<Reply> begin_upload(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    const auto asked = EDGE_TRY(wire::parse_upload_request(request.body));
    const uint64_t most = service.options().limits.upload_bytes;
    if (most == 0) return Reply(problem(403, "the daemon was started with --max-upload 0"));
    EDGE_CHECK(check_upload_name(asked.name));
    if (asked.bytes > most) {
        return Reply(problem(413,
                             fmt::format("/bytes: found {}, expected at most {}",
                                         format_size(asked.bytes), format_size(most)),
                             Place{.pointer = "/bytes"}));
    }
    return at_work([&service, asked] { return begin(service, asked); });
}

Result<Reply> put_piece(Service& service, const Request& request, const PathValues& values) {
    EDGE_CHECK(request.only_parameters({"offset"}));
    const std::string offset = EDGE_TRY(request.required_parameter("offset"));
    const auto number = parse_number<uint64_t>(offset);
    if (!number) return find_parameter(request, "offset")->expected("a whole number");
    if (request.body.size() > piece_bytes(service)) {
        return Reply(problem(413, fmt::format("found a piece of {} bytes, expected at most {}",
                                              request.body.size(), piece_bytes(service))));
    }
    return at_work([&service, id = values.front(), from = *number,
                    piece = request.body]() -> Result<Response> {
        const auto status = service.uploads().put(id, from, piece);
        if (!status) return refused(status.error());
        return json_response(upload_json(service, *status));
    });
}

Result<Reply> drop_upload(Service& service, const Request& request, const PathValues& values) {
    EDGE_CHECK(request.only_parameters({}));
    EDGE_CHECK(service.uploads().drop(values.front()));
    return Reply(Response{204, "", ""});
}

}  // namespace

void add_uploads_routes(Router& router, Service& service) {
    router.add({Method::Post, "/uploads", Access::Write, handler(service, begin_upload)});
    router.add({Method::Put, "/uploads/{id}", Access::Write, handler(service, put_piece)});
    router.add({Method::Delete, "/uploads/{id}", Access::Write, handler(service, drop_upload)});
}

}  // namespace edge::server
