#include "wire/explore/openings_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/mapped_file.h"
#include "core/utf8.h"

namespace edge::wire {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> wrong(const std::string& file, std::string_view sentence) {
    return tl::unexpected(
        Error{ErrorCode::Corrupt, fmt::format("{}: {}", file, sentence), Place{.file = file}});
}

Status add_named(Openings& openings, const std::string& file, std::string_view eco,
                 std::string_view name, std::string_view moves) {
    if (moves.empty() || name.empty()) return {};
    if (!is_valid_utf8(name) || !is_valid_utf8(eco)) {
        return wrong(file, fmt::format("the name of the opening after '{}' is not UTF-8", moves));
    }
    const auto added = openings.add(moves, {std::string(eco), std::string(name)});
    if (!added) return wrong(file, fmt::format("opening '{}': {}", name, added.error().message));
    return {};
}

Status add_json(Openings& openings, const std::string& file, std::string_view text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object())
        return wrong(file, "found no JSON object, expected one that holds openings");
    const auto field = [](const nlohmann::json& entry, const char* name) -> std::string_view {
        const auto found = entry.find(name);
        if (found == entry.end() || !found->is_string()) return "";
        return found->get_ref<const std::string&>();
    };
    for (const auto& [key, entry] : json.items()) {
        if (!entry.is_object()) {
            return wrong(file, fmt::format("found no object at '{}', expected an opening", key));
        }
        EDGE_CHECK(add_named(openings, file, field(entry, "eco"), field(entry, "name"),
                             field(entry, "moves")));
    }
    return {};
}

std::string_view cut_at(std::string_view& rest, char end) {
    const size_t at = std::min(rest.find(end), rest.size());
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return part;
}

std::vector<std::string_view> cells_of(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string_view> cells;
    while (!line.empty()) cells.push_back(cut_at(line, '\t'));
    return cells;
}

Status add_tsv(Openings& openings, const std::string& file, std::string_view text) {
    constexpr std::array<std::string_view, 3> kColumns = {"eco", "name", "pgn"};
    const auto header = cells_of(cut_at(text, '\n'));
    std::array<size_t, kColumns.size()> places{};
    for (size_t i = 0; i < kColumns.size(); ++i) {
        const auto found = std::ranges::find(header, kColumns[i]);
        if (found == header.end()) {
            return wrong(
                file, fmt::format("found no column {}, expected eco, name and pgn", kColumns[i]));
        }
        places[i] = static_cast<size_t>(found - header.begin());
    }
    while (!text.empty()) {
        auto cells = cells_of(cut_at(text, '\n'));
        cells.resize(std::max(cells.size(), header.size()));
        EDGE_CHECK(add_named(openings, file, cells[places[0]], cells[places[1]], cells[places[2]]));
    }
    return {};
}

Status add_file(Openings& openings, const fs::path& file) {
    const auto mapped = EDGE_TRY(MappedFile::open(file));
    const auto form = file.extension() == ".tsv" ? OpeningsForm::Tsv : OpeningsForm::Json;
    return read_openings(mapped.text(), file.native(), form, openings);
}

}  // namespace

Status read_openings(std::string_view text, const std::string& file, OpeningsForm form,
                     Openings& openings) {
    return form == OpeningsForm::Tsv ? add_tsv(openings, file, text)
                                     : add_json(openings, file, text);
}

Result<Openings> load_openings(const std::string& path) {
    Openings openings;
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        EDGE_CHECK(add_file(openings, path));
        return openings;
    }
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error)) {
        const fs::path extension = entry->path().extension();
        if (extension == ".json" || extension == ".tsv") files.push_back(entry->path());
    }
    if (error) return fail(ErrorCode::Io, fmt::format("{}: {}", path, error.message()));
    if (files.empty()) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: found no *.json or *.tsv, expected files of openings", path));
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) EDGE_CHECK(add_file(openings, file));
    return openings;
}

}  // namespace edge::wire
