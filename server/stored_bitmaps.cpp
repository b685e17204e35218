#include "stored_bitmaps.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "bitmap/bitmap_name.h"
#include "corpus/collections.h"
#include "query/collections/stored_set.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

// visit(file, is_part) for every stored answer of that name, @NAME: the files NAME.*, and NAME-*,
// as those of a partition are called.
template <class Visit>
void for_each_answer(const std::string& corpus, std::string_view name, Visit visit) {
    name.remove_prefix(1);
    std::error_code error;
    for (fs::directory_iterator file(corpus + "/bitmaps", error), end; !error && file != end;
         file.increment(error)) {
        const std::string found = file->path().filename().string();
        if (!found.starts_with(name) || found.size() == name.size()) continue;
        const char next = found[name.size()];
        if (next == '.' || next == '-') visit(*file, next == '-');
    }
}

}  // namespace

bool names_bitmaps(const query::Expr& expr) {
    if (std::holds_alternative<query::BitmapRef>(expr.node)) return true;
    const auto* const combination = std::get_if<query::Combination>(&expr.node);
    return combination != nullptr && std::ranges::any_of(combination->operands, names_bitmaps);
}

Status check_bitmap_argument(std::string_view name) {
    if (!name.starts_with('@')) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found the bitmap '{}', expected @NAME, one in the corpus", name));
    }
    return check_bitmap_name(name.substr(1));
}

Status check_no_paths(const query::Expr& expr) {
    if (const auto* const bitmap = std::get_if<query::BitmapRef>(&expr.node)) {
        return check_bitmap_argument(bitmap->name);
    }
    const auto* const combination = std::get_if<query::Combination>(&expr.node);
    if (combination == nullptr) return {};
    for (const query::Expr& operand : combination->operands) EDGE_CHECK(check_no_paths(operand));
    return {};
}

bool has_answer(const std::string& corpus, std::string_view name, bool with_parts) {
    bool found = false;
    for_each_answer(corpus, name, [&](const fs::directory_entry&, bool is_part) {
        found = found || !is_part || with_parts;
    });
    return found;
}

Status check_links(const Root& root, const std::string& corpus, std::string_view name) {
    std::vector<std::string> links = {corpus + "/bitmaps"};
    for_each_answer((root.path() / corpus).native(), name,
                    [&](const fs::directory_entry& file, bool) {
                        std::error_code ignored;
                        if (!file.is_symlink(ignored)) return;
                        links.push_back(links.front() + '/' + file.path().filename().native());
                    });
    for (const std::string& link : links) {
        const auto found = root.existing(link);
        if (!found && found.error().code == ErrorCode::InvalidArgument) {
            return tl::unexpected(found.error());
        }
    }
    return {};
}

Status check_links(const Root& root, const std::string& corpus_name, const corpus::Corpus& corpus,
                   const std::vector<std::string>& names) {
    std::vector<std::string> open = names;
    std::set<std::string> seen;
    // No query is read before its own link was checked.
    while (!open.empty()) {
        const std::string name = std::move(open.back());
        open.pop_back();
        if (!seen.insert(name).second) continue;
        EDGE_CHECK(check_links(root, corpus_name, name));
        if (!corpus::is_collection(corpus, name.substr(1))) continue;
        const auto collection = corpus::read_collection(corpus, name.substr(1));
        if (!collection) continue;
        for (const corpus::CollectionSource& source : collection->sources) {
            open.push_back(source.name);
        }
    }
    return {};
}

Status check_links(const Root& root, const std::string& corpus_name, const corpus::Corpus& corpus,
                   const query::Expr& expr) {
    std::vector<std::string> names;
    EDGE_CHECK(query::for_each_set(expr, [&](const query::BitmapRef& set) -> Status {
        names.push_back(set.name);
        return {};
    }));
    return check_links(root, corpus_name, corpus, names);
}

}  // namespace edge::server
