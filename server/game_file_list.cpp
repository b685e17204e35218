#include "game_file_list.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "codec/scid4/base_files.h"
#include "formats/game_kinds.h"
#include "root_walk.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;
using formats::GameKind;

constexpr size_t kMostFiles = 10'000;

uint64_t size_of(const fs::path& file) {
    std::error_code error;
    const uint64_t bytes = fs::file_size(file, error);
    return error ? 0 : bytes;
}

// The kind and the size of a file that can be indexed; the path is left to the caller.
std::optional<ListedGameFile> game_file(const fs::path& path) {
    const auto kind = kind_by_name(path.native());
    if (!kind) return std::nullopt;
    if (*kind != GameKind::Scid4) return ListedGameFile{.bytes = size_of(path), .kind = *kind};
    const scid4::BaseFiles base = scid4::base_files(path.native());
    if (path != base.index) return std::nullopt;
    return ListedGameFile{.bytes = size_of(base.index) + size_of(base.names) + size_of(base.games),
                          .kind = *kind};
}

}  // namespace

std::optional<GameKind> kind_by_name(const std::string& path) {
    const auto kind = formats::kind_of_target(path);
    if (!kind || *kind == GameKind::Scoredb || *kind == GameKind::Polyglot ||
        formats::holds_positions(*kind)) {
        return std::nullopt;
    }
    return *kind;
}

Result<std::vector<ListedGameFile>> list_game_files(const Root& root,
                                                    const Cancellation& cancellation) {
    std::vector<ListedGameFile> files;
    const auto visit = [&](const fs::directory_entry& entry) {
        std::error_code ignored;
        if (entry.is_directory(ignored)) {
            const bool is_corpus = fs::is_regular_file(entry.path() / "meta", ignored);
            return is_corpus ? WalkStep::Skip : WalkStep::Enter;
        }
        if (!entry.is_regular_file(ignored)) return WalkStep::Skip;
        auto file = game_file(entry.path());
        if (!file) return WalkStep::Skip;
        file->path = entry.path().lexically_relative(root.path()).native();
        files.push_back(std::move(*file));
        return files.size() < kMostFiles ? WalkStep::Skip : WalkStep::Stop;
    };
    EDGE_CHECK(walk_root(root, cancellation, visit));
    std::ranges::sort(files, {}, &ListedGameFile::path);
    return files;
}

}  // namespace edge::server
