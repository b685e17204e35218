#include "wire/request_wording.h"

#include <string_view>

namespace edge::wire {
namespace {

struct Wording {
    std::string_view of_program;
    std::string_view of_requests;
};

// What follows "edge", as in "edge index --add-tree-games makes it", is for whoever has the program
// and stays as it is.
constexpr Wording kWordings[] = {
    {"--bad-games fail", R"("bad_games": "fail")"},
    {"--force", R"("force": true)"},
    {"; force replaces it", R"(; "force": true replaces it)"},
    {"--tree-plies", R"("tree_plies")"},
    {"--tree-min-games", R"("tree_min_games")"},
};

void replace_all(std::string& text, std::string_view old, std::string_view wanted) {
    for (size_t at = text.find(old); at != std::string::npos;
         at = text.find(old, at + wanted.size())) {
        text.replace(at, old.size(), wanted);
    }
}

}  // namespace

std::string request_wording(std::string message) {
    for (const Wording& wording : kWordings) {
        replace_all(message, wording.of_program, wording.of_requests);
    }
    return message;
}

}  // namespace edge::wire
