// What the library says, as clients of the daemon read it.
#pragma once

#include <filesystem>
#include <string>

#include "edge/result.h"

namespace edge::server {

// The message, and how a request does what the code asks for.
std::string client_wording(const Error& error, const std::filesystem::path& root);

// Paths on this machine become paths below the root, which is all that clients know of it.
std::string without_root(std::string text, const std::filesystem::path& root);

}  // namespace edge::server
