#include "wording.h"

#include <string_view>

namespace edge::server {
namespace {

struct Wording {
    std::string_view of_program;
    std::string_view of_requests;
};

// What follows "edge", as in "edge index --add-tree-games makes it", is for whoever runs the daemon
// and stays as it is.
constexpr Wording kWordings[] = {
    {"--bad-games fail", R"("bad_games": "fail")"},
    {"--force", R"("force": true)"},
    {"; force replaces it", R"(; "force": true replaces it)"},
    {"--tree-plies", R"("tree_plies")"},
    {"--tree-min-games", R"("tree_min_games")"},
};

// Where a path begins, and not inside a longer one.
bool begins_path(const std::string& text, size_t at) {
    constexpr std::string_view kBefore = " '\"(:,";
    return at == 0 || kBefore.find(text[at - 1]) != std::string_view::npos;
}

void remove_paths(std::string& text, const std::string& prefix) {
    for (size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
        if (begins_path(text, at)) {
            text.erase(at, prefix.size());
        } else {
            at += prefix.size();
        }
    }
}

void replace_all(std::string& text, std::string_view old, std::string_view wanted) {
    for (size_t at = text.find(old); at != std::string::npos;
         at = text.find(old, at + wanted.size())) {
        text.replace(at, old.size(), wanted);
    }
}

}  // namespace

std::string client_wording(std::string message, const std::filesystem::path& root) {
    for (const Wording& wording : kWordings) {
        replace_all(message, wording.of_program, wording.of_requests);
    }
    if (root.has_relative_path()) remove_paths(message, root.native() + '/');
    return message;
}

}  // namespace edge::server
