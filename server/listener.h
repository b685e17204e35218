// Accepts connections and hands each to one of the I/O threads in turn.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/file_descriptor.h"
#include "edge/result.h"
#include "options.h"

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): another library's
}

namespace edge::server {

class Listener {
public:
    // Binds the address; the port is then known. Io when it is taken.
    static Result<Listener> open(boost::asio::io_context& io, const Options& options);
    Listener(Listener&&) noexcept;
    ~Listener();

    uint16_t port() const;

    // Calls `accepted` for each connection, on the thread of `io`. Connections that come while the
    // system has no descriptors left wait until it has some.
    void start(std::function<void(FileDescriptor)> accepted);
    void stop();

private:
    class Acceptor;
    explicit Listener(std::shared_ptr<Acceptor> acceptor);
    std::shared_ptr<Acceptor> acceptor_;
};

}  // namespace edge::server
