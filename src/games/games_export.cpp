#include "games/games_export.h"

#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "core/overloaded.h"
#include "corpus/tag_text.h"

namespace edge::games {
namespace {

constexpr size_t kMaxColumns = 79;

void append_tag(const std::string& name, const std::string& text, std::string& out) {
    out += '[';
    out += name;
    out += " \"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += "\"]\n";
}

// Words with a space or a line break between them.
class LineFiller {
public:
    explicit LineFiller(std::string& out) : out_(out) {}
    void add(std::string_view word) {
        if (column_ > 0 && column_ + 1 + word.size() > kMaxColumns) {
            out_ += '\n';
            column_ = 0;
        }
        if (column_ > 0) {
            out_ += ' ';
            ++column_;
        }
        out_ += word;
        column_ += word.size();
    }

private:
    std::string& out_;
    size_t column_ = 0;
};

void append_csv_field(std::string_view text, std::string& out) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

template <class Item>
std::string joined(const std::vector<Item>& items) {
    return fmt::format("{}", fmt::join(items, " "));
}

std::string csv_text(const ColumnValue& value) {
    return std::visit(Overloaded{
                          [](std::monostate) { return std::string(); },
                          [](uint64_t number) { return std::to_string(number); },
                          [](const std::string& text) { return text; },
                          [](const std::vector<std::string>& words) { return joined(words); },
                          [](const std::vector<uint32_t>& numbers) { return joined(numbers); },
                          [](const TagList&) { return std::string(); },  // not a column of a CSV
                      },
                      value);
}

}  // namespace

Status append_pgn(const corpus::Corpus& corpus, const StoredGame& game, std::string& out) {
    const auto line = EDGE_TRY(main_line_san(corpus, game));
    for (const auto& [name, text] : game.tags) append_tag(name, text, out);
    out += '\n';
    LineFiller filler(out);
    for (size_t ply = 0; ply < line.size(); ++ply) {
        if (ply % 2 == 0) filler.add(std::to_string(ply / 2 + 1) + '.');
        filler.add(line[ply]);
    }
    filler.add(corpus::result_text(game.header.result));
    out += "\n\n";
    return {};
}

Status append_uci(const corpus::Corpus& corpus, const StoredGame& game, std::string& out) {
    for (const std::string& move : EDGE_TRY(main_line_uci(corpus, game))) {
        out += move;
        out += ' ';
    }
    out += corpus::result_text(game.header.result);
    out += '\n';
    return {};
}

void append_csv_header(const std::vector<GameColumn>& columns, std::string& out) {
    for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) out += ',';
        append_csv_field(columns[i].name, out);
    }
    out += "\r\n";
}

Status append_csv(const corpus::Corpus& corpus, const SelectedGame& game,
                  const std::vector<GameColumn>& columns, std::string& out) {
    for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) out += ',';
        append_csv_field(csv_text(EDGE_TRY(value_of(columns[i], corpus, game))), out);
    }
    out += "\r\n";
    return {};
}

}  // namespace edge::games
