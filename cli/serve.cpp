// edge serve: the daemon on HTTP and WebSocket.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"
#include "output.h"

#ifdef EDGE_HAS_SERVER
#include "core/installed.h"
#include "core/size_text.h"
#include "query/openings.h"
#include "server/options.h"
#include "server/page_files.h"
#include "server/server.h"
#include "wire/json/opening_names.h"
#endif

namespace edge::cli {

#ifdef EDGE_HAS_SERVER
namespace {

constexpr double kMinSeconds = 0.001;
constexpr double kMaxSeconds = 86'400;

// The token may come from the environment, where other users of the machine do not see it.
std::string token_from_environment() {
    const char* const token = std::getenv("EDGE_TOKEN");
    return token == nullptr ? "" : token;
}

// The folder that `make` or `make install` put next to the program; empty when there is none.
std::string installed(std::string_view what) {
    std::error_code error;
    const std::string folder = installed_path(what);
    return std::filesystem::is_directory(folder, error) ? folder : "";
}

struct ServeArguments {
    server::Options options;
    std::optional<std::string> openings;  // none: those installed
    std::optional<std::string> page;      // likewise
    std::string log = "text";
    std::string max_upload;  // a size; empty: the default
    double idle_timeout_s = 60;
    double request_timeout_s = 15;
    double scan_timeout_s = 120;
};

std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::milliseconds(std::lround(seconds * 1000));
}

Result<uint64_t> upload_limit(const std::string& text) {
    auto bytes = parse_size(text);
    if (!bytes) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("--max-upload: {}", bytes.error().message));
    }
    return *bytes;
}

Status load_page(const std::optional<std::string>& named, server::Options& options) {
    const std::string folder = named.value_or(installed("page"));
    if (folder.empty()) return {};
    options.page =
        std::make_shared<const server::PageFiles>(EDGE_TRY(server::PageFiles::load(folder)));
    // The daemon changes into its root folder.
    if (named) options.page_folder = std::filesystem::absolute(folder).native();
    return {};
}

Status run_serve(const ServeArguments& arguments) {
    server::Options options = arguments.options;
    if (options.token.empty()) options.token = token_from_environment();
    options.log = arguments.log == "json"   ? server::LogFormat::Json
                  : arguments.log == "none" ? server::LogFormat::None
                                            : server::LogFormat::Text;
    if (!arguments.max_upload.empty()) {
        options.limits.upload_bytes = EDGE_TRY(upload_limit(arguments.max_upload));
    }
    options.limits.idle_timeout = milliseconds(arguments.idle_timeout_s);
    options.limits.request_timeout = milliseconds(arguments.request_timeout_s);
    options.limits.scan_timeout = milliseconds(arguments.scan_timeout_s);
    // Queries take their names from there as well.
    if (arguments.openings) setenv(query::kOpeningsVariable, arguments.openings->c_str(), 1);
    options.openings = EDGE_TRY(wire::default_openings());
    if (!options.openings && !arguments.openings && options.log == server::LogFormat::Text) {
        fmt::print(stderr,
                   "edge serve: no opening names are installed, so the routes of the Lichess "
                   "explorer give none; --openings FILE reads some, and 'make' and 'make install' "
                   "fetch them\n");
    }
    EDGE_CHECK(load_page(arguments.page, options));
    const bool is_v6 = options.listen.find(':') != std::string::npos;
    return server::serve(options, [&](uint16_t port) {
        return print(fmt::format("listening on http://{}:{}/\n",
                                 is_v6 ? fmt::format("[{}]", options.listen) : options.listen,
                                 port));
    });
}

}  // namespace

