#include "bitmap/bitmap_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/io_error.h"

namespace edge {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNameCharacters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fs::path bitmaps_folder(std::string_view corpus) { return fs::path(corpus) / "bitmaps"; }

}  // namespace

Status check_bitmap_name(std::string_view name) {
    if (name.empty()) return fail(ErrorCode::InvalidArgument, "found no name after @");
    const size_t odd = name.find_first_not_of(kNameCharacters);
    if (odd == std::string_view::npos) return {};
    const auto code = static_cast<unsigned char>(name[odd]);
    const std::string found = code > ' ' && code < 0x7f ? fmt::format("'{}'", name[odd])
                                                        : fmt::format("byte {:#04x}", code);
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("@{}: found {} in a name, expected letters, digits, - and _", name, found));
}

Result<NamedFile> resolve_bitmap_name(std::string_view argument, std::string_view corpus,
                                      std::string_view extension) {
    if (!argument.starts_with('@')) return NamedFile{.path = std::string(argument)};
    if (corpus.empty()) {
        return NamedFile{
            .path = std::string(argument),
            .warning = fmt::format("{} is taken as a path, since no corpus is given", argument)};
    }
    const std::string_view name = argument.substr(1);
    EDGE_CHECK(check_bitmap_name(name));
    return NamedFile{
        .path = (bitmaps_folder(corpus) / fmt::format("{}{}", name, extension)).string(),
        .in_corpus = true};
}

Status create_bitmaps_folder(const std::string& corpus) {
    std::error_code error;
    fs::create_directory(bitmaps_folder(corpus), error);
    if (error) return io_error("create", bitmaps_folder(corpus), error.value());
    return {};
}

std::vector<std::string> list_bitmap_names(const std::string& corpus, std::string_view extension) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(bitmaps_folder(corpus), error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == extension) names.push_back(entry->path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace edge
