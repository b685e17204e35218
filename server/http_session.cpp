#include "http_session.h"

#include <sys/socket.h>

#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "problem.h"
#include "service.h"
#include "websocket_session.h"

namespace edge::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;  // NOLINT(readability-identifier-naming): as everybody calls it
using Parser = http::request_parser<http::string_body>;

Method method_of(http::verb verb) {
    switch (verb) {
        case http::verb::get:
            return Method::Get;
        case http::verb::head:
            return Method::Head;
        case http::verb::post:
            return Method::Post;
        case http::verb::put:
            return Method::Put;
        case http::verb::delete_:
            return Method::Delete;
        case http::verb::options:
            return Method::Options;
        default:
            return Method::Other;
    }
}

// The head of a request as routes see it. The text of an invalid target is kept.
Status read_head(const http::request<http::string_body>& message, Request& request) {
    request.method = method_of(message.method());
    request.target = std::string(message.target());
    for (const auto& field : message) {
        request.headers.push_back({std::string(field.name_string()), std::string(field.value())});
    }
    Target target = EDGE_TRY(parse_target(request.target));
    request.segments = std::move(target.segments);
    request.parameters = std::move(target.parameters);
    return {};
}

// The answer to a request that cannot be read; nothing when the client is simply gone.
std::optional<Response> refusal_of(const beast::error_code& error) {
    if (error == http::error::body_limit) return problem(413, "the body is too large");
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        return problem(431, "the header is too large");
    }
    const bool is_gone =
        error == http::error::end_of_stream || error == http::error::partial_message;
    if (is_gone || error.category() != make_error_code(http::error::bad_method).category()) {
        return std::nullopt;
    }
    return problem(400, error.message());
}

class HttpSession : public std::enable_shared_from_this<HttpSession> {
public:
    HttpSession(asio::io_context& io, Service& service, tcp::socket socket,
                Connections::Ticket ticket)
        : io_(io),
          service_(service),
          limits_(service.options().limits),
          ticket_(std::move(ticket)),
          stream_(std::move(socket)),
          buffer_(limits_.header_bytes + kReadBytes) {}

    void start() {
        ticket_->on_stop([weak = weak_from_this(), &io = io_] {
            asio::post(io, [weak] {
                if (const auto self = weak.lock()) self->stop();
            });
        });
        wait_for_request();
    }

private:
    static constexpr size_t kReadBytes = size_t{16} << 10;
    static constexpr size_t kDiscardedBytes = size_t{4} << 20;
    static constexpr std::chrono::seconds kDiscardTimeout{2};

    // Binds a member as a handler that keeps the session alive.
    template <class... Arguments>
    auto then(void (HttpSession::*member)(Arguments...)) {
        return [self = shared_from_this(), member](Arguments... arguments) {
            ((*self).*member)(arguments...);
        };
    }

    // ---- one request after the other, in the order of the functions

    // Between requests a client may take its time; a request that has begun must arrive in time.
    void wait_for_request() {
        is_waiting_ = true;
        if (service_.is_shutting_down()) return close();
        if (buffer_.size() > 0) return read_head_of_request({}, 0);
        stream_.expires_after(limits_.idle_timeout);
        stream_.async_read_some(buffer_.prepare(kReadBytes),
                                then(&HttpSession::read_head_of_request));
    }

    void read_head_of_request(beast::error_code error, size_t bytes) {
        if (error) return close();
        is_waiting_ = false;
        buffer_.commit(bytes);
        begun_ = std::chrono::steady_clock::now();
        parser_.emplace();
        parser_->header_limit(static_cast<uint32_t>(limits_.header_bytes));
        parser_->body_limit(limits_.body_bytes);
        request_ = {};
        stream_.expires_after(limits_.request_timeout);
        http::async_read_header(stream_, buffer_, *parser_, then(&HttpSession::judge_head));
    }

