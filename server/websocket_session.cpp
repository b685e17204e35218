#include "websocket_session.h"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "guard.h"
#include "service.h"

namespace edge::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using tcp = asio::ip::tcp;  // NOLINT(readability-identifier-naming): as everybody calls it

constexpr size_t kMaxMessageBytes = 1024;
constexpr std::chrono::milliseconds kInterval{100};  // between two checks for events

// The status of the handshake, which Beast answers by itself.
unsigned status_of(const beast::error_code& error) {
    if (!error) return 101;
    if (error == websocket::error::bad_sec_version) return 426;
    const bool is_refused =
        error.category() == make_error_code(websocket::error::bad_sec_version).category();
    return is_refused ? 400 : 499;  // else the client is gone
}

class WebSocketSession : public std::enable_shared_from_this<WebSocketSession> {
public:
    WebSocketSession(asio::io_context& io, Service& service, tcp::socket socket,
                     Connections::Ticket ticket, Upgrade upgrade)
        : io_(io),
          service_(service),
          ticket_(std::move(ticket)),
          stream_(std::move(socket)),
          timer_(io),
          upgrade_(std::move(upgrade)) {}

    void start() {
        ticket_.on_stop([weak = weak_from_this(), &io = io_] {
            asio::post(io, [weak] {
                if (const auto self = weak.lock()) self->close(websocket::close_code::going_away);
            });
        });
        const Limits& limits = service_.options().limits;
        // Pings go out after half of the idle time, so that a dead client is noticed.
        stream_.set_option(websocket::stream_base::timeout{
            limits.request_timeout, limits.idle_timeout, /*keep_alive_pings=*/true});
        stream_.read_message_max(kMaxMessageBytes);
        if (offers(kEventsProtocol)) {
            stream_.set_option(
                websocket::stream_base::decorator([](websocket::response_type& answer) {
                    answer.set(http::field::sec_websocket_protocol, kEventsProtocol);
                }));
        }
        head_.method(http::verb::get);
        head_.target(upgrade_.request.target);
        head_.version(11);
        for (const Field& field : upgrade_.request.headers) head_.insert(field.name, field.value);
        stream_.async_accept(head_, [self = shared_from_this()](beast::error_code error) {
            self->note(status_of(error));
            if (error) return;
            self->read();
            self->look_for_events();
        });
    }

private:
    bool offers(std::string_view protocol) const {
        const auto offered = upgrade_.request.header("Sec-WebSocket-Protocol").value_or("");
        return http::token_list(beast::string_view(offered)).exists(protocol);
    }

    void note(unsigned status) {
        const std::chrono::duration<double> elapsed =
            std::chrono::steady_clock::now() - upgrade_.begun;
        service_.note(upgrade_.request, status, elapsed.count(), 0);
    }

    // Reading is what answers pings and notices the end.
    void read() {
        stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, size_t) {
            if (error) return self->end();
            self->close(
                {websocket::close_code::policy_error, "only the server sends messages here"});
        });
    }

    // A slow client gets fewer messages: no new ones are fetched before all have been sent. One
    // that accepts nothing at all is dropped.
    void look_for_events() {
        if (is_over_) return;
        if (!is_writing_) {
            Events events = upgrade_.events();
            for (std::string& message : events.messages) waiting_.push_back(std::move(message));
            is_finished_ = events.finished;
            write();
            if (is_finished_) return;
        } else if (std::chrono::steady_clock::now() >= write_deadline_) {
            return close({websocket::close_code::policy_error, "too slow"});
        }
        timer_.expires_after(kInterval);
        timer_.async_wait([self = shared_from_this()](beast::error_code error) {
            if (!error) self->look_for_events();
        });
    }

    void write() {
        if (is_writing_ || is_over_) return;
        if (waiting_.empty()) {
            if (is_finished_) close(websocket::close_code::normal);
            return;
        }
        is_writing_ = true;
        write_deadline_ =
            std::chrono::steady_clock::now() + service_.options().limits.request_timeout;
        message_ = std::move(waiting_.front());
        waiting_.pop_front();
        stream_.text(true);
        stream_.async_write(asio::buffer(message_),
                            [self = shared_from_this()](beast::error_code error, size_t) {
                                self->is_writing_ = false;
                                if (error) return self->end();
                                self->write();
                            });
    }

    void close(const websocket::close_reason& reason) {
        if (is_over_) return;
        end();
        stream_.async_close(reason, [self = shared_from_this()](beast::error_code) {});
    }

    void end() {
        is_over_ = true;
        timer_.cancel();
    }

    asio::io_context& io_;
    Service& service_;
    Connections::Ticket ticket_;
    websocket::stream<beast::tcp_stream> stream_;
    asio::steady_timer timer_;
    Upgrade upgrade_;
    http::request<http::empty_body> head_;  // of the upgrade
    beast::flat_buffer buffer_{kMaxMessageBytes};
    std::deque<std::string> waiting_;  // to be sent
    std::string message_;              // being sent
    bool is_writing_ = false;
    std::chrono::steady_clock::time_point write_deadline_;  // while writing
    bool is_finished_ = false;                              // no event will follow
    bool is_over_ = false;
};

}  // namespace

void start_websocket_session(asio::io_context& io, Service& service, FileDescriptor socket,
                             Connections::Ticket ticket, Upgrade upgrade) {
    tcp::socket adopted(io);
    beast::error_code error;
    const bool is_v6 = service.options().listen.find(':') != std::string::npos;
    error = adopted.assign(is_v6 ? tcp::v6() : tcp::v4(), socket.get(), error);
    if (error) return;
    socket.release();
    std::make_shared<WebSocketSession>(io, service, std::move(adopted), std::move(ticket),
                                       std::move(upgrade))
        ->start();
}

}  // namespace edge::server
