// Messages of the library as clients of the daemon read them.
#pragma once

#include <filesystem>
#include <string>

#include "edge/result.h"

namespace edge::server {

// The message, and the field of a request that helps, if there is one.
std::string client_message(const Error& error, const std::filesystem::path& root);

// Paths on this machine become paths below the root, which is all that clients know of it.
std::string without_root(std::string text, const std::filesystem::path& root);

}  // namespace edge::server