void add_serve(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<ServeArguments>();
    server::Options& options = arguments->options;
    server::Limits& limits = options.limits;
    CLI::App* const sub = app.add_subcommand("serve", "Answer over HTTP and WebSocket");
    sub->add_option("--root", options.root,
                    "The folder of the corpora; no request leaves it (default: .)");
    sub->add_option("--port", options.port, "Port; 0 for any free one (default: 8484)")
        ->check(CLI::Range(0, 65'535).description(""));
    sub->add_option(
           "--listen", options.listen,
           "Numeric address; needs --token if other machines can reach it (default: 127.0.0.1)")
        ->type_name("ADDRESS");
    sub->add_option(
        "--token", options.token,
        "Require this token (Authorization: Bearer); also the environment variable EDGE_TOKEN");
    sub->add_option("--cors", options.cors_origin,
                    "Let pages of this origin read answers, such as http://localhost:3000")
        ->type_name("ORIGIN");
    sub->add_flag("--read-only", options.read_only, "Refuse everything that writes");
    sub->add_option("--log", arguments->log, "A line for each request: text, json or none")
        ->check(CLI::IsMember({"text", "json", "none"}));
    sub->add_option("--threads", options.scan_threads, "Threads of one scan (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->add_option("--io-threads", options.io_threads,
                    "Threads that read and write sockets (default: 1)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->add_option("--max-body", limits.body_bytes,
                    "Largest body of a request, in bytes (default: 1048576)")
        ->check(CLI::Range(int64_t{1024}, int64_t{1} << 30).description(""));
    sub->add_option("--max-upload", arguments->max_upload,
                    "Largest file that a client may send in pieces; 0 for none (default: 256M)")
        ->type_name("SIZE");
    sub->add_option("--max-connections", limits.connections,
                    "Connections open at the same time (default: 1024)")
        ->check(CLI::Range(1, 1'000'000).description(""));
    sub->add_option("--max-jobs", limits.jobs, "Jobs running at the same time (default: 1)")
        ->check(CLI::Range(1, kMaxThreads).description(""));
    sub->add_option("--max-scans", limits.scans, "Scans running at the same time (default: 2)")
        ->check(CLI::Range(1, kMaxThreads).description(""));
    sub->add_option("--idle-timeout", arguments->idle_timeout_s,
                    "Seconds between two requests of a connection, or two pieces of an upload "
                    "(default: 60)")
        ->check(CLI::Range(kMinSeconds, kMaxSeconds).description(""));
    sub->add_option("--request-timeout", arguments->request_timeout_s,
                    "Seconds for a request to arrive or an answer to leave (default: 15)")
        ->check(CLI::Range(kMinSeconds, kMaxSeconds).description(""));
    sub->add_option("--scan-timeout", arguments->scan_timeout_s,
                    "Seconds that a scan may take (default: 120)")
        ->check(CLI::Range(kMinSeconds, kMaxSeconds).description(""));
    sub->add_option("--masters", options.masters,
                    "Corpus for /masters, below the root (default: the only one there)")
        ->type_name("CORPUS");
    sub->add_option("--lichess", options.lichess, "Corpus for /lichess, likewise")
        ->type_name("CORPUS");
    sub->add_option("--player", options.player, "Corpus for /player, likewise")
        ->type_name("CORPUS");
    sub->add_option(
           "--openings", arguments->openings,
           "Opening names: a *.json or *.tsv file, or a folder of them (default: EDGE_OPENINGS "
           "or those installed with edge; \"\" for none)")
        ->type_name("PATH");
    sub->add_option("--page", arguments->page,
                    "The folder of the web page, read again whenever the page is opened "
                    "(default: the one installed with edge; \"\" for none)")
        ->type_name("FOLDER");
    sub->footer(
        "Examples:\n"
        "  edge serve --root corpora\n"
        "  edge serve --root corpora --port 9000 --read-only --cors http://localhost:3000\n"
        "  EDGE_TOKEN=secret edge serve --root corpora --listen 0.0.0.0");
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_serve(*arguments); }; });
}

#else

void add_serve(CLI::App& app, Command& chosen) {
    CLI::App* const sub = app.add_subcommand("serve", "Answer over HTTP and WebSocket (not built)");
    sub->allow_extras();
    sub->callback([&chosen] {
        chosen = []() -> Status {
            return fail(ErrorCode::Unsupported,
                        "this build has no daemon; install the Debian package libboost1.81-dev and "
                        "build edge again");
        };
    });
}

#endif

}  // namespace edge::cli