    void judge_head(beast::error_code error, size_t) {
        if (error) return refuse_unread(error);
        if (const Status head = read_head(parser_->get(), request_); !head) {
            return refuse(problem(head.error()));
        }
        service_.find_route(request_);
        if (auto refusal = service_.refuse(request_)) return refuse(std::move(*refusal));
        if (equal_ignoring_case(request_.header("Expect").value_or(""), "100-continue")) {
            continue_.emplace(http::status::continue_, parser_->get().version());
            return http::async_write(stream_, *continue_, then(&HttpSession::read_body));
        }
        read_body({}, 0);
    }

    void read_body(beast::error_code error, size_t) {
        if (error) return close();
        http::async_read(stream_, buffer_, *parser_, then(&HttpSession::answer));
    }

    void answer(beast::error_code error, size_t) {
        if (error) return refuse_unread(error);
        request_.body = std::move(parser_->get().body());
        Reply reply = service_.answer(request_);
        if (auto* const response = std::get_if<Response>(&reply))
            return respond(std::move(*response));
        if (auto* const work = std::get_if<Work>(&reply)) return start_work(std::move(*work));
        if (auto* const preparation = std::get_if<Preparation>(&reply)) {
            return prepare(std::move(*preparation));
        }
        upgrade(std::move(std::get<EventSource>(reply)));
    }

    // ---- work on another thread, while this one watches whether the client stays

    void prepare(Preparation preparation) {
        submit(Work::Length::Lookup, std::move(preparation), &HttpSession::end_preparation);
    }

    void end_preparation(std::variant<Work, Response> prepared) {
        auto* const work = std::get_if<Work>(&prepared);
        if (work == nullptr) return end_work(std::move(std::get<Response>(prepared)));
        if (is_client_gone()) return end_work({});
        start_work(std::move(*work));
    }

    void start_work(Work work) {
        const auto length = work.length;
        submit(length, std::move(work), &HttpSession::end_work);
    }

    // Has the service run it on another thread, and then calls `end` on this one.
    template <class Runnable, class Given>
    void submit(Work::Length length, Runnable runnable, void (HttpSession::*end)(Given)) {
        if (!cancellation_) {
            cancellation_ = service_.make_cancellation();
            stream_.expires_never();
            watch_client();
        }
        auto task = [self = shared_from_this(), runnable = std::move(runnable), end,
                     cancellation = cancellation_]() mutable {
            auto given = std::make_shared<Given>(self->service_.run(runnable, *cancellation));
            // The session must end on its own thread, so nothing here may keep it alive.
            auto& io = self->io_;
            asio::post(io,
                       [self = std::move(self), given, end] { ((*self).*end)(std::move(*given)); });
        };
        if (!service_.workers(length).submit(std::move(task))) {
            end_work(problem(503, "too many requests are waiting; try again in a moment"));
        }
    }

    void watch_client() {
        stream_.socket().async_wait(
            tcp::socket::wait_read, [self = shared_from_this()](beast::error_code error) {
                if (error || !self->cancellation_) return;
                char byte = 0;
                const ssize_t found = ::recv(self->stream_.socket().native_handle(), &byte, 1,
                                             MSG_PEEK | MSG_DONTWAIT);
                // Bytes belong to the next request: the client is there, and is no longer watched.
                if (found <= 0) self->cancellation_->client_gone();
            });
    }

    bool is_client_gone() const {
        return cancellation_->reason() == Cancellation::Reason::ClientGone;
    }

    void end_work(Response response) {
        const bool client_is_gone = is_client_gone();
        cancellation_.reset();
        beast::error_code ignored;
        ignored = stream_.socket().cancel(ignored);  // watching
        if (client_is_gone) {
            note(499, 0);
            return close();
        }
        respond(std::move(response));
    }

    // ---- answers

