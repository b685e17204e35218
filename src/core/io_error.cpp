#include "core/io_error.h"

#include <fmt/format.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "core/lost_pages.h"

namespace edge {

tl::unexpected<Error> io_error(std::string_view action, const std::filesystem::path& path,
                               int error_number) {
    const ErrorCode code = error_number == ENOENT ? ErrorCode::NotFound : ErrorCode::Io;
    // generic_category().message() is strerror without its shared buffer.
    return fail(code,
                fmt::format("cannot {} {}: {}", action, path.string(),
                            std::generic_category().message(error_number)),
                Place{.file = path.string()});
}

tl::unexpected<Error> exists_already(const std::filesystem::path& path) {
    return fail(ErrorCode::Exists, fmt::format("{} exists already", path.string()),
                Place{.file = path.string()});
}

Status check_lost_pages(uint64_t count_before) {
    if (lost_page_count() == count_before) return {};
    const std::string file = last_lost_file();
    return fail(ErrorCode::Io, fmt::format("{}: changed while it was read", file),
                Place{.file = file});
}

}  // namespace edge
