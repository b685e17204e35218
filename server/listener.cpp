#include "listener.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace edge::server {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;  // NOLINT(readability-identifier-naming): as everybody calls it

class Listener::Acceptor : public std::enable_shared_from_this<Acceptor> {
public:
    explicit Acceptor(asio::io_context& io) : acceptor_(io), retry_(io) {}

    boost::system::error_code listen(const tcp::endpoint& endpoint) {
        boost::system::error_code error;
        error = acceptor_.open(endpoint.protocol(), error);
        if (!error) error = acceptor_.set_option(asio::socket_base::reuse_address(true), error);
        if (!error) error = acceptor_.bind(endpoint, error);
        if (!error) error = acceptor_.listen(asio::socket_base::max_listen_connections, error);
        return error;
    }

    uint16_t port() const { return acceptor_.local_endpoint().port(); }

    void start(std::function<void(FileDescriptor)> accepted) {
        accepted_ = std::move(accepted);
        accept();
    }

    void stop() {
        boost::system::error_code ignored;
        ignored = acceptor_.close(ignored);
        retry_.cancel();
    }

private:
    static constexpr std::chrono::milliseconds kPause{100};

    void accept() {
        acceptor_.async_accept([self = shared_from_this()](const boost::system::error_code& error,
                                                           tcp::socket socket) {
            if (!self->acceptor_.is_open()) return;
            if (error) return self->pause(error);
            boost::system::error_code released;
            FileDescriptor descriptor(socket.release(released));
            if (!released) self->accepted_(std::move(descriptor));
            self->accept();
        });
    }

    // With no descriptor left (EMFILE) the connection stays in the queue and accept() would fail
    // again at once, and again.
    void pause(const boost::system::error_code& error) {
        if (error == asio::error::connection_aborted) return accept();
        retry_.expires_after(kPause);
        retry_.async_wait([self = shared_from_this()](const boost::system::error_code& cancelled) {
            if (!cancelled && self->acceptor_.is_open()) self->accept();
        });
    }

    tcp::acceptor acceptor_;
    asio::steady_timer retry_;
    std::function<void(FileDescriptor)> accepted_;
};

Listener::Listener(std::shared_ptr<Acceptor> acceptor) : acceptor_(std::move(acceptor)) {}
Listener::Listener(Listener&&) noexcept = default;
Listener::~Listener() = default;

Result<Listener> Listener::open(asio::io_context& io, const Options& options) {
    boost::system::error_code error;
    const auto address = asio::ip::make_address(options.listen, error);
    auto acceptor = std::make_shared<Acceptor>(io);
    if (!error) error = acceptor->listen({address, options.port});
    if (error) {
        return fail(ErrorCode::Io, fmt::format("cannot listen on {} port {}: {}", options.listen,
                                               options.port, error.message()));
    }
    return Listener(std::move(acceptor));
}

uint16_t Listener::port() const { return acceptor_->port(); }
void Listener::start(std::function<void(FileDescriptor)> accepted) {
    acceptor_->start(std::move(accepted));
}
void Listener::stop() { acceptor_->stop(); }

}  // namespace edge::server
