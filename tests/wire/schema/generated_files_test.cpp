#include "support/generated_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/source_dir.h"

namespace edge::test {
namespace {

TEST(GeneratedFiles, AreUpToDate) {
    for (const GeneratedFile& file : generated_files()) {
        std::ifstream in(source_dir() / file.path);
        const std::string kept{std::istreambuf_iterator<char>(in), {}};
        EXPECT_TRUE(kept == file.text) << file.path << " differs; `make generated` writes it";
    }
}

}  // namespace
}  // namespace edge::test
