// One WebSocket: sends events until there are no more. Clients only listen; one that talks is sent
// away.
#pragma once

#include "connections.h"
#include "core/file_descriptor.h"
#include "request.h"
#include "response.h"

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): another library's
}

namespace edge::server {

class Service;

// Takes over the socket of a request that asked for the upgrade, and answers it.
void start_websocket_session(boost::asio::io_context& io, Service& service, FileDescriptor socket,
                             Connections::Ticket ticket, const Request& request,
                             EventSource events);

}  // namespace edge::server
