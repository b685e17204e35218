#include "page_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/hash.h"
#include "core/io_error.h"
#include "core/mapped_file.h"
#include "core/zlib_block.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxBytes = size_t{16} << 20;
constexpr int kMaxDepth = 4;  // of folders below the page's own
constexpr int kGzipLevel = 9;

// Nothing from elsewhere, no script inside the HTML. 'self' covers WebSockets to the same place.
constexpr const char* kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kContentTypes = {{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".map", "application/json; charset=utf-8"},
    {".webmanifest", "application/manifest+json; charset=utf-8"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".jpg", "image/jpeg"},
    {".woff2", "font/woff2"},
    {".ico", "image/vnd.microsoft.icon"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
    {".wasm", "application/wasm"},
    {"", "text/plain; charset=utf-8"},  // LICENSE
}};

std::string content_type_of(const fs::path& file) {
    const std::string extension = file.extension().string();
    const auto* const known =
        std::ranges::find(kContentTypes, extension, [](const auto& type) { return type.first; });
    return std::string(known == kContentTypes.end() ? "application/octet-stream" : known->second);
}

PageFile make_file(const fs::path& path, std::string_view bytes) {
    PageFile file{.content_type = content_type_of(path),
                  .bytes = std::string(bytes),
                  .gzip = ZlibCompressor(kGzipLevel, ZlibWrapper::Gzip).compress(bytes),
                  // Weak: the compressed and the plain bytes are the same file.
                  .etag = fmt::format("W/\"{:016x}\"", hash_bytes(bytes))};
    if (file.gzip.size() >= file.bytes.size()) file.gzip.clear();
    return file;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

// "gzip" or "gzip;q=0.5" in the list, not "gzip;q=0".
bool accepts_gzip(std::string_view list) {
    while (!list.empty()) {
        const size_t comma = std::min(list.find(','), list.size());
        const std::string_view coding = list.substr(0, comma);
        list.remove_prefix(std::min(comma + 1, list.size()));
        const size_t semicolon = std::min(coding.find(';'), coding.size());
        if (!equal_ignoring_case(trimmed(coding.substr(0, semicolon)), "gzip")) continue;
        const std::string_view quality = trimmed(coding.substr(semicolon));
        return quality.empty() || quality.find_first_of("123456789") != std::string_view::npos;
    }
    return false;
}

}  // namespace

Result<PageFiles> PageFiles::load(const std::string& folder) {
    PageFiles page;
    size_t total_bytes = 0;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        const bool is_hidden = entry->path().filename().native().starts_with('.');
        const bool is_skipped = is_hidden || entry->is_symlink(ignored);
        if (is_skipped || entry.depth() >= kMaxDepth) entry.disable_recursion_pending();
        if (is_skipped || !entry->is_regular_file(ignored)) continue;
        const auto file = EDGE_TRY(MappedFile::open(entry->path()));
        total_bytes += file.text().size();
        if (total_bytes > kMaxBytes) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{}: found more than {} bytes of files, expected only those "
                                    "of a page",
                                    folder, kMaxBytes));
        }
        page.files_.emplace(entry->path().lexically_relative(folder).generic_string(),
                            make_file(entry->path(), file.text()));
    }
    if (error) return io_error("read", folder, error.value());
    if (page.find("index.html") == nullptr) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: no index.html, expected the one of the page", folder));
    }
    return page;
}

const PageFile* PageFiles::find(std::string_view path) const {
    const auto found = files_.find(path);
    return found == files_.end() ? nullptr : &found->second;
}

Response page_response(const PageFile& file, const Request& request) {
    Response response;
    response.headers = {{"ETag", file.etag},
                        {"Cache-Control", "no-cache"},
                        {"Vary", "Accept-Encoding"},
                        {"Referrer-Policy", "no-referrer"},
                        {"Content-Security-Policy", kContentSecurityPolicy}};
    // The tag in its quotes cannot be part of another.
    const std::string_view known = request.header("If-None-Match").value_or("");
    if (known == "*" ||
        known.find(std::string_view(file.etag).substr(2)) != std::string_view::npos) {
        response.status = 304;
        response.content_type.clear();
        return response;
    }
    response.content_type = file.content_type;
    if (!file.gzip.empty() && accepts_gzip(request.header("Accept-Encoding").value_or(""))) {
        response.headers.push_back({"Content-Encoding", "gzip"});
        response.body = file.gzip;
    } else {
        response.body = file.bytes;
    }
    return response;
}

}  // namespace edge::server
