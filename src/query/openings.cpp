#include "query/openings.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/ascii.h"
#include "core/fold.h"
#include "core/installed.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/notation.h"

namespace edge::query {
namespace {

constexpr size_t kShownNames = 3;

// Calls visit(test) for every opening() until a call returns true.
template <class Atoms, class Visit>
bool visit_openings_of(Atoms& atoms, const Visit& visit) {
    return std::ranges::any_of(atoms, [&](auto& atom) {
        if (auto* test = std::get_if<OpeningTest>(&atom.test)) return visit(*test);
        auto* any = std::get_if<AnyOf>(&atom.test);
        return any != nullptr && std::ranges::any_of(any->lists, [&](auto& list) {
                   return visit_openings_of(list, visit);
               });
    });
}

template <class Query, class Visit>
bool visit_openings(Query& query, const Visit& visit) {
    if (auto* windowed = std::get_if<Windowed>(&query.node)) {
        return visit_openings_of(windowed->condition.atoms, visit);
    }
    if (auto* sequence = std::get_if<Sequence>(&query.node)) {
        return std::ranges::any_of(sequence->runs, [&](auto& run) {
            return std::ranges::any_of(
                run, [&](auto& step) { return visit_openings_of(step.atoms, visit); });
        });
    }
    auto* combination = std::get_if<Combination>(&query.node);
    return combination != nullptr && std::ranges::any_of(combination->operands, [&](auto& operand) {
               return visit_openings(operand, visit);
           });
}

bool has_word(const std::vector<std::string>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

// The number of a code; names may have more than the code, as B90a has.
std::optional<uint16_t> code_of(const Opening& opening) {
    const auto codes = parse_eco(std::string_view(opening.eco).substr(0, 3));
    if (!codes || opening.eco.size() < 3) return std::nullopt;
    return codes->ranges.front().first;
}

std::vector<uint32_t> with_code(const Openings& openings, const EcoTest& codes) {
    std::vector<uint32_t> found;
    for (uint32_t i = 0; i < openings.size(); ++i) {
        const auto code = code_of(openings.all()[i].opening);
        const bool fits = code && std::ranges::any_of(codes.ranges, [&](const auto& range) {
                              return range.first <= *code && *code <= range.second;
                          });
        if (fits) found.push_back(i);
    }
    return found;
}

// The names that have the most of the words, each misspelt one taken as the nearest.
std::vector<std::string> near_names(const Openings& openings, std::vector<std::string> wanted) {
    std::vector<std::vector<std::string>> words;
    std::set<std::string> known;
    for (const NamedPosition& named : openings.all()) {
        words.push_back(words_of_name(named.opening.name));
        known.insert(words.back().begin(), words.back().end());
    }
    const std::vector<std::string_view> known_words(known.begin(), known.end());
    for (std::string& word : wanted) {
        if (known.contains(word)) continue;
        if (const auto near = nearest(word, known_words); !near.empty()) word = near;
    }
    // Short names first: they are the main lines.
    std::set<std::tuple<size_t, size_t, std::string>> ranked;
    for (size_t i = 0; i < words.size(); ++i) {
        const auto hits = static_cast<size_t>(std::ranges::count_if(
            wanted, [&](const std::string& word) { return has_word(words[i], word); }));
        if (hits == 0) continue;
        const std::string& name = openings.all()[i].opening.name;
        ranked.emplace(wanted.size() - hits, name.size(), name);
        if (ranked.size() > kShownNames) ranked.erase(std::prev(ranked.end()));
    }
    std::vector<std::string> names;
    names.reserve(ranked.size());
    for (const auto& entry : ranked) names.push_back(fmt::format("\"{}\"", std::get<2>(entry)));
    return names;
}

}  // namespace

std::string openings_path() {
    const char* const named = std::getenv(kOpeningsVariable);
    return named != nullptr ? named : installed_path("openings");
}

tl::unexpected<Error> no_openings(std::string_view needed_by) {
    const std::string path = openings_path();
    return fail(ErrorCode::NotFound,
                fmt::format("{} needs the names of openings, and there are none{}; {} may name a "
                            "file or a folder of them",
                            needed_by, path.empty() ? "" : " in " + path, kOpeningsVariable));
}

Status for_each_opening(const Expr& query, const std::function<Status(const OpeningTest&)>& visit) {
    Status status;
    visit_openings(query, [&](const OpeningTest& test) {
        status = visit(test);
        return !status;
    });
    return status;
}

bool lacks_openings(const Expr& query) {
    return visit_openings(query, [](const OpeningTest& test) { return test.names == nullptr; });
}

Expr with_openings(Expr query, const std::shared_ptr<const Openings>& names) {
    visit_openings(query, [&](OpeningTest& test) {
        if (test.names == nullptr) test.names = names;
        return false;
    });
    return query;
}

std::vector<std::string> words_of_name(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    const auto end_word = [&] {
        if (word == "defence") word = "defense";
        if (!word.empty()) words.push_back(std::exchange(word, {}));
    };
    // The apostrophe of typography, of three bytes, is dropped like the plain one.
    constexpr std::string_view kApostrophe = "\xE2\x80\x99";
    const std::string plain = folded(text);
    for (size_t i = 0; i < plain.size(); ++i) {
        const char c = plain[i];
        if (c == '\'') continue;
        if (std::string_view(plain).substr(i).starts_with(kApostrophe)) {
            i += kApostrophe.size() - 1;
        } else if (is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80) {
            word += c;
        } else {
            end_word();
        }
    }
    end_word();
    return words;
}

std::string_view name_of_code(const Openings& openings, std::string_view eco) {
    const NamedPosition* first = nullptr;
    const auto moves_to = [](const NamedPosition& named) {
        return std::pair(named.position.fullmove_number(), named.position.side_to_move());
    };
    for (const NamedPosition& named : openings.all()) {
        if (eco.empty() || !std::string_view(named.opening.eco).starts_with(eco)) continue;
        if (first == nullptr || moves_to(named) < moves_to(*first)) first = &named;
    }
    return first == nullptr ? std::string_view() : first->opening.name;
}

Result<std::vector<uint32_t>> find_openings(const Openings& openings, std::string_view text) {
    std::vector<uint32_t> found;
    const std::vector<std::string> wanted = words_of_name(text);
    const auto codes = parse_eco(text);
    if (codes) {
        found = with_code(openings, *codes);
    } else {
        for (uint32_t i = 0; i < openings.size(); ++i) {
            const auto words = words_of_name(openings.all()[i].opening.name);
            const bool has_all = std::ranges::all_of(
                wanted, [&](const std::string& word) { return has_word(words, word); });
            if (has_all) found.push_back(i);
        }
    }
    if (!found.empty()) return found;
    const std::vector<std::string> near =
        codes ? std::vector<std::string>() : near_names(openings, wanted);
    const std::vector<std::string_view> views(near.begin(), near.end());
    const std::string guess = near.empty() ? "" : fmt::format(", did you mean {}?", listed(views));
    return misread(fmt::format("no opening is called {}{}", in_quotes(text), guess));
}

}  // namespace edge::query
