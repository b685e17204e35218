#include "client_message.h"

#include <string_view>

namespace edge::server {
namespace {

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

}  // namespace

std::string client_message(const Error& error, const std::filesystem::path& root) {
    std::string message = without_root(error.message, root);
    if (error.code == ErrorCode::Exists) message += R"(; "force": true replaces it)";
    return message;
}

std::string without_root(std::string text, const std::filesystem::path& root) {
    if (root.has_relative_path()) remove_paths(text, root.native() + '/');
    return text;
}

}  // namespace edge::server
