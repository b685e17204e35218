// One WebSocket: sends events until there are no more. Clients only listen; one that sends anything
// is disconnected.
#pragma once

#include <chrono>

#include "connections.h"
#include "core/file_descriptor.h"
#include "request.h"
#include "response.h"

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): another library's
}

namespace edge::server {

class Service;

struct Upgrade {
    Request request;
    std::chrono::steady_clock::time_point begun;  // when the request arrived
    EventSource events;
};

// Takes over the socket of a request that asked for the upgrade, and answers it.
void start_websocket_session(boost::asio::io_context& io, Service& service, FileDescriptor socket,
                             Connections::Ticket ticket, Upgrade upgrade);

}  // namespace edge::server
