#include "guard.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "problem.h"

namespace edge::server {
namespace {

constexpr uint16_t kHttpPort = 80;

bool is_ipv4(const std::string& text) {
    std::array<unsigned char, sizeof(in_addr)> address{};
    return ::inet_pton(AF_INET, text.c_str(), address.data()) == 1;
}

bool is_ipv6(const std::string& text) {
    std::array<unsigned char, sizeof(in6_addr)> address{};
    return ::inet_pton(AF_INET6, text.c_str(), address.data()) == 1;
}

bool is_loopback(const std::string& address) {
    return address == "::1" || (is_ipv4(address) && address.starts_with("127."));
}

bool is_any_address(const std::string& address) { return address == "0.0.0.0" || address == "::"; }

std::string in_brackets_if_ipv6(const std::string& address) {
    return is_ipv6(address) ? fmt::format("[{}]", address) : address;
}

// RFC 4648, section 5, without padding.
std::string base64url(std::string_view bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text;
    uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : bytes) {
        bits = bits << 8 | static_cast<unsigned char>(c);
        for (count += 8; count >= 6; count -= 6) text += kDigits[bits >> (count - 6) & 63];
    }
    if (count > 0) text += kDigits[bits << (6 - count) & 63];
    return text;
}

// "http://localhost:3000", nothing after it.
bool is_origin(std::string_view text) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!text.starts_with(scheme)) continue;
        const std::string_view host = text.substr(scheme.size());
        return !host.empty() && host.find_first_of("/?# @\"\\,") == std::string_view::npos &&
               std::ranges::all_of(host, [](char c) { return c > ' ' && c < 0x7F; });
    }
    return false;
}

}  // namespace

Status check_options(const Options& options) {
    const auto wrong = [](std::string message) {
        return fail(ErrorCode::InvalidArgument, std::move(message));
    };
    if (!is_ipv4(options.listen) && !is_ipv6(options.listen)) {
        return wrong(
            fmt::format("--listen: found '{}', expected a numeric address such as "
                        "127.0.0.1, 0.0.0.0 or ::1",
                        options.listen));
    }
    if (!is_loopback(options.listen) && options.token.empty()) {
        return wrong(
            fmt::format("--listen {} opens the daemon to other machines, which needs "
                        "--token",
                        options.listen));
    }
    const bool is_plain =
        std::ranges::all_of(options.token, [](char c) { return c > ' ' && c < 0x7F; });
    if (!is_plain) return wrong("--token: expected printable ASCII without spaces");
    if (!options.cors_origin.empty() && !is_origin(options.cors_origin)) {
        return wrong(
            fmt::format("--cors: found '{}', expected an origin such as "
                        "http://localhost:3000",
                        options.cors_origin));
    }
    return {};
}

bool equal_in_constant_time(std::string_view left, std::string_view right) {
    unsigned difference = left.size() == right.size() ? 0 : 1;
    for (size_t i = 0; i < left.size(); ++i) {
        const char other = right.empty() ? '\0' : right[i % right.size()];
        difference |= static_cast<unsigned>(static_cast<unsigned char>(left[i] ^ other));
    }
    return difference == 0;
}

Guard::Guard(const Options& options, uint16_t port)
    : token_(options.token),
      token_protocol_(std::string(kTokenProtocol) + base64url(options.token)),
      cors_origin_(options.cors_origin),
      port_suffix_(fmt::format(":{}", port)),
      any_address_(is_any_address(options.listen)) {
    for (const std::string& name : {std::string("localhost"), std::string("127.0.0.1"),
                                    std::string("[::1]"), in_brackets_if_ipv6(options.listen)}) {
        hosts_.push_back(name + port_suffix_);
        if (port == kHttpPort) hosts_.push_back(name);
    }
}

bool Guard::is_our_host(std::string_view host) const {
    if (std::ranges::any_of(
            hosts_, [host](std::string_view ours) { return equal_ignoring_case(host, ours); })) {
        return true;
    }
    // A name can be made to point anywhere; an address is what it is.
    if (!any_address_ || !host.ends_with(port_suffix_)) return false;
    host.remove_suffix(port_suffix_.size());
    if (host.starts_with('[') && host.ends_with(']')) {
        return is_ipv6(std::string(host.substr(1, host.size() - 2)));
    }
    return is_ipv4(std::string(host));
}

bool Guard::is_our_origin(const Request& request, std::string_view origin) const {
    constexpr std::string_view kScheme = "http://";
    return origin.starts_with(kScheme) &&
           equal_ignoring_case(origin.substr(kScheme.size()), request.header("Host").value_or(""));
}

bool Guard::offers_token(const Request& request) const {
    if (!request.wants_upgrade()) return false;
    std::string_view offered = request.header("Sec-WebSocket-Protocol").value_or("");
    while (!offered.empty()) {
        const size_t comma = std::min(offered.find(','), offered.size());
        std::string_view protocol = offered.substr(0, comma);
        offered.remove_prefix(std::min(comma + 1, offered.size()));
        while (protocol.starts_with(' ')) protocol.remove_prefix(1);
        while (protocol.ends_with(' ')) protocol.remove_suffix(1);
        if (equal_in_constant_time(protocol, token_protocol_)) return true;
    }
    return false;
}

bool Guard::has_token(const Request& request) const {
    if (offers_token(request)) return true;
    constexpr std::string_view kScheme = "Bearer ";
    const std::string_view given = request.header("Authorization").value_or("");
    if (given.size() < kScheme.size() ||
        !equal_ignoring_case(given.substr(0, kScheme.size()), kScheme)) {
        return false;
    }
    return equal_in_constant_time(given.substr(kScheme.size()), token_);
}

std::optional<Response> Guard::refuse(const Request& request, Access access) const {
    const auto host = request.header("Host");
    if (!host || !is_our_host(*host)) {
        return problem(
            421, fmt::format("the header Host must name this daemon, such as {}", hosts_.front()));
    }
    if (request.count_headers("Origin") > 0) {
        const std::string_view origin = request.header("Origin").value_or("");
        const bool is_allowed_foreign = !cors_origin_.empty() && origin == cors_origin_;
        if (!is_our_origin(request, origin) && !is_allowed_foreign) {
            return problem(403, "pages of other origins are not allowed; see --cors");
        }
        if (!is_our_origin(request, origin) && access == Access::Write) {
            return problem(403, "pages of other origins may only read");
        }
    }
    // A browser asks first (OPTIONS), without the token.
    const bool is_open = request.method == Method::Options || access == Access::Open;
    if (!token_.empty() && !is_open && !has_token(request)) {
        Response response =
            problem(401, request.wants_upgrade()
                             ? "expected the header Authorization: Bearer TOKEN, or the "
                               "subprotocol edge.token. followed by the token in base64url"
                             : "expected the header Authorization: Bearer TOKEN");
        response.headers.push_back({"WWW-Authenticate", "Bearer"});
        return response;
    }
    return std::nullopt;
}

void Guard::allow_origin(const Request& request, Access access, Response& response) const {
    if (cors_origin_.empty()) return;
    response.headers.push_back({"Vary", "Origin"});
    if (request.header("Origin") != cors_origin_ || access == Access::Write) return;
    response.headers.push_back({"Access-Control-Allow-Origin", cors_origin_});
    if (request.method != Method::Options) return;
    response.headers.push_back({"Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"});
    response.headers.push_back({"Access-Control-Allow-Headers", "Content-Type, Authorization"});
    response.headers.push_back({"Access-Control-Max-Age", "600"});
}

}  // namespace edge::server
