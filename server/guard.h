// Who may ask. A page of another site must not reach the daemon through its visitor's browser:
// neither openly (Origin) nor under a name of its own that it made point here (Host; this is known
// as DNS rebinding). When there is a token, nobody gets in without it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "options.h"
#include "request.h"
#include "response.h"

namespace edge::server {

// A page cannot send Authorization with a WebSocket, but it can offer subprotocols: this one, which
// the daemon accepts, and with --token the second one followed by the token as base64url without
// padding.
inline constexpr std::string_view kEventsProtocol = "edge.events";
inline constexpr std::string_view kTokenProtocol = "edge.token.";

class Guard {
public:
    // `port` is the one that the daemon listens on.
    Guard(const Options& options, uint16_t port);

    // The refusal, or nothing when the request may pass.
    std::optional<Response> refuse(const Request& request, Access access) const;

    // Lets the page of an allowed foreign origin read an answer.
    void allow_origin(const Request& request, Access access, Response& response) const;

private:
    bool is_our_host(std::string_view host) const;
    bool is_our_origin(const Request& request, std::string_view origin) const;
    bool has_token(const Request& request) const;
    bool offers_token(const Request& request) const;

    std::string token_;
    std::string token_protocol_;  // the subprotocol that offers it
    std::string cors_origin_;
    std::vector<std::string> hosts_;  // with the port, as browsers write them
    std::string port_suffix_;         // ":8484"
    bool any_address_ = false;        // listens on all addresses: any numeric host is fine
};

// Takes the same time whatever the texts hold, so that it reveals nothing about the token.
bool equal_in_constant_time(std::string_view left, std::string_view right);

}  // namespace edge::server
