#include "server.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "corpus_list.h"
#include "http_session.h"
#include "listener.h"
#include "problem.h"
#include "service.h"

namespace edge::server {
namespace {

namespace asio = boost::asio;

// As many sockets as the system allows.
void raise_descriptor_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

// One thread and the sockets it serves.
class IoThread {
public:
    // The first timer opens the descriptors that the event loop needs, while there are some.
    IoThread() : guard_(asio::make_work_guard(context_)) { asio::steady_timer{context_}; }
    ~IoThread() { stop(); }
    IoThread(const IoThread&) = delete;
    IoThread& operator=(const IoThread&) = delete;

    asio::io_context& context() { return context_; }
    void start() {
        thread_ = std::thread([this] { run(); });
    }
    void stop() {
        context_.stop();
        if (thread_.joinable()) thread_.join();
    }

private:
    // A connection may fail by an exception, for example for lack of memory; the others go on.
    void run() {
        while (true) {
            try {
                context_.run();
                return;
            } catch (const std::exception& error) {
                fmt::print(stderr, "edge serve: a connection failed: {}\n", error.what());
            }
        }
    }

    asio::io_context context_{1};
    asio::executor_work_guard<asio::io_context::executor_type> guard_;
    std::thread thread_;
};

// Beyond the limit of connections: says so and closes, without waiting for anything.
void turn_away(const FileDescriptor& socket) {
    const Response refusal = problem(503, "too many connections; try again in a moment");
    const std::string text = fmt::format(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
        "Retry-After: 1\r\nConnection: close\r\n\r\n{}",
        refusal.content_type, refusal.body.size(), refusal.body);
    ::send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::shutdown(socket.get(), SHUT_WR);
}

// Runs on the main thread's context: accepts, hands out, and ends everything in order.
class Daemon {
public:
    Daemon(asio::io_context& io, Service& service, Listener& listener)
        : service_(service),
          listener_(listener),
          signals_(io, SIGINT, SIGTERM),
          drain_(io),
          sweep_(io),
          threads_(std::max(1U, service.options().io_threads)) {}

    void start() {
        for (IoThread& thread : threads_) thread.start();
        listener_.start([this](FileDescriptor socket) { accept(std::move(socket)); });
        signals_.async_wait([this](const boost::system::error_code& error, int) {
            if (!error) begin_shutdown();
        });
        sweep_later();
    }

private:
    static constexpr std::chrono::milliseconds kDrainInterval{20};
    static constexpr std::chrono::seconds kSweepInterval{5};

    void sweep_later() {
        sweep_.expires_after(kSweepInterval);
        sweep_.async_wait([this](const boost::system::error_code& error) {
            if (error) return;
            service_.forget_gone();
            sweep_later();
        });
    }

    void accept(FileDescriptor socket) {
        auto ticket = service_.connections().admit();
        if (!ticket) return turn_away(socket);
        asio::io_context& io = threads_[next_thread_++ % threads_.size()].context();
        // Handlers must be copyable where they are stored, which a socket is not.
        auto owned = std::make_shared<std::pair<FileDescriptor, Connections::Ticket>>(
            std::move(socket), std::move(*ticket));
        asio::post(io, [this, &io, owned] {
            start_http_session(io, service_, std::move(owned->first), std::move(owned->second));
        });
    }

    void begin_shutdown() {
        // The second signal finds the default action, which ends the process.
        signals_.clear();
        sweep_.cancel();
        std::signal(SIGINT, SIG_DFL);
        std::signal(SIGTERM, SIG_DFL);
        listener_.stop();
        service_.begin_shutdown();
        service_.connections().stop_all();
        deadline_ = std::chrono::steady_clock::now() + service_.options().limits.shutdown_timeout;
        wait_for_answers();
    }

    void wait_for_answers() {
        if (service_.connections().open_count() == 0 ||
            std::chrono::steady_clock::now() >= deadline_) {
            for (IoThread& thread : threads_) thread.stop();
            return;
        }
        drain_.expires_after(kDrainInterval);
        drain_.async_wait([this](const boost::system::error_code& error) {
            if (!error) wait_for_answers();
        });
    }

    Service& service_;
    Listener& listener_;
    asio::signal_set signals_;
    asio::steady_timer drain_;
    asio::steady_timer sweep_;
    std::chrono::steady_clock::time_point deadline_;
    std::vector<IoThread> threads_;
    size_t next_thread_ = 0;
};

}  // namespace

namespace {

bool is_corpus(const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(folder / "meta", ignored) &&
           std::filesystem::is_directory(folder / "shards", ignored);
}

// "found a.scoredb and b.scoredb below it"
std::string found_below(const Root& root) {
    const std::atomic<bool> never = false;
    const Cancellation limit(Cancellation::Clock::now() + std::chrono::seconds(1), never);
    const auto corpora = list_corpora(root, limit);
    if (!corpora || corpora->empty()) return "found none";
    constexpr size_t kNamed = 5;
    std::string text = "found";
    for (size_t i = 0; i < std::min(kNamed, corpora->size()); ++i) {
        text += fmt::format("{} {}", i == 0 ? "" : ",", (*corpora)[i].path);
    }
    if (corpora->size() > kNamed) text += fmt::format(" and {} more", corpora->size() - kNamed);
    return text;
}

// What would make every request fail is reported before the first.
Status check_corpora(const Root& root, const Options& options) {
    if (is_corpus(root.path())) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("--root: {} is a corpus, expected the folder that it is in: "
                                "--root {}",
                                options.root, root.path().parent_path().string()));
    }
    const std::pair<std::string_view, const std::string&> named[] = {{"--masters", options.masters},
                                                                     {"--lichess", options.lichess},
                                                                     {"--player", options.player}};
    for (const auto& [option, name] : named) {
        if (name.empty()) continue;
        const auto path = root.existing(name);
        if (path && is_corpus(root.path() / *path)) continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: '{}' is not a corpus below {}; {}", option, name, options.root,
                                found_below(root)));
    }
    return {};
}

}  // namespace

Status serve(const Options& options, const std::function<Status(uint16_t)>& listening) {
    EDGE_CHECK(check_options(options));
    auto root = EDGE_TRY(Root::open(options.root));
    EDGE_CHECK(check_corpora(root, options));
    std::error_code error;
    std::filesystem::current_path(root.path(), error);
    if (error) {
        return fail(ErrorCode::Io,
                    fmt::format("cannot enter {}: {}", options.root, error.message()));
    }
    raise_descriptor_limit();
    std::signal(SIGPIPE, SIG_IGN);
    asio::io_context io(1);
    auto listener = EDGE_TRY(Listener::open(io, options));
    Service service(options, std::move(root), listener.port());
    if (!options.read_only) service.uploads().remove_leftovers();
    Daemon daemon(io, service, listener);
    daemon.start();
    EDGE_CHECK(listening(listener.port()));
    const auto stop = [&service] {  // before the sessions that they answer to go
        service.stop_workers();
        service.jobs().stop();
    };
    try {
        io.run();
    } catch (...) {
        service.begin_shutdown();
        stop();
        throw;
    }
    stop();
    return {};
}

}  // namespace edge::server
