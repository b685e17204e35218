// A file that a client of the daemon is about to send: what POST /uploads takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct UploadRequest {
    std::string name;
    uint64_t bytes = 0;
};

const Fields<UploadRequest>& upload_fields();

// InvalidArgument names the place as a JSON pointer.
Result<UploadRequest> parse_upload_request(std::string_view json);

}  // namespace edge::wire
