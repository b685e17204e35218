// The folder that the daemon serves. Every path in a request goes through here and comes out below
// it, whatever it holds: absolute paths, "..", hidden names and links that lead out are refused.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "edge/result.h"

namespace edge::server {

class Root {
public:
    static Result<Root> open(const std::string& folder);

    const std::filesystem::path& path() const { return path_; }

    // The file or folder that `text` names, as a path relative to the root with all links followed.
    // The daemon works in the root folder, so that such a path can be opened as it is, and answers
    // and errors name what the client named. NotFound when there is none.
    Result<std::string> existing(std::string_view text) const;

    // The same for something to be made: its folder must exist, it need not.
    Result<std::string> to_be_made(std::string_view text) const;

    // Whether a file of this machine is below the root, after following links. False when there is
    // none.
    bool contains(const std::filesystem::path& file) const;

private:
    explicit Root(std::filesystem::path path) : path_(std::move(path)) {}
    Result<std::string> confined(const std::filesystem::path& inside, std::string_view text) const;

    std::filesystem::path path_;  // canonical
};

}  // namespace edge::server
