#include "output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "core/io_error.h"
#include "core/output_file.h"
#include "core/partial_path.h"

namespace edge::cli {

namespace fs = std::filesystem;

namespace {

Status stdout_error() {
    return fail(ErrorCode::Io,
                fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

}  // namespace

// Writes a hidden file next to the target, or the target itself where that is a pipe or a device.
class Output::FileAside {
public:
    FileAside(OutputFile file, std::string target, std::string aside)
        : file_(std::move(file)), target_(std::move(target)), aside_(std::move(aside)) {}
    FileAside(const FileAside&) = delete;
    FileAside& operator=(const FileAside&) = delete;
    ~FileAside() {
        if (!aside_.empty()) std::remove(aside_.c_str());
    }

    Status write(std::string_view text) { return file_.append(text); }
    Status close() {
        EDGE_CHECK(file_.close(false));
        if (aside_.empty()) return {};
        if (std::rename(aside_.c_str(), target_.c_str()) != 0) {
            return io_error("write", target_, errno);
        }
        aside_.clear();
        return {};
    }

private:
    OutputFile file_;
    std::string target_;
    std::string aside_;  // empty when there is nothing to rename or remove
};

Output::Output() = default;
Output::Output(Output&&) noexcept = default;
Output& Output::operator=(Output&&) noexcept = default;
Output::~Output() = default;

Result<Output> Output::open(const std::string& path) {
    Output output;
    if (path.empty() || path == "-") return output;
    std::error_code error;
    const auto status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        auto file = EDGE_TRY(OutputFile::create(path));
        output.file_ = std::make_unique<FileAside>(std::move(file), path, "");
        return output;
    }
    // A link stays a link: what it points to is replaced.
    const fs::path target = fs::exists(status) ? fs::canonical(path, error) : fs::path(path);
    const std::string aside =
        (target.parent_path() / fmt::format("{}{}-0", partial_prefix(target), getpid())).string();
    errno = 0;
    auto file = OutputFile::create(aside);
    if (!file) return io_error("create", path, errno);  // the name that the user gave
    output.file_ = std::make_unique<FileAside>(std::move(*file), target.string(), aside);
    return output;
}

Status Output::write(std::string_view text) {
    if (file_) return file_->write(text);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return stdout_error();
    return {};
}

Status Output::close() {
    if (file_) return file_->close();
    if (std::fflush(stdout) != 0) return stdout_error();
    return {};
}

Status check_free(const std::string& path, bool force) {
    std::error_code error;
    if (force || path.empty() || path == "-" || !fs::is_regular_file(path, error)) return {};
    return exists_already(path);
}

Status check_not_in_use(const std::string& path, const std::vector<std::string>& in_use) {
    if (path.empty() || path == "-") return {};
    std::error_code error;
    const fs::path target = fs::weakly_canonical(path, error);
    for (const std::string& used : in_use) {
        const fs::path other = fs::weakly_canonical(used, error);
        const auto [end, ignored] =
            std::mismatch(other.begin(), other.end(), target.begin(), target.end());
        if (used != "-" && end == other.end()) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{} is in use here; the output would overwrite it", path));
        }
    }
    return {};
}

Status print(std::string_view text) {
    Output output = Output::standard();
    EDGE_CHECK(output.write(text));
    return output.close();
}

void warn(std::string_view message) { fmt::print(stderr, "edge: warning: {}\n", message); }

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }

std::optional<uint32_t> terminal_width() {
    winsize size{};
    const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? std::optional<uint32_t>(size.ws_col) : std::nullopt;
}

std::string grouped(uint64_t number) {
    std::string text = std::to_string(number);
    for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text;
}

}  // namespace edge::cli