    void respond(Response response) {
        service_.complete(request_, response);
        const auto& message = parser_->get();
        const auto version = message.version() == 0 ? 11 : message.version();
        response_.emplace();
        response_->version(version);
        response_->result(response.status);
        response_->reason(std::string(reason_phrase(response.status)));
        response_->set(http::field::server, "edge");
        if (!response.content_type.empty()) {
            response_->set(http::field::content_type, response.content_type);
        }
        for (const Field& field : response.headers) response_->insert(field.name, field.value);
        response_->keep_alive(!closes_after_answer_ && message.keep_alive() &&
                              !service_.is_shutting_down());
        // Answers that never have a body do not state its length.
        if (response.status != 204 && response.status != 304) {
            response_->content_length(response.body.size());
        }
        if (request_.method != Method::Head) response_->body() = std::move(response.body);
        stream_.expires_after(limits_.request_timeout);
        http::async_write(stream_, *response_, then(&HttpSession::end_request));
    }

    void end_request(beast::error_code error, size_t bytes) {
        note(response_->result_int(), bytes);
        if (error) return close();
        if (closes_after_answer_) return discard({}, 0);
        if (!response_->keep_alive()) return close();
        wait_for_request();
    }

    void note(unsigned status, uint64_t bytes_sent) {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun_;
        service_.note(request_, status, elapsed.count(), bytes_sent);
    }

    // The rest of the request is not read, so the connection cannot be used again.
    void refuse(Response refusal) {
        closes_after_answer_ = !parser_->is_done();
        respond(std::move(refusal));
    }

    void refuse_unread(beast::error_code error) {
        auto refusal = refusal_of(error);
        if (!refusal) return close();
        closes_after_answer_ = true;
        respond(std::move(*refusal));
    }

    // A client that is still sending would lose the answer if the socket were closed at once.
    void discard(beast::error_code error, size_t bytes) {
        discarded_ += bytes;
        if (error || discarded_ > kDiscardedBytes) return close();
        if (bytes == 0) {
            beast::error_code ignored;
            ignored = stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
            stream_.expires_after(kDiscardTimeout);
        }
        buffer_.clear();
        stream_.async_read_some(buffer_.prepare(kReadBytes), then(&HttpSession::discard));
    }

    void upgrade(EventSource events) {
        // A client that sends anything before it is answered breaks the protocol.
        if (buffer_.size() > 0) return close();
        beast::error_code error;
        stream_.expires_never();
        FileDescriptor socket(stream_.socket().release(error));
        if (error) return;
        start_websocket_session(io_, service_, std::move(socket), std::move(*ticket_),
                                {std::move(request_), begun_, std::move(events)});
        ticket_.reset();
    }

    void stop() {
        if (is_waiting_) close();
    }

    void close() {
        is_waiting_ = false;
        beast::error_code ignored;
        ignored = stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
        stream_.close();
    }

    asio::io_context& io_;
    Service& service_;
    const Limits& limits_;
    std::optional<Connections::Ticket> ticket_;  // until an upgrade takes it over
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    bool is_waiting_ = false;  // for a request to begin

    // Of the current request:
    std::chrono::steady_clock::time_point begun_;
    std::optional<Parser> parser_;
    Request request_;
    std::optional<http::response<http::empty_body>> continue_;
    std::optional<http::response<http::string_body>> response_;
    std::shared_ptr<Cancellation> cancellation_;  // while a worker is busy with it
    bool closes_after_answer_ = false;
    size_t discarded_ = 0;
};

}  // namespace

void start_http_session(asio::io_context& io, Service& service, FileDescriptor socket,
                        Connections::Ticket ticket) {
    tcp::socket adopted(io);
    beast::error_code error;
    const bool is_v6 = service.options().listen.find(':') != std::string::npos;
    error = adopted.assign(is_v6 ? tcp::v6() : tcp::v4(), socket.get(), error);
    if (error) return;
    socket.release();
    error = adopted.set_option(tcp::no_delay(true), error);
    std::make_shared<HttpSession>(io, service, std::move(adopted), std::move(ticket))->start();
}

}  // namespace edge::server
