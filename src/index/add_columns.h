// Gives an older corpus its N.cols files, `edge index --add-cols`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/directory_lock.h"
#include "edge/result.h"

namespace edge::indexing {

struct AddColumnsReport {
    std::filesystem::path corpus;
    uint32_t shards = 0;
    uint64_t games = 0;
    uint32_t written = 0;  // shards whose file was missing, damaged or did not match the records
};

// Each file is written under another name and renamed, so a reader finds either the old one or the
// new one. A correct file is left alone. No other process changes the corpus meanwhile.
Result<AddColumnsReport> add_columns(const std::string& corpus_path, const LockOptions& lock = {});

}  // namespace edge::indexing
