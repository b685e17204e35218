#include "support/source_dir.h"

namespace edge::test {

std::filesystem::path source_dir() { return EDGE_SOURCE_DIR; }

}  // namespace edge::test
