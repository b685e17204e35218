#include "open_corpus.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/ascii.h"
#include "formats/game_input.h"
#include "formats/game_kinds.h"

namespace edge::cli {
namespace {

// The text as one word of a shell.
std::string shell_word(std::string_view text) {
    const auto is_plain = [](char c) {
        return is_letter(c) || is_digit(c) ||
               std::string_view("/._-+,:@%").find(c) != std::string_view::npos;
    };
    if (std::ranges::all_of(text, is_plain)) return std::string(text);
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'') word += "'\\'";
        word += c;
    }
    return word + '\'';
}

}  // namespace

Status check_is_not_games(const std::string& path) {
    const auto kind = formats::kind_of_games(path);
    if (!kind) return {};
    return fail(
        ErrorCode::NotFound,
        fmt::format("{} holds games as {}, which have to be indexed first: edge index {} --out {}",
                    path, formats::kind_name(*kind), shell_word(path),
                    shell_word(formats::default_stem(path) + ".scoredb")));
}

Result<corpus::Corpus> open_corpus(const std::string& path) {
    auto corpus = corpus::Corpus::open(path);
    if (!corpus && corpus.error().code == ErrorCode::NotFound) {
        EDGE_CHECK(check_is_not_games(path));
    }
    return corpus;
}

}  // namespace edge::cli
