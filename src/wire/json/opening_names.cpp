#include "wire/json/opening_names.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "query/openings.h"
#include "wire/explore/openings_file.h"

namespace edge::wire {
namespace {

using Names = Result<std::shared_ptr<const Openings>>;

Names load_default() {
    const std::string path = query::openings_path();
    std::error_code error;
    const bool is_chosen = std::getenv(query::kOpeningsVariable) != nullptr;
    if (path.empty() || (!is_chosen && !std::filesystem::exists(path, error))) return nullptr;
    return std::make_shared<const Openings>(EDGE_TRY(load_openings(path)));
}

}  // namespace

Result<std::shared_ptr<const Openings>> default_openings() {
    static const Names names = load_default();
    return names;
}

Status name_openings(query::Expr& query) {
    if (!query::lacks_openings(query)) return {};
    query = query::with_openings(std::move(query), EDGE_TRY(default_openings()));
    return {};
}

}  // namespace edge::wire
