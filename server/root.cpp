#include "root.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/io_error.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxPathBytes = 4096;

// Judges the text alone. Hidden names are refused as well: a root may be somebody's home.
Status check_text(std::string_view text) {
    const auto wrong = [text](std::string_view what) {
        return fail(ErrorCode::InvalidArgument, fmt::format("the path '{}' {}", text, what));
    };
    if (text.empty()) return fail(ErrorCode::InvalidArgument, "the path is empty");
    if (text.size() > kMaxPathBytes) {
        return fail(ErrorCode::InvalidArgument, "the path is too long");
    }
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
        return fail(ErrorCode::InvalidArgument, "the path has a control character");
    }
    if (text.front() == '/') return wrong("is absolute, expected one below the root folder");
    for (const fs::path& part : fs::path(text)) {
        if (part.native().starts_with('.')) {
            return wrong("has a part that begins with a dot, which is not served");
        }
    }
    return {};
}

}  // namespace

Result<Root> Root::open(const std::string& folder) {
    std::error_code error;
    fs::path path = fs::canonical(folder, error);
    if (error) return io_error("open", folder, error.value());
    if (!fs::is_directory(path, error)) {
        return fail(ErrorCode::Io, fmt::format("{} is not a folder", folder));
    }
    return Root(std::move(path));
}

Result<std::string> Root::confined(const fs::path& inside, std::string_view text) const {
    const fs::path relative = inside.lexically_relative(path_);
    if (relative.empty() || *relative.begin() == "..") {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the path '{}' leads out of the root folder", text));
    }
    EDGE_CHECK(relative == "." ? Status() : check_text(relative.native()));
    return relative.native();
}

Result<std::string> Root::existing(std::string_view text) const {
    EDGE_CHECK(check_text(text));
    std::error_code error;
    const fs::path found = fs::canonical(path_ / text, error);
    if (error) return io_error("open", fs::path(text), error.value());
    return confined(found, text);
}

bool Root::contains(const fs::path& file) const {
    std::error_code error;
    const fs::path found = fs::canonical(file, error);
    return !error && confined(found, file.native()).has_value();
}

Result<std::string> Root::to_be_made(std::string_view text) const {
    EDGE_CHECK(check_text(text));
    std::error_code error;
    const fs::path wanted = path_ / text;
    if (wanted.filename().empty()) {
        return fail(ErrorCode::InvalidArgument, fmt::format("the path '{}' ends in /", text));
    }
    const fs::path folder = fs::canonical(wanted.parent_path(), error);
    if (error) return io_error("open", fs::path(text).parent_path(), error.value());
    const fs::path made = folder / wanted.filename();
    // An existing file may itself be a link that leads elsewhere.
    if (fs::is_symlink(made, error)) {
        return fail(ErrorCode::InvalidArgument, fmt::format("the path '{}' is a link", text));
    }
    return confined(made, text);
}

}  // namespace edge::server
