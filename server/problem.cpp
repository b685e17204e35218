#include "problem.h"

#include <nlohmann/json.hpp>

#include "core/error_codes.h"
#include "wire/json/json_text.h"

namespace edge::server {
namespace {

void add_place(wire::Json& json, const Place& place) {
    if (place.pointer.empty()) return;
    json["pointer"] = place.pointer;
    if (place.column == 0) return;
    json["line"] = place.line;
    json["column"] = place.column;
}

}  // namespace

unsigned http_status(ErrorCode code) { return row_of(code).http_status; }

std::string_view reason_phrase(unsigned status) {
    switch (status) {
        case 200:
            return "OK";
        case 201:
            return "Created";
        case 202:
            return "Accepted";
        case 204:
            return "No Content";
        case 304:
            return "Not Modified";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 409:
            return "Conflict";
        case 410:
            return "Gone";
        case 413:
            return "Content Too Large";
        case 415:
            return "Unsupported Media Type";
        case 421:
            return "Misdirected Request";
        case 422:
            return "Unprocessable Content";
        case 426:
            return "Upgrade Required";
        case 429:
            return "Too Many Requests";
        case 431:
            return "Request Header Fields Too Large";
        case 500:
            return "Internal Server Error";
        case 503:
            return "Service Unavailable";
        default:
            return "Unknown";
    }
}

Response problem(unsigned status, std::string_view detail, const std::optional<Place>& place) {
    wire::Json json;
    json["type"] = "about:blank";
    json["title"] = reason_phrase(status);
    json["status"] = status;
    json["detail"] = detail;
    if (place) add_place(json, *place);
    Response response{status, "application/problem+json", wire::json_text(json)};
    if (status == 503 || status == 429) response.headers.push_back({"Retry-After", "1"});
    return response;
}

Response problem(const Error& error) {
    return problem(http_status(error.code), error.message, error.place);
}

}  // namespace edge::server
