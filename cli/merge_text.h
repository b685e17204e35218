// The report that `edge merge` and `edge compact --drop` print for people.
#pragma once

#include <string>

#include "index/merge.h"

namespace edge::cli {

std::string merge_text(const indexing::MergeReport& report);

}  // namespace edge::cli
