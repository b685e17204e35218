// One connection that speaks HTTP/1.1: reads a request, has it answered, writes the answer, and
// goes on with the next.
#pragma once

#include "connections.h"
#include "core/file_descriptor.h"

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): another library's
}

namespace edge::server {

class Service;

// Takes over a connected socket. All of the session runs on `io`, which one thread runs; both must
// outlive it.
void start_http_session(boost::asio::io_context& io, Service& service, FileDescriptor socket,
                        Connections::Ticket ticket);

}  // namespace edge::server
