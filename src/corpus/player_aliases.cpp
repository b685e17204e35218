#include "corpus/player_aliases.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/utf8.h"

namespace edge::corpus {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

tl::unexpected<Error> wrong(const std::string& file, uint32_t line, std::string_view what) {
    Error error{ErrorCode::Corrupt, fmt::format("{}, line {}: {}", file, line, what),
                Place{.file = file, .line = line}};
    return tl::unexpected(std::move(error));
}

std::string_view cut_at(std::string_view& rest, char end) {
    const size_t at = std::min(rest.find(end), rest.size());
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return part;
}

std::vector<std::string> names_of(std::string_view line) {
    std::vector<std::string> names;
    while (true) {
        const size_t tab = line.find('\t');
        names.emplace_back(line.substr(0, tab));
        if (tab == std::string_view::npos) return names;
        line.remove_prefix(tab + 1);
    }
}

}  // namespace

Result<PlayerAliases> PlayerAliases::parse(std::string_view text, const std::string& file) {
    if (text.size() > kMaxBytes) {
        return fail(ErrorCode::Corrupt, fmt::format("{}: found {} bytes, expected at most {}", file,
                                                    text.size(), kMaxBytes));
    }
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    PlayerAliases aliases;
    std::vector<uint32_t> numbers;  // of the lines
    for (uint32_t number = 1; !text.empty(); ++number) {
        std::string_view line = cut_at(text, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line.front() == '#') continue;
        if (!is_valid_utf8(line)) return wrong(file, number, "found bytes that are not UTF-8");
        std::vector<std::string> names = names_of(line);
        if (names.size() < 2) {
            return wrong(file, number,
                         fmt::format("found '{}', expected a name and its other spellings with "
                                     "tabs between them",
                                     line));
        }
        for (const std::string& name : names) {
            if (name.empty()) return wrong(file, number, "found an empty name");
            const auto [known, is_new] = aliases.line_of_.emplace(name, aliases.lines_.size());
            if (is_new) continue;
            const bool is_here = known->second == aliases.lines_.size();
            return wrong(file, number,
                         fmt::format("found '{}' again, which is in line {} already", name,
                                     is_here ? number : numbers[known->second]));
        }
        aliases.lines_.push_back(std::move(names));
        numbers.push_back(number);
    }
    return aliases;
}

Result<PlayerAliases> PlayerAliases::read(const HeldFile& file, const std::string& path) {
    if (!file.exists()) return PlayerAliases();
    const auto mapped = EDGE_TRY(file.map());
    return parse(mapped->text(), path);
}

std::span<const std::string> PlayerAliases::spellings(std::string_view name) const {
    const auto found = line_of_.find(name);
    if (found == line_of_.end()) return {};
    return lines_[found->second];
}

bool can_be_alias(std::string_view name) {
    return !name.empty() && name.front() != '#' && !name.starts_with(kByteOrderMark) &&
           name.find('\t') == std::string_view::npos && !name.ends_with('\r') &&
           is_valid_utf8(name);
}

std::string aliases_text(std::span<const std::vector<std::string>> lines) {
    std::string text;
    for (const std::vector<std::string>& names : lines) {
        text += fmt::format("{}\n", fmt::join(names, "\t"));
    }
    return text;
}

}  // namespace edge::corpus
