// What the library says, as clients of the daemon read it.
#pragma once

#include <filesystem>
#include <string>

namespace edge::server {

// Options of the program become the fields of requests, and paths on this machine become paths
// below the root, which is all that clients know of it.
std::string client_wording(std::string message, const std::filesystem::path& root);

}  // namespace edge::server
