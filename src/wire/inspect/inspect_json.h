// The JSON of what a corpus holds, and of its verification.
#pragma once

#include <string>
#include <string_view>

#include "corpus/corpus_inspection.h"
#include "corpus/verify.h"

namespace edge::wire {

// `report` is null when the corpus was not verified; else the object has a key "verify".
std::string inspect_json(const corpus::Inspection& inspection, const corpus::VerifyReport* report);
// Of a corpus that cannot be opened: what is not known is null or empty.
std::string inspect_json(std::string_view path, const corpus::VerifyReport& report);

}  // namespace edge::wire
