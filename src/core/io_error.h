// Turns an errno into an Error whose message names the file and the reason in the system's words.
#pragma once

#include <edge/result.h>

#include <filesystem>
#include <string_view>

namespace edge {

// io_error("read", "a.pgn", EACCES): "cannot read a.pgn: Permission denied". A missing file is
// NotFound, all else is Io.
tl::unexpected<Error> io_error(std::string_view action, const std::filesystem::path& path,
                               int error_number);

}  // namespace edge
