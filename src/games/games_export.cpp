#include "games/games_export.h"

#include <span>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "chess/fen.h"
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

// A comment on the position at a ply.
struct Mark {
    uint32_t ply;
    std::string_view text;
};

std::vector<Mark> marks_of(const std::vector<uint32_t>& match) {
    if (match.empty()) return {};
    if (match.front() == match.back()) return {{match.front(), "match"}};
    return {{match.front(), "match begins"}, {match.back(), "match ends"}};
}

// The tags of the game; where it does not begin at its start, with the position it begins from.
void append_tags(const StoredGame& game, uint32_t begin, std::string& out) {
    for (const auto& [name, text] : game.tags) {
        if (begin == 0 || (name != "SetUp" && name != "FEN")) append_tag(name, text, out);
    }
    if (begin == 0) return;
    Position position = Position::start();
    for (uint32_t ply = 0; ply < begin; ++ply) {
        position.make_move<Maintain::Board>(game.moves.move(ply));
    }
    append_tag("SetUp", "1", out);
    append_tag("FEN", to_fen(position), out);
}

// The game from a ply on. A move of Black has its number only at the beginning and after a comment,
// as the standard asks for.
Status append_from(const corpus::Corpus& corpus, const StoredGame& game, uint32_t begin,
                   std::span<const Mark> marks, std::string& out) {
    const auto line = EDGE_TRY(main_line_san(corpus, game));
    append_tags(game, begin, out);
    out += '\n';
    LineFiller filler(out);
    bool needs_number = true;
    for (uint32_t ply = begin; ply <= line.size(); ++ply) {
        for (const Mark& mark : marks) {
            if (mark.ply != ply) continue;
            filler.add(fmt::format("{{{}}}", mark.text));
            needs_number = true;
        }
        if (ply == line.size()) break;
        const bool is_white = ply % 2 == 0;
        if (is_white || needs_number) {
            filler.add(std::to_string(ply / 2 + 1) + (is_white ? "." : "..."));
        }
        filler.add(line[ply]);
        needs_number = false;
    }
    filler.add(corpus::result_text(game.header.result));
    out += "\n\n";
    return {};
}

}  // namespace

Status append_pgn(const corpus::Corpus& corpus, const StoredGame& game, std::string& out) {
    return append_from(corpus, game, 0, {}, out);
}

Status append_pgn(const corpus::Corpus& corpus, const SelectedGame& game, const MatchNotes& notes,
                  std::string& out) {
    const std::vector<uint32_t>& plies = game.match_plies;
    std::vector<Mark> marks;
    if (notes.mark) marks = marks_of(plies);
    const uint32_t begin = notes.from_match && !plies.empty() ? plies.front() : 0;
    return append_from(corpus, game.game, begin, marks, out);
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
