// Errors about a whole file: an errno in the system's words, a target that is there already, a file
// that was cut short.
#pragma once

#include <edge/result.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace edge {

// io_error("read", "a.pgn", EACCES): "cannot read a.pgn: Permission denied". A missing file is
// NotFound, everything else is Io.
tl::unexpected<Error> io_error(std::string_view action, const std::filesystem::path& path,
                               int error_number);

// Exists: "a.pgn exists already".
tl::unexpected<Error> exists_already(const std::filesystem::path& path);

// Io, naming the file, when a mapped file was cut short since lost_page_count() (core/lost_pages.h)
// returned `count_before`: what was read since then may have been zeros.
Status check_lost_pages(uint64_t count_before);

}  // namespace edge
