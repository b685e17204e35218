// The folder of the repository, for tests that read its files.
#pragma once

#include <filesystem>

namespace edge::test {

std::filesystem::path source_dir();

}  // namespace edge::test
