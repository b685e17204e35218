// A line on standard error for each request, for people or for programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "options.h"

namespace edge::server {

struct LoggedRequest {
    std::string_view method;
    std::string_view target;
    unsigned status = 0;  // 499: the client went away before the answer
    double seconds = 0;
    uint64_t bytes_sent = 0;
};

// Without its newline; text that could be taken for another line is escaped.
std::string log_line(const LoggedRequest& request, LogFormat format);

void log_request(const LoggedRequest& request, LogFormat format);

}  // namespace edge::server
