#include "output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

namespace edge::cli {
namespace {

Status stdout_error() {
    return fail(ErrorCode::Io,
                fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

}  // namespace

Result<Output> Output::open(const std::string& path) {
    Output output;
    if (!path.empty() && path != "-") output.file_ = EDGE_TRY(OutputFile::create(path));
    return output;
}

Status Output::write(std::string_view text) {
    if (file_) return file_->append(text);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return stdout_error();
    return {};
}

Status Output::close() {
    if (file_) return file_->close(false);
    if (std::fflush(stdout) != 0) return stdout_error();
    return {};
}

Status print(std::string_view text) {
    Output output = Output::standard();
    EDGE_CHECK(output.write(text));
    return output.close();
}

void warn(std::string_view message) { fmt::print(stderr, "edge: warning: {}\n", message); }

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

std::string grouped(uint64_t number) {
    std::string text = std::to_string(number);
    for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text;
}

}  // namespace edge::cli
