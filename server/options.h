// What `edge serve` was asked to do, and the limits it keeps to.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "edge/result.h"

namespace edge {
class Openings;
}

namespace edge::server {

class PageFiles;

struct Limits {
    size_t body_bytes = size_t{1} << 20;
    size_t header_bytes = size_t{16} << 10;
    size_t connections = 1024;
    size_t jobs = 1;      // running at the same time
    size_t scans = 2;     // running at the same time
    size_t lookups = 2;   // likewise
    size_t waiting = 64;  // of each, beyond those that run, before new ones are refused
    size_t open_corpora = 64;
    size_t set_bytes = size_t{256} << 20;         // of all sets that are kept
    uint64_t upload_bytes = uint64_t{256} << 20;  // of a file that a client sends; 0: none
    std::chrono::milliseconds idle_timeout{
        60'000};  // between two requests of a connection, or two pieces of an upload
    std::chrono::milliseconds request_timeout{
        15'000};  // for a request to arrive, or an answer to leave
    std::chrono::milliseconds scan_timeout{120'000};
    std::chrono::milliseconds shutdown_timeout{
        10'000};  // for answers under way when the daemon ends
};

enum class LogFormat : uint8_t { Text, Json, None };

struct Options {
    std::string root = ".";  // every path in a request is below it
    std::string listen = "127.0.0.1";
    uint16_t port = 8484;     // 0: any free one
    std::string token;        // empty: none is required
    std::string cors_origin;  // empty: no foreign origin
    bool read_only = false;
    unsigned io_threads = 1;
    unsigned scan_threads = 0;  // of one scan; 0: all cores
    LogFormat log = LogFormat::Text;
    Limits limits;

    std::shared_ptr<const Openings> openings;  // null: none

    // The web page; null: only a short notice. When its folder is named, for people who work on it,
    // the files are read again whenever somebody opens the page.
    std::shared_ptr<const PageFiles> page;
    std::string page_folder;  // absolute

    // Corpora of the routes that clients of the Lichess explorer use; empty: the only one below the
    // root.
    std::string masters, lichess, player;
};

// InvalidArgument for an invalid address, one that other machines can reach without a token, or an
// invalid origin.
Status check_options(const Options& options);

}  // namespace edge::server
