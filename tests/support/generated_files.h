// The files that are made from the tables of requests and kept in the repository: schemas, parts of
// the description of the daemon, types of the bindings. `make generated` writes them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace edge::test {

struct GeneratedFile {
    std::filesystem::path path;  // in the repository
    std::string text;
};

std::vector<GeneratedFile> generated_files();

}  // namespace edge::test
